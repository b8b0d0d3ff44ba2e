// `wayfield status`, `wayfield fetch` and `wayfield cancel`: runs that were submitted.
import {
  type Arrays,
  type Cluster,
  encodeArrays,
  type Progress,
  type ResultArray,
} from '@wayfield/cluster';
import { Command, Option } from 'commander';
import { reasonOf } from '../../input-error.ts';
import { formatBytes, formatCount, formatDuration } from '../../numbers.ts';
import { printable } from '../../printable.ts';
import { createProgress, type Streams } from '../../streams.ts';
import { writeWhole } from '../../write-file.ts';
import type { Environment } from '../environment.ts';
import { type ConnectionFlags, onCluster, withConnection } from './connection.ts';

/** `wayfield status`: the workers and runs of a cluster. */
export function statusCommand({ streams }: Environment): Command {
  return withConnection(new Command('status'))
    .description('lists the workers and runs of a cluster')
    .allowExcessArguments(false)
    .action((flags: ConnectionFlags) =>
      onCluster(streams, flags, async (cluster) => {
        const workers = await cluster.workers();
        for (const { name, threads, active } of workers) {
          const what = `worker ${name}: ${threads} threads, ${active} chunks`;
          streams.out.write(`${printable(what)}\n`);
        }
        if (workers.length === 0) streams.out.write('no workers\n');
        for (const run of await cluster.runs()) streams.out.write(`${printable(say(run))}\n`);
      }),
    );
}

function say(run: Progress): string {
  const { id, kind, state, chunks, done, failed, compared, sampled, seconds, reason } = run;
  const parts = [
    `${formatCount(done)} of ${formatCount(chunks)} chunks`,
    `${compared} of ${sampled} compared`,
    formatDuration(seconds),
  ];
  if (failed > 0) parts.push(`${failed} set aside`);
  if (reason !== undefined) parts.push(reason);
  return `${id} ${kind}: ${state}, ${parts.join(', ')}`;
}

/** `wayfield cancel`: ends a run. */
export function cancelCommand({ streams }: Environment): Command {
  return withConnection(new Command('cancel'))
    .description('ends a run and removes it')
    .argument('<run>', 'the id that `wayfield submit` printed')
    .allowExcessArguments(false)
    .action((id: string, flags: ConnectionFlags) =>
      onCluster(streams, flags, async (cluster) => {
        const run = await cluster.open(id);
        await run.cancel();
        await run.remove();
      }),
    );
}

interface FetchFlags extends ConnectionFlags {
  readonly output: string;
  readonly format: 'arrays' | 'csv';
  readonly keep?: true;
  readonly quiet?: true;
}

/** `wayfield fetch`: waits for a run, and writes its results. */
export function fetchCommand({ streams, finish }: Environment): Command {
  return withConnection(new Command('fetch'))
    .description('waits for a run, writes its results and removes it from the database')
    .argument('<run>', 'the id that `wayfield submit` printed')
    .requiredOption('-o, --output <file>', 'where to write')
    .addOption(
      new Option('--format <what>', 'arrays: for `decodeArrays` of @wayfield/cluster')
        .choices(['arrays', 'csv'])
        .default('arrays'),
    )
    .option('--keep', 'leave the run in the database')
    .option('-q, --quiet', 'no progress')
    .allowExcessArguments(false)
    .action(async (id: string, flags: FetchFlags) => finish(await fetchRun(streams, id, flags)));
}

function fetchRun(streams: Streams, id: string, flags: FetchFlags): Promise<boolean> {
  return onCluster(streams, flags, (cluster) => fetchFrom(cluster, streams, id, flags));
}

/**
 * Writes the results of a run, then removes the run. False where chunks were set aside. A run that
 * cannot be removed after its file was written is told, and is no failure: the results are there.
 */
export async function fetchFrom(
  cluster: Pick<Cluster, 'open'>,
  streams: Streams,
  id: string,
  flags: Pick<FetchFlags, 'output' | 'format' | 'keep' | 'quiet'>,
): Promise<boolean> {
  const run = await cluster.open(id);
  const shown = createProgress(streams, flags.quiet === true);
  const onProgress = ({ done, chunks }: Progress): void =>
    shown.say('computed', chunks === 0 ? 1 : done / chunks);
  let answer: unknown;
  try {
    answer = await run.merge({ onProgress });
  } catch (error) {
    shown.clear();
    // a run with chunks set aside may end with another error, when cancelled or stopped: thrown on
    const aside = error instanceof AggregateError ? await run.setAside() : [];
    if (aside.length === 0) throw error;
    for (const { chunk, error: reason } of aside) {
      streams.err.write(`wayfield: chunk ${chunk} was set aside: ${printable(reason)}\n`);
    }
    return false;
  }
  shown.clear();
  const arrays = arraysOf(answer as object);
  const pieces = flags.format === 'csv' ? csvOf(arrays) : [encodeArrays(arrays)];
  const bytes = await writeWhole(flags.output, pieces);
  if (flags.keep !== true) {
    try {
      await run.remove();
    } catch (cause) {
      const text = `run ${id} is still in the database: ${reasonOf(cause)}`;
      streams.err.write(`wayfield: ${printable(text)}\n`);
    }
  }
  // last: a closed stdout ends the program
  streams.out.write(`${printable(flags.output)}: ${formatBytes(bytes)}\n`);
  return true;
}

const arraysOf = (answer: object): Arrays =>
  Object.fromEntries(
    Object.entries(answer).filter((entry): entry is [string, ResultArray] =>
      ArrayBuffer.isView(entry[1]),
    ),
  );

/** Lines of a piece of CSV. */
const LINES = 10_000;

/** The arrays that are as long as the first one, a column each; others are left out. */
function* csvOf(arrays: Arrays): Generator<string> {
  const all = Object.entries(arrays);
  const length = all[0]?.[1].length ?? 0;
  const columns = all.filter(([, array]) => array.length === length);
  yield `${columns.map(([name]) => name).join(',')}\n`;
  for (let from = 0; from < length; from += LINES) {
    const lines: string[] = [];
    for (let i = from; i < Math.min(from + LINES, length); i++) {
      lines.push(columns.map(([, array]) => array[i]).join(','));
    }
    yield `${lines.join('\n')}\n`;
  }
}
