import { randomRoutes } from '@wayfield/osm/agents';
import type { RoadNetwork } from '@wayfield/osm';
import { makeReady, type ReadySolver, runExperiment } from '../../osm/agent-runs.ts';
import { STUDY_MAPS } from '../../osm/study-figures.ts';
import type { AgentRunReport } from '../../report/report.ts';
import { roadSolvers } from '../../solvers/road-solvers.ts';
import { type Measurement, measurementOf } from '../../statistics/measurement.ts';
import { type Effort, noGpuTime, type StudyContext, type StudyUnit, type Value } from '../study.ts';
import { publishedValue } from '../published.ts';
import { breakEvenRoutes } from './break-even.ts';
import { rivalUnits } from './rivals.ts';
import {
  AGENT_COUNTS,
  mapLabel,
  ROAD_TABLES,
  ROUTE_SETS,
  type RouteSet,
  timeTable,
} from './tables.ts';
import { buildTown } from './town.ts';

/** Sets of routes, each timed once: the study prints the mean of ten. */
const REPEATS: Readonly<Record<Effort, number>> = { tiny: 1, quick: 3, full: 6 };
/** From so many agents on one set of routes says as much, and A* on all threads is what others are held against. */
const MANY = 1000;
/** Agents before the first that count: code is compiled while it is hot, and a GPU raises its clock. */
const WARM_UP = 256;
/** Most agents that A* searches for, by effort; the hierarchy answers all. */
const MOST_ASTAR: Readonly<Record<Effort, number>> = { tiny: 32, quick: 512, full: Infinity };
const MOST: Readonly<Record<Effort, number>> = { tiny: 32, quick: 8192, full: 8192 };
/** Nodes times agents for the kernels on a software driver. */
const SOFTWARE_WORK = 12_000;
/** The smallest map with both sets of routes is enough for a test. */
const TINY_MAPS = 1;

/** A unit for every table of the appendix, and the peers. */
export function roadUnits(): StudyUnit[] {
  const units = STUDY_MAPS.flatMap((map, m) =>
    ROUTE_SETS.map((set): StudyUnit => {
      const table = timeTable(m, set);
      return {
        key: `${map.name} ${map.nodes} ${set}`,
        rows: [
          ['Table 5.1', `${mapLabel(map)}, ${set}`],
          ...AGENT_COUNTS.map((agents) => [table, String(agents)] as const),
        ],
        from: m < TINY_MAPS ? 'tiny' : 'quick',
        seconds: 1 + map.nodes / 2000,
        run: (context) => oneTable(context, m, set),
      };
    }),
  );
  return [...units, ...rivalUnits()];
}

