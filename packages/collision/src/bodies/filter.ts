// Which bodies may meet or find each other, by kind, group and mask. These rules stand in several
// places, which change together:
//
// - here, for the reference and the tree solver; only QUERY bodies look for sightings:
//   solvers/search-solver.ts, oriented/reference.ts;
// - assembly/grid/build.ts `fillRoles`, as two words per body, which assembly/pairs and
//   assembly/lists test;
// - bodies/body-store.ts, `plain` and `uniform`: no pair needs a filter;
// - GPU, kinds: `takesPart` of gpu/grid/grid.wgsl.ts, `scatter` of gpu/grid/build.wgsl.ts (marks
//   QUERY bodies), `load` of gpu/pairs/pairs.wgsl.ts, `seeks` of gpu/lists/seek.wgsl.ts;
// - GPU, groups and masks: `isMasked` of gpu/pairs/pairs.wgsl.ts, `consider` of
//   gpu/lists/seek.wgsl.ts, `scanCells` of gpu/lists/nearest.wgsl.ts.
//
// All backends apply these rules before they write a pair or an entry.
import { FREE, MASSIVE, QUERY } from '../constants.ts';
import type { Bodies } from '../types.ts';

const groupOf = (bodies: Bodies, slot: number): number => bodies.group?.[slot] ?? 1;
const maskOf = (bodies: Bodies, slot: number): number => bodies.mask?.[slot] ?? 0xffffffff;

/** Two massive bodies, each in a group of the other's mask. */
export function mayTouch(bodies: Bodies, a: number, b: number): boolean {
  return (
    bodies.kind[a] === MASSIVE &&
    bodies.kind[b] === MASSIVE &&
    (groupOf(bodies, a) & maskOf(bodies, b)) !== 0 &&
    (groupOf(bodies, b) & maskOf(bodies, a)) !== 0
  );
}

/** A massive body or ghost in a group of `mask`. */
export function mayBeFound(bodies: Bodies, slot: number, mask: number): boolean {
  const kind = bodies.kind[slot];
  return kind !== FREE && kind !== QUERY && (groupOf(bodies, slot) & mask) !== 0;
}

/**
 * A QUERY body and a body that its mask lets it find. The mask of the found body does not matter.
 */
export function maySight(bodies: Bodies, query: number, other: number): boolean {
  return bodies.kind[query] === QUERY && mayBeFound(bodies, other, maskOf(bodies, query));
}

/** A live body and another body that its mask lets it find. */
export function mayNeighbour(bodies: Bodies, slot: number, other: number): boolean {
  return (
    slot !== other && bodies.kind[slot] !== FREE && mayBeFound(bodies, other, maskOf(bodies, slot))
  );
}
