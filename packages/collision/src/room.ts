import type { Blocks } from '@wayfield/wasm';

/** A block of memory that grows. */
export interface Room {
  readonly address: number;
  /**
   * Makes room for `bytes`; what was in the block may be lost. Returns the address. Throws
   * RangeError if memory ends; the block then stays as it was.
   */
  reserve(bytes: number): number;
}

export function createRoom(blocks: Blocks): Room {
  let address = 0;
  let size = 0;
  return {
    get address() {
      return address;
    },
    reserve(bytes) {
      if (bytes > size) {
        // Four sizes per power of two, because a freed block serves only requests of its own size.
        // 1e-9 keeps a rounded logarithm from giving a size below `bytes`.
        const larger = Math.ceil(2 ** (Math.ceil(4 * Math.log2(Math.max(64, bytes)) + 1e-9) / 4));
        const block = blocks.allocate(larger);
        if (address !== 0) blocks.free(address);
        address = block;
        size = larger;
      }
      return address;
    },
  };
}

/** Allocates blocks of these sizes, 0 for size 0. If memory ends, none of them stays allocated. */
export function allocateAll(blocks: Blocks, sizes: readonly number[]): number[] {
  const addresses: number[] = [];
  try {
    for (const bytes of sizes) addresses.push(bytes === 0 ? 0 : blocks.allocate(bytes));
  } catch (error) {
    for (const address of addresses) if (address !== 0) blocks.free(address);
    throw error;
  }
  return addresses;
}
