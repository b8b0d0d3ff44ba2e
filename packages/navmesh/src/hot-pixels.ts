import { orient2d } from 'robust-predicates';
import { turn } from './predicates.ts';
import { type Strip, trianglesNear } from './near-triangles.ts';
import type { Segments } from './segments.ts';
import { crossOnGrid } from './snap.ts';
import { firstAround, next, type Triangulation, turnLeft } from './triangulation.ts';

/*
 * Snap rounding (Hobby 1999; Guibas and Marimont 1998). The grid square around a vertex is a hot pixel, and vertices are the ends of
 * segments and the grid points nearest to where two segments cross, both as they were given. Each segment runs from vertex to vertex through
 * all hot pixels that it passes, in order. That depends on the set of segments alone, and the pieces cross nowhere but at vertices.
 */

/** A piece is never further than a step from its segment. */
export const REACH = 2;

/**
 * Whether an input segment runs through the grid square around a point of the grid, which holds its lower and its left side and not the
 * others, as rounding has it. Exact.
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
  const a = segments.from[segment]!;
  const b = segments.to[segment]!;
  const ax = x[a]!;
  const ay = y[a]!;
  const bx = x[b]!;
  const by = y[b]!;
  const minX = px - half;
  const maxX = px + half;
  const minY = py - half;
  const maxY = py + half;
  if (Math.max(ax, bx) < minX || Math.min(ax, bx) >= maxX) return false;
  if (Math.max(ay, by) < minY || Math.min(ay, by) >= maxY) return false;
  // the two corners that lie furthest to the sides of the line; those of the upper and right side count as a little within,
  // as a line through them only touches what is no part of the square
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
 * How far a segment comes to the second of two points after the first; both are centres of hot pixels that it passes. Its coordinates go one way each,
 * so nothing is taken from anything here: the sign is exact.
 */
export function advance(
  t: Triangulation,
  segments: Segments,
  segment: number,
  px: number,
  py: number,
  qx: number,
  qy: number,
): number {
  const { x, y } = t;
  const a = segments.from[segment]!;
  const b = segments.to[segment]!;
  return (qx - px) * (x[b]! - x[a]!) + (qy - py) * (y[b]! - y[a]!);
}

/** The hot pixel of the point where two segments cross, within both; undefined where they do not, or only touch. */
export function crossingPixel(
  t: Triangulation,
  segments: Segments,
  one: number,
  other: number,
): [number, number] | undefined {
  const { from, to, grid } = segments;
  const [a, b, c, d] = [from[one]!, to[one]!, from[other]!, to[other]!];
  if (!isParted(t, a, b, c, d) || !isParted(t, c, d, a, b)) return undefined;
  const place = (v: number): [number, number] => [t.x[v]!, t.y[v]!];
  return crossOnGrid(grid!, place(a), place(b), place(c), place(d));
}

/** Whether the line through a and b has c and d on two sides. */
function isParted(t: Triangulation, a: number, b: number, c: number, d: number): boolean {
  if (c === a || c === b || d === a || d === b) return false;
  const one = turn(t, a, b, c);
  const other = turn(t, a, b, d);
  return one > 0 ? other < 0 : one < 0 && other > 0;
}

/** The triangles that a segment as it was given comes near to. */
export function trianglesAlong(
  t: Triangulation,
  segments: Segments,
  segment: number,
): readonly number[] {
  const a = segments.from[segment]!;
  const b = segments.to[segment]!;
  const reach = REACH * segments.grid!.step;
  const strip: Strip = { ax: t.x[a]!, ay: t.y[a]!, bx: t.x[b]!, by: t.y[b]!, reach };
  return trianglesNear(t, segments.marks, (t.vertexEdge[a]! / 3) | 0, strip);
}

/** A piece of a segment on the edge of half-edge `edge`, and the vertices where it enters and leaves it. */
export interface Piece {
  readonly segment: number;
  readonly edge: number;
  readonly start: number;
  readonly end: number;
}

/** The pieces of segments that pass the hot pixel of a point, in or at `triangle`, and have no vertex there. */
export function piecesPassing(
  t: Triangulation,
  segments: Segments,
  px: number,
  py: number,
  triangle: number,
): Piece[] {
  const { x, y, corner, twin, constraint, nodeSegment, nodeStart, nodeNext } = t;
  const pieces: Piece[] = [];
  const reach = REACH * segments.grid!.step;
  const strip: Strip = { ax: px, ay: py, bx: px, by: py, reach };
  for (const near of trianglesNear(t, segments.marks, triangle, strip))
    for (let e = 3 * near; e < 3 * near + 3; e++) {
      if (constraint[e]! < 0) continue;
      // once, though both triangles of the edge are near
      if (e < twin[e]! && isNear(segments, twin[e]!)) continue;
      const p = corner[e]!;
      const q = corner[next(e)]!;
      for (let node = constraint[e]!; node >= 0; node = nodeNext[node]!) {
        const segment = nodeSegment[node]!;
        const start = nodeStart[node]!;
        const end = start === p ? q : p;
        if (
          passesPixel(t, segments, segment, px, py) &&
          advance(t, segments, segment, x[start]!, y[start]!, px, py) > 0 &&
          advance(t, segments, segment, px, py, x[end]!, y[end]!) > 0
        )
          pieces.push({ segment, edge: e, start, end });
      }
    }
  return pieces;
}

/** Whether the last call of `trianglesNear` found the triangle of a half-edge. */
const isNear = ({ marks }: Segments, e: number): boolean =>
  marks.triangle[(e / 3) | 0] === marks.call;

/** Whether a segment that does not run over vertex `v` passes its hot pixel. */
export function isPassed(t: Triangulation, segments: Segments, v: number): boolean {
  const reach = REACH * segments.grid!.step;
  const first = firstAround(t, v);
  let out = first;
  do {
    // most vertices have nothing near
    if (isWithin(t, next(out), v, reach))
      return piecesPassing(t, segments, t.x[v]!, t.y[v]!, (first / 3) | 0).length > 0;
    out = turnLeft(t, out);
  } while (out >= 0 && out !== first);
  return false;
}

/** Whether a vertex is no further from the edge of a half-edge than `reach`. */
function isWithin(t: Triangulation, e: number, v: number, reach: number): boolean {
  const { x, y } = t;
  const a = t.corner[e]!;
  const b = t.corner[next(e)]!;
  const dx = x[b]! - x[a]!;
  const dy = y[b]! - y[a]!;
  const px = x[v]! - x[a]!;
  const py = y[v]! - y[a]!;
  const side = dx * py - dy * px;
  const square = dx * dx + dy * dy;
  // most are far from the line already
  if (side * side > reach * reach * square) return false;
  const f = Math.min(1, Math.max(0, (px * dx + py * dy) / square));
  return (px - f * dx) ** 2 + (py - f * dy) ** 2 <= reach * reach;
}
