import {
  buildQueries,
  type Graph,
  type Grid,
  type Queries,
  referenceRoutes,
} from '@wayfield/graph';
import type { Backend } from './problem.ts';

/** Questions that the reference in JavaScript answers: it takes its time. */
const FEW = 20;

/** The first questions alone. */
export function firstQueries({ count, source, target }: Queries, most: number): Queries {
  const rows = Array.from({ length: Math.min(count, most) }, (_, i): [number, number] => [
    source[i],
    target[i],
  ]);
  return buildQueries(rows);
}

/** The readable searches of @wayfield/graph on the first questions. */
export function referenceBackend(data: Graph | Grid, queries: Queries): Backend {
  const few = firstQueries(queries, FEW);
  return {
    kind: 'script',
    title: 'Reference',
    count: few.count,
    prepare: () => ({ run: () => referenceRoutes(data, few).cost, destroy() {} }),
  };
}
