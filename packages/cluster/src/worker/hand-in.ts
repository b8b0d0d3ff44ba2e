// Handing in answers, and comparing the two of a sampled chunk. Each step is one transaction.
import type { Database, Query } from '../database/connect.ts';
import { addJobs, completeJob } from '../database/queue.ts';
import { CHANNEL } from '../database/schema.ts';
import { INLINE_RESULT_BYTES } from '../limits.ts';
import { readBytes, RESULT_COLUMNS, resultTable } from '../run/tables.ts';
import { shaOf } from '../store/sha.ts';
import type { Store } from '../types.ts';
import { type Claim, dropClaim, holdRun } from './claims.ts';
import type { LaneAnswer } from './lanes.ts';

/** What became of an answer. */
export type HandedIn = 'kept' | 'same' | 'different' | 'late';

/**
 * Hands in an answer: the job is completed and the result inserted in one transaction. 'late':
 * another worker was faster, or the run is no more; the answer is dropped. An answer whose COMMIT
 * arrived though its reply was lost is found by the repeated transaction, and counts as kept.
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
  const inStore = store !== undefined && answer.bytes.length > INLINE_RESULT_BYTES;
  // Put before the transaction, so that a row never names bytes that are missing. If the
  // transaction fails, the next try finds the bytes in the store by their SHA-256.
  if (inStore && job.data.firstBy === undefined) await store.put(sha, answer.bytes);
  const result = { claim, worker, sha, inStore, answer };
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
      }
      return 'kept';
    }
    return compare(query, store, result);
  });
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

async function insertResult(
  query: Query,
  { claim: { run, job }, worker, sha, inStore, answer }: Result,
  { second = false, keep = true } = {},
): Promise<void> {
  const { bytes, seconds } = answer;
  const stored =
    keep && !inStore ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) : null;
  await query(
    `insert into ${resultTable(run.id)}
       (chunk, second, worker, seconds, sampled, sha, in_store, length, bytes)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`,
    [
      job.data.chunk,
      second,
      worker,
      seconds,
      job.data.sampled,
      sha,
      keep && inStore,
      keep ? bytes.length : 0,
      stored,
    ],
  );
}

/** Compares the second answer with the first, byte by byte; a difference stops the run. */
async function compare(
  query: Query,
  store: Store | undefined,
  result: Result,
): Promise<'same' | 'different'> {
  const { claim, answer } = result;
  const { run, job } = claim;
  const { chunk } = job.data;
  const [first] = await query(
    `select ${RESULT_COLUMNS}, worker from ${resultTable(run.id)} where chunk = $1 and not second`,
    [chunk],
  );
  const bytes = await readBytes(first, store);
  const same = Buffer.compare(bytes, answer.bytes) === 0;
  await insertResult(query, { ...result, inStore: false }, { second: true, keep: !same });
  if (same) return 'same';
  await query(`update wayfield.run set state = 'stopped', reason = $2 where id = $1`, [
    run.id,
    `chunk ${chunk} has two answers: worker ${first.worker} and worker ${result.worker} differ`,
  ]);
  await query(`notify ${CHANNEL}`);
  return 'different';
}
