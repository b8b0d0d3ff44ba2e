import { checkMap } from '../check/kinds.ts';
import { checkOptions } from '@wayfield/check';
import { isGrid } from '../build/grid.ts';
import { reserve } from '../binary/layout.ts';
import { checkCount } from '../check/check.ts';
import { strongComponents } from '../queries/components.ts';
import { NONE } from '../types/constants.ts';
import { aSeed, random } from './random.ts';
import type { Graph, Grid, Queries } from '../types/data.ts';

const RULES = { seed: aSeed };

/**
 * Random pairs of nodes of the largest component, so that every query has a path. The same `seed`
 * (default 1) gives the same queries on every machine. On a graph the component is the largest
 * strong one. On a grid it is the largest set of cells joined by straight steps, even if the grid
 * allows diagonal ones: so the same cells give the same queries under every corner rule. Source and
 * target may be the same node.
 *
 * @throws RangeError where there is no node, or no open cell, to choose from, unless `count` is 0.
 */
export function randomQueries(
  data: Graph | Grid,
  count: number,
  options: { readonly seed?: number } = {},
): Queries {
  checkMap(data);
  checkCount(count, 'count', 0);
  checkOptions('randomQueries', options, RULES);
  const { component, size } = strongComponents(isGrid(data) ? { ...data, neighbours: 4 } : data);
  const most = size.reduce((a, b) => Math.max(a, b), 0);
  const largest = size.indexOf(most);
  checkCount(count, 'count', 0, most && NONE);
  const words = (what: string, entries: number): Uint32Array<ArrayBuffer> =>
    new Uint32Array(reserve(what, 4 * entries) as ArrayBuffer);
  const nodes = words(`choosing from ${most} nodes`, most);
  let found = 0;
  for (let u = 0; found < most; u++) if (component[u] === largest) nodes[found++] = u;
  const next = random(options.seed);
  const source = words(`the sources of ${count} queries`, count);
  const target = words(`the targets of ${count} queries`, count);
  for (let q = 0; q < count; q++) {
    source[q] = nodes[next(most)];
    target[q] = nodes[next(most)];
  }
  return { count, source, target };
}
