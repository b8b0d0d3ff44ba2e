import { NONE } from '@wayfield/graph';
import type { PolygonMesh } from '../polygons/polygon-mesh.ts';
import { toSegment } from '../geometry/segment-distance.ts';
import { after, before } from '../geometry/sides.ts';

/** What the centre of a disc cannot cross. */
export interface DiscBarriers {
  /**
   * Whether no way for a disc leads from one point to another, both at least the radius away from
   * all walls and vertices. What is found for a radius is kept until another is asked for.
   */
  separate(sx: number, sy: number, tx: number, ty: number, radius: number): boolean;
}

/**
 * Tells of places of a mesh of triangles whether they are kept apart from one another, exactly but
 * for gaps that are narrower than the disc by no more than 2e-12 of that and `rounding`: those
 * count as open.
 */
export function createBarriers(mesh: PolygonMesh, rounding: number): DiscBarriers {
  let drawn: Drawing | undefined;
  let drawnFor = 0;
  return {
    separate(sx, sy, tx, ty, radius) {
      // what has no size has ends on walls, and no gap is too narrow for it
      if (radius === 0) return false;
      if (!drawn || drawnFor !== radius) drawn = draw(mesh, radius * (1 - 2e-12) - rounding);
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
  /**
   * Sides to look over, each before the vertices that bound what is seen of it, to the right and
   * to the left.
   */
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

  /** Whether w lies to the left of the way from v to u. */
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
 * other: it crosses the straight way between them from right to left more often than from left to
 * right, or less often. Then nothing leads from the one to the other that crosses no line. And then
 * only: discs around all that is in the way overlap just where gaps are too narrow, and a closed
 * way through them can be pulled onto the lines (the nerve theorem, Borsuk 1948). Lines keep clear
 * of both points, so that no rounding tells what crosses between them from what crosses beyond.
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
 * Sets of points that hang together, with a number for the way from each to each that is the sum
 * along it (union-find with potentials).
 */
function createGroups(count: number): { join(a: number, b: number, value: number): boolean } {
  const parent = new Uint32Array(count);
  for (let i = 0; i < count; i++) parent[i] = i;
  /** Of the way to the parent. */
  const values = new Int32Array(count);

  /** Hangs a point on its root, and returns that. */
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
    /** False where the way from a to b has another value already. */
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
