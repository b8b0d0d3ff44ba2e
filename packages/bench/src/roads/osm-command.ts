import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { NONE } from '@wayfield/graph';
import {
  createLocator,
  PROFILES,
  type ProfileName,
  type RoadNetwork,
  type RoadWeight,
} from '@wayfield/osm';
import {
  blockNodes,
  pairRoutes,
  planAgents,
  randomRoutes,
  type RouteEnds,
  type TrajectoryFormat,
} from '@wayfield/osm/agents';
import { mapPixels, mapSvg } from '@wayfield/osm/draw';
import { readOsmFile } from '@wayfield/osm/node';
import { Command, InvalidArgumentError, Option } from 'commander';
import { encode } from 'fast-png';
import { describeDevice } from '../gpu/device.ts';
import { makeReady, type ReadySolver, runExperiment } from './measure/agent-runs.ts';
import { pictureOf, writeMoves } from './measure/last-run.ts';
import { formatPathTable, formatTimeTable } from './tables/agent-tables.ts';
import { InputError, naming } from '../run/problems/read-file.ts';
import { formatMachine } from '../report/machine.ts';
import type { AgentRunReport } from '../report/report.ts';
import { createTerminal, type Terminal } from '../report/terminal.ts';
import { createSession, type Session } from '../run/session.ts';
import type { BenchSolver } from '../run/solvers/solver.ts';
import { roadSolvers } from './measure/road-solvers.ts';
import type { CommandBuilder, Environment } from '../run/commands/environment.ts';
import {
  nameList,
  positive,
  type ReportFlags,
  reportOptions,
  seedOption,
  wholeNumber,
} from '../run/commands/options.ts';

/** Latitude and longitude in degrees. */
type Place = readonly [lat: number, lon: number];

type Flags = ReportFlags & {
  readonly profile: ProfileName;
  readonly weight: RoadWeight;
  readonly contract?: true;
  readonly restrictions?: true;
  readonly solver: readonly string[];
  readonly threads: number;
  readonly least: number;
  readonly most: number;
  readonly repeat: number;
  readonly runs: number;
  readonly seed: number;
  readonly reachable?: true;
  readonly routes: 'random' | 'classified' | 'both';
  readonly start?: readonly Place[];
  readonly goal?: readonly Place[];
  readonly blocked?: readonly Place[];
  readonly png?: string;
  readonly svg?: string;
  readonly size: number;
  readonly trajectory?: string;
  readonly speed?: number;
  readonly interval?: number;
  readonly movement: 'queue' | 'ghosts';
};

type RouteKind = AgentRunReport['routes'];

/** A set of routes, and how its starts and goals are drawn for one repeat. */
type RouteDraw = readonly [RouteKind, (agents: number, repeat: number) => RouteEnds];

/** `wayfield-bench osm`: the experiment of the study of 2010 on any extract. */
export const osmCommand: CommandBuilder = (environment, finish) => {
  const command = new Command('osm')
    .description(
      'sends agents over the roads of an OpenStreetMap extract, as the study of 2010 did, ' +
        'and compares the times',
    )
    .argument('<file>', 'XML, gzip, bzip2 or PBF')
    .allowExcessArguments(false);
  for (const option of [
    ...networkOptions(),
    ...agentOptions(),
    ...routeOptions(),
    ...pictureOptions(),
    ...reportOptions(),
  ])
    command.addOption(option);
  return command.action(async (file: string, flags: Flags) =>
    finish(await runOsm(environment, file, flags)),
  );
};

function networkOptions(): Option[] {
  return [
    new Option('--profile <name>', 'the traveller whose access and speeds count')
      .choices(Object.keys(PROFILES))
      .default('car'),
    new Option('--weight <what>', 'what paths minimise')
      .choices(['metres', 'seconds'])
      .default('metres'),
    new Option(
      '--contract',
      'only junctions are nodes; default: every point of a road, as in the study',
    ),
    new Option('--restrictions', 'obey turn restrictions'),
    new Option('--blocked <lat,lon>', 'a node that no route passes; can be repeated').argParser(
      parsePlaces,
    ),
  ];
}

function agentOptions(): Option[] {
  return [
    new Option(
      '--solver <names>',
      'with commas between them; solvers on the GPU run only where they are named',
    )
      .argParser(nameList)
      .default(['hierarchy'], 'hierarchy'),
    new Option('--threads <n>', 'workers of a pool: solver "astar xN"')
      .argParser(wholeNumber(1, 64))
      .default(1),
    new Option('--least <n>', 'agents of the first run; each next run has twice as many')
      .argParser(wholeNumber(1, 1e7))
      .default(32),
    new Option('--most <n>', 'agents of the last run').argParser(wholeNumber(1, 1e7)).default(8192),
    new Option('--repeat <n>', 'sets of routes for every number of agents')
      .argParser(wholeNumber(1, 1000))
      .default(10),
    new Option('--runs <n>', 'runs of the same routes; the fastest counts')
      .argParser(wholeNumber(1, 100))
      .default(3),
  ];
}

