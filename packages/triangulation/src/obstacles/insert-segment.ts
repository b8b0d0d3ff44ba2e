import { addConstraint, takeConstraints } from '../triangulation/constraints.ts';
import { crossing, type Piece } from './crossing.ts';
import { flip, legalise } from '../triangulation/flip.ts';
import { insertPoint, splitEdge } from '../triangulation/insert-point.ts';
import { canBend, turn } from '../triangulation/predicates.ts';
import { fail, type Segments } from './segments.ts';
import {
  addVertex,
  findHalfEdge,
  firstAround,
  type Triangulation,
  turnLeft,
} from '../triangulation/triangulation.ts';
import { after, before, triangleOf } from '../geometry/sides.ts';

/**
 * Limit for segments without a grid. Their crossings are rounded, which bends segments, and bent
 * segments can cross others without an end. With a grid nothing is crossed here, and a segment has
 * at most one piece per vertex under it, plus one.
 */
const MOST_PIECES = 100_000;

/**
 * Turns a segment into edges of the triangulation. The segment is cut at the vertices that it runs
 * over. Without a grid, both segments of a crossing get a vertex there, rounded to f64, so a piece
 * may deviate from its segment by that rounding. With a grid, `routeSegment` has made all crossings
 * vertices before, and a crossing here is an error; in `tryObstacles`, which does not route, a
 * crossing makes the attempt fail. Throws RangeError, with the coordinates, if there is no grid and
 * there are more than `limit` pieces. Pieces of other segments that had to be laid again count too.
 */
export function insertSegment(
  t: Triangulation,
  segments: Segments,
  segment: number,
  limit: number = MOST_PIECES,
): void {
  layPieces(t, segments, [segment, segments.from[segment], segments.to[segment]], limit);
}

/**
 * Lays pieces of segments as edges. `work` is a stack of triples (segment, start, end); cutting a
 * piece puts its parts, and parts of the segments that it crosses, on the stack.
 */
export function layPieces(
  t: Triangulation,
  segments: Segments,
  work: number[],
  limit: number = MOST_PIECES,
): void {
  // n pieces are laid with n - 1 cuts; cuts have a limit of their own, so that the loop ends
  let laid = 0;
  let cuts = 0;
  while (work.length > 0) {
    if (segments.attempt === 'failed') return;
    if (Math.max(laid, cuts) >= limit && segments.grid === undefined) {
      const segment = work.at(-3)!;
      const a = segments.from[segment];
      const b = segments.to[segment];
      throw new RangeError(
        `the segment (${t.x[a]}, ${t.y[a]}) to (${t.x[b]}, ${t.y[b]}) falls into more than ` +
          `${limit} pieces; snap the input to a grid`,
      );
    }
    const b = work.pop()!;
    const a = work.pop()!;
    if (insertPiece(t, segments, { segment: work.pop()!, a, b }, work)) laid++;
    else cuts++;
  }
}

/**
 * Lays a piece up to the first vertex on its way, and puts the rest on the stack. Returns false if
 * the piece meets a constrained edge before: both are cut there, and nothing is laid yet.
 */
function insertPiece(t: Triangulation, segments: Segments, piece: Piece, work: number[]): boolean {
  const { segment, a, b } = piece;
  if (a === b) return false;
  const first = firstAround(t, a);
  let e = first;
  let out = -1;
  do {
    const p = t.corner[after(e)];
    const sideP = p === b ? 0 : turn(t, a, b, p);
    if (p === b || (sideP === 0 && isAhead(t, a, b, p))) {
      if (p !== b) work.push(segment, p, b);
      addConstraint(t, e, segment, a);
      return true;
    }
    const incoming = before(e);
    const q = t.corner[incoming];
    if (t.twin[incoming] < 0 && (q === b || (turn(t, a, b, q) === 0 && isAhead(t, a, b, q)))) {
      // an edge of the hull that ends at vertex a: the half from a to q does not exist
      if (q !== b) work.push(segment, q, b);
      addConstraint(t, incoming, segment, a);
      return true;
    }
    const sideQ = turn(t, a, b, q);
    if (sideP < 0 && sideQ > 0) {
      out = after(e);
      break;
    }
    e = turnLeft(t, e);
  } while (e >= 0 && e !== first);
  if (out < 0) throw new RangeError(`the segment from vertex ${a} to vertex ${b} leaves the hull`);

  const crossed: number[] = [];
  let end = b;
  for (let edge = out; ;) {
    if (t.constraint[edge] >= 0) {
      if (!fail(segments)) cross(t, segments, piece, edge, work);
      return false;
    }
    crossed.push(edge);
    const other = t.twin[edge];
    const apex = t.corner[before(other)];
    if (apex === b) break;
    const side = turn(t, a, b, apex);
    if (side === 0) {
      end = apex;
      break;
    }
    // `other` starts on the left of the segment and ends on its right. The segment leaves the
    // triangle through right -> apex if the apex is on its left, else through apex -> left.
    edge = side > 0 ? after(other) : before(other);
  }
  clear(t, a, end, crossed);
  if (end !== b) work.push(segment, end, b);
  addConstraint(t, findHalfEdge(t, a, end), segment, a);
  return true;
}

