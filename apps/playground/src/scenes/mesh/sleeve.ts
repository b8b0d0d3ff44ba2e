// The channel of a given path: its triangles and the portals between them. Paths turn at vertices
// of the mesh. Around such a vertex the walk goes from triangle to triangle, on the side of the
// vertex on which the path passes.
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
  /** The side on which the vertex lies: 1 left, -1 right, 0 either. */
  readonly hand: number;
}

export interface PathFollower {
  /** The channel of a path x, y, x, y, …; undefined if the path leaves the mesh. */
  follow(path: ArrayLike<number>): Channel | undefined;
}

const nextSide = (s: number): number => (s % 3 === 2 ? s - 2 : s + 1);
const lastSide = (s: number): number => (s % 3 === 0 ? s + 2 : s - 1);
const triangleOf = (s: number): number => Math.floor(s / 3);

/** All polygons of `mesh` must be triangles. `mesh` must not change. */
export function createPathFollower(mesh: PolygonMesh): PathFollower {
  const { x, y } = mesh;
  const vertexAt = new Map(Array.from(x, (value, v) => [`${value} ${y[v]}`, v] as const));
  const around = sidesAround(mesh);
  const near = NEAR * Math.max(largest(x), largest(y));
  return {
    follow(path) {
      const stops: Stop[] = [];
      for (let i = 0; i < path.length; i += 2) {
        const [px, py] = [path[i], path[i + 1]];
        const isEnd = i === 0 || i + 2 >= path.length;
        const bend = isEnd ? 0 : turn(path[i - 2], path[i - 1], px, py, path[i + 2], path[i + 3]);
        const vertex = vertexAt.get(`${px} ${py}`) ?? -1;
        stops.push({ x: px, y: py, vertex, hand: Math.sign(bend) });
      }
      if (stops.length < 2) return undefined;
      const start = triangleAtStart(mesh, around, stops[0], stops[1]);
      if (start < 0) return undefined;
      const walk = createChannelWalk(mesh, start, near);
      if (!walk.along(stops)) return undefined;
      const { triangles, sides } = walk;
      const sleeve = createSleeve(sides.length);
      for (const [i, side] of sides.entries()) pushSide(sleeve, mesh, triangles[i], side);
      return { triangles, sleeve };
    },
  };
}

/** A path touches a vertex within this share of the largest coordinate. */
const NEAR = 1e-9;

/** The triangle in which a path from p to q begins; -1 = none. */
function triangleAtStart(
  mesh: PolygonMesh,
  around: (vertex: number) => Uint32Array,
  p: Stop,
  q: Stop,
): number {
  if (p.vertex >= 0) {
    for (const s of around(p.vertex))
      if (leadsInto(mesh, s, q, 1) || leadsInto(mesh, s, q, -1)) return triangleOf(s);
    return -1;
  }
  for (let t = 0; t < mesh.polygonCount; t++) if (holds(mesh, t, p)) return t;
  return -1;
}

/**
 * Whether the path from the corner where side s starts to q leads into the triangle of s, or along
 * its border on the side that `hand` allows.
 */
function leadsInto({ x, y, corner }: PolygonMesh, s: number, q: Stop, hand: number): boolean {
  const [v, b, c] = [corner[s], corner[nextSide(s)], corner[lastSide(s)]];
  const right = turn(x[v], y[v], x[b], y[b], q.x, q.y);
  const left = -turn(x[v], y[v], x[c], y[c], q.x, q.y);
  return hand > 0 ? right > 0 && left >= 0 : right >= 0 && left > 0;
}

function holds({ x, y, corner }: PolygonMesh, t: number, { x: px, y: py }: Stop): boolean {
  for (let s = 3 * t; s < 3 * t + 3; s++) {
    const [a, b] = [corner[s], corner[nextSide(s)]];
    if (turn(x[a], y[a], x[b], y[b], px, py) < 0) return false;
  }
  return true;
}

/** The side of triangle t that starts at one of its vertices. */
function sideFrom({ corner }: PolygonMesh, t: number, vertex: number): number {
  let s = 3 * t;
  while (s < 3 * t + 2 && corner[s] !== vertex) s++;
  return s;
}

const stopAt = ({ x, y }: PolygonMesh, vertex: number, hand: number): Stop => ({
  x: x[vertex],
  y: y[vertex],
  vertex,
  hand,
});

