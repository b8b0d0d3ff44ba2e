// Headings and directions on costs, by what the texts of `headings` and `steer` in
// `@wayfield/diffusion` say, in f64: slow, and written apart from the kernels.
import { type BlockMap, kept } from './disc-reference.ts';

/** A map with its costs: `Infinity` = no path. */
export interface CostMap extends BlockMap {
  readonly neighbours: 4 | 8;
  readonly cost: Float32Array;
}

type Vector = readonly [x: number, y: number];

const isBlocked = ({ width, height, blocked }: BlockMap, i: number, j: number): boolean =>
  i < 0 || j < 0 || i >= width || j >= height || blocked[j * width + i] === 1;

/** By how much a neighbour is nearer, 0 where it is not or no disc passes. */
function drop(map: CostMap, [i, j]: Vector, [dx, dy]: Vector): number {
  if (isBlocked(map, i + dx, j + dy)) return 0;
  if (dx !== 0 && dy !== 0 && isBlocked(map, i + dx, j) && isBlocked(map, i, j + dy)) return 0;
  const { width, cost } = map;
  return Math.max(cost[j * width + i] - cost[(j + dy) * width + i + dx], 0);
}

/** The heading of cell i, j. */
export function headingByRule(map: CostMap, i: number, j: number): Vector {
  const own = map.cost[j * map.width + i];
  if (isBlocked(map, i, j) || own === Infinity || own === 0) return [0, 0];
  const along = (dx: number, dy: number): number => {
    const [back, forth] = [drop(map, [i, j], [-dx, -dy]), drop(map, [i, j], [dx, dy])];
    return back >= forth ? -back : forth;
  };
  let [x, y] = [along(1, 0), along(0, 1)];
  if (map.neighbours === 8) {
    const [p, q] = [along(1, 1) * Math.SQRT1_2, along(-1, 1) * Math.SQRT1_2];
    if (p * p + q * q > x * x + y * y) {
      x = (p - q) * Math.SQRT1_2;
      y = (p + q) * Math.SQRT1_2;
      if (x !== 0 && isBlocked(map, i + Math.sign(x), j)) x = 0;
      if (y !== 0 && isBlocked(map, i, j + Math.sign(y))) y = 0;
      if (x === 0 && y === 0) {
        const [sideX, sideY] = Math.abs(p) >= Math.abs(q) ? [p, p] : [-q, q];
        if (isBlocked(map, i + Math.sign(sideX), j)) y = sideY;
        else x = sideX;
      }
    }
  }
  const diagonal = x !== 0 && y !== 0;
  if (diagonal && drop(map, [i, j], [Math.sign(x), Math.sign(y)]) === 0) {
    if (Math.abs(x) >= Math.abs(y)) y = 0;
    else x = 0;
  }
  return unit([x, y]);
}

function unit([x, y]: Vector): Vector {
  const length = Math.hypot(x, y);
  return length > 0 ? [x / length, y / length] : [0, 0];
}

/** What a disc touches at a place: the unit vectors away from it. */
interface Touching {
  readonly normal: Vector;
  /** From the corner to the place; undefined for a side. */
  readonly fromCorner?: Vector;
}

function touching(map: BlockMap, x: number, y: number, reach: number): Touching[] {
  const [i, j] = [Math.floor(x), Math.floor(y)];
  const found: Touching[] = [];
  for (const [dx, dy] of [
    [-1, 0],
    [1, 0],
    [0, -1],
    [0, 1],
  ] as const) {
    const gap = dx < 0 ? x - i : dx > 0 ? i + 1 - x : dy < 0 ? y - j : j + 1 - y;
    if (isBlocked(map, i + dx, j + dy) && gap <= reach) found.push({ normal: [-dx, -dy] });
  }
  for (const [dx, dy] of [
    [1, -1],
    [1, 1],
    [-1, 1],
    [-1, -1],
  ] as const) {
    if (!isBlocked(map, i + dx, j + dy)) continue;
    if (isBlocked(map, i + dx, j) || isBlocked(map, i, j + dy)) continue;
    const fromCorner = [x - (dx > 0 ? i + 1 : i), y - (dy > 0 ? j + 1 : j)] as const;
    if (Math.hypot(...fromCorner) > reach) continue;
    const inward = [-dx * Math.SQRT1_2, -dy * Math.SQRT1_2] as const;
    const normal = fromCorner[0] === 0 && fromCorner[1] === 0 ? inward : unit(fromCorner);
    found.push({ normal, fromCorner });
  }
  return found;
}

/** A direction without its parts against what is touched; undefined where none is left between. */
function slid([x, y]: Vector, touched: readonly Touching[], r: number): Vector | undefined {
  for (let turn = 0; turn < 3; turn++) {
    let changed = false;
    for (const { normal, fromCorner } of touched) {
      if (fromCorner) {
        const beside = Math.abs(fromCorner[0] * y - fromCorner[1] * x);
        if (beside >= (r - 1e-9) * Math.hypot(x, y)) continue;
      }
      const against = x * normal[0] + y * normal[1];
      if (against >= -1e-12) continue;
      x -= against * normal[0];
      y -= against * normal[1];
      changed = true;
    }
    if (!changed) return [x, y];
  }
  return undefined;
}

/** The direction of a disc in an open cell that has a heading. */
export function directionByRule(map: CostMap, x: number, y: number, radius: number): Vector {
  const [i, j] = [Math.floor(x), Math.floor(y)];
  const own = headingByRule(map, i, j);
  const [fx, fy] = [x - i, y - j];
  const [toI, toJ] = [fx < 0.5 ? i - 1 : i + 1, fy < 0.5 ? j - 1 : j + 1];
  const [wx, wy] = [Math.abs(fx - 0.5), Math.abs(fy - 0.5)];
  const gap = isBlocked(map, toI, j) && isBlocked(map, i, toJ);
  let blended: Vector = [0, 0];
  for (const [ci, cj, weight] of [
    [i, j, (1 - wx) * (1 - wy)],
    [toI, j, wx * (1 - wy)],
    [i, toJ, (1 - wx) * wy],
    [toI, toJ, gap ? 0 : wx * wy],
  ]) {
    if (isBlocked(map, ci, cj)) continue;
    const [hx, hy] = headingByRule(map, ci, cj);
    if (hx * own[0] + hy * own[1] <= 0) continue;
    blended = [blended[0] + weight * hx, blended[1] + weight * hy];
  }
  // What follows is the text of `steer`: what is nearer than 2^-16 is touched, and a direction that
  // has lost all but a thousandth of its length gives way to the next one. These are the cell's
  // own heading, then the middle of the cell.
  const r = kept(radius);
  const touched = touching(map, x, y, r + 2 ** -16);
  const first = slid(blended, touched, r);
  if (first && Math.hypot(...first) >= 1e-3) return unit(first);
  const second = slid(own, touched, r);
  if (second === undefined) return own;
  if (Math.hypot(...second) >= 1e-3) return unit(second);
  return unit([0.5 - fx, 0.5 - fy]);
}
