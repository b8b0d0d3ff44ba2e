// Which heuristic a search solver takes; lower-bound.wgsl.ts has the formulas and their proofs.
import { type Graph, type Grid, isGrid } from '@wayfield/graph';

/** The search algorithms of `createGpuSolver`. */
export type GpuAlgorithm = 'astar' | 'dijkstra' | 'greedy';
/** The lower bounds on the remaining distance that `createGpuSolver` can use. */
export type GpuHeuristic = 'zero' | 'manhattan' | 'octile' | 'euclidean';

/** The index is the value of the kernels' override HEURISTIC. */
export const HEURISTICS: readonly GpuHeuristic[] = ['zero', 'manhattan', 'octile', 'euclidean'];
const ALGORITHMS: readonly GpuAlgorithm[] = ['astar', 'dijkstra', 'greedy'];

/** The options that decide about a heuristic. */
export interface HeuristicChoice {
  readonly algorithm?: GpuAlgorithm;
  readonly heuristic?: GpuHeuristic;
  readonly allowInadmissible?: boolean;
}

/**
 * The heuristic that a solver uses. The default is the largest of those that do not overestimate:
 * lower-bound.wgsl.ts has the proofs. Greedy search needs no bound, so its default on a graph with
 * coordinates is 'euclidean' whatever the scale. With a heuristic that overestimates
 * workgroup-search.wgsl.ts relaxes nodes again, and invocation-heap.wgsl.ts does not.
 *
 * @throws RangeError for a heuristic that overestimates, unless `allowInadmissible` is true or the
 *   search is greedy, and for a heuristic with Dijkstra.
 */
export function chooseHeuristic(data: Graph | Grid, options: HeuristicChoice): GpuHeuristic {
  const { algorithm = 'astar' } = options;
  if (!ALGORITHMS.includes(algorithm)) {
    throw new RangeError(`algorithm '${algorithm}' is none of ${ALGORITHMS.join(', ')}`);
  }
  const heuristic = options.heuristic ?? bestHeuristic(data, algorithm);
  if (!HEURISTICS.includes(heuristic)) {
    throw new RangeError(`heuristic '${heuristic}' is none of ${HEURISTICS.join(', ')}`);
  }
  if (algorithm === 'dijkstra' && heuristic !== 'zero') {
    throw new RangeError(`dijkstra takes no heuristic, got '${heuristic}'`);
  }
  if (algorithm === 'greedy' || heuristic === 'zero' || options.allowInadmissible) return heuristic;
  if (isGrid(data)) {
    if (heuristic === 'manhattan' && data.neighbours === 8) {
      throw new RangeError(
        "heuristic 'manhattan' overestimates on 8 neighbours, so paths need not be shortest: " +
          "take 'octile', or set allowInadmissible",
      );
    }
  } else if (heuristic !== 'euclidean' || !data.x || data.heuristicScale === 0) {
    throw new RangeError(
      `heuristic '${heuristic}' may overestimate on this graph (heuristicScale ` +
        `${data.heuristicScale}): take 'zero', or set allowInadmissible`,
    );
  }
  return heuristic;
}

function bestHeuristic(data: Graph | Grid, algorithm: GpuAlgorithm): GpuHeuristic {
  if (algorithm === 'dijkstra') return 'zero';
  if (isGrid(data)) return data.neighbours === 4 ? 'manhattan' : 'octile';
  return data.x && (data.heuristicScale > 0 || algorithm === 'greedy') ? 'euclidean' : 'zero';
}
