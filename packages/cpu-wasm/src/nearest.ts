// The option `nearest` as bits, which travel to threads with a job.
import type { NearestEnds } from '@wayfield/graph';

/** A blocked source is replaced. */
export const NEAREST_SOURCE = 1;
/** A target that is blocked or cannot be reached is replaced. */
export const NEAREST_TARGET = 2;

/** The ends that may be replaced, as bits. */
export function nearestBits(nearest: NearestEnds | undefined): number {
  if (nearest === undefined || nearest === false) return 0;
  if (nearest === 'source') return NEAREST_SOURCE;
  return nearest === 'both' ? NEAREST_SOURCE | NEAREST_TARGET : NEAREST_TARGET;
}
