// Target 4: contraction hierarchies: preprocessing, queries and distances to all nodes.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildHierarchy, createHierarchySolver } from '@wayfield/cpu-wasm/hierarchy';
import { createWasmSolver } from '@wayfield/cpu-wasm';
import { type Graph, pathLength, pathOf, type Routes } from '@wayfield/graph';
import { random, roadGraph } from '@wayfield/graph/generators';
import type { Hierarchy } from '@wayfield/graph/hierarchy';
import { describeRounds } from '../run/parts.ts';
import {
  atLeast,
  atMost,
  NO_DATA,
  notMeasured,
  result,
  type Target,
  type TargetContext,
} from '../run/target.ts';
import { ngraphAstar } from '@wayfield/bench/internal/roads/peers/ngraph';
import { graphPeer } from '@wayfield/bench/internal/run/peers/peer';
import { anyPairs } from '@wayfield/bench/internal/run/problems/any-pairs';
import { readDimacs } from '@wayfield/bench/internal/run/problems/dimacs';
import { readWeightedPace } from '@wayfield/bench/internal/run/problems/pace';
import { type Problem, sliceQueries } from '@wayfield/bench/internal/run/problems/problem';
import { packageVersion } from '@wayfield/bench/internal/report/machine';
import { formatNumber } from '@wayfield/bench/internal/report/numbers';
import { answersOf } from '@wayfield/bench/internal/run/solvers/answers';
import { contestantOf } from '@wayfield/bench/internal/run/solvers/contestant';
import {
  type HierarchyBuild,
  hierarchySolver,
} from '@wayfield/bench/internal/roads/measure/hierarchy';
import type { BuiltSolver } from '@wayfield/bench/internal/run/solvers/solver';
import {
  compareFigures,
  measureInTurns,
} from '@wayfield/bench/internal/run/statistics/measure-in-turns';
import { ratioOfRounds } from '@wayfield/bench/internal/run/statistics/ratio-of';
import { hierarchyOnGpu } from './hierarchy-gpu.ts';
import { medianQueries } from './median-query.ts';

/** The most processor time of a build: a requirement. */
const BUILD_MS = 12_000;
/** The most time of a query by the hierarchy, without its path and with it: requirements. */
const COST_US = 30;
const PATH_US = 100;
/** How many times as fast as ngraph.path a query with its path must be: a requirement. */
const NGRAPH = 1000;
/** The most milliseconds per source of a sweep: a requirement. */
const TREE_MS = 0.3;
/** Sources of one sweep: the most that the kernels take. */
const LANES = 16;
/** Queries of ngraph.path, which takes about a tenth of a second for each. */
const NGRAPH_QUERIES = 12;

export const hierarchySpeed: Target = {
  name: '4',
  title: 'contraction hierarchies: preprocessing, queries, distances to all nodes',
  async run(context) {
    const { data, quick, seed, add } = context;
    const roads = join(data ?? '', 'road');
    const small = (): Graph => roadGraph(40, 40, { seed });
    const rome = join(roads, 'rome.gr.gz');
    const york = join(roads, 'NY.pace.gr.gz');
    if (quick || existsSync(rome)) {
      const graph = quick ? small() : (await readDimacs(rome, join(roads, 'rome.co.gz'))).graph;
      const { hierarchy, ms } = preprocess(context, 'rome', graph);
      add(
        result(
          'rome: preprocessing, processor time',
          ms,
          atMost(BUILD_MS, 'ms'),
          describe(hierarchy),
        ),
      );
      await raceQueries(context, graph, hierarchy);
    } else {
      add(notMeasured('rome: preprocessing, processor time', atMost(BUILD_MS, 'ms'), NO_DATA));
    }
    if (quick || existsSync(york)) {
      const graph = quick ? small() : await readWeightedPace(york, 1);
      const { hierarchy, ms } = preprocess(context, 'NY', graph);
      sweep(
        context,
        graph,
        hierarchy,
        `preprocessing ${formatNumber(ms)} ms, ${describe(hierarchy)}`,
      );
    } else add(notMeasured(`NY: ${LANES} trees, each`, atMost(TREE_MS, 'ms'), NO_DATA));
    await hierarchyOnGpu(context);
  },
};

function preprocess(
  { session }: TargetContext,
  name: string,
  graph: Graph,
): { hierarchy: Hierarchy; ms: number } {
  // processor time of one core, whatever else the machine does
  const start = process.cpuUsage();
  const hierarchy = buildHierarchy(graph, {
    onProgress: (done, count) => session.terminal.progress(`${name}: contracted`, done, count),
  });
  const { user, system } = process.cpuUsage(start);
  return { hierarchy, ms: (user + system) / 1000 };
}

