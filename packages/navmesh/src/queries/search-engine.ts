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
  /** A search fails if it needs a number of a label that is not below this (MOST_LABELS). */
  readonly mostLabels: number;
}

/**
 * Labels have numbers below this: entries of open lists have 24 bits for the number of a label.
 * Polyanya counts its labels. Searches for channels count units of 32 bytes, of which one label
 * takes several: see `roomOf`. Tests take a smaller number.
 */
export const MOST_LABELS: number = 2 ** 24;

/** The labels of Polyanya that have numbers, in words. */
export function countOf(mostLabels: number): string {
  return `${mostLabels} labels`;
}
/** The labels of a search for channels that have numbers, in words: 32 bytes per number. */
export function roomOf(mostLabels: number): string {
  return `${(32 * mostLabels) / 2 ** 20} MiB of labels`;
}

/** Kernels whose labels have numbers, and how many numbers there are. */
interface Labelled {
  /** `labelsAreFull` returns whether the kernels trapped because no number was left. */
  readonly kernels: { labelsAreFull(): number };
  readonly mostLabels: number;
}

/**
 * Runs a search. Its kernels trap when no number is left for another label: then a RangeError is
 * thrown, in which `sayLimit` names the limit. Any other trap of the kernels is rethrown.
 */
export function guarded<T>(
  { kernels, mostLabels }: Labelled,
  search: () => T,
  sayLimit: (mostLabels: number) => string = roomOf,
): T {
  try {
    return search();
  } catch (cause) {
    if (!(cause instanceof WebAssembly.RuntimeError) || kernels.labelsAreFull() === 0) throw cause;
    throw new RangeError(
      `a search needs more than ${sayLimit(mostLabels)}, all that can be numbered: set maxExpanded`,
      { cause },
    );
  }
}
