// Target 5: the tables of the study of 2010, and a million agents in one call.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadGeoJson, type RoadNetwork } from '@wayfield/osm';
import { planAgents, randomRoutes, runAgents, summariseAgents } from '@wayfield/osm/agents';
import { readOsmFile } from '@wayfield/osm/node';
import {
  atLeast,
  atMost,
  NO_DATA,
  notMeasured,
  result,
  type Target,
  type TargetContext,
} from '../run/target.ts';
import {
  makeReady,
  type ReadySolver,
  runExperiment,
} from '@wayfield/bench/internal/roads/measure/agent-runs';
import {
  formatPathTable,
  formatTimeTable,
} from '@wayfield/bench/internal/roads/tables/agent-tables';
import { compareAgents } from '@wayfield/bench/internal/roads/measure/compare-agents';
import { comparableMap, fastestOf } from '@wayfield/bench/internal/roads/study/study-figures';
import { formatNumber, formatSeconds } from '@wayfield/bench/internal/report/numbers';
import type { AgentRunReport, Difference } from '@wayfield/bench/internal/report/report';
import { roadSolvers } from '@wayfield/bench/internal/roads/measure/road-solvers';

/** The maps, on which each point of a road is a node, as in the study. */
const MAPS: readonly (readonly [name: string, file: string])[] = [
  ['aberdeen-uk', 'aberdeen-uk.osm.gz'],
  ['monaco', 'monaco.osm.pbf'],
  ['london', 'london.osm.pbf'],
  ['andorra', 'andorra.osm.pbf'],
  ['malta', 'malta-latest.osm.pbf'],
];
/** Agents of the first and of the last row, as in the study; each row has twice as many. */
const LEAST = 32;
const MOST = 8192;
/** Sets of routes per row, as in the study, and runs of each set, of which the fastest counts. */
const REPEAT = 10;
const RUNS = 3;
const MILLION = 1_000_000;
/** The most bytes of the paths of one batch of the million agents. */
const BUDGET = 64 * 2 ** 20;
/**
 * The number of answers that A* checks of a million, spread over all; a faster solver checks every
 * answer.
 */
const SPREAD = 20_000;

export const studyTables: Target = {
  name: '5',
  title: "milliseconds per agent, and those of the study's fastest device at comparable size",
  async run(context) {
    const { data, quick, add } = context;
    if (quick) {
      await tablesOf(context, 'a made-up town', madeUpTown());
      await million(context, 'a made-up town', madeUpTown(), 2000);
      return;
    }
    for (const [name, file] of MAPS) {
      const path = join(data ?? '', 'osm', file);
      if (data === undefined || !existsSync(path)) {
        add(notMeasured(`${name}: ms per agent`, atMost(NaN, 'ms'), NO_DATA));
        continue;
      }
      await tablesOf(context, name, await readOsmFile(path, { profile: 'car', contract: false }));
    }
    const malta = join(data ?? '', 'osm', MAPS[4][1]);
    if (data !== undefined && existsSync(malta)) {
      await million(context, 'malta', await readOsmFile(malta, { profile: 'car' }), MILLION);
    } else add(notMeasured('malta: a million agents', atMost(BUDGET / 2 ** 20, 'MiB'), NO_DATA));
  },
};

/** All numbers of agents and both sets of routes on one map. */
async function tablesOf(context: TargetContext, map: string, network: RoadNetwork): Promise<void> {
  const { session, quick, seed, add } = context;
  const [solvers, second] = await readySolvers(context, map, network);
  try {
    const runs: AgentRunReport[] = [];
    for (const routes of ['random', 'classified'] as const) {
      const set: AgentRunReport[] = [];
      for (let agents = LEAST; agents <= (quick ? 2 * LEAST : MOST); agents *= 2) {
        const study = fastestOf(comparableMap(network.graph.nodeCount)[routes], agents);
        for (const solver of solvers) {
          session.terminal.progress(`${map}, ${routes}, ${agents} agents: ${solver.name}`);
          const { report, compared, differences } = await runExperiment(
            {
              map,
              network,
              routes,
              agents,
              repeat: quick ? 2 : REPEAT,
              runs: RUNS,
              second,
              ends: (count, repeat) =>
                randomRoutes(network, count, {
                  seed: seed + repeat,
                  classified: routes === 'classified',
                }),
            },
            solver,
          );
          take(context, network, compared, differences);
          session.addAgentRun(report);
          set.push(report);
          const what =
            `${map} (${formatNumber(report.nodeCount)} nodes), ${routes}, ${agents} agents: ` +
            `${solver.name}`;
          const at = study.agents < agents ? `, at ${study.agents} agents` : '';
          add(
            result(what, report.msPerAgent, atMost(study.msPerAgent, 'ms'), `${study.device}${at}`),
          );
        }
      }
      session.terminal.print(`\n${map}, ${routes}:\n\n${formatTimeTable(set)}\n`);
      runs.push(...set);
    }
    session.terminal.print(`${formatPathTable(runs)}\n`);
  } finally {
    for (const solver of [...solvers, second]) await solver.destroy();
  }
}

