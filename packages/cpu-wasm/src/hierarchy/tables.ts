import type { Hierarchy } from '@wayfield/graph/hierarchy';
import type { DestroyGuard, KernelHost } from '@wayfield/wasm';
import type { Kernels } from '../hierarchy.gen.ts';
import type { TableOptions } from './types.ts';

/** Milliseconds between two calls of `onProgress`. */
const PROGRESS_MS = 50;

export interface Tables {
  run(sources: ArrayLike<number>, targets: ArrayLike<number>, options: TableOptions): Float32Array;
}

/** Tables of distances; one row lies in WebAssembly memory at a time. */
export function createTables(
  { rank }: Hierarchy,
  { arena, blocks, kernels }: KernelHost<Kernels>,
  guard: DestroyGuard,
): Tables {
  let row = 0;
  let rowLength = -1;
  /** Tables begun. */
  let begun = 0;
  return {
    run(sources, targets, { reuse, onProgress, signal }) {
      signal?.throwIfAborted();
      const turn = ++begun;
      const [rows, columns] = [sources.length, targets.length];
      const table = reuse?.length === rows * columns ? reuse : new Float32Array(rows * columns);
      const watched = onProgress !== undefined || signal !== undefined;
      let reported = watched ? performance.now() : 0;
      const look = (done: number): void => {
        const now = performance.now();
        if (now - reported < PROGRESS_MS) return;
        reported = now;
        onProgress?.(done, rows + columns);
        // the callback may have destroyed the solver, or begun another table in the same memory
        guard.check();
        if (begun !== turn) throw new Error('onProgress began another table of this solver');
        signal?.throwIfAborted();
      };
      if (columns > rowLength) {
        // the new room is taken before the old one is freed: a call that throws changes nothing
        const longer = blocks.allocate(columns * 4);
        blocks.free(row);
        row = longer;
        rowLength = columns;
      }
      kernels.tableBegin();
      for (let j = 0; j < columns; j++) {
        kernels.tableTarget(rank[targets[j]], j);
        if (watched) look(j + 1);
      }
      kernels.tableSort();
      for (let i = 0; i < rows; i++) {
        kernels.tableSource(rank[sources[i]], row, columns);
        table.set(arena.floats().subarray(row / 4, row / 4 + columns), i * columns);
        if (watched) look(columns + i + 1);
      }
      onProgress?.(rows + columns, rows + columns);
      return table;
    },
  };
}
