// Columns: blocks of kernel memory for the rows of batches. A block is kept, and filled again by
// the next batch. Used in this folder and in ../areas.

import type { KernelHost } from '@wayfield/wasm';

/** Numbers in the memory of kernels, one per row of a batch. */
export interface Column {
  readonly address: number;
  /**
   * Makes room for `length` numbers, and returns the address. A block that is too small is replaced
   * by a new one: its numbers are lost, and the address changes.
   */
  reserve(length: number): number;
  /**
   * The first `length` numbers of a column of f64. The view is kept while the length and the memory
   * stay the same. It is lost if the memory grows: when another column, or a kernel, allocates.
   */
  view(length: number): Float64Array;
}

/** A column without room yet. `bytes`: the size of one number. */
export function createColumn(
  { arena, blocks }: Pick<KernelHost<unknown>, 'arena' | 'blocks'>,
  bytes: 1 | 4 | 8,
): Column {
  let address = 0;
  let room = 0;
  let current: Float64Array | undefined;
  return {
    get address() {
      return address;
    },
    reserve(length) {
      if (length <= room) return address;
      const larger = Math.max(length, 2 * room);
      // the room is 0 until the new block exists: `allocate` throws if memory ends
      blocks.free(address);
      room = address = 0;
      current = undefined;
      address = blocks.allocate(larger * bytes);
      room = larger;
      return address;
    },
    view(length) {
      // a view made before the memory grew has length 0
      if (current?.length !== length || length === 0)
        current = new Float64Array(arena.memory.buffer, address, length);
      return current;
    },
  };
}
