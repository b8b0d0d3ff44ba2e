// Brute force for the calls on grids: everything by a look at every cell, in whole numbers.
import type { Grid } from '@wayfield/graph';

/** Units of a cell in which oracles count: coordinates are whole multiples of 2^-40. */
export const UNIT: bigint = 1n << 40n;

const isOpen = ({ width, height, cost }: Grid, x: number, y: number): boolean =>
  x >= 0 && y >= 0 && x < width && y < height && cost[y * width + x] > 0;

/** Cells beside a crossed corner that must be open. */
const neededBeside = ({ neighbours, corners }: Grid): number =>
  neighbours === 4 || corners === 'never' ? 2 : corners === 'one-open' ? 1 : 0;

/** A coordinate in units. Exact for multiples of 2^-40. */
const units = (value: number): bigint => BigInt(value * 2 ** 40);

/**
 * Line of sight by its promise: no cell whose inside the segment meets is blocked, every corner
 * inside the segment is passed by the corner rule, and a segment on the line between two rows of
 * cells has an open row beside it all along.
 */
export function seesByBruteForce(
  grid: Grid,
  [ax, ay, bx, by]: readonly [number, number, number, number],
): boolean {
  const { width, height } = grid;
  const inside = (x: number, y: number): boolean => x >= 0 && y >= 0 && x <= width && y <= height;
  if (!inside(ax, ay) || !inside(bx, by)) return false;
  if (ax === bx && ay === by) return touchesOpen(grid, ax, ay);
  if (ay === by && Number.isInteger(ay)) {
    return walksBetween((j, i) => isOpen(grid, i, j), grid, ay, Math.min(ax, bx), Math.max(ax, bx));
  }
  if (ax === bx && Number.isInteger(ax)) {
    return walksBetween((i, j) => isOpen(grid, i, j), grid, ax, Math.min(ay, by), Math.max(ay, by));
  }
  const [pax, pay, pbx, pby] = [units(ax), units(ay), units(bx), units(by)];
  const [dx, dy] = [pbx - pax, pby - pay];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (isOpen(grid, x, y)) continue;
      const across = times(BigInt(x) * UNIT, pax, dx);
      const along = times(BigInt(y) * UNIT, pay, dy);
      if (across && along && meet(across, along)) return false;
    }
  }
  if (dx === 0n || dy === 0n) return true;
  const needed = neededBeside(grid);
  const falling = dx > 0n === dy > 0n;
  for (let y = 1; y < height; y++) {
    for (let x = 1; x < width; x++) {
      const [vx, vy] = [BigInt(x) * UNIT - pax, BigInt(y) * UNIT - pay];
      const along = vx * dx + vy * dy;
      if (vx * dy !== vy * dx || along <= 0n || along >= dx * dx + dy * dy) continue;
      const beside = falling
        ? +isOpen(grid, x, y - 1) + +isOpen(grid, x - 1, y)
        : +isOpen(grid, x - 1, y - 1) + +isOpen(grid, x, y);
      if (beside < needed) return false;
    }
  }
  return true;
}

/** Whether one of the cells whose closed squares hold a point is open. */
function touchesOpen(grid: Grid, x: number, y: number): boolean {
  const columns = Number.isInteger(x) ? [x - 1, x] : [Math.floor(x)];
  const rows = Number.isInteger(y) ? [y - 1, y] : [Math.floor(y)];
  return columns.some((i) => rows.some((j) => isOpen(grid, i, j)));
}

/**
 * Whether a walk along the line between the rows `at - 1` and `at`, from `low` to `high`, always
 * has an open cell beside it. It may change rows only where no corner cell has to be open.
 */
function walksBetween(
  open: (row: number, k: number) => boolean,
  grid: Grid,
  at: number,
  low: number,
  high: number,
): boolean {
  let rows = [at - 1, at];
  for (let k = Math.floor(low); k < high; k++) {
    const here = [at - 1, at].filter((row) => open(row, k));
    // straight on, or past a corner where none has to be open
    if (!here.some((row) => rows.includes(row) || neededBeside(grid) === 0)) return false;
    rows = here;
  }
  return true;
}

/** An open interval of times, as fractions over one positive denominator. */
interface Times {
  readonly from: bigint;
  readonly to: bigint;
  readonly over: bigint;
}

/** When a coordinate that moves from `a` by `d` lies inside (low, low + 1 cell). */
function times(low: bigint, a: bigint, d: bigint): Times | undefined {
  const [first, last] = [low - a, low + UNIT - a];
  if (d > 0n) return { from: first, to: last, over: d };
  if (d < 0n) return { from: -last, to: -first, over: -d };
  return first < 0n && last > 0n ? { from: -1n, to: 2n, over: 1n } : undefined;
}

/** Whether two open intervals meet each other and [0, 1]. */
function meet(a: Times, b: Times): boolean {
  const before = (p: Times, q: Times): boolean => p.from * q.over < q.to * p.over;
  const inTime = (p: Times): boolean => p.from < p.over && p.to > 0n;
  return before(a, b) && before(b, a) && inTime(a) && inTime(b);
}

/** The component of each cell by a flood over legal steps; -1 for blocked cells. */
export function floodComponents(grid: Grid): Int32Array {
  const { width, height, neighbours, cost } = grid;
  const component = new Int32Array(width * height).fill(-1);
  const needed = neededBeside(grid);
  for (let start = 0, count = 0; start < cost.length; start++) {
    if (cost[start] === 0 || component[start] >= 0) continue;
    const stack = [start];
    component[start] = count;
    for (let u = stack.pop(); u !== undefined; u = stack.pop()) {
      const [x, y] = [u % width, Math.floor(u / width)];
      for (const dx of [-1, 0, 1]) {
        for (const dy of [-1, 0, 1]) {
          const v = u + dy * width + dx;
          if (!isOpen(grid, x + dx, y + dy) || component[v] >= 0) continue;
          const diagonal = dx !== 0 && dy !== 0;
          const beside = +isOpen(grid, x + dx, y) + +isOpen(grid, x, y + dy);
          if (diagonal && (neighbours === 4 || beside < needed)) continue;
          component[v] = count;
          stack.push(v);
        }
      }
    }
    count++;
  }
  return component;
}

/** The cell nearest to `cell` of those that `accept` lets through, the lowest of equals; or -1. */
export function nearestByBruteForce(
  { width, cost }: Grid,
  cell: number,
  accept: (v: number) => boolean,
): number {
  let [best, least] = [-1, Infinity];
  for (let v = 0; v < cost.length; v++) {
    if (!accept(v)) continue;
    const dx = (v % width) - (cell % width);
    const dy = Math.floor(v / width) - Math.floor(cell / width);
    if (dx * dx + dy * dy < least) [best, least] = [v, dx * dx + dy * dy];
  }
  return best;
}
