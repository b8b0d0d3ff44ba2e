import { countConstraints, removeConstraint } from '../triangulation/constraints.ts';
import { legalise } from '../triangulation/flip.ts';
import { isPassed } from './hot-pixels.ts';
import { insertSegment } from './insert-segment.ts';
import { forHalfEdgesAround, trianglesInside } from '../triangulation/regions.ts';
import { addHotPixel, coolPixel, routeSegment, type Suspend } from './route-segment.ts';
import {
  giveSegments,
  type Obstacle,
  type Part,
  reserveSegments,
  type Segments,
  takeSegments,
} from './segments.ts';
import type { Triangulation } from '../triangulation/triangulation.ts';

/** The vertices of one ring or open line of an obstacle, in order. */
export interface Chain {
  readonly vertices: readonly number[];
  readonly isRing: boolean;
}

/** One ring or open line of an obstacle: x, y, x, y, … on the grid. */
export interface Line {
  readonly line: ArrayLike<number>;
  readonly isRing: boolean;
}

/**
 * Gives numbers to the segments of an obstacle whose points are vertices already, and counts the
 * points in `useCount`. The segments become edges later, in `layObstacles`. `sign`: see `Obstacle`.
 */
export function numberSegments(
  t: Triangulation,
  segments: Segments,
  chains: readonly Chain[],
  sign: 1 | -1,
): Obstacle {
  const parts = chains.map(({ vertices, isRing }): Part => {
    const count = isRing ? vertices.length : vertices.length - 1;
    const first = takeSegments(segments, count);
    // points are counted, not edges: a ring whose points all fall on one vertex has no edges
    for (const v of vertices) t.useCount[v]++;
    for (let i = 0; i < count; i++) {
      segments.from[first + i] = vertices[i];
      segments.to[first + i] = vertices[(i + 1) % vertices.length];
    }
    return { first, end: first + count, isRing };
  });
  return { parts, sign };
}

/**
 * Lays the segments of obstacles as edges and adds the obstacles to the depth of their triangles.
 */
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

/** Adds an obstacle to those that are laid. If memory ends, takes it back, and throws the error. */
export function addObstacle(
  t: Triangulation,
  segments: Segments,
  lines: readonly Line[],
): Obstacle {
  const points = lines.reduce((sum, { line }) => sum + line.length / 2, 0);
  reserveSegments(segments, points);
  const made: number[] = [];
  segments.made = made;
  const obstacle = change(t, segments, (suspend) => {
    let numbered: Obstacle | undefined;
    try {
      const chains = lines.map(({ line, isRing }): Chain => {
        const vertices: number[] = [];
        for (let i = 0; i < line.length; i += 2)
          vertices.push(addHotPixel(t, segments, line[i], line[i + 1], suspend));
        return { vertices, isRing };
      });
      numbered = numberSegments(t, segments, chains, 1);
      for (const s of segmentsOf([numbered])) routeSegment(t, segments, s, suspend);
      return numbered;
    } catch (cause) {
      if (segments.isShort) takeBack(t, segments, numbered?.parts ?? [], new Set(made), suspend);
      throw cause;
    } finally {
      segments.made = undefined;
    }
  });
  settle(t, segments, [obstacle]);
  return obstacle;
}

/**
 * `layObstacles` for the first obstacles of a mesh, without snap rounding: right if no segment
 * crosses another one or passes through the hot pixel of a vertex. A crossing ends the attempt at
 * once; hot pixels are tested after the last segment. Returns false if the attempt fails; the
 * triangulation is then useless.
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
    if (t.vertexHalfEdge[v] >= 0 && isPassed(t, segments, v)) return false;
  segments.attempt = 'over';
  settle(t, segments, obstacles);
  return true;
}

// a function, since TypeScript takes `segments.attempt` for 'trying' after the assignment above
const hasFailed = ({ attempt }: Segments): boolean => attempt === 'failed';

function* segmentsOf(obstacles: readonly Obstacle[]): Generator<number> {
  for (const { parts } of obstacles)
    for (const { first, end } of parts) for (let s = first; s < end; s++) yield s;
}

/**
 * Adds obstacles to the depth of the triangles they cover, and makes them owners of their segments.
 */
function settle(t: Triangulation, segments: Segments, obstacles: readonly Obstacle[]): void {
  for (const obstacle of obstacles) {
    addDepth(t, segments, obstacle, obstacle.sign);
    for (const { first, end } of obstacle.parts)
      for (let s = first; s < end; s++) segments.owner[s] = obstacle;
  }
}

/**
 * Makes a change that can move edges of obstacles. `make` suspends an obstacle before it moves one
 * of its edges: the obstacle is taken out of `depth`, and added again at the end.
 */
