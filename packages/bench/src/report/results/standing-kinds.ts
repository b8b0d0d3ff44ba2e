import type { Standing } from './results.ts';

/** What a standing is against, in the words of pages and documents. */
export const STANDING_KINDS: Readonly<Record<Standing['kind'], string>> = {
  study: "the study's figure",
  plain: 'plain code',
  rival: 'libraries and plain code',
  backend: 'our other backend',
};
