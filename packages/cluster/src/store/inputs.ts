// Inputs: maps, queries and other bytes that chunks share, under their SHA-256. In the database an
// input is a table of parts of one MiB. The tables `input` and `run_input` also note large results
// in the store.
import { refuse } from '@wayfield/check';
import type { Database, Query } from '../database/connect.ts';
import { MOST_INPUT_BYTES, PART_BYTES, reasonOf } from '../limits.ts';
import type { Store } from '../types.ts';
import { checkContent, checkSha, shaOf } from './sha.ts';

/** The table of an input's parts. Names in PostgreSQL have at most 63 bytes: 48 digits fit. */
const tableOf = (sha: string): string => `wayfield.input_${sha.slice(0, 48)}`;

/** Where an input lies, and how long it is. */
interface Place {
  readonly bytes: number;
  readonly inStore: boolean;
}

/**
 * Stores an input, unless it is there already, and returns its SHA-256. That the run needs the
 * input is noted first, so that no clean-up drops its table, or its bytes in a store, in between.
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
  const inStore = await database.transaction(async (query) => {
    const need = { run, sha, bytes: bytes.length, inStore: store !== undefined };
    const noted = await noteNeed(query, need);
    if (noted.added && !noted.inStore) await putParts(query, sha, bytes);
    return noted.inStore;
  });
  if (inStore && store !== undefined) await putNoted(database, store, sha, bytes);
  return sha;
}

/** Bytes that a run needs: an input, or a large result of its own. */
export interface Need {
  readonly run: string;
  readonly sha: string;
  readonly bytes: number;
  /** Whether they are to lie in the store. */
  readonly inStore: boolean;
}

/**
 * Notes that a run needs bytes. `added`: no run needed them before. `inStore`: the bytes lie in the
 * store, not in the database; the first note of equal bytes decides.
 */
export async function noteNeed(
  query: Query,
  { run, sha, bytes, inStore }: Need,
): Promise<{ readonly added: boolean; readonly inStore: boolean }> {
  await lockSha(query, sha);
  const [known] = await query('select in_store from wayfield.input where sha = $1', [sha]);
  if (known === undefined) {
    await query('insert into wayfield.input (sha, bytes, in_store) values ($1, $2, $3)', [
      sha,
      bytes,
      inStore,
    ]);
  }
  await query('insert into wayfield.run_input values ($1, $2) on conflict do nothing', [run, sha]);
  return { added: known === undefined, inStore: known === undefined ? inStore : known.in_store };
}

/**
 * Lets no other transaction note or drop the need of these bytes until this one ends. A removal
 * from the store happens under this lock, so it never meets bytes that were noted again.
 */
async function lockSha(query: Query, sha: string): Promise<void> {
  await query('select pg_advisory_xact_lock(hashtextextended($1, 2))', [sha]);
}

/**
 * Puts bytes whose need was noted. If the run was removed meanwhile, and no other run needs the
 * bytes, they are removed again.
 */
export async function putNoted(
  database: Database,
  store: Store,
  sha: string,
  bytes: Uint8Array,
): Promise<void> {
  await store.put(sha, bytes);
  await database.transaction(async (query) => {
    await lockSha(query, sha);
    const [known] = await query('select 1 from wayfield.input where sha = $1', [sha]);
    if (known === undefined) await removeFrom(store, sha);
  });
}

/** The code of an error of a store, which unlike one of a connection is no reason to repeat. */
const STORE_FAILED = 'WAYFIELD_STORE';

/** Removes bytes from the store within a transaction. */
async function removeFrom(store: Store, sha: string): Promise<void> {
  try {
    await store.remove(sha);
  } catch (cause) {
    throw Object.assign(new Error(reasonOf(cause), { cause }), { code: STORE_FAILED });
  }
}

async function putParts(query: Query, sha: string, bytes: Uint8Array): Promise<void> {
  const table = tableOf(sha);
  await query(`create table ${table} (part integer primary key, sha text not null,
    bytes bytea not null)`);
  // without compression: the bytes of maps hardly shrink, and compressing takes longer
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
  checkRange([start, end], bytes, sha);
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

/** Throws unless `start` to `end` - 1 are bytes of an input of this length. */
export function checkRange(
  [start, end]: readonly [number, number],
  bytes: number,
  sha: string,
): void {
  if (!(Number.isInteger(start) && Number.isInteger(end) && start >= 0 && end >= start)) {
    refuse('start and end', `${start}, ${end}`, 'whole numbers, not descending');
  }
  if (end > bytes) refuse('end', end, `at most ${bytes}, the bytes of input ${sha}`);
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
 * Drops the inputs and large results that no run needs, also those of runs whose removal was cut
 * off before this. Bytes in a store are left to programs that have one.
 */
export async function dropInputs(database: Database, store: Store | undefined): Promise<void> {
  const unneeded = await database.query(
    `select sha from wayfield.input i where (not in_store or $1)
       and not exists (select from wayfield.run_input r where r.sha = i.sha)`,
    [store !== undefined],
  );
  for (const { sha } of unneeded) {
    checkSha(sha, 'sha');
    await database.transaction(async (query) => {
      await lockSha(query, sha as string);
      const [row] = await query(
        `delete from wayfield.input i where sha = $1 and (not in_store or $2)
           and not exists (select from wayfield.run_input r where r.sha = i.sha)
         returning in_store`,
        [sha, store !== undefined],
      );
      if (row === undefined) return;
      // before the COMMIT: if the store fails, the row stays for the next removal
      if (row.in_store === true) await removeFrom(store!, sha as string);
      else await query(`drop table if exists ${tableOf(sha as string)}`);
    });
  }
}
