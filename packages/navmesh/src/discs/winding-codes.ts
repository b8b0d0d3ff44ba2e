// Which points of the plane closed walks along lines wind around alike, by one number per point.

/** Straight lines between points: two of them each. */
export interface Drawing {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly lines: Uint32Array;
}

/** The code of a point: two words of 32 bits. */
export type Code = readonly [number, number];

/** Column widths are the width of all lines, halved at most this often. */
const MOST_LEVELS = 16;

/**
 * Gives each point of the plane a code. Two points around which every closed walk along lines winds
 * equally often have the same code. Two others have different ones, but for one pair in 2^64.
 *
 * The lines carry a random circulation: at each of their points as much flows in as out, modulo
 * 2^32. The code of a point is the flow over the ray from there upwards. A circulation is a sum of
 * closed walks, so the code is the sum of their winding numbers with random factors. A code takes a
 * look at the lines near the ray; a test of the walks themselves would look at all lines.
 */
export function createWindingCodes(drawing: Drawing): (px: number, py: number) => Code {
  const { x, y, lines } = drawing;
  const parents = spanningForest(drawing);
  const flows = [
    circulation(drawing, parents, 0x9e3779b9),
    circulation(drawing, parents, 0x85ebca6b),
  ];
  const columns = createColumns(drawing);
  return (px, py) => {
    let [one, other] = [0, 0];
    columns.visit(px, (line) => {
      const [a, b] = [lines[2 * line], lines[2 * line + 1]];
      const isRightwards = x[b] > px;
      // a line ends in one column or the next: a point of lines on the ray counts as left of it
      if (x[a] > px === isRightwards) return;
      const side = (x[b] - x[a]) * (py - y[a]) - (y[b] - y[a]) * (px - x[a]);
      if (side < 0 !== isRightwards) return;
      one = isRightwards ? (one + flows[0][line]) | 0 : (one - flows[0][line]) | 0;
      other = isRightwards ? (other + flows[1][line]) | 0 : (other - flows[1][line]) | 0;
    });
    return [one, other];
  };
}

/** The points of a drawing in the order of a search, roots first, and the line to each. */
interface Forest {
  readonly order: Uint32Array;
  /** Per point: the line from its parent; -1 for a root. */
  readonly lineTo: Int32Array;
}

function spanningForest({ x, lines }: Drawing): Forest {
  const count = x.length;
  const first = new Uint32Array(count + 2);
  for (const v of lines) first[v + 2]++;
  for (let v = 0; v < count; v++) first[v + 2] += first[v + 1];
  const linesAt = new Uint32Array(lines.length);
  for (const [i, v] of lines.entries()) linesAt[first[v + 1]++] = i >>> 1;
  const order = new Uint32Array(count);
  const lineTo = new Int32Array(count).fill(-1);
  const isSeen = new Uint8Array(count);
  let reached = 0;
  for (let root = 0; root < count; root++) {
    if (isSeen[root]) continue;
    isSeen[root] = 1;
    order[reached++] = root;
    for (let i = reached - 1; i < reached; i++) {
      const v = order[i];
      for (let k = first[v]; k < first[v + 1]; k++) {
        const line = linesAt[k];
        const w = lines[2 * line] === v ? lines[2 * line + 1] : lines[2 * line];
        if (isSeen[w]) continue;
        isSeen[w] = 1;
        lineTo[w] = line;
        order[reached++] = w;
      }
    }
  }
  return { order, lineTo };
}

/** Per line the flow from its first point to its second one: random, but along the forest. */
function circulation({ x, lines }: Drawing, { order, lineTo }: Forest, seed: number): Int32Array {
  const flow = new Int32Array(lines.length / 2);
  const isInForest = new Uint8Array(flow.length);
  for (const line of lineTo) if (line >= 0) isInForest[line] = 1;
  /** Per point: what flows out and is not balanced yet. */
  const rest = new Int32Array(x.length);
  const put = (line: number, value: number): void => {
    flow[line] = value;
    rest[lines[2 * line]] += value;
    rest[lines[2 * line + 1]] -= value;
  };
  for (let line = 0; line < flow.length; line++) if (!isInForest[line]) put(line, mix(line, seed));
  // from the leaves to the roots: the line to the parent balances a point
  for (let i = order.length - 1; i >= 0; i--) {
    const v = order[i];
    const line = lineTo[v];
    if (line >= 0) put(line, lines[2 * line] === v ? -rest[v] : rest[v]);
  }
  return flow;
}

/** A number of 32 bits that looks random (the end of MurmurHash3, Appleby 2008). */
function mix(value: number, seed: number): number {
  let bits = Math.imul(value + 1, seed);
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}

interface Columns {
  /** Visits each line over whose width a point lies, and others near it. */
  visit(px: number, visitor: (line: number) => void): void;
}

/**
 * Lines by columns as wide as the line, or up to twice as wide: each line is in two columns at
 * most, and a point in one column per width.
 */
function createColumns({ x, lines }: Drawing): Columns {
  let [least, most] = [Infinity, -Infinity];
  for (const v of lines) {
    least = Math.min(least, x[v]);
    most = Math.max(most, x[v]);
  }
  const extent = most > least ? most - least : 1;
  const levels = Array.from({ length: MOST_LEVELS + 1 }, () => new Map<number, number[]>());
  const columnOf = (px: number, level: number): number =>
    Math.floor(((px - least) / extent) * 2 ** level);
  for (let line = 0; 2 * line < lines.length; line++) {
    const [a, b] = [x[lines[2 * line]], x[lines[2 * line + 1]]];
    const width = Math.abs(b - a);
    const level =
      width > 0 ? Math.min(MOST_LEVELS, Math.floor(Math.log2(extent / width))) : MOST_LEVELS;
    const [from, to] = [columnOf(Math.min(a, b), level), columnOf(Math.max(a, b), level)];
    for (let column = from; column <= to; column++) {
      const list = levels[level].get(column);
      if (list) list.push(line);
      else levels[level].set(column, [line]);
    }
  }
  return {
    visit(px, visitor) {
      for (let level = 0; level <= MOST_LEVELS; level++)
        for (const line of levels[level].get(columnOf(px, level)) ?? []) visitor(line);
    },
  };
}
