import { agreement } from './agreement.ts';
import { editToAnswer } from './edit-to-answer.ts';
import { edits } from './edits.ts';
import { exactLengths } from './exact-lengths.ts';
import type { NavmeshBar } from './navmesh-bar.ts';
import { radius } from './radius.ts';
import { searchSpeed } from './search-speed.ts';
import { soups } from './soups.ts';
import { triangleSearchSpeed } from './triangle-search-speed.ts';
import { triangulations } from './triangulations.ts';

/** The bars of `@wayfield/navmesh`, in order. */
export const NAVMESH_BARS: readonly NavmeshBar[] = [
  exactLengths,
  agreement,
  triangulations,
  searchSpeed,
  radius,
  triangleSearchSpeed,
  edits,
  editToAnswer,
  soups,
];
