import type { Arena, Blocks } from '@wayfield/wasm';
import type { QueryKernels } from './query-kernels.ts';
import type { SearchTables } from './table-file.ts';

/** One kind of search for paths between two points, under `createTriangleSearch`, in a memory of its own. */
export interface SearchEngine {
  readonly kernels: QueryKernels;
  readonly arena: Arena;
  readonly blocks: Blocks;
  /** The address of the block of queries. */
  readonly block: number;
  /** What was worked out when it was created, a copy; undefined where that is nothing. */
  tables(): SearchTables<'corridors' | 'tangents'> | undefined;
}

/** Entries of queues have 24 bits for the number of a state; in searches for channels there is one for each 32 bytes of states. Tests lower it. */
export const STATES: { most: number } = { most: 2 ** 24 };

/** The kernels stop where the numbers of states end. */
export function guarded<T>(search: () => T): T {
  try {
    return search();
  } catch (cause) {
    if (!(cause instanceof WebAssembly.RuntimeError)) throw cause;
    throw new RangeError(
      `a search has more states than the ${STATES.most} that can be numbered: limit maxExpanded`,
      { cause },
    );
  }
}
