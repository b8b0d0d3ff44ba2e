import { checkLength, list, object, refuseKind } from '@wayfield/check';
import { nodeCountOf } from '../build/grid.ts';
import { checkArray, checkCount, checkNode, checkNodes } from '../check/check.ts';
import { NONE } from '../types/constants.ts';
import type { Graph, Grid, Queries } from '../types/data.ts';

/**
 * Makes `Queries` from pairs `[[source, target], …]`, or from `{ source, target }`, two lists of
 * the same length. Copies. Nodes are checked against a graph by `checkQueries` and by every solver.
 *
 * @example
 * const { cost } = solver.run(buildQueries([[0, 899], [31, 35]]));
 * console.log(cost.length); // 2
 */
export function buildQueries(
  pairs:
    | ArrayLike<readonly [source: number, target: number]>
    | { readonly source: ArrayLike<number>; readonly target: ArrayLike<number> },
): Queries {
  if (typeof pairs !== 'object' || pairs === null) refuseKind('pairs', pairs, PAIRS);
  return 'source' in pairs ? fromLists(pairs.source, pairs.target) : fromPairs(pairs);
}

const PAIRS = 'an array of pairs [source, target], or { source, target }';

function isPair(value: unknown): boolean {
  return Array.isArray(value) || ArrayBuffer.isView(value);
}

function fromLists(from: ArrayLike<number>, to: ArrayLike<number>): Queries {
  list(from, 'source');
  const count = from.length;
  checkLength(to, count, 'target');
  checkNodes(from, NONE, 'source');
  checkNodes(to, NONE, 'target');
  return { count, source: Uint32Array.from(from), target: Uint32Array.from(to) };
}

// loops: `Array.from` and `Uint32Array.from` take as long for one pair as a search of a small grid
function fromPairs(pairs: ArrayLike<readonly [source: number, target: number]>): Queries {
  if (!Array.isArray(pairs)) refuseKind('pairs', pairs, PAIRS);
  const count = pairs.length;
  const [source, target] = [new Uint32Array(count), new Uint32Array(count)];
  for (let i = 0; i < count; i++) {
    const pair = pairs[i];
    if (!isPair(pair)) refuseKind(`pairs[${i}]`, pair, 'a pair of nodes, [source, target]');
    const from = pair[0];
    const to = pair[1];
    if (from >>> 0 !== from || from === NONE) checkNode(from, NONE, `source[${i}]`);
    if (to >>> 0 !== to || to === NONE) checkNode(to, NONE, `target[${i}]`);
    source[i] = from;
    target[i] = to;
  }
  return { count, source, target };
}

const queriesRule = object({}, 'Queries');

/** Throws unless `source` and `target` hold `count` nodes of this graph or grid each. */
export function checkQueries(data: Graph | Grid, queries: Queries): void {
  queriesRule(queries, 'queries');
  const { count, source, target } = queries;
  checkCount(count, 'count', 0);
  const nodes = nodeCountOf(data);
  checkEnds(source, count, nodes, 'source');
  checkEnds(target, count, nodes, 'target');
}

function checkEnds(ends: Uint32Array, count: number, nodes: number, name: string): void {
  // the class is looked at first: the tag, which arrays of other realms have too, takes ten times
  // as long
  if (!(ends instanceof Uint32Array && ends.length === count)) {
    checkArray(ends, Uint32Array, count, name);
  }
  checkNodes(ends, nodes, name);
}