function routeOptions(): Option[] {
  return [
    seedOption('the routes'),
    new Option('--routes <which>', 'between any nodes, or between nodes of classified roads')
      .choices(['random', 'classified', 'both'])
      .default('both'),
    new Option('--reachable', 'only goals that can be reached'),
    new Option(
      '--start <lat,lon>',
      'start of a route instead of random ones; can be repeated',
    ).argParser(parsePlaces),
    new Option(
      '--goal <lat,lon>',
      'goal of a route; can be repeated: starts and goals are paired in turn',
    ).argParser(parsePlaces),
  ];
}

function pictureOptions(): Option[] {
  return [
    new Option('--png <file>', 'draw the map and the routes of the last run'),
    new Option('--svg <file>', 'the same as SVG'),
    new Option('--size <n>', 'pixels of the longer side')
      .argParser(wholeNumber(16, 16384))
      .default(1200),
    new Option(
      '--trajectory <file>',
      'write how the agents of the last run move: .csv or .geojson',
    ),
    new Option('--movement <how>', 'queue: behind one another; ghosts: through one another')
      .choices(['queue', 'ghosts'])
      .default('queue'),
    new Option(
      '--speed <km/h>',
      'one speed for all roads; default: by class, or the weights in seconds',
    ).argParser(positive),
    new Option(
      '--interval <s>',
      'seconds between samples; default: 2, of ghosts a sample at every point of the shape',
    ).argParser(positive),
  ];
}

function parsePlaces(text: string, before: readonly Place[] = []): Place[] {
  const match = /^(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)$/.exec(text);
  if (!match) throw new InvalidArgumentError('Expected degrees: LAT,LON.');
  return [...before, [Number(match[1]), Number(match[2])]];
}

async function runOsm(environment: Environment, file: string, flags: Flags): Promise<boolean> {
  if (flags.least > flags.most) {
    throw new InputError(`--least ${flags.least} is more than --most ${flags.most}`);
  }
  const format = trajectoryFormat(flags.trajectory);
  const terminal = createTerminal(environment.streams);
  const session = createSession(terminal, environment.args);
  session.addPackages(['@wayfield/osm']);
  const map = basename(file);
  const network = await readNetwork(file, flags);
  const sets = routeSets(network, flags);
  const device = flags.solver.some((name) => name.startsWith('gpu'))
    ? await environment.openDevice()
    : undefined;
  const solvers = createSolvers(roadSolvers(flags.threads, device), map, network);
  try {
    if (device) session.addGpu(describeDevice(device));
    terminal.print(`${formatMachine()}${device ? ` GPU: ${describeDevice(device)}.` : ''}\n`);
    const { nodeCount, arcCount } = network.graph;
    terminal.print(
      `${map}: ${nodeCount} nodes, ${arcCount} arcs; ${flags.profile}, ${flags.weight}\n`,
    );
    const reports: AgentRunReport[] = [];
    for (const set of sets)
      reports.push(...(await runRoutes({ session, map, network, flags, solvers }, set)));
    terminal.print(`${formatPathTable(reports)}\n`);
    const [kind, ends] = sets[sets.length - 1];
    const plan = planAgents(network, ends(flags.most, flags.repeat - 1), flags.most);
    const last = { network, plan, solver: await solvers.get('hierarchy') };
    await drawLast(last, flags, kind, terminal);
    if (flags.trajectory !== undefined && format) {
      const { speed, interval, movement } = flags;
      const motion = {
        ...(speed !== undefined && { speed }),
        ...(interval !== undefined && { interval }),
      };
      const moves = { path: flags.trajectory, format, movement, motion };
      const samples = await writeMoves(last, moves);
      terminal.print(`${basename(flags.trajectory)}: ${flags.most} agents, ${samples} samples`);
    }
    await session.finish(flags);
    return session.differed === 0;
  } finally {
    await solvers.destroy();
    device?.destroy();
  }
}

type Solvers = ReturnType<typeof createSolvers>;

/** Makes each solver when it is first asked for. */
function createSolvers(known: readonly BenchSolver[], map: string, { graph }: RoadNetwork) {
  const ready = new Map<string, ReadySolver>();
  return {
    async get(name: string): Promise<ReadySolver> {
      const there = ready.get(name);
      if (there) return there;
      const solver = known.find((one) => one.name === name);
      if (!solver) {
        const names = known.map((one) => one.name).join(', ');
        throw new InputError(`unknown solver '${name}', known are ${names}`);
      }
      const made = await makeReady(solver, map, graph);
      ready.set(name, made);
      return made;
    },
    async destroy(): Promise<void> {
      for (const solver of ready.values()) await solver.destroy();
    },
  };
}

