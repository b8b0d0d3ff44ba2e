import { callback, object, points, refuseNumber } from '@wayfield/check';
import { type Coordinates, type Polygon, ringsOf } from '../common/rings.ts';
import { check } from '../common/rules.ts';
import { layInput } from './lay-input.ts';
import { createObstacleIds, tellObstacles } from './obstacle-ids.ts';
import { addObstacle, removeObstacle } from './obstacles.ts';
import type { Obstacle, Segments } from './segments.ts';
import { snap, snapGrid, type SnapGrid } from './snap.ts';
import { checkLargest } from '../triangulation/check-input.ts';
import type { Triangulation } from '../triangulation/triangulation.ts';

/** What `createNavMesh` takes: the world and its obstacles. */
export interface NavMeshInput {
  /**
   * Areas that agents cannot enter. Obstacles may touch, cross and cover each other. Default: none.
   */
  readonly obstacles?: readonly Polygon[];
  /** Open lines that agents cannot cross, without an inside. Default: none. */
  readonly walls?: readonly Coordinates[];
  /** The outer border: agents cannot leave it. Default: the box around all obstacles and walls. */
  readonly boundary?: Polygon;
  /**
   * Step of the grid on which all vertices lie, rounded down to a power of two. Points that fall on
   * one grid point become one vertex. A segment through the grid square around a vertex is led over
   * the vertex, so gaps narrower than a step close. Default: between 2^-43 and 2^-42 of the largest
   * coordinate.
   */
  readonly snap?: number;
}

/** A triangulated world whose obstacles may come and go. */
export interface NavMesh {
  readonly triangulation: Triangulation;
  /**
   * The box in which all later obstacles must lie: minX, minY, maxX, maxY of the input on the grid.
   */
  readonly box: readonly [number, number, number, number];
  /**
   * Adds an obstacle and returns its id, which no other obstacle or wall gets later.
   *
   * @throws TypeError for what is no polygon. RangeError for a ring of fewer than three points, and
   *   for a point that is not finite or that lies outside `box` once it is on the grid. The mesh is
   *   then unchanged.
   */
  add(obstacle: Polygon): number;
  /** Adds a wall, an open line of two points or more, and returns its id. Throws as `add` does. */
  addWall(wall: Coordinates): number;
  /**
   * Removes an obstacle or a wall.
   *
   * @throws RangeError for an id that is not in the mesh.
   */
  remove(id: number): void;
  /** How many obstacles and walls there are, without the boundary. */
  readonly size: number;
  /**
   * Calls `listener` after every change with the triangles that were made, moved, dropped, covered
   * or uncovered, or have an edge along which an obstacle came or went. A triangle can be listed
   * several times. Neighbours of listed triangles may have gained or lost a wall. The numbers hold
   * until the next change. Returns a function that ends the calls.
   *
   * If a listener throws, the change stands and the other listeners are still called. Then `add`,
   * `addWall` or `remove` throws the first error. An obstacle that was added stays, with the next
   * id.
   */
  follow(listener: (triangles: readonly number[]) => void): () => void;
}

/**
 * Creates a constrained Delaunay triangulation of obstacles and of the free space between them,
 * which changes with the obstacles. Every change works near its obstacle only. It leaves the same
 * triangles, in other numbers, as a new mesh of the obstacles that are there, with the same
 * boundary and grid. The obstacles and walls given here have the ids 0, 1, … in order, obstacles
 * first.
 *
 * @throws RangeError for input that does not span an area, whose largest coordinate does not have a
 *   size from 1e-50 to 1e50, or for which `snap` is too fine.
 *
 * @example
 * const mesh = createNavMesh({
 *   boundary: [0, 0, 20, 0, 20, 10, 0, 10],
 *   obstacles: [[4, 2, 8, 2, 8, 8, 4, 8]],
 * });
 * const id = mesh.add([9, 0, 11, 0, 10, 5]);
 * console.log(mesh.size); // 2
 * mesh.remove(id);
 * console.log(mesh.size); // 1
 */
