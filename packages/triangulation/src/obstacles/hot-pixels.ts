import { orient2d } from 'robust-predicates';
import { turn } from '../triangulation/predicates.ts';
import { type Strip, trianglesNear } from './near-triangles.ts';
import type { Segments } from './segments.ts';
import { crossOnGrid } from './snap.ts';
import { firstAround, type Triangulation, turnLeft } from '../triangulation/triangulation.ts';
import { after, triangleOf } from '../geometry/sides.ts';

/*
 * Snap rounding (Hobby 1999; Guibas and Marimont 1998). Vertices are the ends of segments, and the
 * grid points nearest to the crossings of two segments as given. The grid square around a vertex is
 * its hot pixel. Each segment is led over the vertices of all hot pixels that it passes, in order.
 * The result depends on the set of segments alone, and pieces cross nowhere but at vertices.
 */

type Place = readonly [x: number, y: number];

/**
 * How far from a segment its pieces are searched for, in steps of the grid. A piece joins centres
 * of hot pixels that the segment passes, so it is at most √½ of a step away; 2 leaves room for
 * rounding.
 */
const REACH = 2;

/**
 * Whether a segment, as given, runs through the hot pixel of a point of the grid. As in rounding,
 * the lower and the left side belong to the square, the upper and the right side do not. Exact.
 */
export function passesPixel(
  t: Triangulation,
  segments: Segments,
  segment: number,
  px: number,
  py: number,
): boolean {
  const { x, y } = t;
  const half = segments.grid!.step / 2;
  const a = segments.from[segment];
  const b = segments.to[segment];
  const ax = x[a];
  const ay = y[a];
  const bx = x[b];
  const by = y[b];
  const minX = px - half;
  const maxX = px + half;
  const minY = py - half;
  const maxY = py + half;
  if (Math.max(ax, bx) < minX || Math.min(ax, bx) >= maxX) return false;
  if (Math.max(ay, by) < minY || Math.min(ay, by) >= maxY) return false;
  // The two corners furthest from the line, one on each side. Corners of the upper and right side
  // do not belong to the square: a line through such a corner counts as passing outside.
  const dx = bx - ax;
  const dy = by - ay;
  if (dx > 0 === dy > 0) {
    const one = orient2d(ax, ay, bx, by, minX, maxY) || dx;
    const other = orient2d(ax, ay, bx, by, maxX, minY) || -dy;
    return one === 0 || other === 0 || one > 0 !== other > 0;
  }
  const one = orient2d(ax, ay, bx, by, minX, minY);
  const other = orient2d(ax, ay, bx, by, maxX, maxY) || dx - dy;
  return one === 0 || other === 0 || one > 0 !== other > 0;
}

/**
 * Above 0 if a segment passes the hot pixel of p before that of q. Along a segment x only rises or
 * only falls, and so does y. So the two products have the same sign, their sum has no cancellation,
 * and the sign of the sum is exact.
 */
export function advance(
  t: Triangulation,
  segments: Segments,
  segment: number,
  [px, py]: Place,
  [qx, qy]: Place,
): number {
  const { x, y } = t;
  const a = segments.from[segment];
  const b = segments.to[segment];
  return (qx - px) * (x[b] - x[a]) + (qy - py) * (y[b] - y[a]);
}

/**
 * The hot pixel of the point where two segments cross; undefined if they only touch or do not meet.
 */
export function crossingPixel(
  t: Triangulation,
  segments: Segments,
  one: number,
  other: number,
): [number, number] | undefined {
  const { from, to, grid } = segments;
  const [a, b, c, d] = [from[one], to[one], from[other], to[other]];
  if (!isParted(t, a, b, c, d) || !isParted(t, c, d, a, b)) return undefined;
  const place = (v: number): [number, number] => [t.x[v], t.y[v]];
  return crossOnGrid(grid!, place(a), place(b), place(c), place(d));
}

