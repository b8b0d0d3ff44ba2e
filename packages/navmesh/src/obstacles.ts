import { countConstraints, removeConstraint } from './constraints.ts';
import { legalise } from './flip.ts';
import { isPassed } from './hot-pixels.ts';
import { insertSegment } from './insert-segment.ts';
import { forEdgesAround, trianglesInside } from './regions.ts';
import { addHotPixel, coolPixel, routeSegment, type Suspend } from './route-segment.ts';
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

/** A ring or a wall of an obstacle: x, y, x, y, … on the grid. */
export interface Line {
  readonly line: ArrayLike<number>;
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

/** Lays the segments of obstacles, whose vertices are there, as edges and counts them in the depth of the triangles they cover. */
export function layObstacles(
  t: Triangulation,
  segments: Segments,
  obstacles: readonly Obstacle[],
): void {
  change(t, segments, (suspend) => {
    for (const s of segmentsOf(obstacles))
      if (segments.grid) routeSegment(t, segments, s, suspend);
      else insertSegment(t, segments, s);
  });
  settle(t, segments, obstacles);
}

/** Puts an obstacle in among others that are laid. */
export function addObstacle(
  t: Triangulation,
  segments: Segments,
  lines: readonly Line[],
): Obstacle {
  const obstacle = change(t, segments, (suspend) => {
    const chains = lines.map(({ line, isRing }): Chain => {
      const vertices: number[] = [];
      for (let i = 0; i < line.length; i += 2)
        vertices.push(addHotPixel(t, segments, line[i]!, line[i + 1]!, suspend));
      return { vertices, isRing };
    });
    const numbered = numberSegments(t, segments, chains, 1);
    for (const s of segmentsOf([numbered])) routeSegment(t, segments, s, suspend);
    return numbered;
  });
  settle(t, segments, [obstacle]);
  return obstacle;
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
  segments.attempt = 'trying';
  for (const s of segmentsOf(obstacles)) {
    insertSegment(t, segments, s);
    if (hasFailed(segments)) return false;
  }
  for (let v = 0; v < t.vertexCount; v++)
    if (t.vertexEdge[v]! >= 0 && isPassed(t, segments, v)) return false;
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

/** Makes a change that can move edges of obstacles; those obstacles count in no depth in the meantime. */
function change<Result>(
  t: Triangulation,
  segments: Segments,
  make: (suspend: Suspend) => Result,
): Result {
  const suspended = new Set<Obstacle>();
  const result = make((segment) => {
    const owner = segments.owner[segment];
    if (!owner || suspended.has(owner)) return;
    suspended.add(owner);
    addDepth(t, segments, owner, -owner.sign);
  });
  for (const owner of suspended) addDepth(t, segments, owner, owner.sign);
  return result;
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
 * Takes an obstacle out, and the vertices that were only there for it: those where it ended and where others crossed it. What ran over them goes
 * straight on, so nothing of it remains.
 */
export function removeObstacle(t: Triangulation, segments: Segments, obstacle: Obstacle): void {
  addDepth(t, segments, obstacle, -obstacle.sign);
  const loose: number[] = [];
  const vertices = new Set<number>();
  for (const { first, end, isRing } of obstacle.parts) {
    const own = verticesOf(t, first, end, segments.from[first]!);
    for (const v of own) {
      vertices.add(v);
      forEdgesAround(t, v, (e) => {
        let hasGone = false;
        for (const segment of segmentsOn(t, e, first, end))
          hasGone = removeConstraint(t, e, segment) || hasGone;
        if (hasGone && t.constraint[e]! < 0) loose.push(e);
      });
    }
    for (let s = first; s < end; s++) t.useCount[segments.from[s]!]!--;
    if (!isRing) t.useCount[segments.to[end - 1]!]!--;
    for (let s = first; s < end; s++) segments.owner[s] = undefined;
  }
  legalise(t, loose);
  change(t, segments, (suspend) => {
    for (const v of vertices) coolPixel(t, segments, v, suspend);
  });
  for (const { first, end } of obstacle.parts) giveSegments(segments, first, end - first);
}

/** Which of the segments `first .. end - 1` run along an edge. */
function segmentsOn(t: Triangulation, e: number, first: number, end: number): number[] {
  const found: number[] = [];
  for (let node = t.constraint[e]!; node >= 0; node = t.nodeNext[node]!) {
    const segment = t.nodeSegment[node]!;
    if (segment >= first && segment < end) found.push(segment);
  }
  return found;
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
