import { removeConstraint, takeConstraints } from './constraints.ts';
import { legalise } from './flip.ts';
import {
  advance,
  crossingPixel,
  passesPixel,
  type Piece,
  piecesPassing,
  trianglesAlong,
} from './hot-pixels.ts';
import { insertPoint, splitEdge } from './insert-point.ts';
import { layPieces } from './insert-segment.ts';
import { locate } from './locate.ts';
import { turnPoint } from './predicates.ts';
import { forEdgesAround } from './regions.ts';
import { removeVertex } from './remove-vertex.ts';
import type { Segments } from './segments.ts';
import { addVertex, next, previous, type Triangulation } from './triangulation.ts';

/** Told of each segment that is about to leave an edge, so that the depth of its obstacle can be taken off before. */
export type Suspend = (segment: number) => void;

/** The vertex at a point of the grid; where it is new, all segments that pass its hot pixel are led over it. */
export function addHotPixel(
  t: Triangulation,
  segments: Segments,
  px: number,
  py: number,
  suspend: Suspend,
): number {
  const place = locate(t, px, py, t.lastTriangle);
  t.lastTriangle = (place.edge / 3) | 0;
  if (place.kind === 'vertex') return t.corner[place.edge]!;
  const pieces = piecesPassing(t, segments, px, py, t.lastTriangle);
  if (pieces.length === 0) return insertPoint(t, px, py);
  if (canBend(t, pieces, px, py)) {
    const v = addVertex(t, px, py);
    splitEdge(t, pieces[0]!.edge, v);
    return v;
  }
  lift(t, pieces, suspend);
  const v = insertPoint(t, px, py);
  layPieces(
    t,
    segments,
    pieces.flatMap(({ segment, start, end }) => [segment, start, v, segment, v, end]),
  );
  return v;
}

/** Whether all that is led over a new vertex is the whole edge, and its two triangles stay left turns then: depths stay as they are. */
function canBend(t: Triangulation, pieces: readonly Piece[], px: number, py: number): boolean {
  const { edge } = pieces[0]!;
  if (pieces.some((piece) => piece.edge !== edge)) return false;
  let count = 0;
  for (let node = t.constraint[edge]!; node >= 0; node = t.nodeNext[node]!) count++;
  if (count !== pieces.length) return false;
  for (const half of [edge, t.twin[edge]!]) {
    if (half < 0) continue;
    const from = t.corner[half]!;
    const to = t.corner[next(half)]!;
    const apex = t.corner[previous(half)]!;
    if (turnPoint(t, apex, from, px, py) <= 0 || turnPoint(t, to, apex, px, py) <= 0) return false;
  }
  return true;
}

/** Takes pieces off their edges. */
function lift(t: Triangulation, pieces: readonly Piece[], suspend: Suspend): void {
  for (const { segment } of pieces) suspend(segment);
  for (const { edge, segment } of pieces) removeConstraint(t, edge, segment);
  legalise(
    t,
    pieces.map(({ edge }) => edge).filter((e) => t.constraint[e]! < 0),
  );
}

/**
 * Makes edges of a segment whose ends are vertices: a vertex for every crossing with another segment, then pieces from one vertex to the next
 * whose hot pixel it passes.
 */
export function routeSegment(
  t: Triangulation,
  segments: Segments,
  segment: number,
  suspend: Suspend,
): void {
  const { from, to } = segments;
  if (from[segment] === to[segment]) return;
  let near = trianglesAlong(t, segments, segment);
  if (addCrossings(t, segments, segment, near, suspend))
    near = trianglesAlong(t, segments, segment);
  const stops = stopsOf(t, segments, segment, near);
  const work: number[] = [];
  let at = to[segment]!;
  for (const v of stops) {
    work.push(segment, v, at);
    at = v;
  }
  work.push(segment, from[segment]!, at);
  layPieces(t, segments, work);
}

