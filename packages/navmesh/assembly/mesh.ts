// A mesh of convex polygons, in records: what is read together lies together.

/** Vertices, 16 bytes: f64 x and y. One more for the start of a query. */
let points: usize = 0;
/** The number of that one. */
export let startVertex: u32 = 0;
/**
 * Sides, 16 bytes: the vertices where it starts and ends, the polygon on the left; the same side as its neighbour has it, NONE = a wall;
 * that neighbour, with DEAD_END where the side leads down into a dead end. Those of a polygon follow each other.
 */
let sides: usize = 0;
export const END: usize = 4;
export const TWIN: usize = 8;
export const OVER: usize = 12;
export const DEAD_END: u32 = 0x80000000;
/**
 * Polygons, 16 bytes: the first side; the latest search that starts in it, the latest whose target lies in it, the latest whose target lies in it or
 * behind it, where it is part of a dead end. One more for where sides end.
 */
let polygons: usize = 0;
export const AFTER_LAST: usize = 16;
export const START: usize = 4;
export const TARGET: usize = 8;
export const WAY: usize = 12;

/** Per polygon: its side towards where dead ends open; NONE where it is not part of a dead end. */
export let exits: usize = 0;

export function meshBind(
  point: usize,
  vertices: u32,
  side: usize,
  polygon: usize,
  exit: usize,
): void {
  points = point;
  startVertex = vertices;
  sides = side;
  polygons = polygon;
  exits = exit;
}

export function X(v: u32): f64 {
  return load<f64>(points + ((<usize>v) << 4));
}
export function Y(v: u32): f64 {
  return load<f64>(points + ((<usize>v) << 4), 8);
}
export function moveStart(x: f64, y: f64): void {
  const start = points + ((<usize>startVertex) << 4);
  store<f64>(start, x);
  store<f64>(start, y, 8);
}
export function sideAt(side: u32): usize {
  return sides + ((<usize>side) << 4);
}
export function numberOf(side: usize): usize {
  return (side - sides) >> 4;
}
export function polygonAt(polygon: u32): usize {
  return polygons + ((<usize>polygon) << 4);
}

export function distance(ax: f64, ay: f64, bx: f64, by: f64): f64 {
  const dx = bx - ax;
  const dy = by - ay;
  return sqrt(dx * dx + dy * dy);
}
