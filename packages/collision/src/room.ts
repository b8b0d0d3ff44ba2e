import type { Blocks } from '@wayfield/wasm';

/** A block that grows, in few sizes: freed blocks serve requests of their own size only. */
export interface Room {
  readonly address: number;
  /** Makes it at least so large; what was in it may be lost. Returns the address. */
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
        size = Math.ceil(2 ** (Math.ceil(4 * Math.log2(Math.max(64, bytes)) + 1e-9) / 4));
        address = blocks.allocate(size);
      }
      return address;
    },
  };
}
