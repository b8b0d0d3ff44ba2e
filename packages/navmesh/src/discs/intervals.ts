// Disjoint intervals of a number. free-border.ts keeps the free pieces of a wall's border and of a
// corner's arc as intervals, and takes out what other walls and vertices cover.

/** Intervals in any order and without overlap. */
export type Intervals = Interval[];
type Interval = [from: number, to: number];

/** Where a linear function with a start and a rise is between two numbers; undefined = nowhere. */
export function linearBetween(
  start: number,
  rise: number,
  low: number,
  high: number,
): Interval | undefined {
  if (rise === 0) return start > low && start < high ? [-Infinity, Infinity] : undefined;
  const [a, b] = [(low - start) / rise, (high - start) / rise];
  return a < b ? [a, b] : [b, a];
}

/** What two intervals have in common; undefined = nothing. */
export function meet(a: Interval | undefined, b: Interval | undefined): Interval | undefined {
  if (!a || !b) return undefined;
  const [from, to] = [Math.max(a[0], b[0]), Math.min(a[1], b[1])];
  return from < to ? [from, to] : undefined;
}

/** Takes the numbers between `from` and `to`, themselves excluded, out of intervals. */
export function takeOut(intervals: Intervals, from: number, to: number): void {
  for (let i = intervals.length - 1; i >= 0; i--) {
    const [start, end] = intervals[i];
    if (to <= start || from >= end) continue;
    const rest: Intervals = [];
    if (start <= from) rest.push([start, from]);
    if (to <= end) rest.push([to, end]);
    intervals.splice(i, 1, ...rest);
  }
}
