import { buildQueries, type Queries } from '@wayfield/graph';
import { random } from '@wayfield/graph/generators';
import { countRule, seedRule } from '../../arguments.ts';

/**
 * `count` pairs drawn from all `nodeCount` nodes with a seed, including blocked cells and separate
 * parts of the map, which solvers must refuse. (`randomQueries` of `@wayfield/graph` draws pairs
 * with a path.)
 */
export function anyPairs(nodeCount: number, count: number, seed: number): Queries {
  countRule(nodeCount, 'nodeCount');
  countRule(count, 'count');
  seedRule(seed, 'seed');
  const next = random(seed);
  const draw = (): number[] => Array.from({ length: count }, () => Math.floor(next() * nodeCount));
  return buildQueries({ source: draw(), target: draw() });
}
