// Target 4b: customizable hierarchies on one core when weights change, and the gain of landmarks
// where little is preprocessed.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildCustomizable,
  createCustomizableSolver,
  type CustomizableHierarchy,
} from '@wayfield/cpu-wasm/customizable';
import type { Graph } from '@wayfield/graph';
import { random, roadGraph } from '@wayfield/graph/generators';
import {
  atLeast,
  atMost,
  NO_DATA,
  notMeasured,
  result,
  type Target,
  type TargetContext,
} from '../run/target.ts';
import { speedsInTurns } from '../run/speeds-in-turns.ts';
import { anyPairs } from '@wayfield/bench/internal/run/problems/any-pairs';
import { readDimacs } from '@wayfield/bench/internal/run/problems/dimacs';
import type { Problem } from '@wayfield/bench/internal/run/problems/problem';
import { formatNumber } from '@wayfield/bench/internal/report/numbers';
import { median } from '@wayfield/bench/internal/run/statistics/summary';
import {
  customizableSolver,
  type HierarchyBuild,
} from '@wayfield/bench/internal/roads/measure/hierarchy';
import type { BuiltSolver } from '@wayfield/bench/internal/run/solvers/solver';
import { wayfieldSolver } from '@wayfield/bench/internal/run/solvers/wayfield';
import { medianQueries } from './median-query.ts';

/** The most time of a build, and of a customisation, four in a second: requirements. */
const BUILD_MS = 12_000;
const CUSTOMISE_MS = 250;
/** Times of RoutingKit's customizable hierarchies in C++ on a graph of that size. */
const COST_US = 78;
const PATH_US = 100;
/** Timed customisations, and timed changes of single arcs. */
const CUSTOMISATIONS = 20;
const CHANGES = 500;
/** Queries of the searches without a hierarchy. */
const SEARCHES = 100;

export const customisation: Target = {
  name: '4b',
  title: 'weights that change: customizable hierarchies on one core, and landmarks',
  async run(context) {
    const { data, quick, seed, add } = context;
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
    } else add(notMeasured('rome: customisation', atMost(CUSTOMISE_MS, 'ms'), NO_DATA));
    if (quick || existsSync(file('bremen_time.gr.gz'))) {
      const graph = quick ? small() : (await readDimacs(file('bremen_time.gr.gz'))).graph;
      await raceLandmarks(context, 'bremen, travel times', graph, 'bidirectional');
    } else {
      const what = 'bremen, travel times: alt / bidirectional, speed';
      add(notMeasured(what, atLeast(1, 'x'), NO_DATA));
    }
  },
};

function measureBuild({ session, rounds, add }: TargetContext, graph: Graph) {
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
  add(result('rome: order and arcs', median(times), atMost(BUILD_MS, 'ms'), note));
  return hierarchy!;
}

function measureCustomisation(
  { session, seed, add }: TargetContext,
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
  const note =
    `of all arcs, random weights, ${CUSTOMISATIONS} times; of one arc ` +
    `${formatNumber(1000 * median(one))} us`;
  add(result('rome: customisation', median(all), atMost(CUSTOMISE_MS, 'ms'), note));
}

/** Asks queries one by one, with and without paths in turns. */
async function measureQueries(
  { session, rounds, seed, queries: count, quick, add }: TargetContext,
  graph: Graph,
  hierarchy: CustomizableHierarchy,
): Promise<void> {
  const queries = anyPairs(graph.nodeCount, quick ? 50 : count, seed);
  const problem: Problem = { name: 'rome', description: 'target 4b', data: graph, queries };
  const made = (what: HierarchyBuild<CustomizableHierarchy>): BuiltSolver =>
    customizableSolver(what).build(problem) as BuiltSolver;
  const kinds = { cost: made({ hierarchy, result: 'cost' }), path: made({ hierarchy }) };
  const us = await medianQueries(kinds, queries, rounds, (round) =>
    session.terminal.progress('rome: queries', round, rounds),
  );
  for (const solver of Object.values(kinds)) await solver.destroy();
  const note = `median of ${queries.count} random queries, ${rounds} rounds`;
  const [costs, paths] = [median(us.cost), median(us.path)];
  add(result('rome: customizable, without path', costs, atMost(COST_US, 'us'), note));
  add(result('rome: customizable, with path', paths, atMost(PATH_US, 'us'), note));
}

/** A* with landmarks against the fastest search without them, in turns. */
async function raceLandmarks(
  { session, rounds, seed, quick, add }: TargetContext,
  name: string,
  data: Graph,
  rival: 'astar' | 'bidirectional',
): Promise<void> {
  const queries = anyPairs(data.nodeCount, quick ? 20 : SEARCHES, seed);
  const speeds = await speedsInTurns(
    { name, description: 'target 4b', data, queries },
    [wayfieldSolver('alt'), wayfieldSolver(rival)],
    rounds,
    (what) => session.terminal.progress(`${name}: ${what}`),
  );
  const [mine, theirs] = ['alt', rival].map((solver) => speeds.get(solver)!);
  const ratio = median(mine.map((speed, round) => speed / theirs[round]));
  const note = `${Math.round(median(mine))} and ${Math.round(median(theirs))} queries/s`;
  add(result(`${name}: alt / ${rival}, speed`, ratio, atLeast(1, 'x'), note));
}
