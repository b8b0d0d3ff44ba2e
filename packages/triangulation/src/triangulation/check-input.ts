import { number, points } from '@wayfield/check';

const anyPoints = /* @__PURE__ */ points();

/**
 * The sizes of coordinates for which `inCircle` is exact. It adds products of four differences of
 * coordinates: beyond 1e76 such a product can overflow. A difference is a whole multiple of the
 * last bit of a coordinate, 2^-52 of the coordinate's size. For coordinates below 1e-65 the product
 * of four such differences can underflow. Signs are then wrong, and a point location or flips may
 * never end. The limits leave room for the hull of a `NavMesh`, which lies outside its input, and
 * for crossings, whose coordinates can be smaller than those of the segments.
 */
const size = /* @__PURE__ */ number(1e-50, 1e50);

/** Throws unless every coordinate is 0 or of a size for which the predicates are exact. */
export function checkExact(coordinates: ArrayLike<number>, name: string): void {
  for (let i = 0; i < coordinates.length; i++)
    if (coordinates[i]) size(Math.abs(coordinates[i]), `|${name}[${i}]|`);
}

/** As `checkExact`, for a list of x, y pairs. */
export function checkCoordinates(coordinates: ArrayLike<number>, name: string): void {
  anyPoints(coordinates, name);
  checkExact(coordinates, name);
}

/** Throws unless the largest coordinate of a mesh is of a size for which predicates are exact. */
export function checkLargest(largest: number): void {
  size(largest, 'the largest coordinate');
}
