import { removeConstraint, takeConstraints } from '../triangulation/constraints.ts';
import { legalise } from '../triangulation/flip.ts';
import {
  advance,
  crossingPixel,
  passesPixel,
  type EdgePiece,
  piecesPassing,
  trianglesAlong,
} from './hot-pixels.ts';
import { insertPoint, splitEdge } from '../triangulation/insert-point.ts';
import { layPieces } from './insert-segment.ts';
import { locate } from '../triangulation/locate.ts';
import { canBend } from '../triangulation/predicates.ts';
import { forHalfEdgesAround } from '../triangulation/regions.ts';
import { removeVertex } from '../triangulation/remove-vertex.ts';
import { reserveStep, type Segments } from './segments.ts';
import { addVertex, type Triangulation } from '../triangulation/triangulation.ts';
import { after, triangleOf } from '../geometry/sides.ts';

/**
 * Called before a segment leaves an edge, so that its obstacle can be taken out of `depth` first.
 */
export type Suspend = (segment: number) => void;

/**
 * The vertex at a point of the grid. If there is none, a vertex is added, and all segments that
 * pass its hot pixel are led over the new vertex. If memory ends, throws before the first change.
 */
export function addHotPixel(
  t: Triangulation,
  segments: Segments,
  px: number,
  py: number,
  suspend: Suspend,
): number {
  reserveStep(t, segments);
  const v = hotPixel(t, segments, px, py, suspend);
  segments.made?.push(v);
  return v;
}

