import { checkOptions, number, object, optional, rule, type Rule, whole } from '@wayfield/check';
import {
  checkQueries,
  type Graph,
  type Grid,
  isGrid,
  nodeCountOf,
  type Queries,
  uniformCost,
} from '@wayfield/graph';
import type { BackendProblem, BackendTask, MapKind } from './backend.ts';
import { aKind, aTask } from './calibration-rule.ts';

/** What the work of a search is estimated from. */
export interface MapFacts {
  readonly task: BackendTask;
  readonly map: MapKind;
  /** Nodes, on grids open cells. */
  readonly open: number;
  /** Grids: the share of blocked cells, 0 to 1. Default 0. */
  readonly blocked?: number;
  /**
   * Grids: mean steps from source to target, counted as without obstacles. Default: the mean
   * between random cells of a square. Where paths wind, as in mazes, give the length of the paths.
   */
  readonly distance?: number | undefined;
}

const someFacts = object(
  {
    task: aTask,
    map: aKind,
    open: number(0),
    blocked: optional(number(0, 1)),
    distance: optional(number(0)),
  },
  'MapFacts',
);
const RULES = { settled: number(0) };
const aCount: Rule = whole();
const aMap: Rule = rule(
  'a Grid or a Graph',
  (value) =>
    typeof value === 'object' && value !== null && ('cost' in value || 'firstOut' in value),
);

/**
 * Nodes that a search settles, on average, estimated from the size of its map. Fitted by eye to
 * counts on grids of 16 x 16 to 512 x 512 with up to 30 % of scattered obstacles and on road-like
 * graphs of up to 200,000 nodes. Greedy search settles up to ten times as many with 40 % blocked,
 * and so may any search among walls and in mazes: give the option `settled` there instead.
 */
export function estimateWork(facts: MapFacts): number {
  someFacts(facts, 'facts');
  const { task, map, open, blocked = 0, distance } = facts;
  // without an open node the ratios below would be 0 / 0
  if (task === 'tree' || open === 0) return open;
  const usual = 0.45 * Math.sqrt(open / Math.max(1 - blocked, 0.1));
  const d = distance ?? usual;
  // nodes nearer than the target: for random targets anything from none to all is equally likely
  const nearer = Math.max(1, open * Math.min(1, 0.45 * (d / usual) ** 1.7));
  if (task === 'dijkstra') return nearer;
  let work: number;
  if (map === 'graph') work = task === 'astar' ? 0.18 * open : 0.75 * Math.sqrt(open);
  else if (task === 'greedy') work = d * (1.05 + 1.5 * blocked + 6 * blocked * blocked);
  else if (map === 'weighted') work = 1.4 * d * d;
  // the nodes of one path and, around obstacles, those of an ellipse
  else work = 1.1 * d + (0.7 * blocked + 1.8 * blocked * blocked) * d * d;
  return Math.max(1, Math.min(work, nearer));
}

/**
 * The size of a problem for `chooseBackend`: `queries` on a map; for task 'tree' the number of
 * sources. Looks at every cell, checks every query, and takes the mean distance of at most a
 * thousand of them. `settled`: nodes settled per query if known, such as the mean of an earlier
 * result's `settled`; better than the estimate where walls are not scattered.
 *
 * @throws RangeError for bad queries.
 */
export function describeProblem(
  data: Graph | Grid,
  task: BackendTask,
  queries: Queries | number,
  options: { readonly settled?: number } = {},
): BackendProblem {
  aMap(data, 'data');
  aTask(task, 'task');
  checkOptions('describeProblem', options, RULES);
  if (typeof queries === 'number') aCount(queries, 'queries');
  else checkQueries(data, queries);
  const count = typeof queries === 'number' ? queries : queries.count;
  const nodes = nodeCountOf(data);
  const map = isGrid(data) ? (uniformCost(data) > 0 ? 'uniform' : 'weighted') : 'graph';
  let open = nodes;
  if (isGrid(data)) for (const cost of data.cost) if (cost === 0) open--;
  const distance =
    isGrid(data) && typeof queries !== 'number' && count > 0
      ? meanDistance(data, queries)
      : undefined;
  const blocked = nodes > 0 ? 1 - open / nodes : 0;
  const work = options.settled ?? estimateWork({ task, map, open, blocked, distance });
  return { task, map, nodes, count, work: Math.max(1, work) };
}

/** Steps from source to target on an open grid, the mean of at most a thousand queries. */
function meanDistance({ width, neighbours }: Grid, { count, source, target }: Queries): number {
  const every = Math.ceil(count / 1000);
  let steps = 0;
  let asked = 0;
  for (let i = 0; i < count; i += every, asked++) {
    const dx = Math.abs((source[i] % width) - (target[i] % width));
    const dy = Math.abs(Math.floor(source[i] / width) - Math.floor(target[i] / width));
    steps += neighbours === 4 ? dx + dy : Math.max(dx, dy);
  }
  return steps / asked;
}
