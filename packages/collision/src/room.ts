import type { Blocks } from '@wayfield/wasm';

/** A block of memory that grows. */
export interface Room {
  readonly address: number;
  /** Makes room for `bytes`; what was in the block may be lost. Returns the address. */
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
        if (address !== 0) blocks.free(address);
        // four sizes per power of two, because a freed block serves only requests of its own size
        size = Math.ceil(2 ** (Math.ceil(4 * Math.log2(Math.max(64, bytes)) + 1e-9) / 4));
        address = blocks.allocate(size);
      }
      return address;
    },
  };
}
