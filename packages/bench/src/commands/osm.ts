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
import { makeReady, type ReadySolver, runExperiment } from '../osm/agent-runs.ts';
import { pictureOf, writeMoves } from '../osm/last-run.ts';
import { formatPathTable, formatTimeTable } from '../osm/agent-tables.ts';
import { InputError, naming } from '../problems/read-file.ts';
import { formatMachine } from '../report/machine.ts';
import type { AgentRunReport } from '../report/report.ts';
import { createTerminal } from '../report/terminal.ts';
import { createSession } from '../session.ts';
import { roadSolvers } from '../solvers/road-solvers.ts';
import type { CommandBuilder, Environment } from './environment.ts';
import { nameList, type ReportFlags, reportOptions, wholeNumber } from './options.ts';

/** Degrees. */
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
};

type RouteSet = AgentRunReport['routes'];

/** `wayfield-bench osm`: the experiment of the study of 2010 on any extract. */
export const osmCommand: CommandBuilder = (environment, finish) => {
  const command = new Command('osm')
    .description(
      'sends agents over the roads of an OpenStreetMap extract, as the study of 2010 did, and compares the times',
    )
    .argument('<file>', 'XML, gzip, bzip2 or PBF')
    .addOption(
      new Option('--profile <name>', 'who travels').choices(Object.keys(PROFILES)).default('car'),
    )
    .addOption(new Option('--weight <what>').choices(['metres', 'seconds']).default('metres'))
    .option(
      '--contract',
      'only junctions are nodes; default: every point of a road, as in the study',
    )
    .option('--restrictions', 'obey turn restrictions')
    .addOption(
      new Option(
        '--solver <names>',
        'with commas between them; the GPU’s only where they are named',
      )
        .argParser(nameList)
        .default(['hierarchy'], 'hierarchy'),
    )
    .addOption(
      new Option('--threads <n>', 'workers of a pool: solver "astar xN"')
        .argParser(wholeNumber(1, 64))
        .default(1),
    )
    .addOption(
      new Option('--least <n>', 'agents to begin with; then twice as many, and so on')
        .argParser(wholeNumber(1, 1e7))
        .default(32),
    )
    .addOption(
      new Option('--most <n>', 'agents to end with').argParser(wholeNumber(1, 1e7)).default(8192),
    )
    .addOption(
      new Option('--repeat <n>', 'sets of routes for every number of agents')
        .argParser(wholeNumber(1, 1000))
        .default(10),
    )
    .addOption(
      new Option('--runs <n>', 'runs of the same routes; the fastest counts')
        .argParser(wholeNumber(1, 100))
        .default(3),
    )
    .addOption(
      new Option('--seed <n>', 'of the routes').argParser(wholeNumber(0, 2 ** 32 - 1)).default(1),
    )
    .addOption(
      new Option('--routes <which>', 'between any nodes, or those of classified roads')
        .choices(['random', 'classified', 'both'])
        .default('both'),
    )
    .option('--reachable', 'only goals that can be reached');
  for (const [name, what] of [
    ['start', 'where a route starts, as often as wanted: routes by hand instead of random ones'],
    ['goal', 'where one ends; starts and goals are paired in turn'],
    ['blocked', 'a node that nobody passes'],
  ]) {
    command.addOption(new Option(`--${name} <lat,lon>`, what).argParser(parsePlaces));
  }
  command
    .option('--png <file>', 'draw the map and the routes of the last run')
    .option('--svg <file>', 'the same as SVG')
    .addOption(
      new Option('--size <n>', 'pixels of the longer side')
        .argParser(wholeNumber(16, 16384))
        .default(1200),
    )
    .option('--trajectory <file>', 'write how the agents of the last run move: .csv or .geojson')
    .addOption(
      new Option(
        '--speed <km/h>',
        'one for all roads; default: by class, or the weights in seconds',
      ).argParser(positive),
    )
    .addOption(
      new Option(
        '--interval <s>',
        'samples at even times; default: at every point of the shape',
      ).argParser(positive),
    );
  for (const option of reportOptions()) command.addOption(option);
  return command
    .allowExcessArguments(false)
    .action(async (file: string, flags: Flags) => finish(await run(environment, file, flags)));
};

function parsePlaces(text: string, before: readonly Place[] = []): Place[] {
  const match = /^(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)$/.exec(text);
  if (!match) throw new InvalidArgumentError('Expected degrees: LAT,LON.');
  return [...before, [Number(match[1]), Number(match[2])]];
}