export function createNavMesh(input: NavMeshInput): NavMesh {
  inputRule(input, 'input');
  check('createNavMesh', input);
  const { t, segments, laid, grid, box } = layOnGrid(input);
  const byId = new Map<number, Obstacle>();
  const ids = createObstacleIds(t, segments);
  const name = (id: number, obstacle: Obstacle): void => {
    byId.set(id, obstacle);
    ids.add(id, obstacle);
  };
  for (let i = 1; i < laid.length; i++) name(i - 1, laid[i]);
  let nextId = byId.size;
  const listeners = new Set<(triangles: readonly number[]) => void>();

  /**
   * Makes a change and passes the touched triangles to all listeners. Then the first error of the
   * change or of a listener is thrown.
   */
  function tell<Result>(change: () => Result): Result {
    if (listeners.size === 0) return change();
    const touched: number[] = [];
    const errors: unknown[] = [];
    const attempt = <Value>(work: () => Value): Value | undefined => {
      try {
        return work();
      } catch (error) {
        errors.push(error);
        return undefined;
      }
    };
    t.touched = touched;
    const result = attempt(change);
    t.touched = undefined;
    for (const listener of listeners) attempt(() => listener(touched));
    if (errors.length > 0) throw errors[0];
    return result as Result;
  }

  function put(given: readonly Coordinates[], isRing: boolean): number {
    const lines = given.map((line) => ({ line: onGrid(grid, line), isRing }));
    for (const { line } of lines) checkWithin(box, line);
    return tell(() => {
      name(nextId, addObstacle(t, segments, lines));
      return nextId++;
    });
  }

  const mesh: NavMesh = {
    triangulation: t,
    box,
    add: (obstacle) => put(ringsOf(obstacle, 'obstacle'), true),
    addWall: (wall) => {
      checkLine(wall, 'wall');
      return put([wall], false);
    },
    remove(id) {
      const obstacle = byId.get(id);
      if (!obstacle) refuseNumber('id', id, 'that of an obstacle or wall');
      tell(() => {
        removeObstacle(t, segments, obstacle);
        ids.delete(id, obstacle);
        byId.delete(id);
      });
    },
    get size() {
      return byId.size;
    },
    follow(listener) {
      callback(listener, 'listener');
      // a function of its own, so that one listener can follow twice
      const own = (triangles: readonly number[]): void => listener(triangles);
      listeners.add(own);
      return () => {
        listeners.delete(own);
      };
    },
  };
  tellObstacles(mesh, ids.on);
  return mesh;
}

type Bounds = readonly [minX: number, minY: number, maxX: number, maxY: number];

interface LaidInput {
  readonly t: Triangulation;
  readonly segments: Segments;
  /** The boundary, then one per obstacle and wall. */
  readonly laid: readonly Obstacle[];
  readonly grid: SnapGrid;
  readonly box: Bounds;
}

/** Puts the input on a grid and triangulates it. */
function layOnGrid(input: NavMeshInput): LaidInput {
  const given = Array.from(input.obstacles ?? []).map((polygon, i) =>
    ringsOf(polygon, `obstacles[${i}]`),
  );
  const givenWalls = input.walls ?? [];
  for (let i = 0; i < givenWalls.length; i++) checkLine(givenWalls[i], `walls[${i}]`);
  const givenBoundary = input.boundary && ringsOf(input.boundary, 'boundary');
  const extent = boxOf([...given.flat(), ...givenWalls, ...(givenBoundary ?? [])]);
  const largest = Math.max(...extent.map(Math.abs));
  checkLargest(largest);
  const grid = snapGrid(largest, input.snap);
  const snapped = (line: Coordinates): Coordinates => onGrid(grid, line);
  const obstacles = given.map((rings) => rings.map(snapped));
  const walls = givenWalls.map(snapped);
  const boundary = givenBoundary?.map(snapped);
  const box = boxOf([...obstacles.flat(), ...walls, ...(boundary ?? [])]);
  const [minX, minY, maxX, maxY] = box;
  // the hull lies outside the box, so that all vertices of obstacles have triangles all around
  const margin = snap(grid, Math.max(maxX - minX, maxY - minY) / 8) + grid.step;
  const outline = boundary ?? [rectangle(box, 0)];
  const { triangulation, segments, laid } = layInput(grid, rectangle(box, margin), [
    outline.map((line) => ({ line, isRing: true })),
    ...obstacles.map((rings) => rings.map((line) => ({ line, isRing: true }))),
    ...walls.map((line) => [{ line, isRing: false }]),
  ]);
  return { t: triangulation, segments, laid, grid, box };
}

function onGrid(grid: SnapGrid, line: Coordinates): Coordinates {
  const snapped = new Float64Array(line.length);
  for (let i = 0; i < line.length; i++) snapped[i] = snap(grid, line[i]);
  return snapped;
}

/** The ring around a box, at a distance. */
function rectangle([minX, minY, maxX, maxY]: Bounds, away: number): number[] {
  const [left, bottom, right, top] = [minX - away, minY - away, maxX + away, maxY + away];
  return [left, bottom, right, bottom, right, top, left, top];
}

function checkWithin([minX, minY, maxX, maxY]: Bounds, line: Coordinates): void {
  for (let i = 0; i < line.length; i += 2) {
    const px = line[i];
    const py = line[i + 1];
    if (px < minX || px > maxX || py < minY || py > maxY)
      throw new RangeError(
        `point ${i / 2} (${px}, ${py}) lies outside the box (${minX}, ${minY}) to (${maxX}, ` +
          `${maxY})`,
      );
  }
}

const inputRule = /* @__PURE__ */ object({}, 'NavMeshInput');
const lineRule = /* @__PURE__ */ points(2);

function checkLine(line: Coordinates, name: string): void {
  lineRule(line, name);
}

function boxOf(lines: readonly Coordinates[]): Bounds {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const line of lines)
    for (let i = 0; i < line.length; i += 2) {
      minX = Math.min(minX, line[i]);
      maxX = Math.max(maxX, line[i]);
      minY = Math.min(minY, line[i + 1]);
      maxY = Math.max(maxY, line[i + 1]);
    }
  if (!(maxX > minX && maxY > minY))
    throw new RangeError('a mesh needs a boundary, obstacles or walls that span more than a line');
  return [minX, minY, maxX, maxY];
}
