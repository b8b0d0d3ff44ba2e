import type { Arena } from '@wayfield/wasm';
import {
  BLOCK,
  COST,
  EXPANDED,
  FIRST_POINT,
  LOWER_BOUND,
  PROVEN,
  SOURCE_X,
  SOURCE_Y,
  STATUS,
  TARGET_X,
  TARGET_Y,
} from '../points.gen.ts';
import type { PointQueries } from './point-queries.ts';

export { BLOCK };

/** One entry per query, as in `BoundedPointRoutes`; `firstPoint` has one more. */
export interface BlockAnswers {
  readonly status: Uint8Array;
  readonly cost: Float64Array;
  readonly lowerBound: Float64Array;
  readonly isProven: Uint8Array;
  readonly expanded: Uint32Array;
  readonly firstPoint: Uint32Array;
}

/** The block of queries in the memory of kernels, with columns as in assembly/queries/block.ts. */
export interface Block {
  /** All of the memory. The view is kept: making one costs as much as a short path. */
  floats(): Float64Array;
  /** Writes the ends of the queries `from` to `from + size` - 1. */
  put(queries: PointQueries, from: number, size: number): void;
  /**
   * Copies the answers `first` to `end` - 1 of the block to the entries from `from + first` on. The
   * block counts points from `points` on.
   */
  take(answers: BlockAnswers, from: number, first: number, end: number, points: number): void;
}

export function createBlock(arena: Arena, block: number): Block {
  let views = viewsOf(arena.memory.buffer);
  const isShared = !(arena.memory.buffer instanceof ArrayBuffer);

  /**
   * After a memory has grown, its old views have no entries. Old views of a shared memory keep
   * their entries and lack the new ones, so there `buffer` must be compared. Reading `buffer` takes
   * longer than reading `length`.
   */
  function now(): ReturnType<typeof viewsOf> {
    const { floats } = views;
    const isOld = isShared ? floats.buffer !== arena.memory.buffer : floats.length === 0;
    if (isOld) views = viewsOf(arena.memory.buffer);
    return views;
  }

  return {
    floats: () => now().floats,
    put({ sourceX, sourceY, targetX, targetY }, from, size) {
      const { floats } = now();
      for (let i = 0; i < size; i++) {
        floats[(block + SOURCE_X) / 8 + i] = sourceX[from + i];
        floats[(block + SOURCE_Y) / 8 + i] = sourceY[from + i];
        floats[(block + TARGET_X) / 8 + i] = targetX[from + i];
        floats[(block + TARGET_Y) / 8 + i] = targetY[from + i];
      }
    },
    take({ status, cost, lowerBound, isProven, expanded, firstPoint }, from, first, end, points) {
      const { floats, words, bytes } = now();
      for (let i = first; i < end; i++) {
        status[from + i] = bytes[block + STATUS + i];
        cost[from + i] = floats[(block + COST) / 8 + i];
        lowerBound[from + i] = floats[(block + LOWER_BOUND) / 8 + i];
        isProven[from + i] = bytes[block + PROVEN + i];
        expanded[from + i] = words[(block + EXPANDED) / 4 + i];
        firstPoint[from + i + 1] = points + words[(block + FIRST_POINT) / 4 + i + 1];
      }
    },
  };
}

function viewsOf(buffer: ArrayBufferLike) {
  return {
    floats: new Float64Array(buffer),
    words: new Uint32Array(buffer),
    bytes: new Uint8Array(buffer),
  };
}

/** Answers with room for `count` queries. */
export function emptyAnswers(count: number): BlockAnswers {
  return {
    status: new Uint8Array(count),
    cost: new Float64Array(count),
    lowerBound: new Float64Array(count),
    isProven: new Uint8Array(count),
    expanded: new Uint32Array(count),
    firstPoint: new Uint32Array(count + 1),
  };
}
