// `createMeshWalls`: the canonical list of walls of a mesh that changes.
import { callback, checkOptions, object } from '@wayfield/check';
import { type ChangingMesh, checkTriangulationOf, endOf, isWallSide, startOf } from './of-mesh.ts';
import type { Walls } from './types.ts';
import {
  ALL_STOREYS,
  compareRows,
  ROW,
  sortedRows,
  storeyRule,
  type WallOptions,
  wallsOfSorted,
} from './walls.ts';

/** The walls of a mesh, kept up to date. */
export interface MeshWalls {
  /** The walls as of the last `update`: the same arrays until an `update` returns true. */
  readonly walls: Walls;
  /**
   * Takes over the changes of the mesh. Returns whether any wall came or went; then `walls` is
   * another object, for `crowd.setWalls`. Looks at the triangles that changed and their neighbours,
   * and copies the whole list; without a change it does nothing. A door that opened and closed
   * again is no change: all walls are as before.
   */
  update(): boolean;
  /** Stops following the mesh. Calls of `update` afterwards return false. */
  destroy(): void;
}

const rules = { storey: storeyRule };
const meshRule = /* @__PURE__ */ object({ follow: callback }, 'a NavMesh');

/**
 * The walls of a mesh whose obstacles come and go. The list is canonical: it is that of
 * `wallsOfMesh`, whatever the order of the changes was.
 *
 * @example
 * const meshWalls = createMeshWalls(mesh);
 * const crowd = createCrowd({ walls: meshWalls.walls }, { capacity: 300 });
 * const door = mesh.add([9, 0, 10, 0, 10, 4, 9, 4]);
 * if (meshWalls.update()) crowd.setWalls(meshWalls.walls);
 * mesh.remove(door);
 * console.log(meshWalls.update()); // true
 */
export function createMeshWalls(mesh: ChangingMesh, options: WallOptions = {}): MeshWalls {
  meshRule(mesh, 'mesh');
  checkTriangulationOf(mesh);
  checkOptions('createMeshWalls', options, rules);
  const { storey = ALL_STOREYS } = options;
  const t = mesh.triangulation;
  const touched = new Set<number>();
  /** The wall that each half-edge gives; half-edges without a wall are absent. */
  const wallOf = new Map<number, readonly number[]>();

  const rowOf = (e: number): readonly number[] => {
    const [a, b] = [startOf(t, e), endOf(t, e)];
    // + 0 turns -0 into 0, as in `createWallList`
    const [ax, ay, bx, by] = [t.x[a] + 0, t.y[a] + 0, t.x[b] + 0, t.y[b] + 0];
    return ax < bx || (ax === bx && ay < by) ? [storey, ax, ay, bx, by] : [storey, bx, by, ax, ay];
  };
  /**
   * Looks at the sides of a triangle again. Appends the rows of walls that it had to `went`, and of
   * those that it has to `came`; a wall that stays is in both. Changes nothing else.
   */
  const lookAt = (triangle: number, came: number[], went: number[]): void => {
    for (let e = 3 * triangle; e < 3 * triangle + 3; e++) {
      const old = wallOf.get(e);
      if (old) went.push(...old);
      if (e < 3 * t.triangleCount && isWallSide(t, e)) came.push(...rowOf(e));
    }
  };
  /** Notes the walls of a triangle. */
  const note = (triangle: number): void => {
    for (let e = 3 * triangle; e < 3 * triangle + 3; e++) {
      if (e < 3 * t.triangleCount && isWallSide(t, e)) wallOf.set(e, rowOf(e));
      else wallOf.delete(e);
    }
  };

  const first: number[] = [];
  for (let triangle = 0; triangle < t.triangleCount; triangle++) {
    lookAt(triangle, first, []);
    note(triangle);
  }
  let rows = sortedRows(first);
  let walls = wallsOfSorted(rows);
  const stop = mesh.follow((triangles) => {
    for (const triangle of triangles) touched.add(triangle);
  });
  return {
    get walls() {
      return walls;
    },
    update() {
      if (touched.size === 0) return false;
      const came: number[] = [];
      const went: number[] = [];
      const triangles = withNeighbours(touched, t.twin);
      for (const triangle of triangles) lookAt(triangle, came, went);
      const changed = replaceRows(rows, sortedRows(went), sortedRows(came));
      const next = changed ? wallsOfSorted(changed) : walls;
      // nothing is noted before memory is taken, so that a call after a failure finds all changes
      for (const triangle of triangles) note(triangle);
      touched.clear();
      if (!changed) return false;
      [rows, walls] = [changed, next];
      return true;
    },
    destroy() {
      stop();
      touched.clear();
    },
  };
}

/** The triangles that changed, and their neighbours, which may have gained or lost a wall. */
function withNeighbours(triangles: ReadonlySet<number>, twin: Int32Array): Set<number> {
  const all = new Set(triangles);
  for (const triangle of triangles)
    for (let e = 3 * triangle; e < 3 * triangle + 3; e++)
      if (twin[e] >= 0) all.add((twin[e] / 3) | 0);
  return all;
}

/**
 * `rows` without those in `went` and with those in `came`, by one merge of three sorted lists. A
 * row in both stays. Undefined if nothing is different.
 */
function replaceRows(
  rows: Float64Array,
  went: Float64Array,
  came: Float64Array,
): Float64Array | undefined {
  const result = new Float64Array(rows.length + came.length);
  const [all, gone, fresh] = [rows.length / ROW, went.length / ROW, came.length / ROW];
  let [i, g, c, count] = [0, 0, 0, 0];
  let isSame = true;
  while (i < all || c < fresh) {
    const isFresh = c < fresh && (i >= all || compareRows(came, c, rows, i) < 0);
    if (isFresh) {
      copyRow(came, c++, result, count++);
      isSame = false;
      continue;
    }
    while (g < gone && compareRows(went, g, rows, i) < 0) g++;
    const isGone = g < gone && compareRows(went, g, rows, i) === 0;
    const isBack = c < fresh && compareRows(came, c, rows, i) === 0;
    if (isBack) c++;
    if (isBack || !isGone) copyRow(rows, i, result, count++);
    else isSame = false;
    i++;
  }
  return isSame ? undefined : result.subarray(0, ROW * count);
}

function copyRow(from: Float64Array, i: number, to: Float64Array, k: number): void {
  for (let c = 0; c < ROW; c++) to[ROW * k + c] = from[ROW * i + c];
}