function positive(text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new InvalidArgumentError('Expected a number above 0.');
  return value;
}

async function run(environment: Environment, file: string, flags: Flags): Promise<boolean> {
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
  const ready: ReadySolver[] = [];
  try {
    if (device) session.addGpu(describeDevice(device));
    const known = roadSolvers(flags.threads, device);
    const make = async (name: string): Promise<ReadySolver> => {
      const there = ready.find((one) => one.name === name);
      if (there) return there;
      const solver = known.find((one) => one.name === name);
      if (!solver) {
        const names = known.map((one) => one.name).join(', ');
        throw new InputError(`unknown solver '${name}', known are ${names}`);
      }
      const made = await makeReady(solver, map, network.graph);
      ready.push(made);
      return made;
    };
    terminal.print(`${formatMachine()}${device ? ` GPU: ${describeDevice(device)}.` : ''}\n`);
    const { graph } = network;
    terminal.print(
      `${map}: ${graph.nodeCount} nodes, ${graph.arcCount} arcs; ${flags.profile}, ${flags.weight}\n`,
    );
    const solvers: ReadySolver[] = [];
    for (const name of flags.solver) solvers.push(await make(name));
    // what answers are held against: the first of these that is not the solver at hand
    const [fast, other] = [await make('hierarchy'), await make('customizable')];
    const reports: AgentRunReport[] = [];
    for (const [routes, ends] of sets) {
      const runs: AgentRunReport[] = [];
      for (let agents = flags.least; agents <= flags.most; agents *= 2) {
        for (const solver of solvers) {
          terminal.progress(`${routes}, ${agents} agents: ${solver.name}`);
          const { report, compared, differences } = await runExperiment(
            {
              map,
              network,
              routes,
              ends,
              agents,
              repeat: flags.repeat,
              runs: flags.runs,
              second: solver === fast ? other : fast,
            },
            solver,
          );
          runs.push(report);
          session.addAgentRun(report);
          const queries = { count: 0, source: new Uint32Array(0), target: new Uint32Array(0) };
          const name = `${map}, ${routes}`;
          session.addAnswers(
            { name, description: '', data: graph, queries },
            compared,
            differences,
          );
        }
      }
      terminal.clear();
      terminal.print(`${routes}:\n\n${formatTimeTable(runs)}\n`);
      reports.push(...runs);
    }
    terminal.print(`${formatPathTable(reports)}\n`);
    const [kind, ends] = sets[sets.length - 1];
    const plan = planAgents(network, ends(flags.most, flags.repeat - 1), flags.most);
    const last = { network, plan, solver: fast };
    if (flags.png !== undefined || flags.svg !== undefined) {
      const blocked = flags.blocked ? nodesAt(network, flags.blocked) : [];
      const picture = { ...(await pictureOf(last, blocked)), size: flags.size };
      if (flags.png !== undefined) {
        const { width, height, data } = mapPixels(network, picture);
        const png = encode({ width, height, data, channels: 4, depth: 8 });
        await naming(flags.png, () => writeFile(flags.png!, png));
        terminal.print(`${basename(flags.png)}: ${kind} routes, ${png.length} bytes`);
      }
      if (flags.svg !== undefined)
        await naming(flags.svg, () => writeFile(flags.svg!, mapSvg(network, picture)));
    }
    if (flags.trajectory !== undefined && format) {
      const { speed, interval } = flags;
      const motion = {
        ...(speed !== undefined && { speed }),
        ...(interval !== undefined && { interval }),
      };
      const samples = await writeMoves(last, motion, flags.trajectory, format);
      terminal.print(`${basename(flags.trajectory)}: ${flags.most} agents, ${samples} samples`);
    }
    await session.finish(flags);
    return session.differed === 0;
  } finally {
    for (const solver of ready) await solver.destroy();
    device?.destroy();
  }
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

/** Which routes there are, and those of a repeat for so many agents. */
function routeSets(
  network: RoadNetwork,
  flags: Flags,
): readonly (readonly [RouteSet, (agents: number, repeat: number) => RouteEnds])[] {
  const { start = [], goal = [], seed } = flags;
  const reachable = flags.reachable ?? false;
  if (start.length + goal.length > 0) {
    if (start.length === 0 || goal.length === 0) {
      throw new InputError('routes by hand need --start and --goal');
    }
    const ends = pairRoutes(network, nodesAt(network, start), nodesAt(network, goal));
    return [['by hand', () => ends]];
  }
  const wanted: RouteSet[] = flags.routes === 'both' ? ['random', 'classified'] : [flags.routes];
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
