import { callback, list, object, points, refuseNumber } from '@wayfield/check';
import { check } from './rules.ts';
import { layInput } from './lay-input.ts';
import { addObstacle, type Obstacle, removeObstacle } from './obstacles.ts';
import { snap, snapGrid } from './snap.ts';
import type { Triangulation } from './triangulation.ts';

/** Points x, y, x, y, …; a ring is closed without repeating its first point. */
export type Coordinates = ArrayLike<number>;

/** One ring, or several: a ring inside a ring is a hole, by the even-odd rule. Rings may cross themselves. */
export type Polygon = Coordinates | readonly Coordinates[];

export interface NavMeshInput {
  /** Areas where nobody walks; they may touch, cross and cover each other. */
  readonly obstacles?: readonly Polygon[];
  /** Open lines that nobody crosses, without an inside. */
  readonly walls?: readonly Coordinates[];
  /** What the world is: outside of it nobody walks. Default: the box around everything. */
  readonly boundary?: Polygon;
  /**
   * Vertices are put on a grid of this step or the next power of two below it. Default: 2^-44 of the largest coordinate.
   * Points that fall on one grid point become one vertex, and a segment that runs through the grid square around a
   * vertex runs over the vertex, so that gaps narrower than the grid close.
   */
  readonly snap?: number;
}

export interface NavMesh {
  readonly triangulation: Triangulation;
  /** The box that obstacles must lie in: minX, minY, maxX, maxY. */
  readonly box: readonly [number, number, number, number];
  /** Adds an obstacle; returns its id. Throws RangeError, changing nothing, for points outside `box` or not finite. */
  add(obstacle: Polygon): number;
  /** Adds a wall; returns its id. */
  addWall(wall: Coordinates): number;
  /** Takes an obstacle or wall out. Throws RangeError for an id that is not there. */
  remove(id: number): void;
  /** How many obstacles and walls there are. */
  readonly size: number;
  /**
   * Calls `listener` after every change with the triangles that were made, moved, dropped, covered or uncovered, some of them
   * several times; those beside them may have got a wall or lost one. The list is valid during the call. Returns what ends it.
   */
  follow(listener: (triangles: readonly number[]) => void): () => void;
}

/**
 * A constrained Delaunay triangulation of the free space between obstacles, and of the obstacles, that changes with
 * them: every change works near the obstacle and leaves the same triangles as a new build of what is there then.
 * Ids of the obstacles and walls given here are 0, 1, … in order, obstacles first.
 */
export function createNavMesh(input: NavMeshInput): NavMesh {
  inputRule(input, 'input');
  check('createNavMesh', input);
  let obstacles = Array.from(input.obstacles ?? []).map((polygon, i) =>
    toRings(polygon, `obstacles[${i}]`),
  );
  let walls = input.walls ?? [];
  for (let i = 0; i < walls.length; i++) checkLine(walls[i]!, `walls[${i}]`);
  let boundary = input.boundary && toRings(input.boundary, 'boundary');
  const extent = boxOf([...obstacles.flat(), ...walls, ...(boundary ?? [])]);
  const grid = snapGrid(2 * Math.max(...extent.map(Math.abs)), input.snap);
  const onGrid = (line: Coordinates): Coordinates => {
    const snapped = new Float64Array(line.length);
    for (let i = 0; i < line.length; i++) snapped[i] = snap(grid, line[i]!);
    return snapped;
  };
  obstacles = obstacles.map((rings) => rings.map(onGrid));
  walls = walls.map(onGrid);
  boundary = boundary?.map(onGrid);
  const box = boxOf([...obstacles.flat(), ...walls, ...(boundary ?? [])]);
  const [minX, minY, maxX, maxY] = box;
  // the hull lies outside the box, so that all vertices of obstacles have triangles all around
  const margin = snap(grid, Math.max(maxX - minX, maxY - minY) / 8) + grid.step;
  const outline = boundary ?? [[minX, minY, maxX, minY, maxX, maxY, minX, maxY]];
  const hull = [
    minX - margin,
    minY - margin,
    maxX + margin,
    minY - margin,
    maxX + margin,
    maxY + margin,
    minX - margin,
    maxY + margin,
  ];
  const {
    triangulation: t,
    segments,
    laid,
  } = layInput(grid, hull, [
    outline.map((line) => ({ line, isRing: true })),
    ...obstacles.map((rings) => rings.map((line) => ({ line, isRing: true }))),
    ...walls.map((line) => [{ line, isRing: false }]),
  ]);
  const byId = new Map<number, Obstacle>();
  for (let i = 1; i < laid.length; i++) byId.set(i - 1, laid[i]!);
  let nextId = byId.size;
  const listeners = new Set<(triangles: readonly number[]) => void>();

  function tell<Result>(change: () => Result): Result {
    if (listeners.size === 0) return change();
    const touched: number[] = [];
    t.touched = touched;
    try {
      return change();
    } finally {
      t.touched = undefined;
      for (const listener of listeners) listener(touched);
    }
  }

  function put(given: readonly Coordinates[], isRing: boolean): number {
    const lines = given.map(onGrid);
    for (const line of lines)
      for (let i = 0; i < line.length; i += 2) {
        const px = line[i]!;
        const py = line[i + 1]!;
        if (px < minX || px > maxX || py < minY || py > maxY)
          throw new RangeError(
            `point ${i / 2} (${px}, ${py}) lies outside the box (${minX}, ${minY}) to (${maxX}, ${maxY})`,
          );
      }
    return tell(() => {
      byId.set(
        nextId,
        addObstacle(
          t,
          segments,
          lines.map((line) => ({ line, isRing })),
        ),
      );
      return nextId++;
    });
  }

  return {
    triangulation: t,
    box,
    add: (obstacle) => put(toRings(obstacle, 'obstacle'), true),
    addWall: (wall) => {
      checkLine(wall, 'wall');
      return put([wall], false);
    },
    remove(id) {
      const obstacle = byId.get(id);
      if (!obstacle) refuseNumber('id', id, 'that of an obstacle or wall');
      tell(() => removeObstacle(t, segments, obstacle));
      byId.delete(id);
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
}

const inputRule = /* @__PURE__ */ object({}, 'NavMeshInput');
const ring = /* @__PURE__ */ points(3);
const lineRule = /* @__PURE__ */ points(2);
const isList = (value: unknown): boolean => typeof value === 'object' && value !== null;

function toRings(polygon: Polygon, name: string): readonly Coordinates[] {
  list(polygon, name);
  if (polygon.length === 0 || !isList(polygon[0])) {
    ring(polygon, name);
    return [polygon as Coordinates];
  }
  const rings = polygon as readonly Coordinates[];
  for (let i = 0; i < rings.length; i++) ring(rings[i], `${name}[${i}]`);
  return rings;
}

function checkLine(line: Coordinates, name: string): void {
  lineRule(line, name);
}

function boxOf(lines: readonly Coordinates[]): [number, number, number, number] {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const line of lines)
    for (let i = 0; i < line.length; i += 2) {
      minX = Math.min(minX, line[i]!);
      maxX = Math.max(maxX, line[i]!);
      minY = Math.min(minY, line[i + 1]!);
      maxY = Math.max(maxY, line[i + 1]!);
    }
  if (!(maxX > minX && maxY > minY))
    throw new RangeError('a mesh needs a boundary, obstacles or walls that span more than a line');
  return [minX, minY, maxX, maxY];
}
