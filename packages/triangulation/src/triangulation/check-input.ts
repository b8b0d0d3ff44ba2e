import { points } from '@wayfield/check';
import { refuse } from '../common/refuse.ts';

const anyPoints = /* @__PURE__ */ points();

/** Throws unless `coordinates` is a list of finite x, y pairs. */
export function checkCoordinates(coordinates: ArrayLike<number>, name: string): void {
  anyPoints(coordinates, name);
}

/**
 * The sizes of coordinates for which `inCircle` is exact. It adds products of four differences of
 * coordinates: beyond 1e76 such a product can overflow. A difference is a whole multiple of the
 * last bit of a coordinate, 2^-52 of its size, and below 1e-65 the product of four can underflow.
 * Signs are then wrong, and a point location or a flip may never end. The limits leave room for
 * coordinates of crossings, which can be smaller than those of the segments.
 */
const SMALLEST = 1e-50;
const LARGEST = 1e50;

/** Throws unless every coordinate is 0 or of a size for which the predicates are exact. */
export function checkExact(coordinates: ArrayLike<number>, name: string): void {
  for (let i = 0; i < coordinates.length; i++) {
    const size = Math.abs(coordinates[i]);
    if (size !== 0 && !isExact(size))
      refuse(`${name}[${i}]`, coordinates[i], `0 or a size of ${SMALLEST} to ${LARGEST}`);
  }
}

/** Throws unless the largest coordinate of a mesh is of a size for which predicates are exact. */
export function checkLargest(largest: number): void {
  if (!isExact(largest)) refuse('the largest coordinate', largest, `${SMALLEST} to ${LARGEST}`);
}

const isExact = (size: number): boolean => size >= SMALLEST && size <= LARGEST;
