import { type Graph, type Grid, isGrid } from '@wayfield/graph';
import type { Arena, Blocks } from '@wayfield/wasm';
import { createGraphMap } from './graph-map.ts';
import { checkGraphAlgorithm, chooseGraphHeuristic } from './graph-rules.ts';
import { createGridMap } from './grid-map.ts';
import { checkGridAlgorithm, chooseGridHeuristic } from './grid-rules.ts';
import type { MapLayout } from './searcher.ts';
import type { Algorithm, Heuristic, SolverOptions } from './types.ts';

/** The part of a map's memory that all its solvers share, and what keeps it in step with the caller's arrays. */
export interface MapHost {
  readonly arena: Arena;
  readonly blocks: Blocks;
  readonly layout: MapLayout;
  /** Counts the updates: a searcher that is bound to an older version must be bound again. */
  version(): number;
  /**
   * Makes ready what queries by this algorithm for agents of these sizes need; with `exact`, for
   * queries that end at the nearest node, labels without doubt; `landmarks` as many as 'alt' uses.
   */
  prepare(sizes: readonly number[], exact: boolean, algorithm: Algorithm, landmarks?: number): void;
  /** Builds again what closed cells made useless; see `labelsMislead`. */
  relabel(): void;
  update(changed?: ArrayLike<number>): void;
}

/** Copies a map into a WebAssembly memory of its own. Throws RangeError for a map that is not valid. */
export function createMapHost(
  map: Grid | Graph,
  module: WebAssembly.Module,
  shared: boolean,
): MapHost {
  return isGrid(map) ? createGridMap(map, module, shared) : createGraphMap(map, module, shared);
}

/** The heuristic a solver will use. Throws RangeError for one that does not fit the map or the algorithm. */
export function chooseHeuristic(map: Grid | Graph, options: SolverOptions): Heuristic {
  return isGrid(map) ? chooseGridHeuristic(map, options) : chooseGraphHeuristic(map, options);
}

/** Throws RangeError, with the reason, where `algorithm` cannot search this map. */
export function checkAlgorithm(map: Grid | Graph, algorithm: Algorithm): void {
  if (isGrid(map)) checkGridAlgorithm(map, algorithm);
  else checkGraphAlgorithm(algorithm);
}
