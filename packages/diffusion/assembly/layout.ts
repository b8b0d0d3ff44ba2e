// Arrays in memory by address and index, and the layouts of records: with steering/layout.ts the
// only file that knows byte offsets. The compiler inlines all of these functions.
//
// The arrays of a model. Each is a part of a block that `blocks` of src/model/core.ts allocates in
// the model's own memory. `destroy` of the model frees all blocks; "call" and "crowd" mean: freed
// earlier, at the end of the `settle`, or by `destroy` of the pursuers. Goals that grow take a new
// block and free the old one.
//
//   array          entry                             made in src/                        freed
//   field          f32 m per cell; 2 a layer, in     step/field-memory.ts                model
//                  turn read and written by a pass
//   scale words    i32 K per block of a field row    step/field-memory.ts                model
//   scales         i32 per cell, as the field rows   step/field-memory.ts                model
//   rings          rows between the steps of a pass  step/field-memory.ts, per thread    model
//   zeroRow        a row of 0, beside the map        step/field-memory.ts                model
//   factors        f32 per cell, in field rows       step/factor-rows.ts                 model
//   counts         u32 per step: cells above 0       step/field-memory.ts, per thread    model
//   progress       i32 per thread: passes done       step/field-memory.ts                model
//   scratch        LOG_SCRATCH bytes per thread      step/field-memory.ts                model
//   goals of a     u32 row starts, u32 x, f32 m,     step/goal-rows.ts                   model
//     layer        i32 scale
//   dist           f32 cost per cell, no padding     distance/distance-fields.ts         model
//   inverse        f32 1 / terrain, 0 = obstacle     distance/distance-fields.ts         model
//   heap           u64 cost and cell                 distance/distance-fields.ts         model
//   table,         layers that count (below), 48     pursuers/pursuers.ts                crowd
//     scratch,     bytes per thread, u32 cell of
//     positions,   each pursuer, u32 cell that it
//     chosen,      chooses, u8 per cell (exclusive)
//     taken
//   cells of       f64 m and 1 / loss per cell, i32  steady/cell-arrays.ts               call
//     steady       scale per block, copies of m and
//                  scale before a cycle, u32 node
//                  per box, CELL_SCRATCH bytes
//   levels         LEVEL_RECORD bytes a level and    steady/level-records.ts             call
//                  the arrays named below
//   values,        u64 value per cell (sweeps.ts),   steady/sweeps.ts                    call
//     others,      two in turn; f64 1 / loss; u32
//     inverses,    cells by falling scent; u32 head
//     order, heads of each bucket, or digit counts
//   facts,         see steering/layout.ts            steering/steering.ts                model
//     headings

export function f32At(array: usize, i: i32): f32 {
  return load<f32>(array + ((<usize>i) << 2));
}

export function setF32(array: usize, i: i32, value: f32): void {
  store<f32>(array + ((<usize>i) << 2), value);
}

export function i32At(array: usize, i: i32): i32 {
  return load<i32>(array + ((<usize>i) << 2));
}

export function setI32(array: usize, i: i32, value: i32): void {
  store<i32>(array + ((<usize>i) << 2), value);
}

export function f64At(array: usize, i: i32): f64 {
  return load<f64>(array + ((<usize>i) << 3));
}

export function setF64(array: usize, i: i32, value: f64): void {
  store<f64>(array + ((<usize>i) << 3), value);
}

// Goals for method 'steady': three arrays of `count` entries, one behind another: u32 cells, f32 m,
// i32 scales; the strength of a goal is m * 2^scale.

export function goalCell(goals: usize, g: i32): i32 {
  return i32At(goals, g);
}

export function goalValue(goals: usize, count: i32, g: i32): f64 {
  return <f64>f32At(goals, count + g);
}

export function goalScale(goals: usize, count: i32, g: i32): i32 {
  return i32At(goals, 2 * count + g);
}

// A layer that pursuers look at: u32 address of its field, f32 weight.

export function layerField(layers: usize, l: i32): usize {
  return <usize>load<u32>(layers + ((<usize>l) << 3));
}

export function layerWeight(layers: usize, l: i32): f32 {
  return load<f32>(layers + ((<usize>l) << 3), 4);
}

// A cell that waits in a bucket while the first scent spreads: u32 next and previous cell, 0 =
// none; `previous` is SETTLED once the cell has left the buckets.

export function nextInBucket(links: usize, p: i32): u32 {
  return load<u32>(links + ((<usize>p) << 3));
}

export function setNext(links: usize, p: i32, next: u32): void {
  store<u32>(links + ((<usize>p) << 3), next);
}

export function previousInBucket(links: usize, p: i32): u32 {
  return load<u32>(links + ((<usize>p) << 3), 4);
}

export function setPrevious(links: usize, p: i32, previous: u32): void {
  store<u32>(links + ((<usize>p) << 3), previous, 4);
}

// A level of the multigrid of method 'steady': words, written in this order by `add` of
// src/steady/level-records.ts. Each is the address of an array, but for the first. What a row and
// its unknown u are: steady/levels.ts.

/** How many nodes the level has; no address. */
export const COUNT: usize = 0;
/** u32, count + 1 entries: the edges of node i are `[first[i], first[i + 1])`. */
export const FIRST: usize = 4;
/** u32 per edge: the other node. */
export const HEAD: usize = 8;
/** f64 per edge, f64 and f64 per node: the row, in units of 2^unit of its node. */
export const WEIGHT: usize = 12;
export const DIAGONAL: usize = 16;
export const INFLOW: usize = 20;
/** i32 per node: the exponent that its row is in units of. */
export const UNIT: usize = 24;
/** f64 per node: the unknown. */
export const U: usize = 28;
/** u32 per node: its node of the next coarser level. */
export const GROUP: usize = 32;
/** u32 per edge: the edge of the next coarser level that it is a part of, or `INSIDE`. */
export const SLOT: usize = 36;
/** The row for a scent of 1 everywhere, as WEIGHT, DIAGONAL and INFLOW. */
export const BASE_WEIGHT: usize = 40;
export const BASE_DIAGONAL: usize = 44;
export const BASE_INFLOW: usize = 48;
/** f64 and i32 per node: the scent t * 2^scale that the level stands for (nested iteration). */
export const T: usize = 52;
export const SCALE: usize = 56;
/** Bytes of a record: 16 words. */
export const LEVEL_RECORD: u32 = 64;
