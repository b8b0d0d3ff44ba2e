import type { Arena, Blocks } from '@wayfield/wasm';
import type { Kernels } from '../kernels.gen.ts';

/**
 * 3.75 GiB of the 4 GiB of memory: keeps the cap of an answer within 32 bits. No answer gets there.
 * A block that grows is copied, so the old and the new block must fit in 4 GiB together. Growing
 * beyond 2 GiB therefore throws RangeError, and an answer without `capacity` never overflows.
 */
const MOST_BYTES = 0xf0000000;

/** The block that answers are written to, and scratch memory that lives until the next answer. */
export interface Answer {
  /** Starts an answer of at most `entries` entries of `entryBytes`. */
  begin(entries: number, entryBytes: number): void;
  /** Ends the answer: where and how much was written, and how many entries were not. */
  end(): { address: number; bytes: number; lost: number };
  /** Zeroed bytes until the next `begin`. */
  scratch(bytes: number): number;
}

export function createAnswer(kernels: Kernels, blocks: Blocks): Answer {
  const scratches: number[] = [];
  kernels.outBind(blocks.allocate(4096), 4096, 0);
  return {
    begin(entries, entryBytes) {
      for (const block of scratches) blocks.free(block);
      scratches.length = 0;
      // the kernels know where the block is now: growing moves it, and may then run out of memory
      const most = Math.min(entries * entryBytes, MOST_BYTES);
      kernels.outBind(kernels.outAddress(), kernels.outSize(), most);
    },
    end: () => ({
      address: kernels.outAddress() >>> 0,
      bytes: kernels.outLength() >>> 0,
      lost: kernels.outLost(),
    }),
    scratch(bytes) {
      // powers of two, because a freed block serves only requests of its own size
      const block = blocks.allocate(2 ** Math.ceil(Math.log2(Math.max(64, bytes))));
      scratches.push(block);
      return block;
    },
  };
}

/** A view on words of memory, valid until memory grows or the next answer begins. */
export function wordsAt(arena: Arena, address: number, length: number): Uint32Array {
  return new Uint32Array(arena.memory.buffer, address, length);
}