/** Adds vertices where a segment crosses others. Whether there was anything to cross. */
function addCrossings(
  t: Triangulation,
  segments: Segments,
  segment: number,
  near: readonly number[],
  suspend: Suspend,
): boolean {
  const others = new Set<number>();
  for (const triangle of near)
    for (let e = 3 * triangle; e < 3 * triangle + 3; e++)
      for (let node = t.constraint[e]!; node >= 0; node = t.nodeNext[node]!)
        others.add(t.nodeSegment[node]!);
  let hasCrossed = false;
  // the last change was perhaps far away
  if (others.size > 0) t.lastTriangle = near[0]!;
  for (const other of others) {
    const pixel = crossingPixel(t, segments, segment, other);
    if (!pixel) continue;
    addHotPixel(t, segments, pixel[0], pixel[1], suspend);
    hasCrossed = true;
  }
  return hasCrossed;
}

/** The vertices between the ends of a segment whose hot pixels it passes, from its end to its start. */
function stopsOf(
  t: Triangulation,
  segments: Segments,
  segment: number,
  near: readonly number[],
): readonly number[] {
  const { x, y, corner } = t;
  const [a, b] = [segments.from[segment]!, segments.to[segment]!];
  const found = new Set<number>();
  for (const triangle of near)
    for (let e = 3 * triangle; e < 3 * triangle + 3; e++) {
      const v = corner[e]!;
      if (v === a || v === b || found.has(v)) continue;
      if (passesPixel(t, segments, segment, x[v]!, y[v]!)) found.add(v);
    }
  if (found.size < 2) return [...found];
  return [...found].sort((p, q) => advance(t, segments, segment, x[p]!, y[p]!, x[q]!, y[q]!));
}

/**
 * Takes a vertex out unless there is a cause for it: a segment that ends there, or two that cross in its hot pixel. Segments that ran over it
 * go straight on.
 */
export function coolPixel(t: Triangulation, segments: Segments, v: number, suspend: Suspend): void {
  if (t.useCount[v]! > 0) return;
  const pieces: Piece[] = [];
  const edges: number[] = [];
  forEdgesAround(t, v, (edge, to) => {
    if (t.constraint[edge]! >= 0) edges.push(edge);
    for (let node = t.constraint[edge]!; node >= 0; node = t.nodeNext[node]!) {
      const start = t.nodeStart[node]!;
      const end = start === v ? to : v;
      pieces.push({ segment: t.nodeSegment[node]!, edge, start, end });
    }
  });
  if (pieces.length === 0) {
    removeVertex(t, v);
    return;
  }
  if (isCrossing(t, segments, v, pieces)) return;
  if (edges.length === 2) {
    straighten(t, v, edges[0]!, edges[1]!);
    return;
  }
  lift(t, pieces, suspend);
  removeVertex(t, v);
  const came = new Map<number, number>();
  for (const { segment, start, end } of pieces) if (end === v) came.set(segment, start);
  const work: number[] = [];
  for (const { segment, start, end } of pieces)
    if (start === v) work.push(segment, came.get(segment)!, end);
  layPieces(t, segments, work);
}

/** Whether two of the segments that run over `v` cross in its hot pixel. */
function isCrossing(
  t: Triangulation,
  segments: Segments,
  v: number,
  pieces: readonly Piece[],
): boolean {
  const through = [...new Set(pieces.map(({ segment }) => segment))];
  return through.some((one, i) =>
    through.slice(0, i).some((other) => {
      const pixel = crossingPixel(t, segments, one, other);
      return pixel !== undefined && pixel[0] === t.x[v] && pixel[1] === t.y[v];
    }),
  );
}

/** Takes out a vertex at which two constrained edges end, which become one: the depths to both sides stay. */
function straighten(t: Triangulation, v: number, one: number, other: number): void {
  const a = t.corner[next(one)]!;
  const b = t.corner[next(other)]!;
  // the pieces on one of the two edges tell which way they go
  const pieces = takeConstraints(t, one);
  takeConstraints(t, other);
  for (let i = 1; i < pieces.length; i += 2) pieces[i] = pieces[i] === v ? b : a;
  removeVertex(t, v, { a, b, pieces });
}