/** Whether c and d lie strictly on different sides of the line through a and b. */
function isParted(t: Triangulation, a: number, b: number, c: number, d: number): boolean {
  if (c === a || c === b || d === a || d === b) return false;
  const one = turn(t, a, b, c);
  const other = turn(t, a, b, d);
  return one > 0 ? other < 0 : one < 0 && other > 0;
}

/** The triangles within REACH of a segment as given. */
export function trianglesAlong(
  t: Triangulation,
  segments: Segments,
  segment: number,
): readonly number[] {
  const a = segments.from[segment];
  const b = segments.to[segment];
  const reach = REACH * segments.grid!.step;
  const strip: Strip = { ax: t.x[a], ay: t.y[a], bx: t.x[b], by: t.y[b], reach };
  return trianglesNear(t, segments.marks, triangleOf(t.vertexHalfEdge[a]), strip);
}

/** A piece of a segment on the edge of a half-edge, from vertex `start` to vertex `end`. */
export interface EdgePiece {
  readonly segment: number;
  readonly halfEdge: number;
  readonly start: number;
  readonly end: number;
}

/**
 * The pieces that have to be led over a point: the segment passes the point's hot pixel, and the
 * point lies strictly between the ends of the piece along the segment. The point lies in or on the
 * border of `triangle`.
 */
export function piecesPassing(
  t: Triangulation,
  segments: Segments,
  px: number,
  py: number,
  triangle: number,
): EdgePiece[] {
  const { x, y, corner, twin, constraint, nodeSegment, nodeStart, nodeNext } = t;
  const pieces: EdgePiece[] = [];
  const reach = REACH * segments.grid!.step;
  const strip: Strip = { ax: px, ay: py, bx: px, by: py, reach };
  for (const near of trianglesNear(t, segments.marks, triangle, strip))
    for (let e = 3 * near; e < 3 * near + 3; e++) {
      if (constraint[e] < 0) continue;
      // each edge once, also where both of its triangles are near
      if (e < twin[e] && isNear(segments, twin[e])) continue;
      const p = corner[e];
      const q = corner[after(e)];
      for (let node = constraint[e]; node >= 0; node = nodeNext[node]) {
        const segment = nodeSegment[node];
        const start = nodeStart[node];
        const end = start === p ? q : p;
        if (
          passesPixel(t, segments, segment, px, py) &&
          advance(t, segments, segment, [x[start], y[start]], [px, py]) > 0 &&
          advance(t, segments, segment, [px, py], [x[end], y[end]]) > 0
        )
          pieces.push({ segment, halfEdge: e, start, end });
      }
    }
  return pieces;
}

/** Whether the last call of `trianglesNear` found the triangle of a half-edge. */
const isNear = ({ marks }: Segments, e: number): boolean =>
  marks.triangle[triangleOf(e)] === marks.call;

/** Whether a segment passes the hot pixel of vertex `v` but does not run over `v`. */
export function isPassed(t: Triangulation, segments: Segments, v: number): boolean {
  const reach = REACH * segments.grid!.step;
  const first = firstAround(t, v);
  let out = first;
  do {
    // most vertices have no edge within `reach` opposite them, and need no search
    if (isWithin(t, after(out), v, reach))
      return piecesPassing(t, segments, t.x[v], t.y[v], triangleOf(first)).length > 0;
    out = turnLeft(t, out);
  } while (out >= 0 && out !== first);
  return false;
}

/** Whether a vertex is no further from the edge of a half-edge than `reach`. */
function isWithin(t: Triangulation, e: number, v: number, reach: number): boolean {
  const { x, y } = t;
  const a = t.corner[e];
  const b = t.corner[after(e)];
  const dx = x[b] - x[a];
  const dy = y[b] - y[a];
  const px = x[v] - x[a];
  const py = y[v] - y[a];
  const side = dx * py - dy * px;
  const square = dx * dx + dy * dy;
  // most vertices are further than `reach` from the whole line
  if (side * side > reach * reach * square) return false;
  const f = Math.min(1, Math.max(0, (px * dx + py * dy) / square));
  return (px - f * dx) ** 2 + (py - f * dy) ** 2 <= reach * reach;
}
