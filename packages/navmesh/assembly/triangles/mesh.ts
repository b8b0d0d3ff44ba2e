// A mesh of triangles and what its reduction says about it. Side s of triangle t = s / 3 runs from corner[s] to the corner of the side
// after it, and the triangle lies on its left: who comes in over s has corner[s] on the left hand.

/** In `onward`: a triangle where ways part. */
export const NODE: u32 = 0xfffffffe;

export let vertexCount: u32 = 0;
/** Vertices, 16 bytes: f64 x and y. */
let points: usize = 0;
/**
 * Sides, 16 bytes. The corner where it starts; the same side as its neighbour has it, NONE = a wall; the side over which the triangle is left again
 * by who comes in over it, as long as there is only one that can be of use: through corridors, and up out of dead ends, NODE where there are two,
 * NONE where a dead end goes down; the node side whose gate it is, NONE for others.
 */
let sides: usize = 0;
/** Triangles, 16 bytes: the side up out of a dead end, NONE elsewhere; the number of its node, NONE elsewhere; then what marks.ts knows of it. */
export let triangles: usize = 0;
/** Per vertex, one byte: 1 where a shortest path can turn. */
export let turns: usize = 0;
/** Areas up to this count as 0: rounding of the coordinates' size. */
export let epsilon: f64 = 0;

export function meshBind(
  vertices: u32,
  point: usize,
  turn: usize,
  side: usize,
  triangle: usize,
  smallest: f64,
): void {
  vertexCount = vertices;
  points = point;
  turns = turn;
  sides = side;
  triangles = triangle;
  epsilon = smallest;
}

export function cornerOf(side: u32): u32 {
  return load<u32>(sides + ((<usize>side) << 4));
}
export function twinOf(side: u32): u32 {
  return load<u32>(sides + ((<usize>side) << 4), 4);
}
export function onwardOf(side: u32): u32 {
  return load<u32>(sides + ((<usize>side) << 4), 8);
}
export function gateNumber(side: u32): u32 {
  return load<u32>(sides + ((<usize>side) << 4), 12);
}
export function exitOf(triangle: u32): u32 {
  return load<u32>(triangles + ((<usize>triangle) << 4));
}
export function nodeIn(triangle: u32): u32 {
  return load<u32>(triangles + ((<usize>triangle) << 4), 4);
}

export function X(v: u32): f64 {
  return load<f64>(points + ((<usize>v) << 4));
}
export function Y(v: u32): f64 {
  return load<f64>(points + ((<usize>v) << 4), 8);
}
/** Puts a vertex elsewhere. */
export function moveVertex(v: u32, x: f64, y: f64): void {
  const point = points + ((<usize>v) << 4);
  store<f64>(point, x);
  store<f64>(point, y, 8);
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
