// The sides of triangles: those of triangle t are 3 t to 3 t + 2, in left turns. And arrays of u32
// in memory, which hold them.

export { get as at, NONE, set } from '@wayfield/wasm/assembly/words';

/** The side that starts where this one ends. */
export function after(side: u32): u32 {
  return side % 3 == 2 ? side - 2 : side + 1;
}

/** The side that ends where this one starts. */
export function before(side: u32): u32 {
  return side % 3 == 0 ? side + 2 : side - 1;
}
