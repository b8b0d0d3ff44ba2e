import { randomRoutes } from '@wayfield/osm/agents';
import { mean } from 'simple-statistics';
import { createPlainGraphAstar } from '../peers/plain-graph-astar.ts';
import { createRealTimeAstar, createStudyAstar, type SetKind } from '../peers/study-astar.ts';
import { measureInTurns } from '../../run/statistics/measure-in-turns.ts';
import type { Effort, StudyUnit, Value } from '../../run/study/study.ts';
import { STUDY_MAPS } from './study-figures.ts';
import { VARIANT_ROWS } from './tables.ts';
import { buildTown } from './town.ts';

/** Routes between random nodes, those without a path included. */
const ROUTES: Readonly<Record<Effort, number>> = { tiny: 16, quick: 128, full: 1024 };
/** The map with 2,148 nodes; in a test the smallest. */
const MAP: Readonly<Record<Effort, number>> = { tiny: 0, quick: 1, full: 1 };
/** Moves of real-time A* as a multiple of the nodes, after which it gives up. */
const MOVES = 20;

/** The variants of the search that the study tried. */
export const variantUnit: StudyUnit = {
  key: 'variants of A*',
  rows: VARIANT_ROWS.map((row) => ['Section 3.3.2', row] as const),
  from: 'tiny',
  seconds: 3,
  async run({ effort, seed, sampling, put, check }) {
    const map = STUDY_MAPS[MAP[effort]];
    const network = buildTown(map, seed);
    const { graph } = network;
    const { start, goal } = randomRoutes(network, ROUTES[effort], { seed });
    const pairs = Array.from(start, (from, i) => [from, goal[i]] as const);
    const plain = createPlainGraphAstar(graph);
    const least = pairs.map(([from, to]) => plain.search(from, to));
    const found = least.filter((cost) => cost < Infinity).length;

    const kinds: readonly SetKind[] = ['bytes', 'bits', 'no closed set'];
    const searches = kinds.map((kind) => createStudyAstar(graph, kind));
    const realTime = createRealTimeAstar(graph, MOVES * graph.nodeCount);
    // a target out of reach makes real-time A* walk to its limit: such pairs are left out
    const within = pairs.filter((_, i) => least[i] < Infinity);
    const race = await measureInTurns(
      [
        ...searches.map(({ search }, k) => ({
          name: kinds[k] as string,
          run: () => pairs.forEach(([from, to]) => search(from, to)),
        })),
        { name: 'RTA*', run: () => within.forEach(([from, to]) => realTime.search(from, to)) },
      ],
      'whole',
      sampling,
    );
    const note = `${pairs.length} routes, ${pairs.length - found} without a path`;
    searches.forEach(({ search, bytes }, k) => {
      const answers = pairs.map(([from, to]) => search(from, to));
      const wrong = answers.filter(({ cost }, i) => !sameCost(cost, least[i])).length;
      check.count(`${map.name}: A*, ${kinds[k]}`, 'A* in f32', pairs.length, wrong);
      put('Section 3.3.2', VARIANT_ROWS[k], {
        'all routes': { value: race.time(kinds[k]), note },
        'bytes of the sets': bytes,
        'nodes expanded, mean': mean(answers.map(({ expanded }) => expanded)),
        'cost / least cost, mean': 1,
        'target found': found > 0 ? 100 : noRoute,
      });
    });
    const walks = within.map(([from, to]) => realTime.search(from, to));
    const costs = least.filter((cost) => cost < Infinity);
    const short = walks.filter(({ cost }, i) => cost < costs[i] * (1 - 1e-5)).length;
    check.count(`${map.name}: RTA* is never shorter`, 'A* in f32', walks.length, short);
    const ratios = walks.flatMap(({ cost }, i) =>
      cost < Infinity && costs[i] > 0 ? [cost / costs[i]] : [],
    );
    put('Section 3.3.2', VARIANT_ROWS[3], {
      'all routes': { value: race.time('RTA*'), note: `${within.length} routes, all with a path` },
      'bytes of the sets': { value: null, note: 'an estimate for each node that it left' },
      'nodes expanded, mean': walks.length > 0 ? mean(walks.map((w) => w.expanded)) : noRoute,
      'cost / least cost, mean': ratios.length > 0 ? mean(ratios) : noRoute,
      'target found':
        walks.length > 0
          ? (100 * walks.filter(({ cost }) => cost < Infinity).length) / walks.length
          : noRoute,
    });
  },
};

const noRoute: Value = { value: null, note: 'no route with a path' };

/** Sums in doubles and in f32 differ by rounding; Infinity, no path, equals only itself. */
export const sameCost = (a: number, b: number): boolean =>
  a === b || Math.abs(a - b) <= 1e-4 * Math.min(a, b);
