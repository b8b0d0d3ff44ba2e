import type { Blocks } from '@wayfield/wasm';

/** Every array begins at a multiple of this many bytes. */
const ALIGNMENT = 16;

/**
 * Allocates arrays of these sizes, at least one, as one block and returns their addresses;
 * `blocks.free` of the first address frees them all. Where memory ends, nothing is taken, so that a
 * caller that tries again takes nothing twice.
 */
export function allocateAll(blocks: Blocks, bytes: readonly number[]): number[] {
  const rounded = bytes.map((size) => Math.ceil(size / ALIGNMENT) * ALIGNMENT);
  let end = blocks.allocate(rounded.reduce((sum, size) => sum + size));
  return rounded.map((size) => (end += size) - size);
}
