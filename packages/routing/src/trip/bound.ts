// A lower bound on the cost of a round trip: one-trees with Lagrangian multipliers (Held and Karp
// 1970). Where the costs of both directions of a pair differ, the smaller one counts: this raises
// the cost of no trip, so the bound holds. plan.ts calls `roundTripBound` for more stops than
// exact.ts takes.

/** Steps of the multipliers; chosen. */
const ROUNDS = 200;

/**
 * A lower bound on the cost of any round trip over all n stops. `cost` has n rows of n entries.
 * `best`, the cost of the best known round trip, sets the lengths of the steps only; an error there
 * makes the bound weaker, never too large.
 */
export function roundTripBound(cost: Float64Array, n: number, best: number): number {
  if (n < 2) return 0;
  if (n === 2) return cost[1] + cost[2];
  const pi = new Float64Array(n);
  let bound = 0;
  let step = 1;
  for (let round = 0, worse = 0; round < ROUNDS; round++) {
    const { value, degree } = oneTree(cost, n, pi);
    const sum = value - 2 * pi.reduce((a, b) => a + b, 0);
    if (sum > bound) {
      bound = sum;
      worse = 0;
    } else if (++worse >= 8) {
      step /= 2;
      worse = 0;
    }
    let norm = 0;
    for (const d of degree) norm += (d - 2) ** 2;
    if (norm === 0) break;
    const length = (step * Math.max(best - sum, best * 1e-3)) / norm;
    for (let v = 0; v < n; v++) pi[v] += length * (degree[v] - 2);
  }
  // margin for the rounding of sums of n terms
  return Math.max(0, bound * (1 - 1e-12 * n));
}

/** The cheapest tree over stops 1 to n - 1, and the two cheapest links of stop 0 to it. */
function oneTree(
  cost: Float64Array,
  n: number,
  pi: Float64Array,
): { value: number; degree: Int32Array } {
  const link = (u: number, v: number): number =>
    Math.min(cost[u * n + v], cost[v * n + u]) + pi[u] + pi[v];
  const degree = new Int32Array(n);
  const least = new Float64Array(n).fill(Infinity);
  const parent = new Int32Array(n).fill(1);
  const done = new Uint8Array(n);
  let value = 0;
  least[1] = 0;
  for (let i = 1; i < n; i++) {
    let u = -1;
    for (let v = 1; v < n; v++) if (done[v] === 0 && (u < 0 || least[v] < least[u])) u = v;
    done[u] = 1;
    if (u !== 1) {
      value += least[u];
      degree[u]++;
      degree[parent[u]]++;
    }
    for (let v = 1; v < n; v++) {
      if (done[v] === 1) continue;
      const c = link(u, v);
      if (c < least[v]) [least[v], parent[v]] = [c, u];
    }
  }
  let [first, second] = [1, 2];
  if (link(0, second) < link(0, first)) [first, second] = [second, first];
  for (let v = 3; v < n; v++) {
    if (link(0, v) < link(0, first)) [first, second] = [v, first];
    else if (link(0, v) < link(0, second)) second = v;
  }
  degree[0] = 2;
  degree[first]++;
  degree[second]++;
  return { value: value + link(0, first) + link(0, second), degree };
}
