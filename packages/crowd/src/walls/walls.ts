// Canonical lists of walls: a is before b by x, then y; walls ascend by storey, ax, ay, bx, by; no
// wall appears twice. Equal sets of walls are therefore equal arrays, whatever the order of input.

import { number, object, refuse, refuseKind, type Rule, typed, whole } from '@wayfield/check';
import { SHORTEST_WALL, type Walls } from './types.ts';

/** Options of the builders of walls. */
export interface WallOptions {
  /** The storey of all these walls, 0 to 65534; `ALL_STOREYS` is the default. */
  readonly storey?: number | undefined;
}

const floats = /* @__PURE__ */ typed(Float64Array);
const words = /* @__PURE__ */ typed(Uint16Array);
const wallsRule = /* @__PURE__ */ object(
  { ax: floats, ay: floats, bx: floats, by: floats },
  'Walls',
);
const countRule = /* @__PURE__ */ whole(0);
const finite = /* @__PURE__ */ number();
/** The storey of a wall that stands on all storeys. */
export const ALL_STOREYS = 65535;

/** The rule of a storey. */
export const storeyRule: Rule = /* @__PURE__ */ whole(0, ALL_STOREYS);

/**
 * Checks walls: arrays of the right kind and length, finite numbers, no wall of length 0 or shorter
 * than 1e-100 m. A crowd also refuses ends beyond ±2^30 m.
 *
 * @throws TypeError or RangeError with the name and the numbers.
 *
 * @example
 * walls.bx[3] = walls.ax[3];
 * walls.by[3] = walls.ay[3];
 * try {
 *   checkWalls(walls);
 * } catch (error) {
 *   console.log((error as Error).message); // wall 3 from (20, 0) to (20, 0) has length 0
 * }
 */
export function checkWalls(walls: Walls): void {
  checkNamed(walls, 'walls');
}

function checkNamed(walls: Walls, name: string): void {
  wallsRule(walls, name);
  const { count, ax, ay, bx, by, storey } = walls;
  countRule(count, `${name}.count`);
  const columns: Record<string, { readonly length: number }> = { ax, ay, bx, by };
  if (storey !== undefined) {
    words(storey, `${name}.storey`);
    columns.storey = storey;
  }
  for (const key in columns) {
    const { length } = columns[key];
    if (length < count) refuse(`${name}.${key}.length`, length, `at least count, ${count}`);
  }
  for (let i = 0; i < count; i++) {
    finite(ax[i], `${name}.ax[${i}]`);
    finite(ay[i], `${name}.ay[${i}]`);
    finite(bx[i], `${name}.bx[${i}]`);
    finite(by[i], `${name}.by[${i}]`);
    const [dx, dy] = [Math.abs(bx[i] - ax[i]), Math.abs(by[i] - ay[i])];
    if (dx >= SHORTEST_WALL || dy >= SHORTEST_WALL) continue;
    const what = dx === 0 && dy === 0 ? 'has length 0' : `is shorter than ${SHORTEST_WALL}`;
    throw new RangeError(`wall ${i} from (${ax[i]}, ${ay[i]}) to (${bx[i]}, ${by[i]}) ${what}`);
  }
}

/**
 * All walls of several lists as one list: of several storeys, or of a mesh and of furniture.
 *
 * @example
 * const walls = joinWalls([
 *   wallsOfGrid(ground, { storey: 0 }),
 *   wallsOfGrid(upstairs, { storey: 1 }),
 * ]);
 * console.log(walls.ax.length); // 12
 */
export function joinWalls(lists: readonly Walls[]): Walls {
  if (!Array.isArray(lists)) refuseKind('lists', lists, 'an array of Walls');
  for (let i = 0; i < lists.length; i++) checkNamed(lists[i], `lists[${i}]`);
  const all = createWallList();
  for (const { count, ax, ay, bx, by, storey } of lists)
    for (let i = 0; i < count; i++)
      all.push(ax[i], ay[i], bx[i], by[i], storey?.[i] ?? ALL_STOREYS);
  return all.walls();
}

/** Collects segments for a canonical list. */
export interface WallList {
  push(ax: number, ay: number, bx: number, by: number, storey: number): void;
  walls(): Walls;
}

/** An empty list; segments are pushed in any order and direction. */
export function createWallList(): WallList {
  const rows: number[] = [];
  return {
    push(ax, ay, bx, by, storey) {
      // + 0 turns -0 into 0, so that equal coordinates have equal bits
      if (ax < bx || (ax === bx && ay < by)) rows.push(storey, ax + 0, ay + 0, bx + 0, by + 0);
      else rows.push(storey, bx + 0, by + 0, ax + 0, ay + 0);
    },
    walls: () => wallsOfRows(rows),
  };
}

/** Numbers of a wall in a list of rows: storey, ax, ay, bx, by. */
export const ROW = 5;

/** Below 0 if row `i` of `a` is before row `k` of `b`, 0 if they are equal, above 0 if after. */
export function compareRows(
  a: ArrayLike<number>,
  i: number,
  b: ArrayLike<number>,
  k: number,
): number {
  for (let c = 0; c < ROW; c++) {
    const difference = a[ROW * i + c] - b[ROW * k + c];
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Rows in canonical order, each once. */
export function sortedRows(rows: ArrayLike<number>): Float64Array {
  const order = new Uint32Array(rows.length / ROW);
  for (let i = 0; i < order.length; i++) order[i] = i;
  order.sort((i, k) => compareRows(rows, i, rows, k));
  const sorted = new Float64Array(rows.length);
  let count = 0;
  for (const i of order) {
    for (let c = 0; c < ROW; c++) sorted[ROW * count + c] = rows[ROW * i + c];
    if (count === 0 || compareRows(sorted, count - 1, sorted, count) !== 0) count++;
  }
  return sorted.subarray(0, ROW * count);
}

function wallsOfRows(rows: ArrayLike<number>): Walls {
  return wallsOfSorted(sortedRows(rows));
}

/** The columns of sorted rows. */
export function wallsOfSorted(rows: Float64Array): Walls {
  const count = rows.length / ROW;
  const walls = {
    count,
    ax: new Float64Array(count),
    ay: new Float64Array(count),
    bx: new Float64Array(count),
    by: new Float64Array(count),
    storey: new Uint16Array(count),
  };
  for (let i = 0, at = 0; i < count; i++) {
    walls.storey[i] = rows[at++];
    walls.ax[i] = rows[at++];
    walls.ay[i] = rows[at++];
    walls.bx[i] = rows[at++];
    walls.by[i] = rows[at++];
  }
  return walls;
}
