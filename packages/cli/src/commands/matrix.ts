import { availableParallelism } from 'node:os';
import { createHierarchyPool } from '@wayfield/cpu-wasm/hierarchy-pool';
import { createRoadIndex, type RoadPoint, type RoutingNetwork } from '@wayfield/routing';
import { createAsyncMatrix, createMatrix, type MatrixRows } from '@wayfield/routing/matrix';
import { Command, Option } from 'commander';
import { type AvoidFlags, openRoads, takesAvoid } from '../avoid.ts';
import { InputError } from '../input-error.ts';
import { formatBytes, formatCount } from '../numbers.ts';
import { openRouting, type RoutingFlags, takesRouting } from '../open-routing.ts';
import { openTableGpu, type OpenGpu } from '../table-gpu.ts';
import { takesTimes } from '../timed-flags.ts';
import { printable } from '../printable.ts';
import { writeWhole } from '../write-file.ts';
import type { Environment } from './environment.ts';
import {
  addPlace,
  parseWhole,
  type Place,
  readPlaces,
  snapPlaces,
  withinOption,
} from './places.ts';

interface Flags extends RoutingFlags, AvoidFlags {
  readonly sources?: string;
  readonly targets?: string;
  readonly within: number;
  readonly threads?: number;
  readonly gpu?: true;
  readonly output?: string;
}

/**
 * Entries from which a matrix is made by a pool: threads take some tens of ms to start. Chosen, not
 * measured.
 */
const LARGE = 250_000;
const MOST_THREADS = 64;

/** `wayfield matrix`: the costs from many places to many places, as CSV. */
export function matrixCommand({ streams, finish, openGpu }: Environment): Command {
  return takesAvoid(takesTimes(takesRouting(new Command('matrix'))))
    .alias('table')
    .description('tells the seconds, or metres, from many places to many places, as CSV')
    .argument('[lat,lon...]', 'places, from all of which to all; below 0 behind --', addPlace)
    .addOption(new Option('--sources <file>', 'a file with a place LAT,LON in each line'))
    .addOption(new Option('--targets <file>', 'likewise; default: the sources'))
    .addOption(withinOption())
    .addOption(
      new Option(
        '--threads <n>',
        `that sweep; default: 1, from ${formatCount(LARGE)} entries on one per processor`,
      ).argParser(parseWhole(1, MOST_THREADS)),
    )
    .addOption(new Option('--gpu', 'sweep on the GPU of this machine').conflicts('threads'))
    .addOption(new Option('-o, --output <file>', 'write there instead of printing'))
    .allowExcessArguments(false)
    .addHelpText('after', '\nA row per source, a column per target; empty: there is no route.')
    .action(async (file: string, listed: Place[] | undefined, flags: Flags) => {
      if (listed?.length && flags.sources !== undefined) {
        const places = `${listed.length} place${listed.length > 1 ? 's' : ''}`;
        throw new InputError(`expected ${places}, or --sources, not both`);
      }
      const sources = flags.sources === undefined ? listed : await readPlaces(flags.sources);
      if (!sources?.length) throw new InputError('expected places, or --sources with a file');
      const targets = flags.targets === undefined ? sources : await readPlaces(flags.targets);
      const all = await openRouting(streams, file, flags);
      const { routing, filter } = await openRoads(all, flags);
      const index = createRoadIndex(routing);
      const from = snapPlaces(index, sources, flags.within, filter);
      const to = targets === sources ? from : snapPlaces(index, targets, flags.within, filter);
      const isLarge = from.length * to.length >= LARGE;
      const processors = Math.min(MOST_THREADS, availableParallelism());
      const threads = flags.threads ?? (isLarge ? processors : 1);
      const rows = flags.gpu
        ? byGpu(routing, from, to, openGpu)
        : threads > 1
          ? byPool(routing, from, to, threads)
          : byOne(routing, from, to);
      const pieces = textOf(rows, to.length);
      if (flags.output === undefined) for await (const text of pieces) streams.out.write(text);
      else {
        const bytes = await writeWhole(flags.output, pieces);
        const size = `${formatCount(from.length)} x ${formatCount(to.length)}`;
        streams.out.write(`${printable(flags.output)}: ${size}, ${formatBytes(bytes)}\n`);
      }
      finish(true);
    });
}

type Rows = AsyncIterable<MatrixRows> | Iterable<MatrixRows>;

/** The rows by one thread. */
function* byOne(
  routing: RoutingNetwork,
  from: readonly RoadPoint[],
  to: readonly RoadPoint[],
): Generator<MatrixRows> {
  const matrix = createMatrix(routing);
  try {
    yield* matrix.rows(from, to);
  } finally {
    matrix.destroy();
  }
}

/** The same rows, bit for bit, by several threads. */
async function* byPool(
  routing: RoutingNetwork,
  from: readonly RoadPoint[],
  to: readonly RoadPoint[],
  threads: number,
): AsyncGenerator<MatrixRows> {
  const pool = await createHierarchyPool(routing.graph, routing.hierarchy, { threads });
  try {
    yield* createAsyncMatrix(routing, pool).rows(from, to);
  } finally {
    await pool.destroy();
  }
}

/** The same rows, bit for bit, by a GPU. */
async function* byGpu(
  routing: RoutingNetwork,
  from: readonly RoadPoint[],
  to: readonly RoadPoint[],
  openGpu: OpenGpu,
): AsyncGenerator<MatrixRows> {
  const gpu = await openTableGpu(routing, openGpu);
  try {
    yield* createAsyncMatrix(routing, gpu.solver).rows(from, to);
  } finally {
    gpu.destroy();
  }
}

/** Rows as text, some at a time: a large matrix is never held as a whole. */
async function* textOf(rows: Rows, width: number): AsyncGenerator<string> {
  for await (const { count, cost } of rows) {
    let text = '';
    for (let i = 0; i < count; i++) {
      const row = cost.subarray(i * width, (i + 1) * width);
      const cells = Array.from(row, (value) => (value < Infinity ? value.toFixed(1) : ''));
      text += `${cells.join(',')}\n`;
    }
    yield text;
  }
}