function change<Result>(
  t: Triangulation,
  segments: Segments,
  make: (suspend: Suspend) => Result,
): Result {
  const suspended = new Set<Obstacle>();
  segments.isShort = false;
  let isWhole = false;
  try {
    const result = make((segment) => {
      const owner = segments.owner[segment];
      if (!owner || suspended.has(owner)) return;
      suspended.add(owner);
      addDepth(t, segments, owner, -owner.sign);
    });
    isWhole = true;
    return result;
  } finally {
    // after an error, only if `make` has taken its change back, which it does if memory ended
    if (isWhole || segments.isShort)
      for (const owner of suspended) addDepth(t, segments, owner, owner.sign);
  }
}

/** The triangles inside an odd number of the rings of an obstacle: those that it covers. */
export function trianglesOf(
  t: Triangulation,
  segments: Segments,
  { parts }: Obstacle,
): Iterable<number> {
  const rings = parts.filter(({ isRing }) => isRing);
  const inside = (part: Part): number[] =>
    trianglesInside(t, segments.marks, part.first, part.end, segments.from[part.first]);
  if (rings.length === 1) return inside(rings[0]);
  const covered = new Set<number>();
  for (const part of rings)
    for (const triangle of inside(part)) if (!covered.delete(triangle)) covered.add(triangle);
  return covered;
}

function addDepth(t: Triangulation, segments: Segments, obstacle: Obstacle, amount: number): void {
  for (const triangle of trianglesOf(t, segments, obstacle)) {
    t.depth[triangle] += amount;
    t.touched?.push(triangle);
  }
}

/**
 * Removes an obstacle and the vertices that only it needed: its points, and its crossings with
 * others. Segments that ran over these vertices become straight again, so nothing of the obstacle
 * remains.
 *
 * What changes, in order: `depth` of the covered triangles; `constraint`, and the lists `node…`, of
 * the edges along the obstacle; `useCount` of its vertices; `corner`, `twin` and `vertexHalfEdge`
 * by flips and where vertices are removed, with the free lists; the free numbers of `segments`.
 * `t.touched` gets the triangles of these changes. Memory can end only in `addDepth`, before the
 * first change.
 */
export function removeObstacle(t: Triangulation, segments: Segments, obstacle: Obstacle): void {
  addDepth(t, segments, obstacle, -obstacle.sign);
  change(t, segments, (suspend) => takeBack(t, segments, obstacle.parts, new Set(), suspend));
}

/**
 * Takes the segments of an obstacle, all or the first ones of which are laid, off their edges, and
 * removes the vertices that only they needed: of `vertices` and of those along the segments. The
 * obstacle is not in `depth`.
 */
function takeBack(
  t: Triangulation,
  segments: Segments,
  parts: readonly Part[],
  vertices: Set<number>,
  suspend: Suspend,
): void {
  const released: number[] = [];
  for (const { first, end, isRing } of parts) {
    const own = verticesOf(t, first, end, segments.from[first]);
    for (const v of own) {
      vertices.add(v);
      forHalfEdgesAround(t, v, (e) => {
        let hasGone = false;
        for (const segment of segmentsOn(t, e, first, end))
          hasGone = removeConstraint(t, e, segment) || hasGone;
        if (hasGone && t.constraint[e] < 0) released.push(e);
      });
    }
    for (let s = first; s < end; s++) t.useCount[segments.from[s]]--;
    if (!isRing) t.useCount[segments.to[end - 1]]--;
    for (let s = first; s < end; s++) segments.owner[s] = undefined;
  }
  legalise(t, released);
  for (const v of vertices) coolPixel(t, segments, v, suspend);
  for (const { first, end } of parts) giveSegments(segments, first, end - first);
}

/** The segments out of `first .. end - 1` that run along an edge. */
function segmentsOn(t: Triangulation, e: number, first: number, end: number): number[] {
  const found: number[] = [];
  for (let node = t.constraint[e]; node >= 0; node = t.nodeNext[node]) {
    const segment = t.nodeSegment[node];
    if (segment >= first && segment < end) found.push(segment);
  }
  return found;
}

/** The vertices that edges of the segments `first .. end - 1` connect to `vertex`. */
function verticesOf(t: Triangulation, first: number, end: number, vertex: number): number[] {
  const vertices = [vertex];
  const seen = new Set(vertices);
  for (let i = 0; i < vertices.length; i++)
    forHalfEdgesAround(t, vertices[i], (e, to) => {
      if (seen.has(to) || countConstraints(t, e, first, end) === 0) return;
      seen.add(to);
      vertices.push(to);
    });
  return vertices;
}
