// Bar 4, its part on weights that change: customizable hierarchies on one core, and what landmarks are worth
// where nothing is preprocessed for long.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildCustomizable,
  createCustomizableSolver,
  type CustomizableHierarchy,
} from '@wayfield/cpu-wasm/customizable';
import type { Graph } from '@wayfield/graph';
import { random, roadGraph } from '@wayfield/graph/generators';
import { notMeasured, result } from '../bars/bar.ts';
import { speedsInTurns } from '../bars/speeds-in-turns.ts';
import { anyPairs } from '../problems/any-pairs.ts';
import { readDimacs } from '../problems/dimacs.ts';
import type { Problem } from '../problems/problem.ts';
import { formatNumber } from '../report/numbers.ts';
import { median } from '../report/statistics.ts';
import { customizableSolver, type HierarchyBuild } from '../solvers/hierarchy.ts';
import type { BuiltSolver } from '../solvers/solver.ts';
import { wayfieldSolver } from '../solvers/wayfield.ts';
import { medianQueries } from './median-query.ts';
import { NO_DATA, type OsmBar, type OsmBarContext } from './osm-bar.ts';

const BUILD_MS = 12_000;
const CUSTOMISE_MS = 250;
/** Of RoutingKit's customizable hierarchies on a graph of that size, in C++. */
const COST_US = 78;
const PATH_US = 100;
/** Customisations timed, and arcs changed one by one. */
const CUSTOMISATIONS = 20;
const CHANGES = 500;
/** Queries of the searches without a hierarchy. */
const SEARCHES = 100;

export const customisation: OsmBar = {
  name: '4b',
  title: 'weights that change: customizable hierarchies on one core, and landmarks',
  async run(context) {
    const { data, quick, seed, add } = context;
    if (data === undefined && !quick) {
      add(notMeasured('rome: customisation', CUSTOMISE_MS, 'ms', 'less', NO_DATA));
      return;
    }
    const file = (name: string): string => join(data ?? '', 'road', name);
    const small = (): Graph => roadGraph(40, 40, { seed });
    if (quick || existsSync(file('rome.gr.gz'))) {
      const graph = quick
        ? small()
        : (await readDimacs(file('rome.gr.gz'), file('rome.co.gz'))).graph;
      const hierarchy = measureBuild(context, graph);
      measureCustomisation(context, graph, hierarchy);
      await measureQueries(context, graph, hierarchy);
      await raceLandmarks(context, 'rome', graph, 'astar');
    }
    if (quick || existsSync(file('bremen_time.gr.gz'))) {
      const graph = quick ? small() : (await readDimacs(file('bremen_time.gr.gz'))).graph;
      await raceLandmarks(context, 'bremen, travel times', graph, 'bidirectional');
    }
  },
};

function measureBuild({ session, rounds, add }: OsmBarContext, graph: Graph) {
  let hierarchy: CustomizableHierarchy | undefined;
  const times: number[] = [];
  for (let round = 0; round < Math.max(2, Math.min(rounds, 5)); round++) {
    const start = performance.now();
    hierarchy = buildCustomizable(graph, {
      onProgress: (done, count) => session.terminal.progress('rome: dissected', done, count),
    });
    times.push(performance.now() - start);
  }
  const { nodeCount, arcCount, levelStart } = hierarchy!;
  const note = `${nodeCount} nodes, ${arcCount} arcs, ${levelStart.length - 1} levels`;
  add(result('rome: order and arcs', median(times), BUILD_MS, 'ms', 'less', note));
  return hierarchy!;
}

function measureCustomisation(
  { session, seed, add }: OsmBarContext,
  graph: Graph,
  hierarchy: CustomizableHierarchy,
): void {
  const own = { ...graph, weight: graph.weight.slice(), heuristicScale: 0 };
  const solver = createCustomizableSolver(own, hierarchy);
  const next = random(seed);
  const all: number[] = [];
  for (let k = 0; k < CUSTOMISATIONS; k++) {
    session.terminal.progress('rome: customised', k, CUSTOMISATIONS);
    for (let a = 0; a < own.arcCount; a++) own.weight[a] = 1 + next(1000);
    const start = performance.now();
    solver.update();
    all.push(performance.now() - start);
  }
  const one: number[] = [];
  for (let k = 0; k < CHANGES; k++) {
    const a = next(own.arcCount);
    own.weight[a] = 1 + next(1000);
    const start = performance.now();
    solver.update([a]);
    one.push(performance.now() - start);
  }
  solver.destroy();
  const note = `of all arcs, random weights, ${CUSTOMISATIONS} times; of one arc ${formatNumber(1000 * median(one))} us`;
  add(result('rome: customisation', median(all), CUSTOMISE_MS, 'ms', 'less', note));
}

/** Queries one by one, with and without paths in turns. */
async function measureQueries(
  { session, rounds, seed, queries: count, quick, add }: OsmBarContext,
  graph: Graph,
  hierarchy: CustomizableHierarchy,
): Promise<void> {
  const queries = anyPairs(graph.nodeCount, quick ? 50 : count, seed);
  const problem: Problem = { name: 'rome', description: 'bar 4b', data: graph, queries };
  const made = (what: HierarchyBuild<CustomizableHierarchy>): BuiltSolver =>
    customizableSolver(what).build(problem) as BuiltSolver;
  const kinds = { cost: made({ hierarchy, result: 'cost' }), path: made({ hierarchy }) };
  const us = await medianQueries(kinds, queries, rounds, (round) =>
    session.terminal.progress('rome: queries', round, rounds),
  );
  for (const solver of Object.values(kinds)) await solver.destroy();
  const note = `median of ${queries.count} random queries, ${rounds} rounds`;
  const [costs, paths] = [median(us.cost), median(us.path)];
  add(result('rome: customizable, without path', costs, COST_US, 'us', 'less', note));
  add(result('rome: customizable, with path', paths, PATH_US, 'us', 'less', note));
}

/** A* with landmarks against the best search without them, interleaved. */
async function raceLandmarks(
  { session, rounds, seed, quick, add }: OsmBarContext,
  name: string,
  data: Graph,
  rival: 'astar' | 'bidirectional',
): Promise<void> {
  const queries = anyPairs(data.nodeCount, quick ? 20 : SEARCHES, seed);
  const speeds = await speedsInTurns(
    { name, description: 'bar 4b', data, queries },
    [wayfieldSolver('alt'), wayfieldSolver(rival)],
    rounds,
    (what) => session.terminal.progress(`${name}: ${what}`),
  );
  const [mine, theirs] = ['alt', rival].map((solver) => speeds.get(solver)!);
  const ratio = median(mine.map((speed, round) => speed / theirs[round]));
  const note = `${Math.round(median(mine))} and ${Math.round(median(theirs))} queries/s`;
  add(result(`${name}: alt / ${rival}, speed`, ratio, 1, 'x', 'more', note));
}
