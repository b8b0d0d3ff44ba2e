import type { Arena, Blocks } from '@wayfield/wasm';
import type { Kernels } from '../points.gen.ts';

/**
 * The kernels of a search for paths between two points, for `createTriangleSearch`, in a memory of
 * their own.
 */
export interface SearchEngine {
  readonly kernels: Kernels;
  readonly arena: Arena;
  readonly blocks: Blocks;
  /** The address of the block of queries. */
  readonly block: number;
  /** From how many labels on a search fails. */
  readonly mostLabels: number;
}

/**
 * The largest number of labels: entries of open lists have 24 bits for the number of a label. In
 * searches for channels a label has one number per 32 bytes. Tests take a smaller one.
 */
export const MOST_LABELS: number = 2 ** 24;

/** Runs a search, whose kernels stop the program when the numbers of labels end. */
export function guarded<T>(mostLabels: number, search: () => T): T {
  try {
    return search();
  } catch (cause) {
    if (!(cause instanceof WebAssembly.RuntimeError)) throw cause;
    throw new RangeError(
      `a search needs more than the ${mostLabels} labels that can be numbered: set maxExpanded`,
      { cause },
    );
  }
}