interface OsmRun {
  readonly session: Session;
  readonly map: string;
  readonly network: RoadNetwork;
  readonly flags: Flags;
  readonly solvers: Solvers;
}

/** All numbers of agents on one set of routes, by each solver. */
async function runRoutes(
  { session, map, network, flags, solvers }: OsmRun,
  [routes, ends]: RouteDraw,
): Promise<AgentRunReport[]> {
  const { terminal } = session;
  const { repeat, runs } = flags;
  const asked: ReadySolver[] = [];
  for (const name of flags.solver) asked.push(await solvers.get(name));
  // answers are held against the first of these two that is not the measured solver itself
  const fast = await solvers.get('hierarchy');
  const other = await solvers.get('customizable');
  const reports: AgentRunReport[] = [];
  const queries = { count: 0, source: new Uint32Array(0), target: new Uint32Array(0) };
  const problem = { name: `${map}, ${routes}`, description: '', data: network.graph, queries };
  for (let agents = flags.least; agents <= flags.most; agents *= 2) {
    for (const solver of asked) {
      terminal.progress(`${routes}, ${agents} agents: ${solver.name}`);
      const second = solver === fast ? other : fast;
      const input = { map, network, routes, ends, agents, repeat, runs, second };
      const { report, compared, differences } = await runExperiment(input, solver);
      reports.push(report);
      session.addAgentRun(report);
      session.addAnswers(problem, compared, differences);
    }
  }
  terminal.clear();
  terminal.print(`${routes}:\n\n${formatTimeTable(reports)}\n`);
  return reports;
}

/** The picture files of the last run. */
async function drawLast(
  last: Parameters<typeof pictureOf>[0],
  flags: Flags,
  kind: RouteKind,
  terminal: Terminal,
): Promise<void> {
  const { png, svg, size } = flags;
  if (png === undefined && svg === undefined) return;
  const { network } = last;
  const blocked = flags.blocked ? nodesAt(network, flags.blocked) : [];
  const picture = { ...(await pictureOf(last, blocked)), size };
  if (png !== undefined) {
    const { width, height, data } = mapPixels(network, picture);
    const bytes = encode({ width, height, data, channels: 4, depth: 8 });
    await naming(png, () => writeFile(png, bytes));
    terminal.print(`${basename(png)}: ${kind} routes, ${bytes.length} bytes`);
  }
  if (svg !== undefined) await naming(svg, () => writeFile(svg, mapSvg(network, picture)));
}

async function readNetwork(file: string, flags: Flags): Promise<RoadNetwork> {
  const network = await naming(file, () =>
    readOsmFile(file, {
      profile: flags.profile,
      weight: flags.weight,
      contract: flags.contract ?? false,
      turnRestrictions: flags.restrictions ?? false,
    }),
  );
  if (network.baseCount === 0) {
    throw new InputError(`${file}: no road in it for the profile '${flags.profile}'`);
  }
  return flags.blocked ? blockNodes(network, nodesAt(network, flags.blocked)) : network;
}

/** The sets of routes that were asked for. */
function routeSets(network: RoadNetwork, flags: Flags): readonly RouteDraw[] {
  const { start = [], goal = [], seed } = flags;
  const reachable = flags.reachable ?? false;
  if (start.length + goal.length > 0) {
    if (start.length === 0 || goal.length === 0) {
      throw new InputError('routes by hand need --start and --goal');
    }
    const ends = pairRoutes(network, nodesAt(network, start), nodesAt(network, goal));
    return [['by hand', () => ends]];
  }
  const wanted: RouteKind[] = flags.routes === 'both' ? ['random', 'classified'] : [flags.routes];
  return wanted.map((routes) => {
    const classified = routes === 'classified';
    const draw = (agents: number, repeat: number): RouteEnds =>
      randomRoutes(network, agents, { seed: seed + repeat, classified, reachable });
    try {
      draw(1, 0);
    } catch (error) {
      throw new InputError(`--routes ${routes}: ${(error as Error).message}`);
    }
    return [routes, draw] as const;
  });
}

function nodesAt(network: RoadNetwork, places: readonly Place[]): number[] {
  const locator = createLocator(network);
  return places.map(([lat, lon]) => {
    if (!(Math.abs(lat) <= 90 && Math.abs(lon) <= 180)) {
      throw new InputError(`${lat},${lon} is no place on earth`);
    }
    const node = locator.nearestNode(lon, lat);
    if (node === NONE) throw new InputError(`no node near ${lat},${lon}`);
    return node;
  });
}

function trajectoryFormat(path: string | undefined): TrajectoryFormat | undefined {
  if (path === undefined) return undefined;
  if (path.endsWith('.csv')) return 'csv';
  if (path.endsWith('.geojson') || path.endsWith('.json')) return 'geojson';
  throw new InputError(`--trajectory ${path}: expected a name that ends in .csv or .geojson`);
}
