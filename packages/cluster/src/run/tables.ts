// Names of what belongs to one run, and its results.
import { refuse } from '@wayfield/check';
import type { Query, Row } from '../database/connect.ts';
import { CHUNKS_PER_QUEUE, MOST_CHUNKS, MOST_RESULT_BYTES } from '../limits.ts';
import type { Store } from '../types.ts';
import { checkContent } from '../store/sha.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Throws unless this is the id of a run. */
export function checkRun(run: unknown, name: string): void {
  if (typeof run !== 'string' || !UUID.test(run)) refuse(name, run, 'the id of a run, a UUID');
}

/** The table of results of a run. */
export function resultTable(run: string): string {
  checkRun(run, 'run');
  return `wayfield.result_${run.replaceAll('-', '')}`;
}

/** The queue that holds a chunk of a run. */
export function queueOf(run: string, chunk: number): string {
  return `${run}_${Math.floor(chunk / CHUNKS_PER_QUEUE)}`;
}

/** The queues of a run, in the order of their chunks. */
export function queuesOf(run: string, chunks: number): string[] {
  const count = Math.ceil(Math.min(chunks, MOST_CHUNKS) / CHUNKS_PER_QUEUE);
  return Array.from({ length: count }, (_, i) => queueOf(run, i * CHUNKS_PER_QUEUE));
}

/**
 * Creates the table of results. `second`: the row is of the second computation of a sampled chunk.
 * `error` is set where that computation failed for the last time. `bytes` is null in rows with an
 * error, in rows of results in the store, and in second rows whose answer equals the first.
 */
export async function createResultTable(query: Query, run: string): Promise<void> {
  const table = resultTable(run);
  await query(`create table ${table} (
    chunk integer not null,
    second boolean not null,
    worker uuid not null,
    seconds real not null,
    sampled boolean not null,
    sha text,
    in_store boolean not null default false,
    length bigint not null default 0,
    bytes bytea,
    error text,
    primary key (chunk, second)
  )`);
  await query(`alter table ${table} alter column bytes set storage external`);
}

/** The columns that `readBytes` needs. */
export const RESULT_COLUMNS: string = `chunk, sha, in_store, length, error,
  case when length <= ${MOST_RESULT_BYTES} then bytes end as bytes`;

/** The bytes of a row of results, checked against their SHA-256. */
export async function readBytes(row: Row, store: Store | undefined): Promise<Uint8Array> {
  const name = `bytes of the result of chunk ${row.chunk}`;
  const length = Number(row.length);
  if (length > MOST_RESULT_BYTES) refuse(name, length, `at most ${MOST_RESULT_BYTES}`);
  const sha = row.sha as string;
  let bytes = row.bytes as Uint8Array | null;
  if (row.in_store === true) {
    if (store === undefined) {
      throw new RangeError(`the ${name} lie in a store, and this program was given none`);
    }
    bytes = await store.get(sha, length);
  }
  if (bytes?.length !== length) refuse(name, bytes?.length, String(length));
  // a buffer of its own: arrays become views on it
  const own = new Uint8Array(bytes!);
  checkContent(own, sha, name);
  return own;
}
