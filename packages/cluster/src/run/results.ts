// The results of a run, read in the order of its chunks while they come in.
import { setTimeout as sleep } from 'node:timers/promises';
import { callback, checkOptions, signal as aSignal } from '@wayfield/check';
import { decodeArrays } from '../arrays/encode.ts';
import type { Database, Row } from '../database/connect.ts';
import type { Part, Store } from '../types.ts';
import type { Progress } from './progress.ts';
import { readBytes, RESULT_COLUMNS, resultTable } from './tables.ts';

/** Options of calls that wait for a run. */
export interface WaitOptions {
  /** Ends the wait with its reason; the run goes on. No result comes after the signal. */
  readonly signal?: AbortSignal;
  /** Called whenever counts other than `active` have changed. */
  readonly onProgress?: (progress: Progress) => void;
}

const WAIT_RULES = { signal: aSignal, onProgress: callback };

/** Checks the options of a call that waits. */
export function checkWait(where: string, options: WaitOptions): void {
  checkOptions(where, options, WAIT_RULES);
}

/** Pauses while no new result is there: each is 1.5 times the one before. */
const FIRST_WAIT_MS = 20;
const LONGEST_WAIT_MS = 200;
/**
 * Most rows of one query, and most of their bytes in the database. A larger single result is read
 * by itself; results in a store are read one after another.
 */
const ROWS = 256;
const BATCH_BYTES = 32 * 1024 ** 2;

/** The run whose results are read. */
export interface ReadRun {
  readonly database: Database;
  readonly store: Store | undefined;
  readonly id: string;
  readonly chunks: number;
  progress(): Promise<Progress>;
}

/**
 * The results of a run, without chunks that were set aside. Ends when all chunks have a row and all
 * samples are compared.
 */
export async function* readResults(
  run: ReadRun,
  options: WaitOptions = {},
): AsyncGenerator<Part, void, void> {
  checkWait('results', options);
  const { signal, onProgress } = options;
  let wait = FIRST_WAIT_MS;
  let last = '';
  for (let next = 0; next < run.chunks;) {
    signal?.throwIfAborted();
    const rows = await rowsFrom(run, next);
    for (const row of rows) {
      if (row.error !== null) continue;
      const bytes = await readBytes(row, run.store);
      signal?.throwIfAborted();
      yield { chunk: Number(row.chunk), arrays: decodeArrays(bytes) };
    }
    next += rows.length;
    wait = rows.length > 0 ? FIRST_WAIT_MS : Math.min(1.5 * wait, LONGEST_WAIT_MS);
    last = await look(run, last, onProgress);
    if (next < run.chunks && rows.length === 0) await pause(wait, signal);
  }
  while ((await run.progress()).state === 'open') {
    await pause(LONGEST_WAIT_MS / 2, signal);
    last = await look(run, last, onProgress);
  }
  await look(run, last, onProgress);
}

/** Waits; rejects with the reason of the signal. */
async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  // `sleep` itself rejects with an error of its own, whose cause is the reason
  await sleep(ms, undefined, signal && { signal }).catch(() => undefined);
  signal?.throwIfAborted();
}

/** Rows of chunks `from`, `from` + 1, … up to the first chunk without a row. */
async function rowsFrom({ database, id }: ReadRun, from: number): Promise<Row[]> {
  const table = resultTable(id);
  // lengths first: a batch of large results must not fill the memory
  const heads = await database.query(
    `select chunk, case when in_store then 0 else length end as length from ${table}
     where chunk >= $1 and chunk < $2 and not second order by chunk`,
    [from, from + ROWS],
  );
  let to = from;
  let bytes = 0;
  for (const { chunk, length } of heads) {
    if (Number(chunk) !== to) break;
    bytes += Number(length);
    if (to > from && bytes > BATCH_BYTES) break;
    to++;
  }
  if (to === from) return [];
  return database.query(
    `select ${RESULT_COLUMNS} from ${table}
     where chunk >= $1 and chunk < $2 and not second order by chunk`,
    [from, to],
  );
}

/** Calls `onProgress` if counts changed. Throws if the run was cancelled or stopped. */
async function look(
  { id, progress }: ReadRun,
  last: string,
  onProgress?: (progress: Progress) => void,
): Promise<string> {
  const now = await progress();
  if (now.state === 'cancelled' || now.state === 'stopped') {
    throw new Error(`run ${id} was ${now.state}: ${now.reason ?? 'no reason was given'}`);
  }
  const text = JSON.stringify({ ...now, active: 0 });
  if (text !== last) onProgress?.(now);
  return text;
}
