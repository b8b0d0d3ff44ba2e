// The blocks of memory of one multigrid (multigrid.ts), taken one by one and freed together.
import type { Blocks } from '@wayfield/wasm';

/** Takes blocks; `free` frees all of them. */
export interface HeldBlocks {
  take(bytes: number): number;
  free(): void;
}

export function holdBlocks(blocks: Blocks): HeldBlocks {
  const taken: number[] = [];
  return {
    take(bytes) {
      // Sizes are rounded up by at most an eighth, so that few different sizes occur. Then the
      // arena finds a freed block again, although changed terrain has changed the number of nodes.
      const step = 2 ** Math.max(4, Math.floor(Math.log2(bytes)) - 3);
      const address = blocks.allocate(Math.ceil(bytes / step) * step);
      taken.push(address);
      return address;
    },
    free() {
      for (const address of taken) blocks.free(address);
    },
  };
}
