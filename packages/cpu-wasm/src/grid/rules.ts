import { type Grid, uniformCost } from '@wayfield/graph';
import type { Algorithm, Heuristic, SolverOptions } from '../types.ts';

/**
 * The heuristic that a grid solver takes. Throws RangeError for a heuristic that needs a graph,
 * that the algorithm does not take, or that can overestimate, unless `allowInadmissible` is set or
 * the algorithm is 'greedy'.
 */
export function chooseGridHeuristic(grid: Grid, options: SolverOptions): Heuristic {
  const { algorithm = 'astar' } = options;
  const blind = algorithm === 'dijkstra' || algorithm === 'bidirectional';
  const tightest = grid.neighbours === 4 ? 'manhattan' : 'octile';
  const best = blind ? 'zero' : algorithm === 'theta*' ? 'euclidean' : tightest;
  const heuristic = options.heuristic ?? best;
  if (heuristic === 'landmarks') {
    throw new RangeError("heuristic 'landmarks' needs a graph and algorithm 'alt', this is a grid");
  }
  if (blind && heuristic !== 'zero') {
    throw new RangeError(`${algorithm} takes no heuristic, got '${heuristic}'`);
  }
  if ((algorithm.startsWith('jps') || algorithm === 'theta*') && heuristic !== best) {
    throw new RangeError(`${algorithm} always takes '${best}', got '${heuristic}'`);
  }
  const overestimates = heuristic === 'manhattan' && grid.neighbours === 8;
  if (overestimates && algorithm !== 'greedy' && options.allowInadmissible !== true) {
    throw new RangeError(
      "heuristic 'manhattan' overestimates on 8 neighbours, so paths need not be shortest: " +
        "take 'octile', or set allowInadmissible",
    );
  }
  return heuristic;
}

/** Throws RangeError, with the reason, where `algorithm` cannot search this grid. */
export function checkGridAlgorithm(grid: Grid, algorithm: Algorithm): void {
  if (algorithm === 'alt') throw new RangeError("alt needs a graph, this is a grid: take 'astar'");
  if (algorithm !== 'jps' && algorithm !== 'jps+' && algorithm !== 'theta*') return;
  if (grid.neighbours !== 8 && algorithm !== 'theta*') {
    throw new RangeError(`${algorithm} needs 8 neighbours, the grid has ${grid.neighbours}`);
  }
  if (uniformCost(grid) === 0 && grid.cost.some((cost) => cost > 0)) {
    throw new RangeError(
      `${algorithm} needs a uniform grid, but open cells differ in cost: take 'astar'`,
    );
  }
}
