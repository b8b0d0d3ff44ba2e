// Reads and writes entry `i` of the column that begins at address `column`.

export function f64At(column: usize, i: u32): f64 {
  return load<f64>(column + ((<usize>i) << 3));
}
export function putF64(column: usize, i: u32, value: f64): void {
  store<f64>(column + ((<usize>i) << 3), value);
}
export function f32At(column: usize, i: u32): f32 {
  return load<f32>(column + ((<usize>i) << 2));
}
export function putF32(column: usize, i: u32, value: f32): void {
  store<f32>(column + ((<usize>i) << 2), value);
}
export function u32At(column: usize, i: u32): u32 {
  return load<u32>(column + ((<usize>i) << 2));
}
export function putU32(column: usize, i: u32, value: u32): void {
  store<u32>(column + ((<usize>i) << 2), value);
}
export function u16At(column: usize, i: u32): u32 {
  return load<u16>(column + ((<usize>i) << 1));
}
export function putU16(column: usize, i: u32, value: u32): void {
  store<u16>(column + ((<usize>i) << 1), <u16>value);
}
export function u8At(column: usize, i: u32): u32 {
  return load<u8>(column + i);
}
export function putU8(column: usize, i: u32, value: u32): void {
  store<u8>(column + i, <u8>value);
}
