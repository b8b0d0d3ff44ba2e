// Grids of cells that double from level to level; a body is in one level, by its size, and in one cell
// of it, by its centre. A cell is larger than what two bodies of its level, or one of it and one of a
// finer level, can reach from centre to centre: who touches is in the same or in neighbouring cells.
//
// An axis of a level either spans the world, with an empty cell at both ends, or wraps: far cells share a
// place, and the exact test tells their bodies apart. A wrapped axis has at least 5 cells, so that no cell
// is its own neighbour.

/** Bytes of the record of a level. */
export const LEVEL_BYTES: usize = 96;
// f64
const ORIGIN_X: usize = 0;
export const ORIGIN_Y: usize = 8;
export const ORIGIN_Z: usize = 16;
export const PER_UNIT: usize = 24;
// u32
export const WIDTH: usize = 32;
export const HEIGHT: usize = 36;
export const DEPTH: usize = 40;
export const BASE: usize = 44;
/** 1: x wraps, 2: y, 4: z */
export const WRAPS: usize = 48;
export const FIRST: usize = 52;
export const END: usize = 56;
/** f32: half the size of the largest body of the level */
export const LARGEST_HALF: usize = 60;
/** f64: how far off, in units of length, the cell of a body may be for the rounding of its coordinate */
export const SLACK: usize = 64;
/** f64, three: cells of the world along each axis, also where they wrap */
export const SPAN: usize = 72;

export let LEVELS: usize;
export let LEVEL_COUNT: u32;
export let THREE: bool;

/** `count` records at `address`, finest first; the grid has three dimensions or two. */
export function levelsBind(address: usize, count: u32, three: bool): void {
  LEVELS = address;
  LEVEL_COUNT = count;
  THREE = three;
}

export function levelAt(index: u32): usize {
  return LEVELS + <usize>index * LEVEL_BYTES;
}

/** The column, row or slab that a coordinate falls into, before it is wrapped. */
function quotient(x: f64, origin: f64, perUnit: f64): f64 {
  return floor((x - origin) * perUnit);
}

/** Into 0 .. size − 1, if the axis wraps. */
export function wrapped(q: f64, size: u32, wraps: u32): u32 {
  if (!wraps) return <u32>q;
  const count = <f64>size;
  let rest = q - floor(q / count) * count;
  // the division is rounded
  if (rest < 0) rest += count;
  if (rest >= count) rest -= count;
  return <u32>rest;
}

export function quotientX(level: usize, x: f64): f64 {
  return quotient(x, load<f64>(level, ORIGIN_X), load<f64>(level, PER_UNIT));
}
export function quotientY(level: usize, y: f64): f64 {
  return quotient(y, load<f64>(level, ORIGIN_Y), load<f64>(level, PER_UNIT));
}
export function quotientZ(level: usize, z: f64): f64 {
  return quotient(z, load<f64>(level, ORIGIN_Z), load<f64>(level, PER_UNIT));
}

export function columnOf(level: usize, x: f64): u32 {
  return wrapped(quotientX(level, x), load<u32>(level, WIDTH), load<u32>(level, WRAPS) & 1);
}
export function rowOf(level: usize, y: f64): u32 {
  return wrapped(quotientY(level, y), load<u32>(level, HEIGHT), load<u32>(level, WRAPS) & 2);
}
export function slabOf(level: usize, z: f64): u32 {
  if (!THREE) return 0;
  return wrapped(quotientZ(level, z), load<u32>(level, DEPTH), load<u32>(level, WRAPS) & 4);
}

/** The first cell of a row. */
export function rowStart(level: usize, row: u32, slab: u32): u32 {
  const line = slab * load<u32>(level, HEIGHT) + row;
  return load<u32>(level, BASE) + line * load<u32>(level, WIDTH);
}
