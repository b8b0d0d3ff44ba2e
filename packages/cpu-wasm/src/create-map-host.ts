import { type Graph, type Grid, isGrid } from '@wayfield/graph';
import { createGraphMap } from './graph/map.ts';
import { checkGraphAlgorithm, chooseGraphHeuristic, chooseLandmarks } from './graph/rules.ts';
import { createGridMap } from './grid/map.ts';
import { checkGridAlgorithm, chooseGridHeuristic } from './grid/rules.ts';
import type { MapHost } from './map-host.ts';
import type { SearchChoice } from './searcher.ts';
import type { SolverOptions } from './types.ts';

/**
 * Copies a map into a WebAssembly memory of its own, which threads can share if `shared` is true.
 * Throws RangeError for a map that is not valid, and when memory ends.
 */
export function createMapHost(
  map: Grid | Graph,
  module: WebAssembly.Module,
  shared: boolean,
): MapHost {
  return isGrid(map) ? createGridMap(map, module, shared) : createGraphMap(map, module, shared);
}

/**
 * The options with their defaults. Throws RangeError, with the reason, for an algorithm, heuristic
 * or number of landmarks that does not fit the map or the other options.
 */
export function chooseSearch(map: Grid | Graph, options: SolverOptions): SearchChoice {
  const { algorithm = 'astar' } = options;
  if (isGrid(map)) checkGridAlgorithm(map, algorithm);
  else checkGraphAlgorithm(algorithm);
  const heuristic = isGrid(map)
    ? chooseGridHeuristic(map, options)
    : chooseGraphHeuristic(map, options);
  return { algorithm, heuristic, landmarks: chooseLandmarks(options) };
}
