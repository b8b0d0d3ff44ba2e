import { median } from 'simple-statistics';
import { randomRoutes } from '@wayfield/osm/agents';
import type { RoadNetwork } from '@wayfield/osm';
import { makeReady, type ReadySolver, runExperiment } from '../measure/agent-runs.ts';
import { STUDY_MAPS } from './study-figures.ts';
import type { AgentRunReport } from '../../report/report.ts';
import { roadSolvers } from '../measure/road-solvers.ts';
import { type Measurement, measurementOf } from '../../run/statistics/measurement.ts';
import {
  type Effort,
  noGpuTime,
  type StudyContext,
  type StudyUnit,
  type Value,
} from '../../run/study/study.ts';
import { publishedValue } from '../../run/study/published.ts';
import { breakEvenRoutes } from './break-even.ts';
import { readingUnits } from './reading-units.ts';
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
import { variantUnit } from './variant-units.ts';

/**
 * Sets of routes where a set takes milliseconds: as many as in the study, so that one disturbed set
 * does not decide the median.
 */
const BRIEF_REPEATS: Readonly<Record<Effort, number>> = { tiny: 1, quick: 10, full: 10 };
/** The most nodes times agents of a set that takes milliseconds. */
const BRIEF = 600_000;
/** Other sets of routes, each timed once: the study prints the mean of ten. */
const REPEATS: Readonly<Record<Effort, number>> = { tiny: 1, quick: 3, full: 6 };
/** Builds of the hierarchy, whose median counts: the first one meets code that is not compiled. */
const BUILDS: Readonly<Record<Effort, number>> = { tiny: 1, quick: 3, full: 3 };
/** From this number of agents on the hierarchy is compared with A* on all threads. */
const MANY = 1000;
/**
 * Agents of the uncounted first run: code is compiled while it is hot, and a GPU raises its clock.
 */
const WARM_UP = 256;
/**
 * The most nodes times agents that A* on one thread searches, by effort: 32 agents on the smallest
 * map, 512 on the largest. Above this the hierarchy is measured alone, on one set of routes.
 */
const SMALL: Readonly<Record<Effort, number>> = {
  tiny: 32 * 348,
  quick: 512 * 12_247,
  full: Infinity,
};
/** The most agents of a row, by effort. */
const MOST: Readonly<Record<Effort, number>> = { tiny: 32, quick: 8192, full: 8192 };
/** The most nodes times agents for kernels on a software driver. */
const SOFTWARE_WORK = 12_000;
/** Maps of effort 'tiny': the smallest one, with both sets of routes. */
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
  return [...units, variantUnit, ...readingUnits(), ...rivalUnits()];
}

/** One made-up town with one way to draw routes. */
interface Town {
  readonly name: string;
  readonly network: RoadNetwork;
  readonly routes: RouteSet;
  /** Nodes of the study's map. */
  readonly nodes: number;
  /** The table of the study. */
  readonly table: string;
}

/** The solvers of one town. Each answer is compared with that of another kind of search. */
interface Solvers {
  readonly dijkstra: ReadySolver;
  readonly hierarchy: ReadySolver;
  readonly astar: ReadySolver;
  readonly gpu: ReadySolver | undefined;
  /** A* on all threads. */
  readonly all: ReadySolver;
}

/**
 * Measures all numbers of agents on one map: A* on one thread, A* on the GPU, and the fastest
 * solver.
 */
async function oneTable(context: StudyContext, m: number, routes: RouteSet): Promise<void> {
  const { effort, put, seed, session } = context;
  const map = STUDY_MAPS[m];
  const network = buildTown(map, seed);
  const name = mapLabel(map);
  const town: Town = { name, network, routes, nodes: map.nodes, table: timeTable(m, routes) };
  const solvers = await makeSolvers(context, town);
  let paths: AgentRunReport | undefined;
  try {
    if (effort !== 'tiny') await warmUp(context, town, solvers);
    for (const agents of AGENT_COUNTS) {
      session.terminal.progress(`${name}, ${routes}: ${agents} agents`);
      if (agents > MOST[effort]) {
        const value = { value: null, note: `more than --${effort} has` };
        put(town.table, String(agents), Object.fromEntries(COLUMNS.map((key) => [key, value])));
      } else paths = await oneRow(context, town, solvers, agents);
    }
    put('Table 5.1', `${name}, ${routes}`, {
      nodes: network.graph.nodeCount,
      arcs: network.graph.arcCount,
      'mean path': paths!.meanNodes,
      'zero paths': 100 * paths!.zeroShare,
    });
  } finally {
    for (const solver of new Set(Object.values(solvers))) await solver?.destroy();
  }
}

/** The columns of a table of times. */
const COLUMNS = [
  'FX580',
  'GTX470',
  'T6600',
  'fastest',
  'fastest, building included',
  'fastest per agent',
  'building the hierarchy',
  'break-even, study',
  'break-even, A*',
  'without a path',
] as const;

