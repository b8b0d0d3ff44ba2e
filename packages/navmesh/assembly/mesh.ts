// A mesh of convex polygons. Side i of all sides runs from corner[i] to the corner of the side after it in its polygon, which lies on
// the left; firstSide[p] .. firstSide[p + 1] are those of polygon p.

export let xs: usize = 0;
export let ys: usize = 0;
export let firstSide: usize = 0;
export let corners: usize = 0;
/** Per side: the same side as its neighbour has it; NONE = a wall. */
export let twins: usize = 0;
/** Per side: its polygon. */
export let owners: usize = 0;
/** Per vertex, one byte: 1 where a shortest path can turn. */
export let turns: usize = 0;
/** Per polygon: its side towards where dead ends open; NONE where it is not part of a dead end. */
export let exits: usize = 0;
export let vertexCount: u32 = 0;

export function meshBind(
  vertices: u32,
  x: usize,
  y: usize,
  first: usize,
  corner: usize,
  twin: usize,
  owner: usize,
  turn: usize,
  exit: usize,
): void {
  vertexCount = vertices;
  xs = x;
  ys = y;
  firstSide = first;
  corners = corner;
  twins = twin;
  owners = owner;
  turns = turn;
  exits = exit;
}

export function X(v: u32): f64 {
  return load<f64>(xs + ((<usize>v) << 3));
}
export function Y(v: u32): f64 {
  return load<f64>(ys + ((<usize>v) << 3));
}
