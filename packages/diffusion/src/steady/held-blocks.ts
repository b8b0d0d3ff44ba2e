import type { Blocks } from '@wayfield/wasm';

/** Blocks of memory that are freed together. */
export interface HeldBlocks {
  take(bytes: number): number;
  free(): void;
}

export function holdBlocks(blocks: Blocks): HeldBlocks {
  const taken: number[] = [];
  return {
    take(bytes) {
      // few different sizes, so that blocks are found again when terrain has changed
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
