// Numbers of the sides of triangles, for all kernels: triangle t has the sides 3 t to 3 t + 2, in
// left turns. Also reads and writes arrays of u32 in memory, which hold such numbers.

export { get as at, NONE, set } from '@wayfield/wasm/assembly/words';

/** The side that starts where this one ends. */
export function after(side: u32): u32 {
  return side % 3 == 2 ? side - 2 : side + 1;
}

/** The side that ends where this one starts. */
export function before(side: u32): u32 {
  return side % 3 == 0 ? side + 2 : side - 1;
}
