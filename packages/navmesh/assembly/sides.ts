// Arrays of u32 in memory, and the sides of triangles: those of triangle t are 3 t to 3 t + 2, one after another around it.

export const NONE: u32 = 0xffffffff;

export function at(array: usize, i: u32): u32 {
  return load<u32>(array + ((<usize>i) << 2));
}
export function after(side: u32): u32 {
  return side % 3 == 2 ? side - 2 : side + 1;
}
export function before(side: u32): u32 {
  return side % 3 == 0 ? side + 2 : side - 1;
}
