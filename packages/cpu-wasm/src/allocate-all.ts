import type { Blocks } from '@wayfield/wasm';

/** Arrays in WebAssembly memory begin at multiples of it. */
const ALIGNMENT = 16;

/**
 * The addresses of arrays of these bytes in one block, which `blocks.free` of the first address
 * gives back. Where memory ends, nothing is taken, so a later call takes nothing twice.
 */
export function allocateAll(blocks: Blocks, bytes: readonly number[]): number[] {
  const rounded = bytes.map((size) => Math.ceil(size / ALIGNMENT) * ALIGNMENT);
  let end = blocks.allocate(rounded.reduce((sum, size) => sum + size));
  return rounded.map((size) => (end += size) - size);
}
