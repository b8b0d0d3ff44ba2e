import type { DestroyGuard, KernelHost } from '@wayfield/wasm';
import type { Kernels } from '../hub-labels.gen.ts';
import { createTableWatch } from '../progress.ts';
import type { TableOptions } from './types.ts';

/**
 * Targets whose buckets lie in memory at a time, some 100 entries of 20 bytes each. Chosen, not
 * measured.
 */
const COLUMNS = 4096;
/**
 * From LEAST_ROWS sources on, buckets are filled. On rome buckets take 1.2 us a target and 0.05 us
 * a pair; rows without them take 0.25 us a pair, so buckets win above 6 sources.
 */
const LEAST_ROWS = 8;

/** As `table` of a solver; its arguments are checked. */
export interface HubLabelTables {
  run(sources: ArrayLike<number>, targets: ArrayLike<number>, options: TableOptions): Float32Array;
}

/** Tables of distances, a block of columns at a time. */
export function createHubLabelTables(
  { arena, blocks, kernels }: KernelHost<Kernels>,
  guard: DestroyGuard,
): HubLabelTables {
  /** Address of COLUMNS targets, u32, and behind them of a row of as many f32. */
  let block = 0;
  const watch = createTableWatch(guard);
  return {
    run(sources, targets, { reuse, onProgress, signal }) {
      const [rows, columns] = [sources.length, targets.length];
      const table = reuse?.length === rows * columns ? reuse : new Float32Array(rows * columns);
      const all = rows * Math.ceil(columns / COLUMNS);
      let done = 0;
      const look = watch({ onProgress, signal }, all);
      if (block === 0) block = blocks.allocate(COLUMNS * 8);
      const row = block + COLUMNS * 4;
      const bucketed = rows >= LEAST_ROWS;
      for (let from = 0; from < columns; from += COLUMNS) {
        const count = Math.min(COLUMNS, columns - from);
        if (bucketed) {
          kernels.tableBegin();
          for (let j = 0; j < count; j++) kernels.tableTarget(targets[from + j], j);
          kernels.tableSort();
        } else {
          const words = arena.words();
          for (let j = 0; j < count; j++) words[block / 4 + j] = targets[from + j];
        }
        for (let i = 0; i < rows; i++) {
          if (bucketed) kernels.tableSource(sources[i], row, count);
          else kernels.tableRow(sources[i], block, row, count);
          table.set(arena.floats().subarray(row / 4, row / 4 + count), i * columns + from);
          done++;
          look?.(done);
        }
      }
      onProgress?.(all, all);
      return table;
    },
  };
}
