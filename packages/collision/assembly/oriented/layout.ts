// Records of shapes and poses of bodies: the numbers that src/oriented/layout.ts lists, in f64.

let records: usize;
let firsts: usize;
let entries: usize;
let poses: usize;
/** Bytes of a pose. */
let poseBytes: usize;

/** Bytes: of a number, f64, and of poses in two and in three dimensions. */
const NUMBER: usize = 8;
const POSE: usize = 4 * NUMBER;
const TURNED_POSE: usize = 12 * NUMBER;

export function layoutBind(
  recordsAt: usize,
  firstsAt: usize,
  entriesAt: usize,
  posesAt: usize,
  three: bool,
): void {
  records = recordsAt;
  firsts = firstsAt;
  entries = entriesAt;
  poses = posesAt;
  poseBytes = three ? TURNED_POSE : POSE;
}

/** The record of the shape of a slot. */
export function recordOf(slot: u32): usize {
  const entry = load<u32>(entries + ((<usize>slot) << 2));
  return records + NUMBER * load<u32>(firsts + ((<usize>entry) << 2));
}

export function poseOf(slot: u32): usize {
  return poses + poseBytes * slot;
}

/** Corners of a polygon; 1 for a box in 3D; 0 for a disc or ball. */
export function corners(record: usize): u32 {
  return <u32>load<f64>(record);
}
export function radiusOf(record: usize): f64 {
  return load<f64>(record, NUMBER);
}
export function enclosing(record: usize): f64 {
  return load<f64>(record, 2 * NUMBER);
}
/** Half the size of a box along x, y or z. */
export function half(record: usize, axis: u32): f64 {
  return load<f64>(record + NUMBER * axis, 3 * NUMBER);
}

/** Bytes of a corner with its side. */
export const SIDE_BYTES: usize = 5 * NUMBER;
export function firstSide(record: usize): usize {
  return record + 3 * NUMBER;
}
export function endOfSides(record: usize): usize {
  return firstSide(record) + SIDE_BYTES * corners(record);
}
export function cornerX(side: usize): f64 {
  return load<f64>(side);
}
export function cornerY(side: usize): f64 {
  return load<f64>(side, NUMBER);
}
export function normalX(side: usize): f64 {
  return load<f64>(side, 2 * NUMBER);
}
export function normalY(side: usize): f64 {
  return load<f64>(side, 3 * NUMBER);
}
export function offset(side: usize): f64 {
  return load<f64>(side, 4 * NUMBER);
}

/** The position of a pose along an axis. */
export function position(pose: usize, axis: u32): f64 {
  return load<f64>(pose + NUMBER * axis);
}
/** In 2D. */
export function cosine(pose: usize): f64 {
  return load<f64>(pose, 2 * NUMBER);
}
export function sine(pose: usize): f64 {
  return load<f64>(pose, 3 * NUMBER);
}
/** In 3D: the matrix that turns the shape. */
export function turned(pose: usize, row: u32, column: u32): f64 {
  return load<f64>(pose + NUMBER * (3 * row + column), 3 * NUMBER);
}

/** A pair: two slots. */
export const PAIR_BYTES: usize = 8;
export function firstSlot(pair: usize): u32 {
  return load<u32>(pair);
}
export function secondSlot(pair: usize): u32 {
  return load<u32>(pair, 4);
}
export function copyPair(to: usize, from: usize): void {
  store<u64>(to, load<u64>(from));
}
