import { availableParallelism } from 'node:os';
import type { GpuAlgorithm } from '@wayfield/gpu';
import type { Graph, Grid } from '@wayfield/graph';
import {
  blobsGrid,
  mazeGrid,
  openGrid,
  randomGrid,
  randomQueries,
  roadGraph,
  roomsGrid,
  terrainGrid,
} from '@wayfield/graph/generators';
import { Command, Option } from 'commander';
import { describeDevice } from './device.ts';
import {
  type GpuRunContext,
  PRIMITIVE_NAMES,
  runPrimitive,
  runSearch,
  runTrees,
} from './measure/gpu-runs.ts';
import { createMeter } from './measure/meter.ts';
import type { Problem } from '../run/problems/problem.ts';
import { InputError } from '../run/problems/read-file.ts';
import { formatGpuRuns, GPU_LEGEND } from './tables/gpu-table.ts';
import { formatMachine } from '../report/machine.ts';
import type { GpuRunReport } from '../report/report.ts';
import { createTerminal } from '../report/terminal.ts';
import { createSession } from '../run/session.ts';
import type { CommandBuilder } from '../run/commands/environment.ts';
import { nameList, pageOption, type ReportFlags, wholeNumber } from '../run/commands/options.ts';
import {
  type GraphFlags,
  graphOptions,
  type GridFlags,
  gridOptions,
  type QueryFlags,
  readGraphProblem,
  readGridProblem,
} from '../run/commands/problem-options.ts';

type Flags = Pick<ReportFlags, 'json' | 'report'> &
  Partial<Pick<GridFlags, 'map'>> &
  Omit<GridFlags, 'map'> &
  Partial<GraphFlags> &
  Required<QueryFlags> & {
    make: string;
    size: number;
    algorithm: GpuAlgorithm[];
    sources: number;
    words: number;
    threads: number;
    repeat: number;
  };

const ALGORITHMS: readonly GpuAlgorithm[] = ['astar', 'dijkstra', 'greedy'];
const WHAT: readonly string[] = ['search', 'trees', ...PRIMITIVE_NAMES];

/** Made-up maps and graphs of about size x size nodes. */
const MAKERS: Readonly<Record<string, (size: number, seed: number) => Graph | Grid>> = {
  open: (size) => openGrid(size, size),
  random: (size, seed) => randomGrid(size, size, { density: 0.2, seed }),
  maze: (size, seed) => mazeGrid(size, size, { corridor: 4, seed }),
  rooms: (size, seed) => roomsGrid(size, size, { size: 16, seed }),
  blobs: (size, seed) => blobsGrid(size, size, { seed }),
  terrain: (size, seed) => terrainGrid(size, size, { seed }),
  roads: (size, seed) => roadGraph(size, size, { seed }),
};

/** `wayfield-bench gpu`: times of the GPU solvers, part by part, on a map of your own. */
export const gpuCommand: CommandBuilder = (environment, finish) => {
  const count = (flags: string, text: string, most: number, value: number): Option =>
    new Option(flags, text).argParser(wholeNumber(1, most)).default(value);
  const command = new Command('gpu')
    .description('times the GPU solvers and primitives part by part, and checks them on the CPU')
    .argument('[what...]', `which of ${WHAT.join(', ')}; all without a name`);
  for (const option of [
    ...gridOptions(),
    ...graphOptions(),
    new Option('--make <kind>', 'a made-up map or graph where no file is given')
      .choices(Object.keys(MAKERS))
      .default('random'),
    count('--size <n>', 'its width and height', 8192, 256),
    new Option('--algorithm <names>', `of ${ALGORITHMS.join(', ')}`)
      .argParser(nameList)
      .default(ALGORITHMS),
    count('--queries <n>', 'at most this many searches', 1e8, 10_000),
    count('--sources <n>', 'trees', 65_535, 16),
    count('--words <n>', 'elements for the primitives', 2 ** 29, 2 ** 20),
    count('--threads <n>', "workers of the CPU's side", 64, Math.min(64, availableParallelism())),
    count('--repeat <n>', 'warm runs; the fastest counts', 1000, 5),
    new Option('--seed <n>', 'seed of everything that is random')
      .argParser(wholeNumber(0, 2 ** 32 - 1))
      .default(1),
    new Option('--json <file>', 'write everything that was measured, as JSON'),
    pageOption(),
  ]) {
    command.addOption(option);
  }
  return command.action(async (asked: string[], flags: Flags) => {
    refuseUnknown('part', asked, WHAT);
    refuseUnknown('algorithm', flags.algorithm, ALGORITHMS);
    const wanted = asked.length > 0 ? asked : WHAT;
    const searches = wanted.includes('search') || wanted.includes('trees');
    const problem = searches ? await readProblem(flags) : undefined;
    const terminal = createTerminal(environment.streams);
    const device = await environment.openDevice();
    try {
      const session = createSession(terminal, environment.args);
      const gpu = describeDevice(device);
      session.addGpu(gpu);
      const { threads, repeat, seed } = flags;
      terminal.print(`${formatMachine()} GPU: ${gpu}; CPU: ${threads} workers.\n${GPU_LEGEND}\n`);
      const meter = createMeter(device);
      const context: GpuRunContext = { device, meter, session, threads, repeat, seed };
      const runs: GpuRunReport[] = [];
      const add = (run: GpuRunReport): void => {
        runs.push(run);
        session.addGpuRun(run);
      };
      for (const what of wanted) {
        terminal.progress(what);
        if (what === 'search') {
          for (const algorithm of flags.algorithm)
            add(await runSearch(context, problem!, algorithm));
        } else if (what === 'trees') {
          add(await runTrees(context, problem!, flags.sources));
        } else {
          add(await runPrimitive(context, what, flags.words));
        }
      }
      terminal.clear();
      terminal.print(`${formatGpuRuns(runs)}\n`);
      await session.finish(flags);
      finish(session.differed === 0);
    } finally {
      device.destroy();
    }
  });
};

function refuseUnknown(kind: string, names: readonly string[], known: readonly string[]): void {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new InputError(`unknown ${kind} '${unknown}', known are ${known.join(', ')}`);
}

async function readProblem(flags: Flags): Promise<Problem> {
  const { map, gr, make, size, queries, seed } = flags;
  if (map !== undefined && gr !== undefined) throw new InputError('--map and --gr: one of them');
  if (map !== undefined) return readGridProblem({ ...flags, map });
  if (gr !== undefined) return readGraphProblem({ ...flags, gr });
  const data = MAKERS[make](size, seed);
  const description = `made up, seed ${seed}`;
  return { name: make, description, data, queries: randomQueries(data, queries, { seed }) };
}
