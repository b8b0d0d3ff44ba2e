// String pulling: paths of grids with fewer turns, along lines of sight.
import { checkOptions, flag, refuse, typed } from '@wayfield/check';
import { checkNodes } from '../check/check.ts';
import { aGrid, someRoutes } from '../check/kinds.ts';
import { uniformCost } from '../build/grid.ts';
import { pathOf } from '../queries/paths.ts';
import { FOUND, NEAREST } from '../types/constants.ts';
import type { Grid, Routes } from '../types/data.ts';
import { besideNeeded, seesCell, type Sight } from './walk.ts';

/** Options of `smoothPath` and `smoothPaths`. */
export interface SmoothOptions {
  /**
   * The shortest polyline over cells of the path, by dynamic programming: up to n^2 / 2 lines of
   * sight for n cells. Default false: each turn is the farthest cell that a search by doubling
   * steps finds in sight, about 2 log n lines of sight a turn.
   */
  readonly optimal?: boolean;
}

const RULES = { optimal: flag };
const words = typed(Uint32Array);

/** What string pulling reads of a grid. */
interface Terrain extends Sight {
  /** Open cells have one factor: lines of sight need not compare factors. */
  readonly uniform: boolean;
}

function terrainOf(grid: Grid): Terrain {
  const { width, cost } = grid;
  return { width, cost, needed: besideNeeded(grid), uniform: uniformCost(grid) > 0 };
}

/**
 * The cells where path `i` turns once it is pulled straight, both ends included: between two of
 * them that follow each other there is line of sight (`lineOfSight`), and the polyline is never
 * longer than the path. On weighted grids a segment replaces a part of the path only where that
 * part and all cells that the segment crosses have one factor, so the cost never rises: borders
 * between factors are crossed by the steps of the path. A step of the path without line of sight
 * (of another grid) is kept. Writes into `out` from its start and returns the part that was
 * written; without `out` a new array. Throws RangeError for an `i` that is no route, for cells off
 * the grid, and for an `out` that is too short: one entry per cell of the path is always enough.
 *
 * @example
 * const turns = smoothPath(routes, 0, grid); // cells; xyOf(grid, turns[0]) is where they lie
 * console.log(turns.join()); // 0,899
 */
export function smoothPath(
  routes: Routes,
  i: number,
  grid: Grid,
  out?: Uint32Array,
  options?: SmoothOptions,
): Uint32Array {
  aGrid(grid, 'grid');
  const path = pathOf(routes, i);
  if (out !== undefined) words(out, 'out');
  checkOptions('smoothPath', options, RULES);
  checkNodes(path, grid.cost.length, 'path');
  const turns = pull(terrainOf(grid), path, options?.optimal === true);
  if (out === undefined) return Uint32Array.from(turns);
  if (out.length < turns.length) refuse('out.length', out.length, `at least ${turns.length}`);
  out.set(turns);
  return out.subarray(0, turns.length);
}

/**
 * `smoothPath` for every route: routes whose paths are the cells where they turn. `pathXY` gives
 * their points. `cost` is the length of the polyline in cells times the factor that its cells have,
 * on uniform grids never more than the cost of the path; a step between two factors costs what it
 * costs on the grid. Statuses are copied. `reuse` are earlier routes, which may be `routes`: their
 * `firstNode`, `cost` and `node` are written again where they are large enough. Throws RangeError
 * for cells off the grid; arrays of `reuse` are unchanged then.
 *
 * @example
 * const smooth = smoothPaths(solver.run(queries), grid);
 * console.log(pathXY(smooth, 0, grid).join(' ')); // 0.5 0.5 29.5 29.5
 */
export function smoothPaths(
  routes: Routes,
  grid: Grid,
  options?: SmoothOptions & { readonly reuse?: Routes },
): Routes {
  aGrid(grid, 'grid');
  someRoutes(routes, 'routes');
  checkOptions('smoothPaths', options, { ...RULES, reuse: someRoutes });
  const { count, status } = routes;
  words(routes.node, 'routes.node');
  // before arrays of `reuse` are written
  for (let i = 0; i < count; i++) checkNodes(pathOf(routes, i), grid.cost.length, `path ${i}`);
  const terrain = terrainOf(grid);
  const { reuse } = options ?? {};
  const firstNode = fitting(reuse?.firstNode, count + 1) ?? new Uint32Array(count + 1);
  const cost = fitting(reuse?.cost, count) ?? new Float32Array(count);
  const turns: number[] = [];
  // `firstNode` may be that of `routes`: path i + 1 is looked up before its begin is overwritten
  let next = count > 0 ? pathOf(routes, 0) : undefined;
  firstNode[0] = 0;
  for (let i = 0; i < count; i++) {
    const path = next!;
    if (i + 1 < count) next = pathOf(routes, i + 1);
    const from = turns.length;
    pull(terrain, path, options?.optimal === true, turns);
    firstNode[i + 1] = turns.length;
    const found = status[i] === FOUND || status[i] === NEAREST;
    // without paths (`result: 'cost'`) there is nothing to measure
    cost[i] = found && path.length > 0 ? lengthOf(terrain, turns, from) : routes.cost[i];
  }
  const node = fitting(reuse?.node, turns.length) ?? new Uint32Array(turns.length);
  node.set(turns);
  return { count, status: Uint8Array.from(status), cost, firstNode, node };
}

