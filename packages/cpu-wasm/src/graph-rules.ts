import type { Graph } from '@wayfield/graph';
import type { Algorithm, Heuristic, SolverOptions } from './types.ts';

const HEURISTICS: readonly Heuristic[] = ['zero', 'manhattan', 'octile', 'euclidean'];

/** The heuristic a graph solver will use. Throws RangeError for one that can overestimate, unless allowed. */
export function chooseGraphHeuristic(graph: Graph, options: SolverOptions): Heuristic {
  const { algorithm = 'astar', allowInadmissible } = options;
  const blind = algorithm === 'dijkstra' || algorithm === 'bidirectional';
  const greedy = algorithm === 'greedy';
  const bounded = graph.x !== undefined && graph.heuristicScale > 0;
  const best = greedy || (bounded && !blind) ? 'euclidean' : 'zero';
  const heuristic = options.heuristic ?? best;
  if (!HEURISTICS.includes(heuristic)) {
    throw new RangeError(`heuristic '${heuristic}' is none of ${HEURISTICS.join(', ')}`);
  }
  if (heuristic === 'zero') return heuristic;
  if (blind) throw new RangeError(`${algorithm} takes no heuristic, got '${heuristic}'`);
  if (graph.x === undefined) {
    throw new RangeError(`heuristic '${heuristic}' needs coordinates, the graph has no x and y`);
  }
  if (heuristic !== 'euclidean' && !greedy && allowInadmissible !== true) {
    throw new RangeError(
      `heuristic '${heuristic}' can overestimate on a graph, so paths need not be shortest: ` +
        "take 'euclidean', or set allowInadmissible",
    );
  }
  return heuristic;
}

/** Throws RangeError where `algorithm` is one for grids. */
export function checkGraphAlgorithm(algorithm: Algorithm): void {
  if (algorithm === 'jps' || algorithm === 'jps+') {
    throw new RangeError(`${algorithm} needs a grid, this is a graph: take 'astar'`);
  }
}
