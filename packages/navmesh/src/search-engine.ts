import type { SearchTables } from './table-file.ts';

/** One kind of search for a path between two points, under `createTriangleSearch`. */
export interface SearchEngine {
  /** Bytes of WebAssembly memory, the mesh included. */
  readonly memoryBytes: number;
  /** Begins; the points lie where the ends locator has just found them, not in one triangle. Finds a first path at once where that is wanted. */
  begin(sourceX: number, sourceY: number, wantsFirst: boolean, wantsTurns: boolean): void;
  /** Goes on for some states, at once where a path is proven without. */
  advance(states: number): void;
  readonly isProven: boolean;
  /** Of the best path so far; Infinity without one. */
  readonly cost: number;
  lowerBound(): number;
  /** The work so far. */
  expanded(): number;
  queued(): number;
  tested(): number;
  /** The turns of the best path, x and y by turns: the first `2 * turnCount` entries. Valid until the next call. */
  keepTurns(): void;
  readonly turns: Float64Array;
  readonly turnCount: number;
  /** What was worked out when it was created, a copy; undefined where that is nothing. */
  tables(): SearchTables<'corridors' | 'tangents'> | undefined;
  destroy(): void;
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
