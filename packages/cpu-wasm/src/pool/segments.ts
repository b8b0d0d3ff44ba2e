import type { Blocks } from '@wayfield/wasm';

/** Bytes of a segment, a block for many paths; a longer path gets a block of its own. */
const SEGMENT = 1 << 20;

/**
 * Memory of one thread for the paths of a job, reused by its next job. The thread that replaces an
 * ended one takes the memory over: see `ledger` of `createArena` in @wayfield/wasm.
 */
export interface Segments {
  /** Forgets all paths and reuses their memory. */
  restart(): void;
  /**
   * The address of `bytes` free bytes, a multiple of 4 if all requests are. Throws as `allocate`.
   */
  reserve(bytes: number): number;
}

export function createSegments(blocks: Blocks): Segments {
  const kept: number[] = [];
  /** Blocks of paths longer than a segment. */
  const single: number[] = [];
  /** Segments in use by the current job, and bytes used of the last of them. */
  let current = 0;
  let used = SEGMENT;
  return {
    restart() {
      single.forEach(blocks.free);
      single.length = 0;
      current = 0;
      used = SEGMENT;
    },
    reserve(bytes) {
      if (bytes > SEGMENT) {
        single.push(blocks.allocate(bytes));
        return single[single.length - 1];
      }
      if (used + bytes > SEGMENT) {
        if (current === kept.length) kept.push(blocks.allocate(SEGMENT));
        current++;
        used = 0;
      }
      used += bytes;
      return kept[current - 1] + used - bytes;
    },
  };
}
