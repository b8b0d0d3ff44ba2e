import type { Graph } from '@wayfield/graph';
import type { Algorithm, Heuristic, SolverOptions } from '../types.ts';

/** Default number of landmarks of 'alt': a row with two entries each is a cache line. */
export const LANDMARKS = 16;

/**
 * The heuristic a graph solver will use. Throws RangeError for one that can overestimate, unless
 * allowed.
 */
export function chooseGraphHeuristic(graph: Graph, options: SolverOptions): Heuristic {
  const { algorithm = 'astar', allowInadmissible } = options;
  const blind = algorithm === 'dijkstra' || algorithm === 'bidirectional';
  const greedy = algorithm === 'greedy';
  const bounded = graph.x !== undefined && graph.heuristicScale > 0;
  const best = greedy || (bounded && !blind) ? 'euclidean' : 'zero';
  const heuristic = options.heuristic ?? best;
  if (algorithm === 'alt') {
    if (options.heuristic !== undefined && heuristic !== 'landmarks') {
      throw new RangeError(`alt takes heuristic 'landmarks' only, got '${heuristic}'`);
    }
    return 'landmarks';
  }
  if (heuristic === 'landmarks') {
    throw new RangeError(`heuristic 'landmarks' needs algorithm 'alt', got '${algorithm}'`);
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

/**
 * How many landmarks a solver uses; 0 where its algorithm is not 'alt'. Throws RangeError for the
 * option `landmarks` of another algorithm.
 */
export function chooseLandmarks({ algorithm, landmarks }: SolverOptions): number {
  if (algorithm !== 'alt') {
    if (landmarks === undefined) return 0;
    throw new RangeError(`landmarks needs algorithm 'alt', got '${algorithm ?? 'astar'}'`);
  }
  return landmarks ?? LANDMARKS;
}

/** Throws RangeError where `algorithm` is one for grids. */
export function checkGraphAlgorithm(algorithm: Algorithm): void {
  if (algorithm === 'jps' || algorithm === 'jps+' || algorithm === 'theta*') {
    throw new RangeError(`${algorithm} needs a grid, this is a graph: take 'astar'`);
  }
}
