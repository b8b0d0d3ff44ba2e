import {
  buildQueries,
  type Graph,
  type Grid,
  isGrid,
  nodeCountOf,
  type Queries,
} from '@wayfield/graph';
import type { Batch } from './batch.ts';
import type { Algorithm, RunOptions } from './types.ts';

/** Milliseconds of a warm-up by default. */
export const WARM_UP_MS = 2;
/** Larger maps are not warmed up for: their batches take long enough to hide the compiler. */
const MOST_NODES = 16_384;
/** Queries of a round, and the most nodes that each settles: a round ends within half a ms. */
const ROUND = 32;
const MOST_SETTLED = 500;
/** Strides between the sources, and between the targets, of queries: primes spread them. */
const STRIDES = [7919, 104_729] as const;

/**
 * The kinds of map and algorithms that were warmed up for. Engines keep the code of a module as
 * long as the module.
 */
const warmed = new Set<string>();

/**
 * Answers made-up queries for `ms` milliseconds, rounded up to a round. Engines compile a function
 * when it is first called, and compile it once more, to faster code on another thread, when it was
 * called often. Done once per process or page for each kind of map (grid or graph) and algorithm,
 * on maps of at most MOST_NODES nodes, and not for 'alt'.
 */
export function warmUp(
  map: Grid | Graph,
  algorithm: Algorithm,
  ms: number,
  begin: (queries: Queries, options: RunOptions) => Batch,
): void {
  const kind = `${isGrid(map) ? 'grid' : 'graph'} ${algorithm}`;
  // landmarks take longer to place than a warm-up may
  if (ms === 0 || warmed.has(kind) || nodeCountOf(map) > MOST_NODES || algorithm === 'alt') return;
  warmed.add(kind);
  const start = performance.now();
  const nodes = usableNodes(map);
  if (nodes.length === 0) return;
  const [source, target] = STRIDES.map((stride) =>
    Uint32Array.from({ length: ROUND }, (_, i) => nodes[((i + 1) * stride) % nodes.length]),
  );
  const queries = buildQueries({ source, target });
  do {
    const batch = begin(queries, { maxSettled: MOST_SETTLED });
    batch.advance(Infinity);
    batch.finish();
  } while (performance.now() - start < ms);
}

/** The open cells of a grid, or all nodes of a graph. */
function usableNodes(map: Grid | Graph): number[] {
  const nodes: number[] = [];
  for (let node = 0; node < nodeCountOf(map); node++) {
    if (!isGrid(map) || map.cost[node] > 0) nodes.push(node);
  }
  return nodes;
}
