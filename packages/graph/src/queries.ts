import { nodeCountOf } from './build-grid.ts';
import { checkArray, checkCount, checkLength, checkNodes } from './check.ts';
import { NONE } from './constants.ts';
import type { Graph, Grid, Queries } from './types.ts';

/**
 * Makes `Queries` from pairs `[[source, target], …]`, or from `{ source, target }`, two lists of the
 * same length. Copies. Nodes are checked against a graph by `checkQueries` and by every solver.
 */
export function buildQueries(
  pairs:
    | ArrayLike<readonly [source: number, target: number]>
    | { readonly source: ArrayLike<number>; readonly target: ArrayLike<number> },
): Queries {
  const isLists = 'source' in pairs;
  const source = isLists ? pairs.source : Array.from(pairs, (pair) => pair[0]);
  const target = isLists ? pairs.target : Array.from(pairs, (pair) => pair[1]);
  const count = source.length;
  checkLength(target, count, 'target');
  checkNodes(source, NONE, 'source');
  checkNodes(target, NONE, 'target');
  return { count, source: Uint32Array.from(source), target: Uint32Array.from(target) };
}

/** Throws unless `source` and `target` hold `count` nodes of this graph or grid each. */
export function checkQueries(data: Graph | Grid, queries: Queries): void {
  checkCount(queries.count, 'count', 0);
  for (const name of ['source', 'target'] as const) {
    checkArray(queries[name], Uint32Array, queries.count, name);
    checkNodes(queries[name], nodeCountOf(data), name);
  }
}