/** Runs a million agents in one call: no batch's paths may exceed the memory budget. */
async function million(
  context: TargetContext,
  map: string,
  network: RoadNetwork,
  agents: number,
): Promise<void> {
  const { session, seed, quick, add } = context;
  const [[solver, ...rest], second] = await readySolvers(context, map, network);
  try {
    const plan = planAgents(network, randomRoutes(network, agents, { seed, reachable: true }));
    const budget = quick ? BUDGET / 1024 : BUDGET;
    const before = process.memoryUsage.rss();
    let peak = before;
    const begun = performance.now();
    const run = await runAgents(network, plan, solver, {
      memoryBudget: budget,
      onProgress(done, count) {
        peak = Math.max(peak, process.memoryUsage.rss());
        session.terminal.progress(`${map}, ${agents} agents`, done, count);
      },
    });
    const seconds = (performance.now() - begun) / 1000;
    const what = `${map}, ${formatNumber(agents)} agents in one call: ${solver.name}`;
    const { zeroPaths, meanNodes } = summariseAgents(run);
    const grown = formatNumber((peak - before) / 2 ** 20);
    const note =
      `${run.batches} batches, ${formatSeconds(seconds)}, ` +
      `${formatNumber((1e6 * seconds) / agents)} us each, ${formatNumber(meanNodes)} nodes a ` +
      `path; the process grew by ${grown} MiB`;
    session.addCheck(`${what}: ${zeroPaths} without a path`, zeroPaths === 0);
    const mib = (bytes: number): number => bytes / 2 ** 20;
    add(result(`${what}, bytes of paths`, mib(run.pathBytes), atMost(mib(budget), 'MiB'), note));

    // a second run compares the answers with another solver's
    const names = { problem: map, solver: solver.name, second: second.name };
    const every = second.name === 'astar' ? Math.ceil(agents / SPREAD) : 1;
    let compared = 0;
    const differences: Difference[] = [];
    const checked = planAgents(network, {
      count: Math.ceil(agents / every),
      start: plan.start.filter((_, i) => i % every === 0),
      goal: plan.goal.filter((_, i) => i % every === 0),
    });
    await runAgents(network, checked, solver, {
      memoryBudget: budget,
      async onBatch({ first, queries, routes }) {
        for (let i = 0; i < queries.count; i++) {
          // the answers must be those of the timed run
          if (run.cost[(first + i) * every] === routes.cost[i]) continue;
          session.addCheck(`${what}: route ${(first + i) * every} cost another time`, false);
        }
        const others = await second.run(queries);
        const comparison = { ...names, graph: network.graph };
        differences.push(...compareAgents(comparison, queries, routes, others));
        compared += queries.count;
      },
    });
    take(context, network, compared, differences);
    add(
      result(
        `${what}, answers like those of ${second.name}`,
        compared - differences.length,
        atLeast(compared, 'answers'),
      ),
    );
  } finally {
    for (const one of [solver, ...rest, second]) await one.destroy();
  }
}

/**
 * The solvers asked for, by default the hierarchy, and the solver that their answers are compared
 * with.
 */
async function readySolvers(
  { solvers: asked = ['hierarchy'], threads, device }: TargetContext,
  map: string,
  { graph }: RoadNetwork,
): Promise<readonly [ReadySolver[], ReadySolver]> {
  const known = roadSolvers(threads, device);
  const wanted = known.filter(({ name }) => asked.includes(name));
  // the fastest solver that was not asked for
  const others = ['customizable', 'hierarchy', 'astar', 'dijkstra'];
  const second = others
    .filter((name) => !asked.includes(name))
    .map((name) => known.find((solver) => solver.name === name))
    .find((solver) => solver !== undefined);
  if (wanted.length === 0 || !second) throw new Error(`no solver is called ${asked.join(' or ')}`);
  const ready: ReadySolver[] = [];
  for (const solver of wanted) ready.push(await makeReady(solver, map, graph));
  return [ready, await makeReady(second, map, graph)];
}

/** Hands compared answers to the session. */
function take(
  { session }: TargetContext,
  { graph }: RoadNetwork,
  compared: number,
  differences: readonly Difference[],
): void {
  const queries = { count: 0, source: new Uint32Array(0), target: new Uint32Array(0) };
  const name = differences[0]?.problem ?? '';
  session.addAnswers({ name, description: '', data: graph, queries }, compared, differences);
}

/** A lattice of 8 by 8 streets: every third is classified, and some are one-way. */
function madeUpTown(): RoadNetwork {
  const features = Array.from({ length: 16 }, (_, i) => {
    const along = Array.from({ length: 8 }, (__, k) => k / 500);
    const across = (i % 8) / 500;
    return {
      type: 'Feature',
      properties: {
        highway: i % 3 === 0 ? 'secondary' : 'residential',
        oneway: i % 5 === 0 ? 'yes' : 'no',
      },
      geometry: {
        type: 'LineString',
        coordinates: along.map((place) => (i < 8 ? [place, across] : [across, place])),
      },
    };
  });
  return loadGeoJson({ type: 'FeatureCollection', features }, { profile: 'car' });
}
