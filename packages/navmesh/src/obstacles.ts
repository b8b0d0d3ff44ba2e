import { countConstraints, removeConstraint } from './constraints.ts';
import { legalise } from './flip.ts';
import { heat } from './hot-pixels.ts';
import { insertSegment, layPieces, type Suspend } from './insert-segment.ts';
import { forEdgesAround, trianglesInside } from './regions.ts';
import { removeVertex } from './remove-vertex.ts';
import { giveSegments, type Segments, takeSegments } from './segments.ts';
import type { Triangulation } from './triangulation.ts';

/** What one obstacle has put into the triangulation. */
export interface Obstacle {
  /** Closed rings, and open lines as walls without an inside: runs of segments. */
  readonly parts: readonly Part[];
  /** 1 for an obstacle, -1 for the boundary, whose inside is what the world is. */
  readonly sign: 1 | -1;
}

interface Part {
  readonly first: number;
  readonly end: number;
  readonly isRing: boolean;
}

/** The vertices of one ring or wall of an obstacle, in order. */
export interface Chain {
  readonly vertices: readonly number[];
  readonly isRing: boolean;
}

/** Numbers the segments of an obstacle whose vertices are there already; they are not yet edges. */
export function numberSegments(
  t: Triangulation,
  segments: Segments,
  chains: readonly Chain[],
  sign: 1 | -1,
): Obstacle {
  const parts = chains.map(({ vertices, isRing }): Part => {
    const count = isRing ? vertices.length : vertices.length - 1;
    const first = takeSegments(segments, count);
    // once per point, so that a ring of one repeated point holds its vertex too
    for (const v of vertices) t.useCount[v]!++;
    for (let i = 0; i < count; i++) {
      segments.from[first + i] = vertices[i]!;
      segments.to[first + i] = vertices[(i + 1) % vertices.length]!;
    }
    return { first, end: first + count, isRing };
  });
  return { parts, sign };
}

/**
 * Lays the segments of obstacles as edges and counts them in the depth of the triangles they cover. `fresh`: vertices
 * that came after other segments were laid.
 */
export function layObstacles(
  t: Triangulation,
  segments: Segments,
  obstacles: readonly Obstacle[],
  fresh: Iterable<number> = [],
): void {
  const suspended = new Set<Obstacle>();
  const suspend = suspender(t, segments, suspended);
  const stop = watch(t, segments);
  const work: number[] = [];
  for (const v of fresh) heat(t, segments, v, work, suspend);
  layPieces(t, segments, work, suspend);
  for (const s of segmentsOf(obstacles)) insertSegment(t, segments, s, suspend);
  stop();
  for (const obstacle of suspended) addDepth(t, segments, obstacle, obstacle.sign);
  settle(t, segments, obstacles);
}

/**
 * The same for the first obstacles of all, where no segment crosses another one or passes a vertex too close: then what each passes need
 * not be looked at again after each, but once when all are laid. False where one does; the triangulation is of no use then.
 */
export function tryObstacles(
  t: Triangulation,
  segments: Segments,
  obstacles: readonly Obstacle[],
): boolean {
  const suspend: Suspend = () => {};
  segments.attempt = 'trying';
  for (const s of segmentsOf(obstacles)) {
    insertSegment(t, segments, s, suspend);
    if (hasFailed(segments)) return false;
  }
  for (let v = 0; v < t.vertexCount; v++)
    if (t.vertexEdge[v]! >= 0) heat(t, segments, v, [], suspend);
  if (hasFailed(segments)) return false;
  segments.attempt = 'over';
  settle(t, segments, obstacles);
  return true;
}

const hasFailed = ({ attempt }: Segments): boolean => attempt === 'failed';

function* segmentsOf(obstacles: readonly Obstacle[]): Generator<number> {
  for (const { parts } of obstacles)
    for (const { first, end } of parts) for (let s = first; s < end; s++) yield s;
}

/** Counts obstacles that are laid in the depth of their triangles, and says whose their segments are. */
function settle(t: Triangulation, segments: Segments, obstacles: readonly Obstacle[]): void {
  for (const obstacle of obstacles) {
    addDepth(t, segments, obstacle, obstacle.sign);
    for (const { first, end } of obstacle.parts)
      for (let s = first; s < end; s++) segments.owner[s] = obstacle;
  }
}

/** Keeps the list of touched triangles for `reheat`, where nobody else does. Returns what ends it. */
function watch(t: Triangulation, segments: Segments): () => void {
  const isOwn = t.touched === undefined;
  t.touched ??= [];
  segments.seen = t.touched.length;
  return () => {
    if (isOwn) t.touched = undefined;
  };
}

