/** The most sources of a sweep: four vectors of four. */
export const MAX_LANES = 16;

/** Throws RangeError for more sources than lanes, and for none: `name` has `count` `what`. */
export function checkLanes(count: number, name: string, what = 'entries'): void {
  if (!(count >= 1 && count <= MAX_LANES)) {
    throw new RangeError(`${name} has ${count} ${what}, expected 1 to ${MAX_LANES}`);
  }
}

/** Lanes of a sweep from `count` sources, at most MAX_LANES: a sweep has 1, 4, 8 or 16. */
export function lanesFor(count: number): number {
  if (count <= 1) return 1;
  if (count <= 4) return 4;
  return count <= 8 ? 8 : 16;
}
