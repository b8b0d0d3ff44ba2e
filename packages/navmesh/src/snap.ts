/**
 * The grid on which a mesh keeps its vertices: its step is a power of two, 2^-44 of the largest coordinate or less, so that
 * the grid leaves every coordinate 44 bits and rounding one more place for crossings that should be one point.
 */
export interface SnapGrid {
  readonly step: number;
  /** 1 / step; exact. */
  readonly inverse: number;
}

const BITS = 44;

/** The grid for coordinates up to `largest` in size; a coarser one where `step` is given: the next power of two below it. */
export function snapGrid(largest: number, step = 0): SnapGrid {
  const finest = 2 ** (Math.ceil(Math.log2(largest)) - BITS);
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
 * Where the lines through a, b and c, d cross, rounded to the grid once: all eight coordinates lie on it, and the
 * arithmetic between is exact. `undefined` for parallel lines.
 */
export function crossOnGrid(
  grid: SnapGrid,
  a: readonly [number, number],
  b: readonly [number, number],
  c: readonly [number, number],
  d: readonly [number, number],
): [number, number] | undefined {
  const whole = (value: number): bigint => BigInt(value * grid.inverse);
  const ax = whole(a[0]);
  const ay = whole(a[1]);
  const abx = whole(b[0]) - ax;
  const aby = whole(b[1]) - ay;
  const cx = whole(c[0]);
  const cy = whole(c[1]);
  const cdx = whole(d[0]) - cx;
  const cdy = whole(d[1]) - cy;
  let area = abx * cdy - aby * cdx;
  if (area === 0n) return undefined;
  let at = (cx - ax) * cdy - (cy - ay) * cdx;
  if (area < 0n) {
    area = -area;
    at = -at;
  }
  return [
    Number(ax + divideRounded(at * abx, area)) * grid.step,
    Number(ay + divideRounded(at * aby, area)) * grid.step,
  ];
}

/** Nearest whole number to value / by, by > 0; halves go up. */
function divideRounded(value: bigint, by: bigint): bigint {
  const doubled = 2n * value + by;
  const twice = 2n * by;
  const quotient = doubled / twice;
  return doubled < 0n && quotient * twice !== doubled ? quotient - 1n : quotient;
}
