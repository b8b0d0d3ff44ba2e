// Whether closed walks along lines keep two points of the plane apart, by one code per point. For
// disc-barriers.ts.

/** Points, and straight lines between them: two numbers of points per line. */
export interface Drawing {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly lines: Uint32Array;
}

/** Flows are whole numbers modulo this: sums of two are exact. */
const MODULUS = 2 ** 52;

/**
 * Makes a test of two points of the plane: whether a closed walk along lines winds around one of
 * them more often than around the other. A yes is always right, a no is wrong for about one pair in
 * 2^52.
 *
 * The lines carry a random circulation: inflow equals outflow at each of their points. The code of
 * a point of the plane is the flow over the ray upwards from this point. A circulation is a sum of
 * closed walks, so the code is the sum of their winding numbers with random factors. The
 * circulation is made once, and a test adds up the flows of the lines above each point. The
 * alternative, sets of connected points, has to be made again for each test. In a query with many
 * places that took 25 ms (docs/lab-notes/navmesh.md, "A disc in a pocket").
 */
export function createWindingTest(
  drawing: Drawing,
): (ax: number, ay: number, bx: number, by: number) => boolean {
  const { x, y, lines } = drawing;
  const flow = circulation(drawing);
  const codeOf = (px: number, py: number): number => {
    let code = 0;
    for (let line = 0; line < flow.length; line++) {
      const [a, b] = [lines[2 * line], lines[2 * line + 1]];
      const goesRight = x[b] > px;
      // a point of lines on the ray counts as left of the ray
      if (x[a] > px === goesRight) continue;
      const turn = (x[b] - x[a]) * (py - y[a]) - (y[b] - y[a]) * (px - x[a]);
      if (turn < 0 === goesRight) code = (code + (goesRight ? 1 : -1) * flow[line]) % MODULUS;
    }
    return code;
  };
  return (ax, ay, bx, by) => (codeOf(ax, ay) - codeOf(bx, by)) % MODULUS !== 0;
}

/**
 * A random circulation: per line the flow from its first point to its second one. Lines outside of
 * a spanning forest have random flows. The lines of the forest then balance the points, from the
 * leaves to the roots.
 */
function circulation({ x, lines }: Drawing): Float64Array {
  const linesAt = Array.from(x, (): number[] => []);
  for (const [i, v] of lines.entries()) linesAt[v].push(i >> 1);
  const order: number[] = [];
  /** Per point the line from its parent, -1 for a root; undefined where it was not reached. */
  const lineTo: number[] = [];
  const isInForest = new Uint8Array(lines.length);
  for (let root = 0; root < x.length; root++) {
    if (lineTo[root] !== undefined) continue;
    lineTo[root] = -1;
    let next = order.push(root);
    for (let v = root; v !== undefined; v = order[next++])
      for (const line of linesAt[v]) {
        const w = lines[2 * line] + lines[2 * line + 1] - v;
        if (lineTo[w] !== undefined) continue;
        lineTo[w] = line;
        isInForest[line] = 1;
        order.push(w);
      }
  }
  const flow = new Float64Array(lines.length >> 1);
  /** Per point: what flows out and is not balanced yet. */
  const rest = new Float64Array(x.length);
  const put = (line: number, value: number): void => {
    flow[line] = value;
    const [a, b] = [lines[2 * line], lines[2 * line + 1]];
    rest[a] = (rest[a] + value) % MODULUS;
    rest[b] = (rest[b] - value) % MODULUS;
  };
  for (const line of flow.keys())
    if (!isInForest[line])
      put(line, (mix(2 * line + 1) >>> 0) * 2 ** 20 + (mix(2 * line + 2) >>> 12));
  for (const v of order.toReversed()) {
    const line = lineTo[v];
    if (line >= 0) put(line, lines[2 * line] === v ? -rest[v] : rest[v]);
  }
  return flow;
}

/** A number of 32 bits that looks random (factor of MurmurHash3, Appleby 2008). */
function mix(value: number): number {
  let bits = value;
  for (let k = 0; k < 3; k++) {
    bits = Math.imul(bits, 0x85ebca6b);
    bits ^= bits >>> 15;
  }
  return bits;
}
