// An upper bound on the ticks of the shortest paths of a uniform grid: kernels count them in u32.

/**
 * If even a path over all nodes has at most this many ticks, that length is the bound and no path
 * is measured. Kernels of searches count up to 2^32 ticks, trees up to 2^31.
 */
const FEW_TICKS = 2 ** 31;

/**
 * An upper bound on the ticks of every shortest path. `out` holds pairs (node, ticks) of arcs, each
 * of which also exists in the other direction. Small grids are bounded by their number of nodes.
 * So are components whose nodes are too few to exceed the bound of an earlier one. In each other
 * component paths from a node in its middle are measured: a shortest path between two nodes is at
 * most as long as the two paths from the middle to them. The measured paths are found breadth
 * first, so each is at least as long as a shortest path.
 */
export function longestPath(
  nodeCount: number,
  firstOut: Uint32Array,
  out: Uint32Array,
  [, diagonal]: readonly [straight: number, diagonal: number],
): number {
  const most = nodeCount * diagonal;
  if (most <= FEW_TICKS) return most;
  const order = new Uint32Array(nodeCount);
  const parent = new Uint32Array(nodeCount);
  /** The last visit that came to a node. */
  const seen = new Uint32Array(nodeCount);
  const length = new Float64Array(nodeCount);
  let visits = 0;

  /** Visits the component of `from` in the order `order`. Returns its number of nodes. */
  function visit(from: number): number {
    visits++;
    let count = 1;
    order[0] = from;
    parent[from] = from;
    length[from] = 0;
    seen[from] = visits;
    for (let i = 0; i < count; i++) {
      const u = order[i];
      for (let a = firstOut[u]; a < firstOut[u + 1]; a++) {
        const v = out[2 * a];
        if (seen[v] === visits) continue;
        seen[v] = visits;
        parent[v] = u;
        length[v] = length[u] + out[2 * a + 1];
        order[count++] = v;
      }
    }
    return count;
  }

  let longest = 0;
  for (let start = 0; start < nodeCount; start++) {
    if (seen[start] > 0) continue;
    const count = visit(start);
    if (count * diagonal <= longest) continue;
    // from one end of a long path to the other, then from its middle
    visit(order[count - 1]);
    let middle = order[count - 1];
    const half = length[middle] / 2;
    while (length[middle] > half) middle = parent[middle];
    visit(middle);
    let far = 0;
    for (let i = 0; i < count; i++) far = Math.max(far, length[order[i]]);
    longest = Math.max(longest, 2 * far);
  }
  return Math.min(most, longest);
}