/** The end of a wall that the path from p to q touches, up to rounding; undefined if none. */
function beside(mesh: PolygonMesh, p: Stop, q: Stop, wall: number, near: number): Stop | undefined {
  const { x, y, corner } = mesh;
  const [a, b] = [corner[wall], corner[nextSide(wall)]];
  const off = (v: number): number =>
    Math.abs(turn(p.x, p.y, q.x, q.y, x[v], y[v])) / Math.hypot(q.x - p.x, q.y - p.y);
  const v = off(a) < off(b) ? a : b;
  return off(v) < near && v !== p.vertex ? stopAt(mesh, v, v === a ? 1 : -1) : undefined;
}

/**
 * The vertex or the side (`exit`) over which the segment from p to q leaves a triangle; -1 = none.
 */
function leave(
  { x, y, corner }: PolygonMesh,
  triangle: number,
  p: Stop,
  q: Stop,
): { readonly vertex: number; readonly exit: number } {
  let exit = -1;
  for (let s = 3 * triangle; s < 3 * triangle + 3; s++) {
    const [a, b] = [corner[s], corner[nextSide(s)]];
    const offB = turn(p.x, p.y, q.x, q.y, x[b], y[b]);
    const isAhead = (x[b] - p.x) * (q.x - p.x) + (y[b] - p.y) * (q.y - p.y) > 0;
    if (offB === 0 && b !== p.vertex && isAhead) return { vertex: b, exit: -1 };
    if (turn(p.x, p.y, q.x, q.y, x[a], y[a]) < 0 && offB > 0) exit = s;
  }
  return { vertex: -1, exit };
}

/** A walk from triangle to triangle, with the sides that it has crossed. */
interface ChannelWalk {
  readonly triangles: readonly number[];
  readonly sides: readonly number[];
  /** Walks from stop to stop; false if a wall stops the walk. */
  along(stops: readonly Stop[]): boolean;
}

function createChannelWalk(mesh: PolygonMesh, start: number, near: number): ChannelWalk {
  const { corner, twin, polygonCount } = mesh;
  let triangle = start;
  let triangles = [start];
  let sides: number[] = [];

  /** Crosses a side; false if it is a wall. */
  function cross(side: number): boolean {
    const across = twin[side];
    if (across === NONE || triangles.length > 4 * polygonCount) return false;
    triangle = triangleOf(across);
    if (across === sides[sides.length - 1]) {
      // back over the same side: the path does not go through the last triangle
      sides.pop();
      triangles.pop();
    } else {
      sides.push(side);
      triangles.push(triangle);
    }
    return true;
  }
  /**
   * Walks around a vertex to the triangle that leads to q; false, without a move, if a wall stops
   * it.
   */
  function rotate(stop: Stop, q: Stop, hand: number): boolean {
    const before = { triangle, triangles: triangles.slice(), sides: sides.slice() };
    for (;;) {
      const s = sideFrom(mesh, triangle, stop.vertex);
      if (leadsInto(mesh, s, q, hand)) return true;
      if (!cross(hand > 0 ? lastSide(s) : s)) {
        ({ triangle, triangles, sides } = before);
        return false;
      }
    }
  }
  const isAt = (q: Stop): boolean =>
    q.vertex < 0
      ? holds(mesh, triangle, q)
      : corner.subarray(3 * triangle, 3 * triangle + 3).includes(q.vertex);

  /**
   * Walks straight from p towards q, up to the first vertex on the line. Returns that vertex, or q;
   * undefined if a wall stops it.
   */
  function goStraight(p: Stop, q: Stop): Stop | undefined {
    while (!isAt(q)) {
      const { vertex, exit } = leave(mesh, triangle, p, q);
      if (vertex >= 0) return stopAt(mesh, vertex, 0);
      if (exit < 0) return undefined;
      if (!cross(exit)) return beside(mesh, p, q, exit, near);
    }
    return q;
  }
  /** Walks from p to q, over the vertices between them. */
  function walkTo(from: Stop, q: Stop, isFirst: boolean): boolean {
    let p: Stop | undefined = from;
    let mustTurn = !isFirst;
    while (p && p !== q) {
      const at: Stop = p;
      const hands = at.hand === 0 ? [1, -1] : [at.hand];
      if (mustTurn && at.vertex >= 0 && !hands.some((hand) => rotate(at, q, hand))) return false;
      mustTurn = true;
      p = goStraight(at, q);
    }
    return p !== undefined;
  }

  return {
    get triangles() {
      return triangles;
    },
    get sides() {
      return sides;
    },
    along: (stops) => stops.slice(1).every((q, i) => walkTo(stops[i], q, i === 0)),
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

/** Above 0 if the path from a over b to c turns left, with y up. */
function turn(...[ax, ay, bx, by, cx, cy]: SixNumbers): number {
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
}

/** x and y of three points. */
type SixNumbers = [number, number, number, number, number, number];
