// Handing in answers, and comparing the two of a sampled chunk. Each step is one transaction.
import type { Database, Query } from '../database/connect.ts';
import { addJobs, completeJob, finishJob } from '../database/queue.ts';
import { CHANNEL } from '../database/schema.ts';
import { INLINE_RESULT_BYTES } from '../limits.ts';
import { resultTable } from '../run/tables.ts';
import { noteNeed, putNoted } from '../store/inputs.ts';
import { shaOf } from '../store/sha.ts';
import type { Store } from '../types.ts';
import { type Claim, dropClaim, holdRun, OPEN_RUN, unlessRemoved } from './claims.ts';
import type { LaneAnswer } from './lanes.ts';

/** What became of an answer. */
export type HandedIn = 'kept' | 'same' | 'different' | 'late';

/**
 * Hands in an answer: the job is completed and the result inserted in one transaction. 'late': the
 * answer is dropped, because the job is not active or the run is closed. After a worker counted as
 * lost, its job may be active again in another worker: then the first answer that arrives is kept.
 * If COMMIT arrived and its reply was lost, the repeated transaction finds the answer, which counts
 * as kept.
 */
export async function handIn(
  database: Database,
  store: Store | undefined,
  worker: string,
  claim: Claim,
  answer: LaneAnswer,
): Promise<HandedIn> {
  const { run, job } = claim;
  const sha = shaOf(answer.bytes);
  const isLarge = answer.bytes.length > INLINE_RESULT_BYTES && job.data.firstBy === undefined;
  // Put before the transaction, so that a row never names bytes that are missing. If the
  // transaction fails, the next try finds the bytes in the store by their SHA-256.
  let inStore = false;
  if (store !== undefined && isLarge) {
    const isPut = await putLarge(database, store, run.id, { sha, bytes: answer.bytes });
    if (isPut === undefined) {
      await dropClaim(database.query, job.id, worker);
      return 'late';
    }
    inStore = isPut;
  }
  const result = { claim, worker, sha, inStore, answer };
  if (await handInAtOnce(database, result)) return 'kept';
  return database.transaction(async (query) => {
    const open = await holdRun(query, run.id);
    await dropClaim(query, job.id, worker);
    if (!open) return 'late';
    if (!(await completeJob(query, job))) {
      return (await isKept(query, claim, worker)) ? 'kept' : 'late';
    }
    if (job.data.firstBy === undefined) {
      await insertResult(query, result);
      if (job.data.sampled) {
        await addJobs(query, job.queue, [{ ...job.data, firstBy: worker }], true);
        // wakes workers that found no chunk to take
        await query(`notify ${CHANNEL}`);
      }
      return 'kept';
    }
    return compare(query, result);
  });
}

/**
 * Puts a large answer into the store. False: nothing was put, because an input of the same bytes
 * lies in the database; the answer goes there too. Undefined: the run is closed.
 */
async function putLarge(
  database: Database,
  store: Store,
  run: string,
  { sha, bytes }: { readonly sha: string; readonly bytes: Uint8Array },
): Promise<boolean | undefined> {
  const inStore = await database.transaction(async (query) => {
    if (!(await holdRun(query, run))) return undefined;
    // noted before it is put: a removal of the run finds the note, whatever becomes of this worker
    return (await noteNeed(query, { run, sha, bytes: bytes.length, inStore: true })).inStore;
  });
  if (inStore === true) await putNoted(database, store, sha, bytes);
  return inStore;
}

/**
 * Hands in the answer of a chunk that is not sampled, by one statement. False, and nothing is
 * changed: the chunk is sampled, the job is not active, or the run is closed.
 */
async function handInAtOnce(database: Database, result: Result): Promise<boolean> {
  const { run, job } = result.claim;
  if (job.data.sampled || job.data.firstBy !== undefined) return false;
  const values = [run.id, job.id, ...rowOf(result)];
  const rows = await unlessRemoved(
    database.query(
      `with ${OPEN_RUN},
       completed as (${finishJob(job.queue, '$2', 'exists (select from open)')}),
       dropped as (delete from wayfield.claim where job = $2 and worker = $5
         and exists (select from completed)),
       kept as (insert into ${resultTable(run.id)} (${RESULT_ROW})
         select $3::integer, $4::boolean, $5::uuid, $6::real, $7::boolean, $8::text, $9::boolean,
           $10::bigint, $11::bytea from completed
         on conflict do nothing)
       select id from completed`,
      values,
      true,
    ),
  );
  return rows?.length === 1;
}

/** Whether the table of results holds an answer of this worker to the chunk. */
async function isKept(query: Query, { run, job }: Claim, worker: string): Promise<boolean> {
  const { chunk, firstBy } = job.data;
  const rows = await query(
    `select 1 from ${resultTable(run.id)} where chunk = $1 and second = $2 and worker = $3
       and error is null`,
    [chunk, firstBy !== undefined, worker],
  );
  return rows.length > 0;
}

interface Result {
  readonly claim: Claim;
  readonly worker: string;
  readonly sha: string;
  readonly inStore: boolean;
  readonly answer: LaneAnswer;
}

/** The columns of a row of results that is no error. */
const RESULT_ROW = 'chunk, second, worker, seconds, sampled, sha, in_store, length, bytes';

/** The values of `RESULT_ROW` for an answer; without `keep` its bytes are left out. */
function rowOf(
  { claim: { job }, worker, sha, inStore, answer }: Result,
  { second = false, keep = true } = {},
): unknown[] {
  const { bytes, seconds } = answer;
  const stored =
    keep && !inStore ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) : null;
  const { chunk, sampled } = job.data;
  const length = keep ? bytes.length : 0;
  return [chunk, second, worker, seconds, sampled, sha, keep && inStore, length, stored];
}

async function insertResult(
  query: Query,
  result: Result,
  options?: { readonly second: boolean; readonly keep: boolean },
): Promise<void> {
  await query(
    `insert into ${resultTable(result.claim.run.id)} (${RESULT_ROW})
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`,
    rowOf(result, options),
  );
}

/**
 * Compares the second answer with the first; a difference stops the run. A run that was cancelled
 * meanwhile stays cancelled. Answers are compared by their SHA-256: the bytes of the first may lie
 * in a store that this worker lacks or cannot reach. Each failed reading would count as an attempt,
 * and after three the chunk would stay uncompared.
 */
async function compare(query: Query, result: Result): Promise<'same' | 'different'> {
  const { run, job } = result.claim;
  const { chunk } = job.data;
  const [first] = await query(
    `select sha, worker from ${resultTable(run.id)} where chunk = $1 and not second`,
    [chunk],
  );
  const same = first.sha === result.sha;
  await insertResult(query, { ...result, inStore: false }, { second: true, keep: !same });
  if (same) return 'same';
  await query(
    `update wayfield.run set state = 'stopped', reason = $2 where id = $1 and state = 'open'`,
    [
      run.id,
      `chunk ${chunk} has two answers: worker ${first.worker} and worker ${result.worker} differ`,
    ],
  );
  await query(`notify ${CHANNEL}`);
  return 'different';
}