/** All numbers of agents on one map, by A* on one thread, on the GPU, and by the fastest there is. */
async function oneTable(context: StudyContext, m: number, set: RouteSet): Promise<void> {
  const { effort, put, seed, session, threads, device } = context;
  const map = STUDY_MAPS[m];
  const network = buildTown(map, seed);
  const name = mapLabel(map);
  const table = timeTable(m, set);
  const known = roadSolvers(threads, device);
  const ready = async (solver: string): Promise<ReadySolver> =>
    makeReady(
      known.find((one) => one.name === solver)!,
      name,
      network.graph,
    );
  // each answer is held against another kind of search
  const dijkstra = await ready('dijkstra');
  const hierarchy = await ready('hierarchy');
  const astar = await ready('astar');
  const gpu = device && (await ready('gpu-astar'));
  const all = threads > 1 ? await ready(`astar x${threads}`) : astar;
  let paths: AgentRunReport | undefined;
  try {
    if (effort !== 'tiny') {
      const warm = (solver: ReadySolver, second: ReadySolver) =>
        experiment(context, network, name, set, WARM_UP, solver, second);
      await warm(hierarchy, dijkstra);
      await warm(astar, hierarchy);
      if (gpu && !context.software) await warm(gpu, hierarchy);
    }
    for (const agents of AGENT_COUNTS) {
      session.terminal.progress(`${name}, ${set}: ${agents} agents`);
      const run = (solver: ReadySolver, second: ReadySolver) =>
        experiment(context, network, name, set, agents, solver, second);
      if (agents > MOST[effort]) {
        const value = { value: null, note: `more than --${effort} has` };
        put(table, String(agents), {
          FX580: value,
          GTX470: value,
          T6600: value,
          fastest: value,
          'fastest, building included': value,
          'fastest per agent': value,
          'building the hierarchy': value,
          'break-even, study': value,
          'break-even, A*': value,
          'without a path': value,
        });
        continue;
      }
      const small = agents <= MOST_ASTAR[effort];
      const fast = await run(hierarchy, agents < MANY ? dijkstra : all);
      paths = fast;
      const one = small ? await run(astar, hierarchy) : undefined;
      const fits = !context.software || map.nodes * agents <= SOFTWARE_WORK;
      const onGpu = gpu && fits ? await run(gpu, hierarchy) : undefined;
      const gpuTime: Value =
        onGpu && !context.software
          ? { value: timesOf(onGpu), by: 'A* on the GPU' }
          : { value: null, note: noGpuTime(context, onGpu !== undefined) };
      const own = [fast, one, context.software ? undefined : onGpu].filter((x) => x !== undefined);
      const best = own.reduce((a, b) => (b.totalMs.median < a.totalMs.median ? b : a));
      const by = BY[best.solver] ?? best.solver;
      const { buildMs } = hierarchy;
      const withBuilding = own.map((each) => {
        const samples = each === fast ? each.samples.map((ms) => ms + buildMs) : each.samples;
        return { by: BY[each.solver] ?? each.solver, value: measurementOf(samples) };
      });
      const study = publishedValue(ROAD_TABLES, table, String(agents), 'fastest');
      put(table, String(agents), {
        FX580: gpuTime,
        GTX470: gpuTime,
        T6600: one
          ? { value: timesOf(one), by: 'A*, one thread' }
          : { value: null, note: `more than --${effort} searches for` },
        fastest: { value: timesOf(best), by },
        'fastest, building included': withBuilding.reduce((a, b) =>
          b.value.median < a.value.median ? b : a,
        ),
        'fastest per agent': { value: best.msPerAgent, by },
        'building the hierarchy': buildMs,
        'break-even, study':
          study === null
            ? { value: null, note: 'the study has no time' }
            : routesOf(breakEvenRoutes(buildMs, fast.msPerAgent, study / agents)),
        'break-even, A*': one
          ? routesOf(breakEvenRoutes(buildMs, fast.msPerAgent, one.msPerAgent))
          : { value: null, note: `more than --${effort} searches for` },
        'without a path': 100 * fast.zeroShare,
      });
    }
    put('Table 5.1', `${name}, ${set}`, {
      nodes: network.graph.nodeCount,
      arcs: network.graph.arcCount,
      'mean path': paths!.meanNodes,
      'zero paths': 100 * paths!.zeroShare,
    });
  } finally {
    for (const solver of new Set([dijkstra, hierarchy, astar, all, gpu])) await solver?.destroy();
  }
}

/** A number of routes, or that there is none. */
function routesOf(count: number): Value {
  return Number.isFinite(count) ? count : { value: null, note: 'never' };
}

const BY: Readonly<Record<string, string>> = {
  astar: 'A*, one thread',
  hierarchy: 'contraction hierarchy, one thread',
  'gpu-astar': 'A* on the GPU',
};

async function experiment(
  { effort, seed, check }: StudyContext,
  network: RoadNetwork,
  map: string,
  routes: RouteSet,
  agents: number,
  solver: ReadySolver,
  second: ReadySolver,
): Promise<AgentRunReport & { samples: readonly number[] }> {
  const repeat = agents < MANY ? REPEATS[effort] : 1;
  const samples: number[] = [];
  const { report, compared, differences } = await runExperiment(
    {
      map,
      network,
      routes,
      agents,
      repeat,
      runs: 1,
      second,
      ends: (count, r) =>
        randomRoutes(network, count, { seed: seed + r, classified: routes === 'classified' }),
      onTime: (ms) => void samples.push(ms),
    },
    solver,
  );
  check.differences(`${map}, ${routes}: ${solver.name}`, second.name, compared, differences);
  return { ...report, samples };
}

function timesOf({ samples }: { samples: readonly number[] }): Measurement {
  return measurementOf(samples);
}
