import { NONE } from '@wayfield/graph';
import type { PolygonMesh } from '../polygons/polygon-mesh.ts';
import { toSegment } from '../geometry/segment-distance.ts';
import { after, before } from '../geometry/sides.ts';

/** What the centre of a disc cannot cross. */
export interface DiscBarriers {
  /**
   * Whether no path for a disc leads from one point to another, both at least the radius away from
   * all walls and vertices. The lines drawn for a radius are kept until another radius is asked
   * for.
   */
  separate(sx: number, sy: number, tx: number, ty: number, radius: number): boolean;
}

/** Twice the share by which a gap may be narrower than the disc (GAPS of assembly/rounding.ts). */
const OPEN = 2e-12;

/**
 * Creates a test whether walls and gaps keep two points of a mesh of triangles apart. It is exact
 * but for gaps that are narrower than the disc by at most OPEN of its radius and `rounding`: such a
 * gap counts as open, because the search may pass there.
 */
export function createBarriers(mesh: PolygonMesh, rounding: number): DiscBarriers {
  let drawn: Drawing | undefined;
  let drawnFor = 0;
  return {
    separate(sx, sy, tx, ty, radius) {
      // no gap is too narrow for a point, and its ends may lie on walls
      if (radius === 0) return false;
      if (!drawn || drawnFor !== radius) drawn = draw(mesh, radius * (1 - OPEN) - rounding);
      drawnFor = radius;
      return areParted(drawn, sx, sy, tx, ty);
    },
  };
}

/** Straight lines between points: two of them each. */
interface Drawing {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly lines: Uint32Array;
}

/**
 * Walls, and the gaps that are narrower than twice `least`, between two vertices or a vertex and a
 * wall that see each other: nothing that keeps at least `least` from all walls and vertices crosses
 * one of these lines.
 */
function draw(mesh: PolygonMesh, least: number): Drawing {
  const { corner, twin } = mesh;
  const x = Array.from(mesh.x);
  const y = Array.from(mesh.y);
  const square = 4 * least * least;
  const lines: number[] = [];
  /** Three numbers per side to look over: the side, and the vertices that bound the view of it. */
  const stack: number[] = [];

  function addGap(v: number, w: number): void {
    if ((x[w] - x[v]) ** 2 + (y[w] - y[v]) ** 2 < square) lines.push(v, w);
  }

  /** A gap between a vertex and a wall, where that is not nearest at an end. */
  function addGapToWall(v: number, side: number): void {
    const [a, b] = [corner[side], corner[after(side)]];
    const [dx, dy] = [x[b] - x[a], y[b] - y[a]];
    const t = ((x[v] - x[a]) * dx + (y[v] - y[a]) * dy) / (dx * dx + dy * dy);
    if (!(t > 0 && t < 1)) return;
    const foot = x.push(x[a] + t * dx) - 1;
    y.push(y[a] + t * dy);
    lines.push(v, foot, foot, a);
  }

  /** Whether w lies to the left of the line from v to u. */
  const isLeft = (v: number, u: number, w: number): boolean =>
    (x[u] - x[v]) * (y[w] - y[v]) - (y[u] - y[v]) * (x[w] - x[v]) > 0;

  /**
   * The gaps between a vertex and what it sees over a side: triangle by triangle (Bungiu et al.
   * 2014).
   */
  function lookOver(v: number, first: number): void {
    stack.push(first, corner[first], corner[after(first)]);
    while (stack.length > 0) {
      const [left, right, side] = [stack.pop()!, stack.pop()!, stack.pop()!];
      const [a, b] = [corner[side], corner[after(side)]];
      if (toSegment(x[v], y[v], [x[a], y[a], x[b], y[b]]) >= square) continue;
      const entry = twin[side];
      if (entry === NONE) {
        addGapToWall(v, side);
        continue;
      }
      const w = corner[before(entry)];
      const isPastRight = isLeft(v, right, w);
      const isBeforeLeft = isLeft(v, w, left);
      // each of two vertices sees the other
      if (isPastRight && isBeforeLeft && v < w) addGap(v, w);
      if (isPastRight) stack.push(after(entry), right, isBeforeLeft ? w : left);
      if (isBeforeLeft) stack.push(before(entry), isPastRight ? w : right, left);
    }
  }

  for (let s = 0; s < twin.length; s++) {
    if (twin[s] === NONE) lines.push(corner[s], corner[after(s)]);
    else if (s < twin[s]) addGap(corner[s], corner[after(s)]);
    lookOver(corner[before(s)], s);
  }
  return { x: Float64Array.from(x), y: Float64Array.from(y), lines: Uint32Array.from(lines) };
}

/**
 * Whether a closed walk along lines winds around one of two points more often than around the
 * other: it crosses the straight segment between them from right to left and from left to right
 * unequally often. If so, every path from one point to the other crosses a line. If not, there is a
 * path: discs around all walls and vertices overlap only where gaps are too narrow, and a closed
 * curve through these discs can be moved onto the lines (the nerve theorem, Borsuk 1948). Lines
 * keep clear of both points, so rounding cannot move a crossing past one of them.
 */
function areParted(
  { x, y, lines }: Drawing,
  sx: number,
  sy: number,
  tx: number,
  ty: number,
): boolean {
  const [dx, dy] = [tx - sx, ty - sy];
  const square = dx * dx + dy * dy;
  const isLeft = new Uint8Array(x.length);
  for (let i = 0; i < x.length; i++) if (leftOf(i) > 0) isLeft[i] = 1;
  const groups = createGroups(x.length);

  function leftOf(i: number): number {
    return dx * (y[i] - sy) - dy * (x[i] - sx);
  }
  function crossing(a: number, b: number): number {
    if (isLeft[a] === isLeft[b]) return 0;
    const [fromA, fromB] = [leftOf(a), leftOf(b)];
    const share = fromA / (fromA - fromB);
    const px = x[a] + share * (x[b] - x[a]) - sx;
    const py = y[a] + share * (y[b] - y[a]) - sy;
    const along = dx * px + dy * py;
    return along > 0 && along < square ? isLeft[b] - isLeft[a] : 0;
  }

  for (let i = 0; i < lines.length; i += 2) {
    const [a, b] = [lines[i], lines[i + 1]];
    if (!groups.join(a, b, crossing(a, b))) return true;
  }
  return false;
}

/**
 * Sets of connected points, with the sum of the values along the lines from each point to each
 * other (union-find with potentials).
 */
function createGroups(count: number): { join(a: number, b: number, value: number): boolean } {
  const parent = new Uint32Array(count);
  for (let i = 0; i < count; i++) parent[i] = i;
  /** Per point: the sum of the values to its parent. */
  const values = new Int32Array(count);

  /** Makes the root of a point its parent, and returns the root. */
  function rootOf(point: number): number {
    let root = point;
    let value = 0;
    for (; parent[root] !== root; root = parent[root]) value += values[root];
    for (let i = point; i !== root;) {
      const [next, own] = [parent[i], values[i]];
      parent[i] = root;
      values[i] = value;
      value -= own;
      i = next;
    }
    return root;
  }

  return {
    /** False where the sum from a to b is known and is another one. */
    join(a, b, value) {
      const [one, other] = [rootOf(a), rootOf(b)];
      const rest = values[a] - value - values[b];
      if (one === other) return rest === 0;
      parent[other] = one;
      values[other] = rest;
      return true;
    },
  };
}
