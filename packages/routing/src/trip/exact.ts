// The best order by dynamic programming over subsets (Held and Karp 1962). plan.ts calls
// `exactOrder` for trips of at most MOST_EXACT stops.

/**
 * Stops up to which the order is exact. A round trip is a path to a copy of stop 0, so it has 12
 * stops beside the first: 2^12 · 12 states of 9 bytes (f64 cost, i8 predecessor), 0.4 MB.
 */
export const MOST_EXACT = 12;

/**
 * The cheapest path from stop 0 over all others to stop `last`, or to any stop if `last` is
 * undefined. Without such a path the cost is `Infinity` and the order empty. `cost` has n rows of n
 * entries.
 */
export function exactOrder(
  cost: Float64Array,
  n: number,
  last: number | undefined,
): { cost: number; order: number[] } {
  if (n === 1) return { cost: 0, order: [0] };
  const m = n - 1; // stop j is bit j - 1
  const sets = 1 << m;
  const least = new Float64Array(sets * m).fill(Infinity);
  const before = new Int8Array(sets * m).fill(-1);
  for (let j = 0; j < m; j++) least[(1 << j) * m + j] = cost[j + 1];
  for (let set = 1; set < sets; set++) {
    for (let j = 0; j < m; j++) {
      const here = least[set * m + j];
      if (here === Infinity) continue;
      for (let k = 0; k < m; k++) {
        if (set & (1 << k)) continue;
        const at = (set | (1 << k)) * m + k;
        const sum = here + cost[(j + 1) * n + k + 1];
        if (sum < least[at]) {
          least[at] = sum;
          before[at] = j;
        }
      }
    }
  }
  let end = last === undefined ? 0 : last - 1;
  const all = (sets - 1) * m;
  if (last === undefined) {
    for (let j = 1; j < m; j++) if (least[all + j] < least[all + end]) end = j;
  }
  if (least[all + end] === Infinity) return { cost: Infinity, order: [] };
  const order: number[] = [];
  for (let set = sets - 1, j = end; j >= 0;) {
    order.unshift(j + 1);
    const earlier = before[set * m + j];
    set ^= 1 << j;
    j = earlier;
  }
  return { cost: least[all + end], order: [0, ...order] };
}