function suspender(t: Triangulation, segments: Segments, suspended: Set<Obstacle>): Suspend {
  return (segment) => {
    const owner = segments.owner[segment];
    if (!owner || suspended.has(owner)) return;
    suspended.add(owner);
    addDepth(t, segments, owner, -owner.sign);
  };
}

/** The triangles an obstacle covers: those inside an odd number of its rings, so a ring inside a ring is a hole. */
export function trianglesOf(
  t: Triangulation,
  segments: Segments,
  { parts }: Obstacle,
): Iterable<number> {
  const rings = parts.filter(({ isRing }) => isRing);
  const inside = (part: Part): number[] =>
    trianglesInside(t, segments.marks, part.first, part.end, segments.from[part.first]!);
  if (rings.length === 1) return inside(rings[0]!);
  const covered = new Set<number>();
  for (const part of rings)
    for (const triangle of inside(part)) if (!covered.delete(triangle)) covered.add(triangle);
  return covered;
}

function addDepth(t: Triangulation, segments: Segments, obstacle: Obstacle, amount: number): void {
  for (const triangle of trianglesOf(t, segments, obstacle)) {
    t.depth[triangle]! += amount;
    t.touched?.push(triangle);
  }
}

/**
 * Takes an obstacle out. Segments of others that it crossed, or that ran over its vertices, are laid anew without the
 * vertices that were only there for it, so nothing of it remains.
 */
export function removeObstacle(t: Triangulation, segments: Segments, obstacle: Obstacle): void {
  const vertices = new Set<number>();
  const isOwn = (segment: number): boolean =>
    obstacle.parts.some((part) => segment >= part.first && segment < part.end);
  for (const part of obstacle.parts)
    for (const v of verticesOf(t, part.first, part.end, segments.from[part.first]!))
      vertices.add(v);

  // segments of others through vertices where no input segment would end without this obstacle
  for (const part of obstacle.parts)
    for (let s = part.first; s < part.end; s++) {
      t.useCount[segments.from[s]!]!--;
      if (!part.isRing && s === part.end - 1) t.useCount[segments.to[s]!]!--;
    }
  const others = new Set<number>();
  for (const v of vertices) {
    if (t.useCount[v]! > 0) continue;
    forEdgesAround(t, v, (e) => {
      for (let node = t.constraint[e]!; node >= 0; node = t.nodeNext[node]!) {
        const segment = t.nodeSegment[node]!;
        if (!isOwn(segment)) others.add(segment);
      }
    });
  }
  const suspended = new Set<Obstacle>();
  const suspend = suspender(t, segments, suspended);
  const stop = watch(t, segments);
  for (const s of others) suspend(s);
  addDepth(t, segments, obstacle, -obstacle.sign);
  const loose: number[] = [];
  for (const part of obstacle.parts)
    for (let s = part.first; s < part.end; s++) takeOut(t, segments, s, loose, vertices);
  const again = [...others].sort((a, b) => a - b);
  for (const s of again) takeOut(t, segments, s, loose, vertices);
  legalise(t, loose);
  for (const v of vertices) {
    if (t.useCount[v]! > 0 || t.vertexEdge[v]! < 0) continue;
    let isHeld = false;
    forEdgesAround(t, v, (e) => {
      isHeld ||= t.constraint[e]! >= 0;
    });
    if (!isHeld) removeVertex(t, v);
  }
  for (const s of again) insertSegment(t, segments, s, suspend);
  layPieces(t, segments, [], suspend);
  stop();
  for (const owner of suspended) addDepth(t, segments, owner, owner.sign);
  for (const part of obstacle.parts) giveSegments(segments, part.first, part.end - part.first);
}

/** The vertices that edges of the segments join to `vertex`. */
function verticesOf(t: Triangulation, first: number, end: number, vertex: number): number[] {
  const vertices = [vertex];
  const seen = new Set(vertices);
  for (let i = 0; i < vertices.length; i++)
    forEdgesAround(t, vertices[i]!, (e, to) => {
      if (seen.has(to) || countConstraints(t, e, first, end) === 0) return;
      seen.add(to);
      vertices.push(to);
    });
  return vertices;
}

/** Takes a segment off all its edges; edges that are free then go on the stack `loose`, vertices into `vertices`. */
function takeOut(
  t: Triangulation,
  segments: Segments,
  segment: number,
  loose: number[],
  vertices: Set<number>,
): void {
  for (const v of verticesOf(t, segment, segment + 1, segments.from[segment]!)) {
    vertices.add(v);
    forEdgesAround(t, v, (e) => {
      while (removeConstraint(t, e, segment));
      if (t.constraint[e]! < 0) loose.push(e);
    });
  }
}
