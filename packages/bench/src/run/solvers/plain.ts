import { FOUND, isGrid, NO_PATH, uniformCost } from '@wayfield/graph';
import { createPlainGraphAstar } from '../../roads/peers/plain-graph-astar.ts';
import { createPlainGridAstar, type PlainSearch } from '../../grids/peers/plain-grid-astar.ts';
import { createPlainGridJps } from '../../grids/peers/plain-grid-jps.ts';
import { ruleOf } from '../peers/rule.ts';
import type { Problem } from '../problems/problem.ts';
import type { BenchSolver } from './solver.ts';

/** A* in plain JavaScript with typed arrays: the speed without Wayfield. */
export const plainAstar: BenchSolver = plain(
  'plain JS astar',
  () => undefined,
  ({ data }) =>
    isGrid(data) ? createPlainGridAstar(data, ruleOf(data)) : createPlainGraphAstar(data),
);

/** Jump point search in plain JavaScript with typed arrays. */
export const plainJps: BenchSolver = plain(
  'plain JS jps',
  ({ data }) => {
    if (!isGrid(data)) return 'jump points need a grid';
    if (data.neighbours !== 8 || data.corners !== 'never') {
      return 'it is for 8 neighbours without corner cutting';
    }
    return uniformCost(data) === 0 ? 'jump points need one cost for all open cells' : undefined;
  },
  ({ data }) => {
    if (!isGrid(data)) throw new TypeError('jump points need a grid');
    return createPlainGridJps(data);
  },
);

function plain(
  name: string,
  refuse: BenchSolver['refuse'],
  create: (problem: Problem) => PlainSearch,
): BenchSolver {
  return {
    name,
    group: 'plain',
    exact: true,
    threads: 1,
    refuse,
    build(problem) {
      const search = create(problem);
      let cost = Infinity;
      let path: number[] = [];
      return {
        get memoryBytes() {
          return search.memoryBytes;
        },
        sharedBytes: null,
        ask(source, target) {
          cost = search.search(source, target);
          path = search.path();
        },
        answer: () => ({
          status: path.length > 0 ? FOUND : NO_PATH,
          cost,
          path,
          settled: search.settled,
        }),
        destroy() {},
      };
    },
  };
}
