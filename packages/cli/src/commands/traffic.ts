import { createWasmSolver } from '@wayfield/cpu-wasm';
import type { RoadNetwork } from '@wayfield/osm';
import {
  type AgentPlan,
  createTrajectoryWriter,
  planAgents,
  randomRoutes,
  runAgents,
  summariseAgents,
  trajectories,
  type Trajectory,
  type TrajectoryFormat,
} from '@wayfield/osm/agents';
import {
  createLaneRoutes,
  createTraffic,
  summariseTraffic,
  type Traffic,
  trafficLanes,
  trafficTrajectories,
} from '@wayfield/osm/traffic';
import { Command, Option } from 'commander';
import { InputError } from '../input-error.ts';
import { formatBytes, formatCount, formatDuration } from '../numbers.ts';
import { printable } from '../printable.ts';
import { readNetwork } from '../read-network.ts';
import type { Streams } from '../streams.ts';
import { writeWhole } from '../write-file.ts';
import type { Environment } from './environment.ts';
import { parseWhole } from './places.ts';

interface Flags {
  readonly vehicles: number;
  readonly seed: number;
  readonly within: number;
  readonly movement: 'queue' | 'ghosts';
  readonly release?: number;
  readonly output?: string;
  readonly interval: number;
}

/** Seconds after which a simulation ends, whoever still drives: a day. */
const LONGEST = 86_400;

/** `wayfield osm traffic`: vehicles on random routes that queue behind one another. */
export function trafficCommand({ streams, finish }: Environment): Command {
  return new Command('traffic')
    .description('sends vehicles over random routes of a road network and says how long they take')
    .argument('<graph>', 'a road network that `wayfield osm convert` wrote')
    .addOption(
      new Option('--vehicles <n>', 'each with a route of its own')
        .argParser(parseWhole(1, 2 ** 20))
        .default(1000),
    )
    .addOption(
      new Option('--seed <n>', 'of the routes').argParser(parseWhole(0, 2 ** 31)).default(1),
    )
    .addOption(
      new Option('--within <seconds>', 'time in which they set off, one after the other')
        .argParser(parseWhole(0, LONGEST))
        .default(600),
    )
    .addOption(
      new Option('--movement <how>', 'queue: behind one another; ghosts: through one another')
        .choices(['queue', 'ghosts'])
        .default('queue'),
    )
    .addOption(
      new Option(
        '--release <seconds>',
        'of a gridlock, after which its first vehicles go on beyond it; default: never',
      ).argParser(parseWhole(20, LONGEST)),
    )
    .addOption(new Option('-o, --output <file>', 'write the movement: .csv or .geojson'))
    .addOption(
      new Option('--interval <seconds>', 'between two samples of a vehicle that queues')
        .argParser(parseWhole(1, LONGEST))
        .default(2),
    )
    .allowExcessArguments(false)
    .addHelpText(
      'after',
      '\nExit code: 0 all arrived, 1 some did not, 2 arguments or files unusable.',
    )
    .action(async (graph: string, flags: Flags) => finish(await run(streams, graph, flags)));
}

async function run(streams: Streams, file: string, flags: Flags): Promise<boolean> {
  const format = flags.output === undefined ? undefined : formatOf(flags.output);
  const network = await readNetwork(file);
  const ends = randomRoutes(network, flags.vehicles, { seed: flags.seed, reachable: true });
  const plan = planAgents(network, ends);
  const departure = (vehicle: number): number => (vehicle * flags.within) / flags.vehicles;
  const pieces: string[] = [];
  const writer = format && createTrajectoryWriter(format, { write: (text) => pieces.push(text) });
  const write = async (list: Iterable<Trajectory>): Promise<void> => {
    if (writer) await writer.add(list);
    // the simulation runs as its movement is taken
    else for (const _ of list);
  };
  const all = flags.movement === 'ghosts' ? driveGhosts : driveQueue;
  const { arrived, lines } = await all({ network, plan, flags, departure, write });
  await writer?.end();
  try {
    if (flags.output !== undefined) {
      const bytes = await writeWhole(flags.output, pieces);
      lines.push(`${printable(flags.output)}: ${formatBytes(bytes)}`);
    }
  } finally {
    // after the file: if nobody reads stdout, the first line ends the program
    for (const line of lines) streams.out.write(`${line}\n`);
  }
  return arrived;
}