function describe({ nodeCount, levelStart, up, down }: Hierarchy): string {
  const arcs = up.head.length + down.head.length;
  return `${nodeCount} nodes, ${arcs} arcs, ${levelStart.length - 1} levels`;
}

/** Asks queries one by one, with and without paths in turns, and then against ngraph.path. */
async function raceQueries(
  context: TargetContext,
  graph: Graph,
  hierarchy: Hierarchy,
): Promise<void> {
  const { session, rounds, seed, queries: count, quick, add } = context;
  const queries = anyPairs(graph.nodeCount, quick ? 50 : count, seed);
  const problem: Problem = { name: 'rome', description: 'target 4', data: graph, queries };
  const made = (what: HierarchyBuild): BuiltSolver =>
    hierarchySolver(what).build(problem) as BuiltSolver;
  const withPaths = made({ hierarchy });
  const costs = made({ hierarchy, result: 'cost' });
  const times = await medianQueries({ costs, withPaths }, queries, rounds, (round) =>
    session.terminal.progress('rome: queries', round, rounds),
  );
  const say = (what: string, us: readonly number[], most: number): void => {
    const note = `least of medians of ${queries.count} random queries: ${describeRounds(us)}`;
    add(result(`rome: query ${what}`, Math.min(...us), atMost(most, 'us'), note));
  };
  say('without path', times.costs, COST_US);
  say('with path', times.withPaths, PATH_US);

  const ngraph = graphPeer(ngraphAstar);
  const absent = ngraph.packages!.filter((name) => packageVersion(name) === undefined);
  const what = 'rome: ngraph.path A* / query with path, time';
  if (absent.length > 0) {
    add(notMeasured(what, atLeast(NGRAPH, 'x'), `${absent.join(' and ')} not installed`));
    return;
  }
  const some = sliceQueries(queries, 0, Math.min(NGRAPH_QUERIES, queries.count));
  const peer = await ngraph.build(problem);
  const [theirs, ours] = [await answersOf(peer, some), await answersOf(withPaths, some)];
  const wrong = differing(graph, theirs.routes, ours.routes);
  session.addCheck(`rome: ngraph.path and the hierarchy differ at query ${wrong}`, wrong < 0);
  const race = await measureInTurns(
    [contestantOf('ours', withPaths, some, 'single'), contestantOf('theirs', peer, some, 'single')],
    'single',
    {
      least: rounds,
      most: rounds,
      always: rounds,
      onRound: (round) => session.terminal.progress('rome: ngraph.path', round, rounds),
    },
  );
  const both = compareFigures(race.figure('ours'), race.figure('theirs'));
  const { ratio } = ratioOfRounds(both.theirs.samples, both.ours.samples);
  const speeds =
    `ms of ${some.count}: ${describeRounds(both.theirs.samples)}; ours ` +
    describeRounds(both.ours.samples);
  add(result(what, ratio, atLeast(NGRAPH, 'x'), speeds));
  await peer.destroy();
}

/** The first query whose two paths differ in length, or -1. */
function differing(graph: Graph, a: Routes, b: Routes): number {
  const length = (routes: Routes, i: number): number => pathLength(graph, pathOf(routes, i));
  return a.status.findIndex(
    (_, i) => !(Math.abs(length(a, i) - length(b, i)) <= 1e-5 * length(b, i)),
  );
}

/** Times distances from 16 sources at a time and compares two of them with Dijkstra's. */
function sweep(
  { session, rounds, seed, add }: TargetContext,
  graph: Graph,
  hierarchy: Hierarchy,
  note: string,
): void {
  const { nodeCount } = graph;
  const solver = createHierarchySolver(graph, hierarchy);
  const dijkstra = createWasmSolver(graph, { algorithm: 'dijkstra' });
  const next = random(seed);
  const times: number[] = [];
  for (let round = 0; round < 10 * rounds; round++) {
    const sources = Array.from({ length: LANES }, () => next(nodeCount));
    const start = performance.now();
    const trees = solver.trees(sources);
    times.push((performance.now() - start) / LANES);
    if (round > 1) continue;
    const dist = new Float32Array(nodeCount);
    trees.distInto(round, dist);
    const expected = dijkstra.tree(sources[round]).dist;
    const wrong = dist.findIndex((d, v) => Math.abs(d - expected[v]) > 1e-5 * expected[v]);
    session.addCheck(`NY: distance of node ${wrong} from ${sources[round]}`, wrong < 0);
  }
  const told = `least; ${describeRounds(times)}; ${note}`;
  add(result(`NY: ${LANES} trees, each`, Math.min(...times), atMost(TREE_MS, 'ms'), told));
  solver.destroy();
  dijkstra.destroy();
}