async function makeSolvers(
  { threads, device, effort }: StudyContext,
  town: Town,
): Promise<Solvers> {
  const known = roadSolvers(threads, device);
  const ready = async (solver: string): Promise<ReadySolver> =>
    makeReady(
      known.find((one) => one.name === solver)!,
      town.name,
      town.network.graph,
    );
  const astar = await ready('astar');
  const builds: number[] = [];
  let hierarchy = await ready('hierarchy');
  for (builds.push(hierarchy.buildMs); builds.length < BUILDS[effort];) {
    await hierarchy.destroy();
    hierarchy = await ready('hierarchy');
    builds.push(hierarchy.buildMs);
  }
  return {
    dijkstra: await ready('dijkstra'),
    hierarchy: { ...hierarchy, buildMs: median(builds) },
    astar,
    gpu: device && (await ready('gpu-astar')),
    all: threads > 1 ? await ready(`astar x${threads}`) : astar,
  };
}

async function warmUp(context: StudyContext, town: Town, solvers: Solvers): Promise<void> {
  const { dijkstra, hierarchy, astar, gpu } = solvers;
  await experiment(context, town, WARM_UP, hierarchy, dijkstra);
  await experiment(context, town, WARM_UP, astar, hierarchy);
  if (gpu && !context.software) await experiment(context, town, WARM_UP, gpu, hierarchy);
}

/** One number of agents; returns the run of the hierarchy. */
async function oneRow(
  context: StudyContext,
  town: Town,
  solvers: Solvers,
  agents: number,
): Promise<AgentRunReport> {
  const { effort, put, software } = context;
  const { dijkstra, hierarchy, astar, gpu, all } = solvers;
  const fast = await experiment(context, town, agents, hierarchy, agents < MANY ? dijkstra : all);
  const small = town.nodes * agents <= SMALL[effort];
  const one = small ? await experiment(context, town, agents, astar, hierarchy) : undefined;
  const fits = !software || town.nodes * agents <= SOFTWARE_WORK;
  const onGpu = gpu && fits ? await experiment(context, town, agents, gpu, hierarchy) : undefined;
  const gpuTime: Value =
    onGpu && !software
      ? { value: timesOf(onGpu), by: 'A* on the GPU' }
      : { value: null, note: noGpuTime(context, onGpu !== undefined) };
  const own = [fast, one, software ? undefined : onGpu].filter((x) => x !== undefined);
  const best = own.reduce((a, b) => (b.totalMs.median < a.totalMs.median ? b : a));
  const by = BY[best.solver] ?? best.solver;
  const { buildMs } = hierarchy;
  const withBuilding = own.map((each) => {
    const samples = each === fast ? each.samples.map((ms) => ms + buildMs) : each.samples;
    return { by: BY[each.solver] ?? each.solver, value: measurementOf(samples) };
  });
  const study = publishedValue(ROAD_TABLES, town.table, String(agents), 'fastest');
  const tooMany = { value: null, note: `more than --${effort} searches for` };
  const breakEven = (msPerAgent: number): Value =>
    routesOf(breakEvenRoutes(buildMs, fast.msPerAgent, msPerAgent));
  const row: Record<(typeof COLUMNS)[number], Value> = {
    FX580: gpuTime,
    GTX470: gpuTime,
    T6600: one ? { value: timesOf(one), by: 'A*, one thread' } : tooMany,
    fastest: { value: timesOf(best), by },
    'fastest, building included': withBuilding.reduce((a, b) =>
      b.value.median < a.value.median ? b : a,
    ),
    'fastest per agent': { value: best.msPerAgent, by },
    'building the hierarchy': buildMs,
    'break-even, study':
      study === null ? { value: null, note: 'the study has no time' } : breakEven(study / agents),
    'break-even, A*': one ? breakEven(one.msPerAgent) : tooMany,
    'without a path': 100 * fast.zeroShare,
  };
  put(town.table, String(agents), row);
  return fast;
}

/** A number of routes; a note where it is infinite. */
function routesOf(count: number): Value {
  return Number.isFinite(count) ? count : { value: null, note: 'never' };
}

const BY: Readonly<Record<string, string>> = {
  astar: 'A*, one thread',
  hierarchy: 'contraction hierarchy, one thread',
  'gpu-astar': 'A* on the GPU',
};

/** Runs one number of agents by `solver` and compares the answers with those of `second`. */
async function experiment(
  { effort, seed, check }: StudyContext,
  { network, name: map, routes, nodes }: Town,
  agents: number,
  solver: ReadySolver,
  second: ReadySolver,
): Promise<AgentRunReport & { samples: readonly number[] }> {
  const work = nodes * agents;
  const isSmall = agents < MANY || work <= SMALL[effort];
  const repeat = work <= BRIEF ? BRIEF_REPEATS[effort] : isSmall ? REPEATS[effort] : 1;
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
