/**
 * The grid on which a mesh keeps its vertices. The step is a power of two, and a coordinate in
 * steps is a whole number of at most 44 bits.
 */
export interface SnapGrid {
  readonly step: number;
  /** 1 / step; exact. */
  readonly inverse: number;
}

/**
 * Of the 53 bits of an f64, coordinates keep 44, so that sums and differences of a few of them are
 * exact. Crossings that should be one point, but differ in the last bits of an f64, fall on one
 * point of the grid.
 */
const BITS = 44;

/**
 * The grid for an input whose coordinates have a size of up to `largest`. The grid also holds
 * coordinates of twice that size, since the hull of a mesh lies outside its input. `step` is
 * rounded down to a power of two; 0 = the finest step.
 */
export function snapGrid(largest: number, step = 0): SnapGrid {
  const finest = 2 ** (Math.ceil(Math.log2(2 * largest)) - BITS);
  const wanted = step > 0 ? 2 ** Math.floor(Math.log2(step)) : finest;
  if (!(wanted >= finest))
    throw new RangeError(
      `a grid step of ${step} is too fine for coordinates up to ${largest}: at least ${finest}`,
    );
  return { step: wanted, inverse: 1 / wanted };
}

/** The nearest point of the grid; never -0. */
export function snap(grid: SnapGrid, value: number): number {
  return Math.round(value * grid.inverse) * grid.step + 0;
}

/**
 * Where the lines through a, b and c, d cross, rounded to the grid once. All eight coordinates lie
 * on the grid, and the result is that of exact arithmetic. Undefined for parallel lines.
 */
export function crossOnGrid(
  { step, inverse }: SnapGrid,
  a: readonly [number, number],
  b: readonly [number, number],
  c: readonly [number, number],
  d: readonly [number, number],
): [number, number] | undefined {
  // in steps: whole numbers, whose differences are exact
  const ax = a[0] * inverse;
  const ay = a[1] * inverse;
  const ab: Direction = [b[0] * inverse - ax, b[1] * inverse - ay];
  const ac: Direction = [c[0] * inverse - ax, c[1] * inverse - ay];
  const cd: Direction = [(d[0] - c[0]) * inverse, (d[1] - c[1]) * inverse];
  const offset = offsetIfClear(ab, ac, cd) ?? exactOffset(ab, ac, cd);
  return offset && [(ax + offset[0]) * step, (ay + offset[1]) * step];
}

type Direction = readonly [number, number];

/** Upper bound on the relative error of two roundings (2^-53 each). */
const ROUNDED = 2 ** -51;

/**
 * The crossing minus a, in whole steps of the grid, computed in floating point with a bound on the
 * error. Undefined if the error could lead to another point of the grid.
 */
function offsetIfClear(
  [abx, aby]: Direction,
  [acx, acy]: Direction,
  [cdx, cdy]: Direction,
): Direction | undefined {
  const area = abx * cdy - aby * cdx;
  const areaOff = (Math.abs(abx * cdy) + Math.abs(aby * cdx)) * ROUNDED;
  const least = Math.abs(area) - areaOff;
  if (!(least > 0)) return undefined;
  const top = acx * cdy - acy * cdx;
  const topOff = (Math.abs(acx * cdy) + Math.abs(acy * cdx)) * ROUNDED;
  const at = top / area;
  const off = (topOff + Math.abs(at) * areaOff) / least + 2 * Math.abs(at) * ROUNDED;
  const isClear = (whole: number, along: number): boolean =>
    Math.abs(at * along - whole) + off * Math.abs(along) < 0.5;
  const x = Math.round(at * abx);
  const y = Math.round(at * aby);
  return isClear(x, abx) && isClear(y, aby) ? [x, y] : undefined;
}

/** As `offsetIfClear`, but always exact, in BigInt; undefined for parallel lines. */
function exactOffset(...directions: readonly Direction[]): Direction | undefined {
  const [[abx, aby], [acx, acy], [cdx, cdy]] = directions.map((d) => d.map(BigInt)) as [
    ...[[bigint, bigint], [bigint, bigint], [bigint, bigint]],
  ];
  let area = abx * cdy - aby * cdx;
  if (area === 0n) return undefined;
  let at = acx * cdy - acy * cdx;
  if (area < 0n) {
    area = -area;
    at = -at;
  }
  return [Number(divideRounded(at * abx, area)), Number(divideRounded(at * aby, area))];
}

/** The whole number nearest to value / by, for by > 0; halves are rounded up. */
function divideRounded(value: bigint, by: bigint): bigint {
  const doubled = 2n * value + by;
  const twice = 2n * by;
  const quotient = doubled / twice;
  return doubled < 0n && quotient * twice !== doubled ? quotient - 1n : quotient;
}
