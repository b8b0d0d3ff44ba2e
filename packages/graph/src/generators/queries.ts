import { checkMap } from '../check/kinds.ts';
import { checkOptions } from '@wayfield/check';
import { isGrid } from '../build/grid.ts';
import { checkCount } from '../check/check.ts';
import { strongComponents } from '../queries/components.ts';
import { NONE } from '../types/constants.ts';
import { aSeed, random } from './random.ts';
import { buildQueries } from '../queries/queries.ts';
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
  const largest = size.indexOf(size.reduce((a, b) => Math.max(a, b), 0));
  const nodes = Array.from(component.keys()).filter((u) => component[u] === largest);
  checkCount(count, 'count', 0, nodes.length && NONE);
  const next = random(options.seed);
  const pick = (): number => nodes[next(nodes.length)];
  return buildQueries(Array.from({ length: count }, () => [pick(), pick()]));
}
