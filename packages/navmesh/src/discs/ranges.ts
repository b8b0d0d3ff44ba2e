/** Ranges of a number, each from and to, in any order and without overlap. */
export type Ranges = Range[];
export type Range = [from: number, to: number];

/** Where a linear function with a start and a rise is between two numbers; undefined = nowhere. */
export function linearBetween(
  start: number,
  rise: number,
  low: number,
  high: number,
): Range | undefined {
  if (rise === 0) return start > low && start < high ? [-Infinity, Infinity] : undefined;
  const [a, b] = [(low - start) / rise, (high - start) / rise];
  return a < b ? [a, b] : [b, a];
}

/** What two ranges have in common; undefined = nothing. */
export function meet(a: Range | undefined, b: Range | undefined): Range | undefined {
  if (!a || !b) return undefined;
  const [from, to] = [Math.max(a[0], b[0]), Math.min(a[1], b[1])];
  return from < to ? [from, to] : undefined;
}

/** Takes the numbers between `from` and `to`, themselves excluded, out of ranges. */
export function takeOut(ranges: Ranges, from: number, to: number): void {
  for (let i = ranges.length - 1; i >= 0; i--) {
    const [start, end] = ranges[i];
    if (to <= start || from >= end) continue;
    const rest: Ranges = [];
    if (start <= from) rest.push([start, from]);
    if (to <= end) rest.push([to, end]);
    ranges.splice(i, 1, ...rest);
  }
}
