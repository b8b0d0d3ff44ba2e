import { FOUND, isGrid, NO_PATH } from '@wayfield/graph';
import { createPlainGraphAstar } from '../peers/plain-graph-astar.ts';
import { createPlainGridAstar, type PlainSearch } from '../peers/plain-grid-astar.ts';
import { ruleOf } from '../peers/rule.ts';
import type { BenchSolver } from './solver.ts';

/** A* in plain JavaScript with typed arrays: how fast one gets without Wayfield. */
export const plainAstar: BenchSolver = {
  name: 'plain JS astar',
  group: 'baseline',
  exact: true,
  threads: 1,
  refuse: () => undefined,
  build({ data }) {
    const search: PlainSearch = isGrid(data)
      ? createPlainGridAstar(data, ruleOf(data))
      : createPlainGraphAstar(data);
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
        status: path.length ? FOUND : NO_PATH,
        cost,
        path,
        settled: search.settled,
      }),
      destroy() {},
    };
  },
};
