// What `measure` and `measureSizes` write, and src/bodies/measures.ts reads.

// `measure`: ten f32
const LOW: usize = 0;
const HIGH: usize = 16;
const MEAN_SQUARE: usize = 32;
const MEAN_CUBE: usize = 36;
export const MEASURE_BYTES: usize = 40;
/** Bytes from one axis to the next; the radius comes behind z. */
export const AXIS: usize = 4;

/** Writes the smallest and the largest value of a column: `out` is that of x plus the axis. */
export function setRange(out: usize, low: f32, high: f32): void {
  store<f32>(out, low, LOW);
  store<f32>(out, high, HIGH);
}
export function setMeans(out: usize, square: f32, cube: f32): void {
  store<f32>(out, square, MEAN_SQUARE);
  store<f32>(out, cube, MEAN_CUBE);
}

// `measureSizes`: six f32 of bounds, then two tables of 256 entries, one for each binary exponent
const TABLES: usize = 32;
const TABLE_BYTES: usize = 256 * 4;
export const SIZES_BYTES: usize = TABLES + 2 * TABLE_BYTES;

/** Counts a body in the bin of its size. */
export function countSize(out: usize, size: f32): void {
  const bin = out + TABLES + ((<usize>(reinterpret<u32>(size) >>> 23)) << 2);
  store<u32>(bin, load<u32>(bin) + 1);
  store<f32>(bin, max(load<f32>(bin, TABLE_BYTES), size), TABLE_BYTES);
}
export function setLow(out: usize, x: f32, y: f32, z: f32): void {
  store<f32>(out, x);
  store<f32>(out, y, 4);
  store<f32>(out, z, 8);
}
export function setHigh(out: usize, x: f32, y: f32, z: f32): void {
  store<f32>(out, x, 12);
  store<f32>(out, y, 16);
  store<f32>(out, z, 20);
}
