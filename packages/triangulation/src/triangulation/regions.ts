import { countConstraints } from './constraints.ts';
import { isBefore, turn } from './predicates.ts';
import { nextAround, type Triangulation, turnLeft } from './triangulation.ts';
import { after, triangleOf } from '../geometry/sides.ts';

/**
 * A set of vertices and a set of triangles, as arrays that need no clearing between calls: an entry
 * belongs to the current call if it holds the number of that call.
 */
export interface Marks {
  /** The current call writes this number, or this number + 1; earlier calls wrote less. */
  call: number;
  vertex: Int32Array;
  triangle: Int32Array;
}

export function createMarks(): Marks {
  return { call: 0, vertex: new Int32Array(0), triangle: new Int32Array(0) };
}

const LAST_CALL = 0x7ffffff0;

/**
 * Makes room for the marks of all vertices and triangles that a triangulation has room for, unless
 * there is room for `vertices` and `triangles`. If memory ends, throws, and nothing has changed.
 */
function makeRoom(marks: Marks, t: Triangulation, vertices: number, triangles: number): void {
  if (marks.vertex.length >= vertices && marks.triangle.length >= triangles) return;
  const vertex = new Int32Array(t.x.length);
  const triangle = new Int32Array(t.depth.length);
  Object.assign(marks, { vertex, triangle, call: 0 });
}

/** Makes room for the marks of one more vertex and its two triangles, for which `t` has room. */
export function reserveMarks(marks: Marks, t: Triangulation): void {
  const triangles = Math.min(t.triangleCount + 2, t.depth.length);
  makeRoom(marks, t, Math.min(t.vertexCount + 1, t.x.length), triangles);
}

/** Begins a call: makes room for all vertices and triangles and returns the number of the call. */
export function beginCall(marks: Marks, t: Triangulation): number {
  makeRoom(marks, t, t.vertexCount, t.triangleCount);
  if (marks.call > LAST_CALL) {
    marks.vertex.fill(0);
    marks.triangle.fill(0);
    marks.call = 0;
  }
  marks.call += 2;
  return marks.call;
}

/** A closed ring of segments `first .. end - 1`, and what was found around it. */
interface Ring {
  readonly t: Triangulation;
  readonly first: number;
  readonly end: number;
  /** In `seen`: `call` = the vertex was met, `call` + 1 = the triangles around it are marked. */
  readonly call: number;
  readonly seen: Int32Array;
  /** Per triangle: `call` = outside, `call` + 1 = inside. */
  readonly mark: Int32Array;
  /** Triangles inside. */
  readonly found: number[];
}

/**
 * The triangles inside a closed ring of segments `first .. end - 1`, by the even-odd rule. The rule
 * also holds for rings that cross themselves and for rings bent by rounding or other obstacles. The
 * search goes from the ring's edges inwards: its work depends on the inside, not on the map.
 * `vertex` is the start of one of the segments.
 */
export function trianglesInside(
  t: Triangulation,
  marks: Marks,
  first: number,
  end: number,
  vertex: number,
): number[] {
  const call = beginCall(marks, t);
  const found: number[] = [];
  const ring: Ring = { t, first, end, call, seen: marks.vertex, mark: marks.triangle, found };
  const lowest = lowestVertex(ring, vertex);
  if (lowest < 0) return found;
  // Nothing of the ring lies before its first vertex by x, then y. So of the odd edges there, the
  // one that turns furthest to the right has the outside on its right and the inside on its left.
  markAround(ring, lowestEdge(ring, lowest), true);
  markAlong(ring, lowest);
  // all triangles that no edge of the ring separates from the found ones
  for (let i = 0; i < found.length; i++) {
    const triangle = found[i];
    for (let e = triangle * 3; e < triangle * 3 + 3; e++) {
      const other = t.twin[e];
      if (other < 0) continue;
      const beyond = triangleOf(other);
      if (ring.mark[beyond] === call + 1 || isOdd(ring, e)) continue;
      ring.mark[beyond] = call + 1;
      found.push(beyond);
    }
  }
  return found;
}

const countOn = ({ t, first, end }: Ring, e: number): number => countConstraints(t, e, first, end);

/**
 * Whether the ring runs along an edge an odd number of times, so that the edge separates in and
 * out.
 */
const isOdd = (ring: Ring, e: number): boolean => (countOn(ring, e) & 1) === 1;

/**
 * The first vertex by x, then y at which an odd edge of the ring starts; -1 = none. The walk takes
 * all edges of the ring, even ones included.
 */
function lowestVertex(ring: Ring, vertex: number): number {
  const { t, call, seen } = ring;
  const vertices = [vertex];
  seen[vertex] = call;
  let lowest = -1;
  for (let i = 0; i < vertices.length; i++) {
    const v = vertices[i];
    const from = t.vertexHalfEdge[v];
    for (let e = from; e >= 0;) {
      const count = countOn(ring, e);
      if ((count & 1) === 1 && (lowest < 0 || isBefore(t, v, lowest))) lowest = v;
      const to = t.corner[after(e)];
      if (count > 0 && seen[to] < call) {
        seen[to] = call;
        vertices.push(to);
      }
      e = nextAround(t, v, e);
      if (e === from) break;
    }
  }
  return lowest;
}

/**
 * Marks the triangles around the start of half-edge `out` as inside or outside the ring.
 * `leftInside`: whether the triangle on the left of `out` is inside. An odd edge has the inside of
 * the ring on one side and the outside on the other.
 */
function markAround(ring: Ring, out: number, leftInside: boolean): void {
  const { t, call, mark, found } = ring;
  let isInside = leftInside;
  let e = out;
  do {
    const triangle = triangleOf(e);
    if (mark[triangle] < call) {
      mark[triangle] = isInside ? call + 1 : call;
      if (isInside) found.push(triangle);
    }
    e = turnLeft(t, e);
    if (isOdd(ring, e)) isInside = !isInside;
  } while (e !== out);
}

/**
 * Marks the triangles around all vertices of the ring; those around `vertex` are marked already.
 */
function markAlong(ring: Ring, vertex: number): void {
  const { t, call, seen, mark } = ring;
  const queue = [vertex];
  seen[vertex] = call + 1;
  for (let i = 0; i < queue.length; i++) {
    const v = queue[i];
    const from = t.vertexHalfEdge[v];
    for (let e = from; e >= 0;) {
      const to = t.corner[after(e)];
      if (seen[to] <= call && countOn(ring, e) > 0) {
        seen[to] = call + 1;
        queue.push(to);
        const back = t.twin[e];
        markAround(ring, back, mark[triangleOf(back)] === call + 1);
      }
      e = nextAround(t, v, e);
      if (e === from) break;
    }
  }
}

/**
 * Visits each half-edge that starts at `v`, which lies inside the hull, with the vertex where it
 * ends.
 */
export function forHalfEdgesAround(
  t: Triangulation,
  v: number,
  visit: (e: number, to: number) => void,
): void {
  const first = t.vertexHalfEdge[v];
  for (let e = first; e >= 0;) {
    visit(e, t.corner[after(e)]);
    e = nextAround(t, v, e);
    if (e === first) break;
  }
}

/** The odd half-edge of the ring at its first vertex `v` that lies furthest to the right. */
function lowestEdge(ring: Ring, v: number): number {
  const { t } = ring;
  let best = -1;
  let bestTo = -1;
  forHalfEdgesAround(t, v, (e, to) => {
    if (!isOdd(ring, e)) return;
    if (best < 0 || turn(t, v, bestTo, to) < 0) {
      best = e;
      bestTo = to;
    }
  });
  return best;
}
