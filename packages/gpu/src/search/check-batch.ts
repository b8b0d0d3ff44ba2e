// The check of queries before a search: a fast one, and `checkQueries` to name what is wrong.
// solver.ts calls `checkBatch` for every call.
import { checkQueries, type Graph, type Grid, nodeCountOf, type Queries } from '@wayfield/graph';

/**
 * Entries that are checked by one call of `isBeyond`. A loop over a million entries in one call
 * runs as unoptimised code for long; a function that is called often is compiled.
 */
const BLOCK = 8192;

/** Whether every entry is a node, without saying which one is not. */
function inRange(nodes: Uint32Array, nodeCount: number): boolean {
  const view = new Int32Array(nodes.buffer, nodes.byteOffset, nodes.length);
  for (let begin = 0; begin < view.length; begin += BLOCK) {
    if (isBeyond(view, begin, Math.min(view.length, begin + BLOCK), nodeCount - 1)) return false;
  }
  return true;
}

/** Whether an entry of a block is negative, as numbers from 2^31 on are here, or beyond `last`. */
function isBeyond(view: Int32Array, begin: number, end: number, last: number): boolean {
  let signs = 0;
  for (let i = begin; i < end; i++) {
    const x = view[i];
    signs |= x | (last - x);
  }
  return signs < 0;
}

/** `checkQueries`, which is slower, only for queries that have something wrong. */
export function checkBatch(data: Graph | Grid, queries: Queries): void {
  if (typeof queries !== 'object' || queries === null) checkQueries(data, queries);
  const { count, source, target } = queries;
  const nodes = nodeCountOf(data);
  for (const list of [source, target]) {
    const right = list instanceof Uint32Array && list.length === count && inRange(list, nodes);
    if (!right) checkQueries(data, queries);
  }
}
