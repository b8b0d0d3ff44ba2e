// Inputs: maps, queries, whatever chunks share, under their SHA-256. In the database an input is a
// table of parts of one MiB.
import { refuse } from '@wayfield/check';
import type { Database, Query } from '../database/connect.ts';
import { MOST_INPUT_BYTES, PART_BYTES } from '../limits.ts';
import type { Store } from '../types.ts';
import { checkContent, checkSha, shaOf } from './sha.ts';

const tableOf = (sha: string): string => `wayfield.input_${sha.slice(0, 48)}`;

/** Where an input lies, and how long it is. */
interface Place {
  readonly bytes: number;
  readonly inStore: boolean;
}

/**
 * Stores an input, unless it is there already, and returns its SHA-256. A run that needs the input
 * is noted in the same transaction, so that no clean-up drops its table in between.
 */
export async function putInput(
  database: Database,
  store: Store | undefined,
  bytes: Uint8Array,
  run: string,
): Promise<string> {
  if (bytes.length > MOST_INPUT_BYTES) {
    refuse('bytes of an input', bytes.length, `at most ${MOST_INPUT_BYTES}`);
  }
  const sha = shaOf(bytes);
  if (store !== undefined) await store.put(sha, bytes);
  await database.transaction(async (query) => {
    // of two that store the same input at the same time, the second waits here for the first
    const [added] = await query(
      `insert into wayfield.input (sha, bytes, in_store) values ($1, $2, $3)
       on conflict do nothing returning sha`,
      [sha, bytes.length, store !== undefined],
    );
    if (added !== undefined && store === undefined) await putParts(query, sha, bytes);
    await query('insert into wayfield.run_input values ($1, $2) on conflict do nothing', [
      run,
      sha,
    ]);
  });
  return sha;
}

async function putParts(query: Query, sha: string, bytes: Uint8Array): Promise<void> {
  const table = tableOf(sha);
  await query(`create table ${table} (part integer primary key, sha text not null,
    bytes bytea not null)`);
  // stored as they are: the bytes of maps hardly shrink, and compressing them takes longer
  await query(`alter table ${table} alter column bytes set storage external`);
  for (let part = 0; part * PART_BYTES < bytes.length; part++) {
    const content = bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES);
    await query(`insert into ${table} values ($1, $2, $3)`, [
      part,
      shaOf(content),
      Buffer.from(content.buffer, content.byteOffset, content.length),
    ]);
  }
}

async function placeOf(query: Query, sha: string): Promise<Place | undefined> {
  checkSha(sha, 'sha');
  const [row] = await query('select bytes, in_store from wayfield.input where sha = $1', [sha]);
  if (row === undefined) return undefined;
  const bytes = Number(row.bytes);
  if (bytes > MOST_INPUT_BYTES) {
    refuse(`bytes of input ${sha}`, bytes, `at most ${MOST_INPUT_BYTES}`);
  }
  return { bytes, inStore: row.in_store as boolean };
}

async function knownPlaceOf(query: Query, sha: string): Promise<Place> {
  const place = await placeOf(query, sha);
  if (place === undefined) throw new RangeError(`the cluster has no input ${sha}`);
  return place;
}

/** Reads an input into memory that `allocate` makes, and checks its SHA-256. */
export async function getInput<B extends Uint8Array>(
  database: Database,
  store: Store | undefined,
  sha: string,
  allocate: (bytes: number) => B,
): Promise<B> {
  const { bytes, inStore } = await knownPlaceOf(database.query, sha);
  const into = allocate(bytes);
  if (inStore) {
    const found = await storeOf(store, sha).get(sha, bytes);
    if (found.length !== bytes) refuse(`bytes of input ${sha}`, found.length, String(bytes));
    into.set(found);
  } else {
    for (let part = 0; part * PART_BYTES < bytes; part++) {
      into.set(await readPart(database.query, sha, part, bytes), part * PART_BYTES);
    }
  }
  checkContent(into, sha, inStore ? storeOf(store, sha).place : database.place);
  return into;
}

/**
 * Reads bytes `start` to `end` - 1 of an input. From the database only the parts that hold them are
 * read, each with a SHA-256 of its own. A store gives whole inputs only, so the whole is checked.
 */
export async function getSlice(
  database: Database,
  store: Store | undefined,
  sha: string,
  [start, end]: readonly [number, number],
): Promise<Uint8Array> {
  const { bytes, inStore } = await knownPlaceOf(database.query, sha);
  if (!(Number.isInteger(start) && Number.isInteger(end) && start >= 0 && end >= start)) {
    refuse('start and end', `${start}, ${end}`, 'whole numbers, not descending');
  }
  if (end > bytes) refuse('end', end, `at most ${bytes}, the bytes of input ${sha}`);
  if (inStore) {
    const kept = storeOf(store, sha);
    const whole = await kept.get(sha, bytes);
    checkContent(whole, sha, kept.place);
    return whole.slice(start, end);
  }
  const slice = new Uint8Array(end - start);
  for (let at = start; at < end;) {
    const part = Math.floor(at / PART_BYTES);
    const content = await readPart(database.query, sha, part, bytes);
    const from = at - part * PART_BYTES;
    const take = Math.min(content.length - from, end - at);
    slice.set(content.subarray(from, from + take), at - start);
    at += take;
  }
  return slice;
}

async function readPart(
  query: Query,
  sha: string,
  part: number,
  bytes: number,
): Promise<Uint8Array> {
  const length = Math.min(PART_BYTES, bytes - part * PART_BYTES);
  const [row] = await query(
    `select sha, bytes from ${tableOf(sha)} where part = $1 and octet_length(bytes) = $2`,
    [part, length],
  );
  if (row === undefined) {
    throw new RangeError(`part ${part} of input ${sha} is not there with its ${length} bytes`);
  }
  const content = row.bytes as Uint8Array;
  checkContent(content, row.sha as string, `part ${part} of input ${sha}`);
  return content;
}

function storeOf(store: Store | undefined, sha: string): Store {
  if (store !== undefined) return store;
  throw new RangeError(`input ${sha} lies in a store, and this program was given none`);
}

/**
 * Drops the inputs that no run needs, also those of runs whose removal was cut off before this.
 * Inputs in a store are left to programs that have one.
 */
export async function dropInputs(database: Database, store: Store | undefined): Promise<void> {
  const unneeded = await database.query(
    `select sha from wayfield.input i where (not in_store or $1)
       and not exists (select from wayfield.run_input r where r.sha = i.sha)`,
    [store !== undefined],
  );
  for (const { sha } of unneeded) {
    checkSha(sha, 'sha');
    // kept outside the transaction: a repetition after a lost reply to COMMIT finds no row any more
    let inStore = false;
    await database.transaction(async (query) => {
      const [row] = await query(
        `delete from wayfield.input i where sha = $1
           and not exists (select from wayfield.run_input r where r.sha = i.sha)
         returning in_store`,
        [sha],
      );
      if (row === undefined) return;
      inStore = row.in_store as boolean;
      if (!inStore) await query(`drop table if exists ${tableOf(sha as string)}`);
    });
    if (inStore) await store?.remove(sha as string);
  }
}
