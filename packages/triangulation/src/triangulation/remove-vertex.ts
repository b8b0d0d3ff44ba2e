import { addConstraint } from './constraints.ts';
import { legalise } from './flip.ts';
import { fillTriangle } from './insert-point.ts';
import { turn } from './predicates.ts';
import {
  dropTriangle,
  findHalfEdge,
  firstAround,
  link,
  type Triangulation,
  turnLeft,
} from './triangulation.ts';
import { after, triangleOf } from '../geometry/sides.ts';

/**
 * A hole in the triangulation: its corners in left turns, per side the half-edge outside the hole
 * (-1 = none yet), and that half-edge's constraint.
 */
interface Hole {
  readonly ring: number[];
  readonly far: number[];
  readonly list: number[];
  readonly depth: number;
}

/**
 * The edge a - b that replaces the two constrained edges at a removed vertex. `pieces`: pairs of a
 * segment and the vertex where the segment enters the edge.
 */
interface Chord {
  readonly a: number;
  readonly b: number;
  readonly pieces: readonly number[];
}

/**
 * Removes a vertex that is not on the hull. Without `chord` no constrained edge may end at the
 * vertex, and all triangles around the vertex have one depth. With `chord` exactly two constrained
 * edges end there, each side of them has one depth, and the chord replaces both edges.
 */
export function removeVertex(t: Triangulation, v: number, chord?: Chord): void {
  const holes = dig(t, v, chord);
  const stack: number[] = [];
  if (holes.length === 1) fillHole(t, v, holes[0], stack);
  else {
    // the chord is the last side of both holes
    const [one, other] = holes as [Hole, Hole];
    const { a, b } = chord!;
    if (one.ring.length > 2) fillHole(t, v, one, stack);
    const half = one.ring.length > 2 ? halfAlong(t, stack, b, a) : one.far[0];
    other.far[other.far.length - 1] = half;
    other.list[other.list.length - 1] = one.ring.length > 2 ? -1 : one.list[0];
    if (other.ring.length > 2) fillHole(t, v, other, stack);
    else {
      link(t, half, other.far[0]);
      t.constraint[half] = other.list[0];
    }
    const e = findHalfEdge(t, a, b);
    for (let i = 0; i < chord!.pieces.length; i += 2)
      addConstraint(t, e, chord!.pieces[i], chord!.pieces[i + 1]);
  }
  legalise(t, stack);
}

/**
 * Drops a vertex and the triangles around the vertex. Returns the hole; with a chord, the hole on
 * the left of b - a, then the hole on the left of a - b.
 */
function dig(t: Triangulation, v: number, chord: Chord | undefined): Hole[] {
  const first = chord ? findHalfEdge(t, v, chord.a) : firstAround(t, v);
  const holes: Hole[] = [];
  const triangles: number[] = [];
  let e = first;
  do {
    const side = after(e);
    const from = t.corner[side];
    if (holes.length === 0 || from === chord?.b) {
      if (holes.length > 0) close(holes[0], from);
      holes.push({ ring: [], far: [], list: [], depth: t.depth[triangleOf(e)] });
    }
    const hole = holes.at(-1)!;
    hole.ring.push(from);
    hole.far.push(t.twin[side]);
    hole.list.push(t.constraint[side]);
    triangles.push(triangleOf(e));
    e = turnLeft(t, e);
  } while (e !== first);
  if (chord) close(holes[1], chord.a);
  for (const triangle of triangles) dropTriangle(t, triangle);
  t.vertexHalfEdge[v] = -1;
  t.freeVertices.push(v);
  return holes;
}

function close({ ring, far, list }: Hole, end: number): void {
  ring.push(end);
  far.push(-1);
  list.push(-1);
}

/** The half-edge from `from` to `to` among `halves`. */
function halfAlong(t: Triangulation, halves: readonly number[], from: number, to: number): number {
  return halves.find((e) => t.corner[e] === from && t.corner[after(e)] === to)!;
}

/**
 * Fills the hole that vertex `v` leaves with triangles by cutting off ears. Puts the sides of all
 * new triangles on the stack, so that `legalise` makes the triangles Delaunay.
 *
 * A corner is an ear if its triangle turns left and spans at most 180 degrees seen from `v`
 * (Devillers, "On deletion in Delaunay triangulations", 1999). From `v` the corners of the hole are
 * seen in their order, so no other corner lies in such a triangle. A hole without a chord, or with
 * `v` on the left of its chord, is a star around `v`, and stays one. Each triangulation of such a
 * hole has two ears, and `v` lies in at most one of them. If `v` lies on the right of the chord: of
 * two ears that are not neighbours at most one is an end of the chord, and the other is cut.
 */
function fillHole(t: Triangulation, v: number, hole: Hole, stack: number[]): void {
  const { ring, far, list, depth } = hole;
  let left = ring.length;
  const next = ring.map((_, i) => (i + 1) % left);
  const previous = ring.map((_, i) => (i + left - 1) % left);
  const attach = (side: number, i: number): void => {
    link(t, side, far[i]);
    t.constraint[side] = list[i];
    t.vertexHalfEdge[t.corner[side]] = side;
    stack.push(side);
  };
  const cut = (i: number): number => {
    const made = fillTriangle(t, ring[previous[i]], ring[i], ring[next[i]], depth);
    attach(made, previous[i]);
    attach(made + 1, i);
    return made;
  };
  const turns = (a: number, b: number, c: number): number => turn(t, ring[a], ring[b], ring[c]);
  let i = 0;
  for (let tried = 0; left > 3 || turns(previous[i], i, next[i]) <= 0;) {
    const [from, to] = [previous[i], next[i]];
    if (left > 3 && turns(from, i, to) > 0 && turn(t, ring[from], ring[to], v) >= 0) {
      far[from] = cut(i) + 2;
      list[from] = -1;
      next[from] = to;
      previous[to] = from;
      left--;
      tried = 0;
    } else if (++tried > left) throw new Error(`the hole with corner ${ring[i]} is not simple`);
    i = to;
  }
  const made = cut(i);
  attach(made + 2, next[i]);
  t.lastTriangle = triangleOf(made);
}
