import type { SharedHost } from '@wayfield/wasm';
import type { MapLayout, SearchChoice } from './searcher.ts';

/**
 * A map in WebAssembly memory: the part that all its solvers share, kept in step with the caller's
 * arrays.
 */
export interface MapHost extends SharedHost {
  readonly layout: MapLayout;
  /** Counts the changes: a searcher that is bound to an older version must be bound again. */
  version(): number;
  /**
   * Makes ready what queries by this choice need for agents of these sizes. Rebuilds stale
   * components too where `nearest` (as bits, nearest.ts) lets paths end at another node than the
   * target. Throws RangeError for sizes or `nearest` that the map lacks, and when memory ends.
   */
  prepare(sizes: readonly number[], nearest: number, choice: SearchChoice): void;
  /** Rebuilds the components that closed cells made stale. On a graph none ever are. */
  rebuildComponents(): void;
  /**
   * Takes over the caller's costs or weights: of these cells or arcs, or all. Throws RangeError,
   * and changes nothing, for a cell or arc that is not in the map and for a value that is not
   * valid.
   */
  update(changed?: ArrayLike<number>): void;
}
