// On which side of the line through two points a corner of cells lies: the exact sign of a
// determinant. A floating-point filter (Shewchuk 1997) decides most signs, BigInts the others.

/** Largest error of the determinant in `sideOf`, as a share of `size`; 2^-53 is Shewchuk's eps. */
const ERROR = (3 + 16 * 2 ** -53) * 2 ** -53;
/** Where `size` is below this, the products may have lost bits to underflow. */
const TINY = 2 ** -900;
const BITS = new BigUint64Array(1);
const DOUBLE = new Float64Array(BITS.buffer);

/** A segment between two points of a grid: ax, ay, bx, by. An array: no number is boxed. */
export type Segment = Float64Array;

/**
 * Whether all coordinates of a segment are multiples of 2^-10. The determinant is then a whole
 * number of units of 2^-20, below 2^53 of them, so its double is exact.
 */
export function isFine(segment: Segment): boolean {
  // width * height is at most 2^30, so a product of two differences is at most 2^50 units
  for (let k = 0; k < 4; k++) if (!Number.isInteger(segment[k] * 1024)) return false;
  return true;
}

/**
 * The sign of (x - ax) (by - ay) - (y - ay) (bx - ax) for a corner (x, y) of cells: 0 where the
 * line through both ends passes exactly through the corner. `fine`: see `isFine`.
 */
export function sideOf(segment: Segment, fine: boolean, x: number, y: number): number {
  const ax = segment[0];
  const ay = segment[1];
  const bx = segment[2];
  const by = segment[3];
  const left = (x - ax) * (by - ay);
  const right = (y - ay) * (bx - ax);
  const det = left - right;
  const size = Math.abs(left) + Math.abs(right);
  if (fine || (size > TINY && Math.abs(det) > ERROR * size)) {
    return det > 0 ? 1 : det < 0 ? -1 : 0;
  }
  return exactSide(segment, x, y);
}

function exactSide([ax, ay, bx, by]: Segment, x: number, y: number): number {
  const [px, py] = [scaled(ax), scaled(ay)];
  const exact = (scaled(x) - px) * (scaled(by) - py) - (scaled(y) - py) * (scaled(bx) - px);
  return exact > 0n ? 1 : exact < 0n ? -1 : 0;
}

/** A double times 2^1074, the least power of two with which every double is a whole number. */
function scaled(value: number): bigint {
  DOUBLE[0] = value;
  const bits = BITS[0];
  const exponent = (bits >> 52n) & 0x7ffn;
  const fraction = bits & 0xfffffffffffffn;
  const size = exponent > 0n ? (fraction | (1n << 52n)) << (exponent - 1n) : fraction;
  return bits >> 63n ? -size : size;
}
