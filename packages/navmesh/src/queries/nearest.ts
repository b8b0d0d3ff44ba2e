/**
 * Which ends of a query are moved to the nearest place; `true` is 'target', `false` none.
 *
 * 'source': if the source is off the mesh, or a disc does not fit there, the path starts at the
 * nearest place of the mesh, for a disc the nearest where it fits, whether or not the target can be
 * reached from there. 'target': if the target is off the mesh, or has no path from the source, the
 * path ends at the nearest of all places that can be reached from the source. 'both': first the
 * source, as with 'source'; then the target, for a path from the place where the path starts.
 */
export type Nearest = boolean | 'source' | 'target' | 'both';

/** Bits, as in assembly/locate/ends.ts. */
export const MOVES_TARGET = 1;
export const MOVES_SOURCE = 2;

/** The ends that are moved, as bits. */
export function movesOf(nearest: Nearest | undefined): number {
  if (nearest === 'both') return MOVES_SOURCE | MOVES_TARGET;
  if (nearest === 'source') return MOVES_SOURCE;
  return nearest ? MOVES_TARGET : 0;
}