/** Whether p, on the line through a and b, lies on b's side of a. */
function isAhead(t: Triangulation, a: number, b: number, p: number): boolean {
  const { x, y } = t;
  return (
    Math.sign(x[p] - x[a]) === Math.sign(x[b] - x[a]) &&
    Math.sign(y[p] - y[a]) === Math.sign(y[b] - y[a])
  );
}

/**
 * Makes a - b an edge: flips the edges that cross a - b, none of them constrained, until none is
 * left (Sloan 1993). An edge that cannot be flipped yet, or still crosses a - b after its flip,
 * goes to the end of the queue. Then all edges of these triangles but a - b are made legal.
 */
function clear(t: Triangulation, a: number, b: number, crossed: number[]): void {
  const triangles = new Set<number>();
  // per half-edge that waits in the queue: its index there
  const place = new Map<number, number>();
  const queue = crossed.slice();
  for (let i = 0; i < queue.length; i++) place.set(queue[i], i);
  const moveEdge = (old: number, now: number): void => {
    const i = place.get(old);
    if (i === undefined) return;
    place.delete(old);
    place.set(now, i);
    queue[i] = now;
  };
  for (let i = 0; i < queue.length; i++) {
    const e = queue[i];
    place.delete(e);
    const other = t.twin[e];
    triangles.add(triangleOf(e)).add(triangleOf(other));
    const from = t.corner[e];
    const to = t.corner[other];
    const above = t.corner[before(e)];
    const below = t.corner[before(other)];
    let later = e;
    if (turn(t, from, below, above) > 0 && turn(t, to, above, below) > 0) {
      const movedToE = after(other);
      const movedToOther = after(e);
      // the flip renumbers two half-edges; their twins keep their numbers
      flip(t, e);
      moveEdge(movedToE, e);
      moveEdge(movedToOther, other);
      const sideAbove = above === a || above === b ? 0 : turn(t, a, b, above);
      const sideBelow = below === a || below === b ? 0 : turn(t, a, b, below);
      if (sideAbove * sideBelow >= 0) continue;
      later = after(e);
    }
    place.set(later, queue.length);
    queue.push(later);
  }
  const e = findHalfEdge(t, a, b);
  // the caller makes a - b constrained right after this call, so `legalise` must not flip a - b
  const other = t.twin[e];
  const stack: number[] = [];
  for (const triangle of triangles)
    for (let side = triangle * 3; side < triangle * 3 + 3; side++)
      if (side !== e && side !== other) stack.push(side);
  t.constraint[e] = PENDING;
  if (other >= 0) t.constraint[other] = PENDING;
  legalise(t, stack);
  const now = findHalfEdge(t, a, b);
  t.constraint[now] = -1;
  if (t.twin[now] >= 0) t.constraint[t.twin[now]] = -1;
}

/** A constraint without a list, which only keeps an edge from being flipped. */
const PENDING = 0x7fffffff;

/**
 * Cuts a piece and the constrained edge `e`, which it crosses, at one vertex, new or existing. A
 * vertex that is an end of one of them cuts the other only.
 */
function cross(
  t: Triangulation,
  segments: Segments,
  piece: Piece,
  e: number,
  work: number[],
): void {
  const { segment, a, b } = piece;
  if (segments.grid)
    throw new Error(`the piece from vertex ${a} to vertex ${b} crosses another one`);
  const u = t.corner[e];
  const w = t.corner[after(e)];
  const point = crossing(t, segments, piece, {
    segment: t.nodeSegment[t.constraint[e]],
    a: u,
    b: w,
  });
  const { x, y } = t;
  const is = (v: number): boolean => x[v] === point.x && y[v] === point.y;
  if (is(u) || is(w)) {
    const v = is(u) ? u : w;
    work.push(segment, v, b, segment, a, v);
    return;
  }
  if (!is(a) && !is(b) && canBend(t, e, point.x, point.y)) {
    const v = addVertex(t, point.x, point.y);
    splitEdge(t, e, v);
    work.push(segment, v, b, segment, a, v);
    return;
  }
  // The rounded crossing lies outside the two triangles of the edge: the edge is removed, and its
  // segments are led over the new vertex.
  const taken = takeConstraints(t, e);
  legalise(t, [e]);
  const v = is(a) ? a : is(b) ? b : insertPoint(t, point.x, point.y, triangleOf(e));
  if (v < 0) throw new RangeError(`the crossing (${point.x}, ${point.y}) lies outside the hull`);
  for (let i = 0; i < taken.length; i += 2) {
    const start = taken[i + 1];
    const end = start === u ? w : u;
    work.push(taken[i], start, v, taken[i], v, end);
  }
  if (v === a || v === b) work.push(segment, a, b);
  else work.push(segment, v, b, segment, a, v);
}
