import { checkMap } from './kinds.ts';
import { checkOptions } from '@wayfield/check';
import { isGrid } from './build-grid.ts';
import { checkCount } from './check.ts';
import { strongComponents } from './components.ts';
import { NONE } from './constants.ts';
import { aSeed, random } from './generate-random.ts';
import { buildQueries } from './queries.ts';
import type { Graph, Grid, Queries } from './types.ts';

const RULES = { seed: aSeed };

/**
 * Random pairs of nodes of the largest component, so that every query has a path: the largest strong
 * component of a graph; on a grid the largest set of cells joined by straight steps, whatever steps
 * the grid allows, so that grids with other rules can be asked the same. Source and target may be one.
 *
 * @throws RangeError where there is no node, or no open cell, to choose from.
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
