// The tolerances of the kernels that are angles, or shares of a length or product, with their
// derivations. One rounding of an f64 changes a number by at most 2^-53 = 1.1e-16 of itself.
//
// Two tolerances depend on the coordinates of the mesh and therefore come from the host. Twice an
// area counts as 0 up to `areaRounding` of @wayfield/triangulation, which decides left or right for
// points (Polyanya, funnels, views). `distanceRounding` of src/discs/disc-facts.ts is the rounding
// of coordinates along paths of discs. Tolerances that only one file uses stand there, such as
// LIFTS of channel/circle-chains.ts and SLACK of tangent/graph.ts.

/**
 * Lengths of one path, summed in two orders, differ by less than this share: 9,000 roundings, one
 * per segment. Where only a shorter path may prune, it has to be shorter by more than this share.
 * Where a path of equal length may prune, it may be longer by up to this share.
 */
export const SUMS: f64 = 1e-12;

/**
 * A gap that is narrower than a disc by at most this share lets the disc through: gaps that are
 * exactly as wide as the disc come out of a few hundred roundings slightly wider or narrower.
 */
const GAPS: f64 = 1e-12;
/** The least width that a disc passes. */
export function leastWidthOf(radius: f64): f64 {
  return 2 * radius * (1 - GAPS);
}

/**
 * A cross product of at most this share of its two products counts as 0: the two directions are in
 * line. Each product carries about ten roundings, and 1e-14 is 90.
 */
export const CROSS: f64 = 1e-14;

/**
 * A path of a disc lifts off a circle only if it turns away from the circle by more than this
 * angle, in radians; a smaller angle counts as going straight on. Where a gap is as wide as the
 * disc, the length of the tangent is the root of a rounding error, about sqrt(1e-16) = 1e-8, and
 * directions are off by as much; 1e-5 is well above. If the angle is smaller than SAME, the circle
 * stays among the turns of the path. The path then comes nearer to the vertex than the radius, by
 * at most SAME^2 / 2 = 5e-11 of the radius.
 */
export const SAME: f64 = 1e-5;

/**
 * A path may come nearer to a vertex or wall than the radius, by this share of the radius: ten
 * times the 5e-11 that SAME permits. Two circles that overlap by at most this share still have a
 * tangent between them.
 */
export const TOUCH: f64 = 5e-10;

/**
 * Two directions at the end of an arc count as the same if the squared sine of the angle between
 * them is below this. The angle is then below 1e-4, which is ten times SAME.
 */
export const BEND: f64 = 1e-8;

/**
 * Three circles are in line if the directions between them differ by less than `lineRounding`. A
 * direction is off by about 1e-16 of the radius over the length of its tangent: 1e-12 is 10,000
 * times that. Directions that differ by more than IN_LINE are never in line, however short the
 * tangents are.
 */
export const IN_LINE: f64 = 1e-6;
export function lineRounding(radius: f64, shortest: f64): f64 {
  return min(IN_LINE, 1e-12 * (1 + radius / shortest));
}

/**
 * If the open part of a bottleneck is shorter than this share of the radius, lengths to its places
 * have one constant lower bound: the length to one place less the length of the open part
 * (`findLine` in channel/bottlenecks.ts). If the open part is longer, a point at a quarter of it is
 * at least 2.5e-7 radii off the circle, and the tangent from this point is 7e-4 radii long. A
 * rounding of 1e-16 then turns the tangent by 1e-16 / 1.4e-3 < 1e-13, so the slope of the tangent
 * can be used.
 */
export const LEVEL: f64 = 1e-6;

/**
 * For the length of a path to a point (`turnTo` in channel/circle-chains.ts). If the direction to
 * the point is opposite to that of the path, within this angle in radians, the point lies on the
 * portal that was crossed last, and the path does not turn there. Chosen, not derived: well above
 * the rounding of directions, 1e-16, and below SAME. A point for which this is a mistake lies
 * beside the line by at most 1e-9 of its distance.
 */
export const ON_PORTAL: f64 = 1e-9;
