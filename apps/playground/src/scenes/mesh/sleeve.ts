// The triangles that a path runs through, and the portals between them. Paths turn at vertices of the mesh: around each the
// walk goes from triangle to triangle, on the side that the path leaves free.
import { NONE } from '@wayfield/graph';
import { createSleeve, type PolygonMesh, pushSide, type Sleeve } from '@wayfield/navmesh';

export interface Channel {
  /** In the order of the path. */
  readonly triangles: readonly number[];
  readonly sleeve: Sleeve;
}

interface Stop {
  readonly x: number;
  readonly y: number;
  /** -1 = none. */
  readonly vertex: number;
  /** On which hand the vertex lies: 1 left, -1 right, 0 either. */
  readonly hand: number;
}

export interface PathFollower {
  /** The channel of a path x, y, x, y, …; undefined where it leaves the mesh. */
  follow(path: ArrayLike<number>): Channel | undefined;
}

const nextSide = (s: number): number => (s % 3 === 2 ? s - 2 : s + 1);
const lastSide = (s: number): number => (s % 3 === 0 ? s + 2 : s - 1);
const triangleOf = (s: number): number => Math.floor(s / 3);

/** `mesh` is one of triangles; it is kept. */
export function createPathFollower(mesh: PolygonMesh): PathFollower {
  const { x, y, corner, twin, polygonCount } = mesh;
  const vertexAt = new Map(Array.from(x, (value, v) => [`${value} ${y[v]}`, v] as const));
  const around = sidesAround(mesh);
  const near = 1e-9 * Math.max(largest(x), largest(y));
  let triangle = -1;
  let triangles: number[] = [];
  let sides: number[] = [];

  /** Goes over a side; false where it is a wall. */
  function cross(side: number): boolean {
    const across = twin[side];
    if (across === NONE || triangles.length > 4 * polygonCount) return false;
    triangle = triangleOf(across);
    if (across === sides[sides.length - 1]) {
      // back again: it was not gone through
      sides.pop();
      triangles.pop();
    } else {
      sides.push(side);
      triangles.push(triangle);
    }
    return true;
  }

  /** Whether the way from a corner, where side s starts, to q leads into its triangle, or along it on the free hand. */
  function leadsInto(s: number, q: Stop, hand: number): boolean {
    const [v, b, c] = [corner[s], corner[nextSide(s)], corner[lastSide(s)]];
    const right = turn(x[v], y[v], x[b], y[b], q.x, q.y);
    const left = -turn(x[v], y[v], x[c], y[c], q.x, q.y);
    return hand > 0 ? right > 0 && left >= 0 : right >= 0 && left > 0;
  }

  /** Around a vertex of the triangle to the one that leads to q. */
  function rotate(stop: Stop, q: Stop, hand: number): boolean {
    const before = { triangle, triangles: triangles.slice(), sides: sides.slice() };
    for (;;) {
      const s = sideFrom(triangle, stop.vertex);
      if (leadsInto(s, q, hand)) return true;
      if (!cross(hand > 0 ? lastSide(s) : s)) {
        ({ triangle, triangles, sides } = before);
        return false;
      }
    }
  }

  function sideFrom(t: number, vertex: number): number {
    let s = 3 * t;
    while (s < 3 * t + 2 && corner[s] !== vertex) s++;
    return s;
  }

  function begin(p: Stop, q: Stop): boolean {
    const within: number[] = [];
    if (p.vertex >= 0) {
      for (const s of around(p.vertex))
        if (leadsInto(s, q, 1) || leadsInto(s, q, -1)) within.push(triangleOf(s));
    } else for (let t = 0; t < polygonCount; t++) if (holds(t, p)) within.push(t);
    triangle = within[0] ?? -1;
    triangles = [triangle];
    sides = [];
    return triangle >= 0;
  }

  function holds(t: number, { x: px, y: py }: Stop): boolean {
    for (let s = 3 * t; s < 3 * t + 3; s++) {
      const [a, b] = [corner[s], corner[nextSide(s)]];
      if (turn(x[a], y[a], x[b], y[b], px, py) < 0) return false;
    }
    return true;
  }

  const isAt = (q: Stop): boolean =>
    q.vertex < 0
      ? holds(triangle, q)
      : corner.subarray(3 * triangle, 3 * triangle + 3).includes(q.vertex);

  /**
   * Straight from p towards q, as far as there is no vertex on the way. Gives that vertex, or q; undefined where the way ends at a wall.
   */
  function goStraight(p: Stop, q: Stop): Stop | undefined {
    while (!isAt(q)) {
      let exit = -1;
      for (let s = 3 * triangle; s < 3 * triangle + 3; s++) {
        const [a, b] = [corner[s], corner[nextSide(s)]];
        const offB = turn(p.x, p.y, q.x, q.y, x[b], y[b]);
        const isAhead = (x[b] - p.x) * (q.x - p.x) + (y[b] - p.y) * (q.y - p.y) > 0;
        if (offB === 0 && b !== p.vertex && isAhead) return { ...placeOf(b), hand: 0 };
        if (turn(p.x, p.y, q.x, q.y, x[a], y[a]) < 0 && offB > 0) exit = s;
      }
      if (exit < 0) return undefined;
      if (!cross(exit)) return beside(p, q, exit);
    }
    return q;
  }

  /** The end of a wall that the way touches, but for the last bits of its numbers. */
  function beside(p: Stop, q: Stop, wall: number): Stop | undefined {
    const [a, b] = [corner[wall], corner[nextSide(wall)]];
    const off = (v: number): number =>
      Math.abs(turn(p.x, p.y, q.x, q.y, x[v], y[v])) / Math.hypot(q.x - p.x, q.y - p.y);
    const v = off(a) < off(b) ? a : b;
    return off(v) < near && v !== p.vertex ? { ...placeOf(v), hand: v === a ? 1 : -1 } : undefined;
  }

  const placeOf = (v: number): Omit<Stop, 'hand'> => ({ x: x[v], y: y[v], vertex: v });

  function walk(stops: readonly Stop[]): boolean {
    if (!begin(stops[0], stops[1])) return false;
    for (let i = 0; i + 1 < stops.length; i++) {
      const q = stops[i + 1];
      let p: Stop | undefined = stops[i];
      let isFirst = i === 0;
      while (p && p !== q) {
        const hands: number[] = p.hand === 0 ? [1, -1] : [p.hand];
        if (!isFirst && p.vertex >= 0 && !hands.some((hand) => rotate(p!, q, hand))) return false;
        isFirst = false;
        p = goStraight(p, q);
      }
      if (!p) return false;
    }
    return true;
  }

  return {
    follow(path) {
      const stops: Stop[] = [];
      for (let i = 0; i < path.length; i += 2) {
        const [px, py] = [path[i], path[i + 1]];
        const isEnd = i === 0 || i + 2 >= path.length;
        const hand = isEnd ? 0 : turn(path[i - 2], path[i - 1], px, py, path[i + 2], path[i + 3]);
        const vertex = vertexAt.get(`${px} ${py}`) ?? -1;
        stops.push({ x: px, y: py, vertex, hand: Math.sign(hand) });
      }
      if (stops.length < 2 || !walk(stops)) return undefined;
      const sleeve = createSleeve(sides.length);
      for (const [i, side] of sides.entries()) pushSide(sleeve, mesh, triangles[i], side);
      return { triangles, sleeve };
    },
  };
}

function largest(values: Float64Array): number {
  let most = 0;
  for (const value of values) most = Math.max(most, Math.abs(value));
  return most;
}

/** The sides that start at each vertex. */
function sidesAround({ vertexCount, corner }: PolygonMesh): (vertex: number) => Uint32Array {
  const first = new Uint32Array(vertexCount + 1);
  for (const v of corner) first[v + 1]++;
  for (let v = 0; v < vertexCount; v++) first[v + 1] += first[v];
  const at = first.slice();
  const side = new Uint32Array(corner.length);
  for (const [s, v] of corner.entries()) side[at[v]++] = s;
  return (vertex) => side.subarray(first[vertex], first[vertex + 1]);
}

/** Above 0 where the way from a over b to c turns left, y up. */
function turn(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
}
