// How many ticks the shortest paths of a uniform grid can have: kernels count them in u32.

/** Nodes whose paths, however they wind, do not come near what a u32 counts. */
const FEW_TICKS = 2 ** 31;

/**
 * A bound on the ticks of every shortest path. `out` holds pairs (node, ticks) of arcs that go both
 * ways. Of a component so large that its size alone does not say, the paths from a node in its middle
 * are measured: none between two of its nodes is longer than two of these. Breadth first, so that what
 * is measured is not shorter than the shortest path.
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
  /** Which of the walks came by last. */
  const seen = new Uint32Array(nodeCount);
  const length = new Float64Array(nodeCount);
  let walk = 0;

  /** Visits all that is connected with `from`: `order` begins with it. Returns how many nodes that are. */
  function visit(from: number): number {
    walk++;
    let count = 1;
    order[0] = from;
    parent[from] = from;
    length[from] = 0;
    seen[from] = walk;
    for (let i = 0; i < count; i++) {
      const u = order[i];
      for (let a = firstOut[u]; a < firstOut[u + 1]; a++) {
        const v = out[2 * a];
        if (seen[v] === walk) continue;
        seen[v] = walk;
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
    // from one end of a long path to the other, and from its middle
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
