import type { Hierarchy } from '@wayfield/graph/hierarchy';
import type { KernelHost } from '@wayfield/wasm';
import type { Kernels } from '../hierarchy.gen.ts';
import type { TableOptions } from './types.ts';

const PROGRESS_MS = 50;

export interface Tables {
  run(sources: ArrayLike<number>, targets: ArrayLike<number>, options: TableOptions): Float32Array;
}

/** Tables of distances; one row lies in WebAssembly memory at a time. */
export function createTables(
  { rank }: Hierarchy,
  { arena, blocks, kernels }: KernelHost<Kernels>,
): Tables {
  let row = 0;
  let rowLength = -1;
  return {
    run(sources, targets, { reuse, onProgress, signal }) {
      signal?.throwIfAborted();
      const [rows, columns] = [sources.length, targets.length];
      const table = reuse?.length === rows * columns ? reuse : new Float32Array(rows * columns);
      const watched = onProgress !== undefined || signal !== undefined;
      let reported = watched ? performance.now() : 0;
      const look = (done: number): void => {
        const now = performance.now();
        if (now - reported < PROGRESS_MS) return;
        reported = now;
        onProgress?.(done, rows + columns);
        signal?.throwIfAborted();
      };
      if (columns > rowLength) {
        blocks.free(row);
        rowLength = -1;
        row = blocks.allocate(columns * 4);
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
