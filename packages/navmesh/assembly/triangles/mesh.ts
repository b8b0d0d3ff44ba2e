// A mesh of triangles and what its reduction says about it. Side s of triangle t = s / 3 runs from corner[s] to the corner of the side
// after it, and the triangle lies on its left: who comes in over s has corner[s] on the left hand.

/** In `onward`: a triangle where ways part. */
export const NODE: u32 = 0xfffffffe;

export let vertexCount: u32 = 0;
export let xs: usize = 0;
export let ys: usize = 0;
export let corners: usize = 0;
/** Per side: the same side as its neighbour has it; NONE = a wall. */
export let twins: usize = 0;
/** Per vertex, one byte: 1 where a shortest path can turn. */
export let turns: usize = 0;
/**
 * Per side: the side over which the triangle is left again by who comes in over it, as long as there is only one that can be of use:
 * through corridors, and up out of dead ends. NODE where there are two, NONE where a dead end goes down.
 */
export let onwards: usize = 0;
/** Per triangle: the side up out of a dead end, NONE elsewhere. */
export let exits: usize = 0;
/** Per triangle: the number of its node, NONE elsewhere. */
export let nodeOf: usize = 0;
/** Areas up to this count as 0: rounding of the coordinates' size. */
export let epsilon: f64 = 0;

export function meshBind(
  vertices: u32,
  x: usize,
  y: usize,
  corner: usize,
  twin: usize,
  turn: usize,
  onward: usize,
  exit: usize,
  node: usize,
  smallest: f64,
): void {
  vertexCount = vertices;
  xs = x;
  ys = y;
  corners = corner;
  twins = twin;
  turns = turn;
  onwards = onward;
  exits = exit;
  nodeOf = node;
  epsilon = smallest;
}

export function X(v: u32): f64 {
  return load<f64>(xs + ((<usize>v) << 3));
}
export function Y(v: u32): f64 {
  return load<f64>(ys + ((<usize>v) << 3));
}

/** Twice the area of a, b, c: above 0 where they turn left; 0 within rounding. */
export function area(ax: f64, ay: f64, bx: f64, by: f64, cx: f64, cy: f64): f64 {
  const twice = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  return abs(twice) <= epsilon ? 0 : twice;
}
export function distance(ax: f64, ay: f64, bx: f64, by: f64): f64 {
  const dx = bx - ax;
  const dy = by - ay;
  return sqrt(dx * dx + dy * dy);
}