interface Ride {
  readonly network: RoadNetwork;
  readonly plan: AgentPlan;
  readonly flags: Flags;
  departure(vehicle: number): number;
  write(list: Iterable<Trajectory>): Promise<void>;
}

interface Outcome {
  /** Whether all vehicles arrived. */
  readonly arrived: boolean;
  /** To print. */
  readonly lines: string[];
}

async function driveQueue({ network, plan, flags, ...ride }: Ride): Promise<Outcome> {
  const collector = createLaneRoutes(network);
  const solver = createWasmSolver(network.graph);
  try {
    await runAgents(network, plan, solver, { onBatch: collector.add });
  } finally {
    solver.destroy();
  }
  const traffic = createTraffic(trafficLanes(network), collector.routes(), {
    departure: ride.departure,
    ...(flags.release !== undefined && { release: flags.release }),
  });
  const recorded = watched(traffic);
  const { interval } = flags;
  const options = { interval, until: LONGEST };
  await ride.write(trafficTrajectories(network, plan, recorded.traffic, options));
  const lines = formatTraffic(traffic, recorded.most());
  return { arrived: traffic.report.status === 'done', lines };
}

/** The traffic, and the most vehicles that stood at a time. */
function watched(traffic: Traffic): { traffic: Traffic; most(): number } {
  let most = 0;
  const step: Traffic['step'] = (seconds) => {
    const report = traffic.step(seconds);
    most = Math.max(most, report.standing);
    return report;
  };
  return { traffic: { ...traffic, step }, most: () => most };
}

function formatTraffic(traffic: Traffic, most: number): string[] {
  const { report } = traffic;
  const { vehicles, arrived, meanSeconds, meanFreeSeconds, mostSeconds } =
    summariseTraffic(traffic);
  const lines = [
    `arrived: ${formatCount(arrived)} of ${formatCount(vehicles)} vehicles, ` +
      `after ${formatDuration(report.seconds)}`,
    `a ride:  ${formatDuration(meanSeconds)} in the mean, ` +
      `${formatDuration(meanFreeSeconds)} on free roads, at most ${formatDuration(mostSeconds)}`,
    `queues:  at most ${formatCount(most)} vehicles stood at a time`,
  ];
  if (report.released > 0) {
    lines.push(`         ${formatCount(report.released)} vehicles were taken out of gridlocks`);
  }
  if (report.status === 'gridlock') {
    lines.push(
      `gridlock: ${formatCount(report.gridlocked)} vehicles wait for one another for ever, ` +
        `${formatCount(report.driving + report.queued)} are still on their way (--release helps)`,
    );
  }
  return lines;
}

async function driveGhosts({ network, plan, ...ride }: Ride): Promise<Outcome> {
  const solver = createWasmSolver(network.graph);
  const options = { departure: ride.departure };
  let seconds = 0;
  const timed = function* (list: Iterable<Trajectory>): Generator<Trajectory> {
    for (const one of list) {
      seconds += one.time[one.count - 1] - one.time[0];
      yield one;
    }
  };
  try {
    const result = await runAgents(network, plan, solver, {
      onBatch: (batch) => ride.write(timed(trajectories(network, plan, batch, options))),
    });
    const { agents, zeroPaths } = summariseAgents(result);
    const arrived = agents - zeroPaths;
    const lines = [
      `arrived: ${formatCount(arrived)} of ${formatCount(agents)} vehicles, as ghosts`,
      `a ride:  ${formatDuration(seconds / Math.max(1, agents))} in the mean`,
    ];
    return { arrived: zeroPaths === 0, lines };
  } finally {
    solver.destroy();
  }
}

function formatOf(path: string): TrajectoryFormat {
  if (path.endsWith('.csv')) return 'csv';
  if (path.endsWith('.geojson') || path.endsWith('.json')) return 'geojson';
  throw new InputError(`--output ${path}: expected a name that ends in .csv or .geojson`);
}
