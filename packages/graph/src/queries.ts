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
  const lists =
    'source' in pairs
      ? pairs
      : {
          source: Array.from(pairs, (pair) => pair[0]),
          target: Array.from(pairs, (pair) => pair[1]),
        };
  checkLength(lists.target, lists.source.length, 'target');
  checkNodes(lists.source, NONE, 'source');
  checkNodes(lists.target, NONE, 'target');
  const source = Uint32Array.from(lists.source);
  return { count: source.length, source, target: Uint32Array.from(lists.target) };
}

/** Throws unless `source` and `target` hold `count` nodes of this graph or grid each. */
export function checkQueries(data: Graph | Grid, queries: Queries): void {
  const { count, source, target } = queries;
  checkCount(count, 'count', 0);
  checkArray(source, 'Uint32Array', count, 'source');
  checkArray(target, 'Uint32Array', count, 'target');
  checkNodes(source, nodeCountOf(data), 'source');
  checkNodes(target, nodeCountOf(data), 'target');
}