/** `addHotPixel`, with room for another vertex. */
function hotPixel(
  t: Triangulation,
  segments: Segments,
  px: number,
  py: number,
  suspend: Suspend,
): number {
  const place = locate(t, px, py, t.lastTriangle);
  t.lastTriangle = triangleOf(place.halfEdge);
  if (place.kind === 'vertex') return t.corner[place.halfEdge];
  const pieces = piecesPassing(t, segments, px, py, t.lastTriangle);
  if (pieces.length === 0) return insertPoint(t, px, py);
  if (isOneEdge(t, pieces, px, py)) {
    const v = addVertex(t, px, py);
    splitEdge(t, pieces[0].halfEdge, v);
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

/**
 * Whether the pieces are exactly those on one edge, and that edge can be bent over the point. Then
 * it is enough to split the edge, and no depth changes.
 */
function isOneEdge(
  t: Triangulation,
  pieces: readonly EdgePiece[],
  px: number,
  py: number,
): boolean {
  const { halfEdge } = pieces[0];
  if (pieces.some((piece) => piece.halfEdge !== halfEdge)) return false;
  let count = 0;
  for (let node = t.constraint[halfEdge]; node >= 0; node = t.nodeNext[node]) count++;
  if (count !== pieces.length) return false;
  return canBend(t, halfEdge, px, py);
}

/** Removes pieces from their edges; edges without further pieces become free to flip. */
function lift(t: Triangulation, pieces: readonly EdgePiece[], suspend: Suspend): void {
  for (const { segment } of pieces) suspend(segment);
  for (const { halfEdge, segment } of pieces) removeConstraint(t, halfEdge, segment);
  legalise(
    t,
    pieces.map(({ halfEdge }) => halfEdge).filter((e) => t.constraint[e] < 0),
  );
}

/**
 * Lays a segment whose ends are vertices. First, every crossing of the segment with another one
 * becomes a vertex. Then pieces are laid from stop to stop: the stops are the vertices whose hot
 * pixels the segment passes. Crossings are those of segments as given, never of their pieces. So
 * bending pieces over new vertices makes no further crossings, and the work ends. A segment whose
 * ends are one vertex has no pieces.
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
  let at = to[segment];
  for (const v of stops) {
    work.push(segment, v, at);
    at = v;
  }
  work.push(segment, from[segment], at);
  layPieces(t, segments, work);
}

/** Adds vertices where a segment crosses others. Returns whether it crosses any. */
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
      for (let node = t.constraint[e]; node >= 0; node = t.nodeNext[node])
        others.add(t.nodeSegment[node]);
  let hasCrossed = false;
  // point locations of the crossings start near the segment
  if (others.size > 0) t.lastTriangle = near[0];
  for (const other of others) {
    const pixel = crossingPixel(t, segments, segment, other);
    if (!pixel) continue;
    addHotPixel(t, segments, pixel[0], pixel[1], suspend);
    hasCrossed = true;
  }
  return hasCrossed;
}

/** The stops of a segment between its two ends, in the order from its end back to its start. */
function stopsOf(
  t: Triangulation,
  segments: Segments,
  segment: number,
  near: readonly number[],
): readonly number[] {
  const { x, y, corner } = t;
  const [a, b] = [segments.from[segment], segments.to[segment]];
  const found = new Set<number>();
  for (const triangle of near)
    for (let e = 3 * triangle; e < 3 * triangle + 3; e++) {
      const v = corner[e];
      if (v === a || v === b || found.has(v)) continue;
      if (passesPixel(t, segments, segment, x[v], y[v])) found.add(v);
    }
  if (found.size < 2) return [...found];
  return [...found].sort((p, q) => advance(t, segments, segment, [x[p], y[p]], [x[q], y[q]]));
}

/**
 * Removes a vertex unless there is a reason for it: a point of an obstacle, a corner of the hull,
 * or two segments that cross in its hot pixel. Segments that ran over the vertex become straight
 * there.
 */
export function coolPixel(t: Triangulation, segments: Segments, v: number, suspend: Suspend): void {
  if (t.useCount[v] > 0) return;
  const pieces: EdgePiece[] = [];
  const edges: number[] = [];
  forHalfEdgesAround(t, v, (halfEdge, to) => {
    if (t.constraint[halfEdge] >= 0) edges.push(halfEdge);
    for (let node = t.constraint[halfEdge]; node >= 0; node = t.nodeNext[node]) {
      const start = t.nodeStart[node];
      const end = start === v ? to : v;
      pieces.push({ segment: t.nodeSegment[node], halfEdge, start, end });
    }
  });
  if (pieces.length === 0) {
    removeVertex(t, v);
    return;
  }
  if (isCrossing(t, segments, v, pieces)) return;
  if (edges.length === 2) {
    straighten(t, v, edges[0], edges[1]);
    return;
  }
  lift(t, pieces, suspend);
  removeVertex(t, v);
  // per segment over v: where its piece that ends at v starts
  const startOf = new Map<number, number>();
  for (const { segment, start, end } of pieces) if (end === v) startOf.set(segment, start);
  const work: number[] = [];
  for (const { segment, start, end } of pieces)
    if (start === v) work.push(segment, startOf.get(segment)!, end);
  layPieces(t, segments, work);
}

/** Whether two of the segments that run over `v` cross in the hot pixel of `v`. */
function isCrossing(
  t: Triangulation,
  segments: Segments,
  v: number,
  pieces: readonly EdgePiece[],
): boolean {
  const through = [...new Set(pieces.map(({ segment }) => segment))];
  return through.some((one, i) =>
    through.slice(0, i).some((other) => {
      const pixel = crossingPixel(t, segments, one, other);
      return pixel !== undefined && pixel[0] === t.x[v] && pixel[1] === t.y[v];
    }),
  );
}

/**
 * Removes a vertex at which two constrained edges end; they become one edge, and no depth changes.
 */
function straighten(t: Triangulation, v: number, one: number, other: number): void {
  const a = t.corner[after(one)];
  const b = t.corner[after(other)];
  // No segment starts or ends at v, so each one enters v along one edge and leaves along the other.
  // Both edges have the same segments, and one list tells where each segment enters.
  const pieces = takeConstraints(t, one);
  takeConstraints(t, other);
  for (let i = 1; i < pieces.length; i += 2) pieces[i] = pieces[i] === v ? b : a;
  removeVertex(t, v, { a, b, pieces });
}