/** The start of an earlier array with `length` entries; undefined where it is too short. */
function fitting<T extends Uint32Array | Float32Array>(
  old: T | undefined,
  length: number,
): T | undefined {
  return old !== undefined && old.length >= length ? (old.subarray(0, length) as T) : undefined;
}

/** Appends the turns of a path to `out`. */
function pull(terrain: Terrain, path: Uint32Array, optimal: boolean, out: number[] = []): number[] {
  if (path.length === 0) return out;
  out.push(path[0]);
  const { uniform, cost } = terrain;
  let from = 0;
  while (from < path.length - 1) {
    // the part of the path from here on that has one factor
    let end = path.length - 1;
    const factor = uniform ? 0 : cost[path[from]];
    if (!uniform) for (end = from; cost[path[end + 1]] === factor; end++);
    if (end === from) out.push(path[++from]);
    else {
      const part = path.subarray(from, end + 1);
      if (optimal) pullBest(terrain, part, factor, out);
      else pullGreedily(terrain, part, factor, out);
      from = end;
    }
  }
  return out;
}

/**
 * Appends the turns of a path of one factor, without its first cell, which is in `out` already.
 * Each is the farthest cell found in sight of the turn before.
 */
function pullGreedily(sight: Sight, path: Uint32Array, factor: number, out: number[]): void {
  const last = path.length - 1;
  for (let from = 0; from < last;) {
    // Double the step while the cells are in sight, then halve between the last cell seen and the
    // first cell not seen. A cell beyond the first one not seen may be in sight; it is not tried.
    let seen = from + 1;
    let unseen = last + 1;
    for (let step = 2; seen < last; step *= 2) {
      const to = Math.min(from + step, last);
      if (!seesCell(sight, path[from], path[to], factor)) {
        unseen = to;
        break;
      }
      seen = to;
    }
    while (unseen - seen > 1) {
      const middle = (seen + unseen) >> 1;
      if (seesCell(sight, path[from], path[middle], factor)) seen = middle;
      else unseen = middle;
    }
    out.push(path[seen]);
    from = seen;
  }
}

/**
 * Appends the turns of the shortest polyline over cells of a path of one factor, without its first
 * cell, which is in `out` already.
 */
function pullBest(sight: Sight, path: Uint32Array, factor: number, out: number[]): void {
  const { width } = sight;
  const { length } = path;
  const best = new Float64Array(length).fill(Infinity);
  const before = new Uint32Array(length);
  best[0] = 0;
  for (let k = 1; k < length; k++) {
    for (let j = 0; j < k; j++) {
      const through = best[j] + distance(width, path[j], path[k]);
      // a step of the path is always allowed
      if (through >= best[k] || !(j === k - 1 || seesCell(sight, path[j], path[k], factor))) {
        continue;
      }
      best[k] = through;
      before[k] = j;
    }
  }
  const at = out.length;
  for (let k = length - 1; k > 0; k = before[k]) out.push(path[k]);
  for (let i = at, j = out.length - 1; i < j; i++, j--) [out[i], out[j]] = [out[j], out[i]];
}

/** The length of a polyline of cells times the factors of the cells that its segments enter. */
function lengthOf({ width, cost }: Terrain, turns: readonly number[], from: number): number {
  let sum = 0;
  for (let k = from + 1; k < turns.length; k++) {
    sum += cost[turns[k]] * distance(width, turns[k - 1], turns[k]);
  }
  return sum;
}

function distance(width: number, a: number, b: number): number {
  const [ax, bx] = [a % width, b % width];
  const [dx, dy] = [bx - ax, (b - bx - (a - ax)) / width];
  return Math.sqrt(dx * dx + dy * dy);
}
