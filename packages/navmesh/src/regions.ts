import { countConstraints } from './constraints.ts';
import { isBefore, turn } from './predicates.ts';
import { next, nextAround, type Triangulation, turnLeft } from './triangulation.ts';

/** In place of a set of vertices and one of triangles that are made anew for every ring: what the last call found out. */
export interface Marks {
  /** Marks of the last call are this number or one more, those of earlier calls less. */
  call: number;
  vertex: Int32Array;
  triangle: Int32Array;
}

export function createMarks(): Marks {
  return { call: 0, vertex: new Int32Array(0), triangle: new Int32Array(0) };
}

const LAST_CALL = 0x7ffffff0;

/** The number of a new call, with room for all vertices and triangles. */
export function beginCall(marks: Marks, t: Triangulation): number {
  const { vertexCount, triangleCount } = t;
  const hasRoom = marks.vertex.length >= vertexCount && marks.triangle.length >= triangleCount;
  if (!hasRoom || marks.call > LAST_CALL) {
    marks.vertex = new Int32Array(t.x.length);
    marks.triangle = new Int32Array(t.depth.length);
    marks.call = 0;
  }
  marks.call += 2;
  return marks.call;
}

/** A closed ring of segments `first .. end - 1`, and what is known of its surroundings. */
interface Ring {
  readonly t: Triangulation;
  readonly first: number;
  readonly end: number;
  /** Vertices that were met bear `call`, those that their triangles were told of one more. Triangles: outside, or inside one more. */
  readonly call: number;
  readonly seen: Int32Array;
  readonly mark: Int32Array;
  /** Triangles inside. */
  readonly found: number[];
}

/**
 * The triangles inside a closed ring of segments `first .. end - 1`, by the even-odd rule: a ring that crosses itself is
 * defined, and so is one that rounding or other obstacles have bent. Found from the ring's edges inwards, so
 * the work follows the inside, not the map.
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
  // the vertex that comes first by x, then y has the outside to the right of its lowest edge
  markAround(ring, lowestEdge(ring, lowest), true);
  markAlong(ring, lowest);
  // all that no edge of the ring parts from those
  for (let i = 0; i < found.length; i++) {
    const triangle = found[i]!;
    for (let e = triangle * 3; e < triangle * 3 + 3; e++) {
      const other = t.twin[e]!;
      if (other < 0) continue;
      const beyond = (other / 3) | 0;
      if (ring.mark[beyond] === call + 1 || isOdd(ring, e)) continue;
      ring.mark[beyond] = call + 1;
      found.push(beyond);
    }
  }
  return found;
}

const countOn = ({ t, first, end }: Ring, e: number): number => countConstraints(t, e, first, end);

/** Whether the ring runs along an edge an odd number of times: an edge that it runs over an even number of times parts nothing. */
const isOdd = (ring: Ring, e: number): boolean => (countOn(ring, e) & 1) === 1;

/** The ring's first vertex by x, then y, by walking its edges, those it runs over an even number of times included; -1 = none. */
function lowestVertex(ring: Ring, vertex: number): number {
  const { t, call, seen } = ring;
  const vertices = [vertex];
  seen[vertex] = call;
  let lowest = -1;
  for (let i = 0; i < vertices.length; i++) {
    const v = vertices[i]!;
    const from = t.vertexEdge[v]!;
    for (let e = from; e >= 0;) {
      const count = countOn(ring, e);
      if ((count & 1) === 1 && (lowest < 0 || isBefore(t, v, lowest))) lowest = v;
      const to = t.corner[next(e)]!;
      if (count > 0 && seen[to]! < call) {
        seen[to] = call;
        vertices.push(to);
      }
      e = nextAround(t, v, e);
      if (e === from) break;
    }
  }
  return lowest;
}

/** Marks the triangles around the vertex where the half-edge `out` starts, beginning to its left. */
function markAround(ring: Ring, out: number, leftInside: boolean): void {
  const { t, call, mark, found } = ring;
  let isInside = leftInside;
  let e = out;
  do {
    const triangle = (e / 3) | 0;
    if (mark[triangle]! < call) {
      mark[triangle] = isInside ? call + 1 : call;
      if (isInside) found.push(triangle);
    }
    e = turnLeft(t, e);
    if (isOdd(ring, e)) isInside = !isInside;
  } while (e !== out);
}

/** From a vertex whose triangles are marked it spreads along edges, whose two triangles are known. */
function markAlong(ring: Ring, vertex: number): void {
  const { t, call, seen, mark } = ring;
  const queue = [vertex];
  seen[vertex] = call + 1;
  for (let i = 0; i < queue.length; i++) {
    const v = queue[i]!;
    const from = t.vertexEdge[v]!;
    for (let e = from; e >= 0;) {
      const to = t.corner[next(e)]!;
      if (seen[to]! <= call && countOn(ring, e) > 0) {
        seen[to] = call + 1;
        queue.push(to);
        const back = t.twin[e]!;
        markAround(ring, back, mark[(back / 3) | 0] === call + 1);
      }
      e = nextAround(t, v, e);
      if (e === from) break;
    }
  }
}

/** Every half-edge that starts at `v`, which lies inside the hull, and where it ends. */
export function forEdgesAround(
  t: Triangulation,
  v: number,
  visit: (e: number, to: number) => void,
): void {
  const first = t.vertexEdge[v]!;
  for (let e = first; e >= 0;) {
    visit(e, t.corner[next(e)]!);
    e = nextAround(t, v, e);
    if (e === first) break;
  }
}

/** Of the ring's edges at its first vertex the one furthest to the right, starting there. */
function lowestEdge(ring: Ring, v: number): number {
  const { t } = ring;
  let best = -1;
  let bestTo = -1;
  forEdgesAround(t, v, (e, to) => {
    if (!isOdd(ring, e)) return;
    if (best < 0 || turn(t, v, bestTo, to) < 0) {
      best = e;
      bestTo = to;
    }
  });
  return best;
}
