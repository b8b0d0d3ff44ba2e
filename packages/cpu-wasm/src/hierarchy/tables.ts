import type { Hierarchy } from '@wayfield/graph/hierarchy';
import type { DestroyGuard, KernelHost } from '@wayfield/wasm';
import type { Kernels } from '../hierarchy.gen.ts';
import { createTableWatch } from '../progress.ts';
import type { TableOptions } from './types.ts';

/** As `table` of a solver; its arguments are checked. */
export interface Tables {
  run(sources: ArrayLike<number>, targets: ArrayLike<number>, options: TableOptions): Float32Array;
}

/** Tables of distances; one row lies in WebAssembly memory at a time. */
export function createTables(
  { rank }: Hierarchy,
  { arena, blocks, kernels }: KernelHost<Kernels>,
  guard: DestroyGuard,
): Tables {
  /** Address of the row, and how many entries it has room for. */
  let row = 0;
  let rowLength = -1;
  const watch = createTableWatch(guard);
  return {
    run(sources, targets, { reuse, onProgress, signal }) {
      const [rows, columns] = [sources.length, targets.length];
      const look = watch({ onProgress, signal }, rows + columns);
      const table = reuse?.length === rows * columns ? reuse : new Float32Array(rows * columns);
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
        look?.(j + 1);
      }
      kernels.tableSort();
      for (let i = 0; i < rows; i++) {
        kernels.tableSource(rank[sources[i]], row, columns);
        table.set(arena.floats().subarray(row / 4, row / 4 + columns), i * columns);
        look?.(columns + i + 1);
      }
      onProgress?.(rows + columns, rows + columns);
      return table;
    },
  };
}
