import type { Blocks } from '@wayfield/wasm';

/** Bytes of a block of path nodes; a longer path gets a block of its own. */
const SEGMENT = 1 << 20;

/** Memory for the paths of a job, used again by the next. */
export interface Segments {
  /** Forgets all paths; their memory is used again. */
  restart(): void;
  /** The address of `bytes` free bytes. */
  reserve(bytes: number): number;
}

export function createSegments(blocks: Blocks): Segments {
  const kept: number[] = [];
  const single: number[] = [];
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
