// Taking chunks and handing in what was made of them. Each step is one transaction.
import type { Database, Query } from '../database/connect.ts';
import { addJobs, completeJob, failJob, type Job, returnJob, takeJobs } from '../database/queue.ts';
import { ALIVE, CHANNEL } from '../database/schema.ts';
import { INLINE_RESULT_BYTES } from '../limits.ts';
import { queuesOf, readBytes, RESULT_COLUMNS, resultTable } from '../run/tables.ts';
import { shaOf } from '../store/sha.ts';
import type { Json, Store } from '../types.ts';
import type { LaneAnswer } from './lanes.ts';

/** A run that is open. */
export interface OpenRun {
  readonly id: string;
  readonly kind: string;
  readonly kindVersion: number;
  readonly version: string;
  readonly chunks: number;
  readonly limitSeconds: number;
  readonly shape: Json;
}

/** A chunk that this worker has taken. */
export interface Claim {
  readonly run: OpenRun;
  readonly job: Job;
}

/** The runs that are open, the oldest first. */
export async function openRuns(query: Query): Promise<OpenRun[]> {
  const rows = await query(
    `select id, kind, kind_version, version, chunks, limit_seconds, shape from wayfield.run
     where state = 'open' order by created limit 1000`,
  );
  return rows.map((row) => ({
    id: row.id as string,
    kind: row.kind as string,
    kindVersion: Number(row.kind_version),
    version: row.version as string,
    chunks: Number(row.chunks),
    limitSeconds: Number(row.limit_seconds),
    shape: row.shape as Json,
  }));
}

/** Locks a run against removal until the transaction ends; false where it is not open. */
async function holdRun(query: Query, run: string): Promise<boolean> {
  const rows = await query(
    `select 1 from wayfield.run where id = $1 and state = 'open' for key share`,
    [run],
  );
  return rows.length > 0;
}

/** Chunks that were taken. */
export interface Taken {
  readonly claims: Claim[];
  /** The queue in which they were. */
  readonly at: number;
  /** Second computations that were left to other workers, because this one made the first. */
  readonly left: number;
}

/** Takes up to `most` chunks of a run. `from`: the queue to look into first. */
export async function takeChunks(
  database: Database,
  worker: string,
  run: OpenRun,
  { most, from }: { most: number; from: number },
): Promise<Taken> {
  const queues = queuesOf(run.id, run.chunks);
  return database.transaction(async (query) => {
    if (!(await holdRun(query, run.id))) return { claims: [], at: from, left: 0 };
    const theirs: Job[] = [];
    const mine: Job[] = [];
    let at = from;
    for (let i = 0; i < queues.length && mine.length === 0; i++) {
      at = (from + i) % queues.length;
      await takeFrom(query, queues[at], { worker, most, kind: run.kind, mine, theirs });
    }
    for (const job of theirs) await returnJob(query, job);
    if (theirs.length > 0) await query(`notify ${CHANNEL}`);
    for (const job of mine) {
      await query(
        `insert into wayfield.claim (job, run, queue, chunk, second, worker)
         values ($1, $2, $3, $4, $5, $6)
         on conflict (job) do update set worker = excluded.worker, since = now()`,
        [job.id, run.id, job.queue, job.data.chunk, job.data.firstBy !== undefined, worker],
      );
    }
    return { claims: mine.map((job) => ({ run, job })), at, left: theirs.length };
  });
}

/** Second computations that are left to other workers in one transaction. */
const MOST_LEFT = 50;

interface Taking {
  readonly worker: string;
  readonly most: number;
  readonly kind: string;
  readonly mine: Job[];
  /** Second computations whose first was made by this worker, while there are other workers. */
  readonly theirs: Job[];
}

/** Takes jobs from one queue until there are `most` that this worker may compute. */
async function takeFrom(query: Query, queue: string, taking: Taking): Promise<void> {
  const { worker, most, kind, mine, theirs } = taking;
  while (mine.length < most && theirs.length < MOST_LEFT) {
    const jobs = await takeJobs(query, queue, most - mine.length);
    if (jobs.length === 0) return;
    for (const job of jobs) {
      const own = job.data.firstBy === worker && (await othersAlive(query, worker, kind));
      (own ? theirs : mine).push(job);
    }
  }
}

async function othersAlive(query: Query, worker: string, kind: string): Promise<boolean> {
  const rows = await query(
    `select 1 from wayfield.worker where id <> $1 and $2 = any(kinds) and ${ALIVE} limit 1`,
    [worker, kind],
  );
  return rows.length > 0;
}

const dropClaim = (query: Query, { job }: Claim, worker: string): Promise<unknown> =>
  query('delete from wayfield.claim where job = $1 and worker = $2', [job.id, worker]);

/** What became of an answer. */
export type HandedIn = 'kept' | 'same' | 'different' | 'late';

/**
 * Hands in an answer: the job is completed and the result inserted in one transaction. 'late':
 * another worker was faster, or the run is no more; the answer is dropped.
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
    if (!(await holdRun(query, run.id)) || !(await completeJob(query, job))) {
      await dropClaim(query, claim, worker);
      return 'late';
    }
    await dropClaim(query, claim, worker);
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

/** Counts a failed attempt at a chunk; after the last one the chunk is set aside. */
export async function reportFailure(
  database: Database,
  worker: string,
  claim: Claim,
  reason: string,
): Promise<'again' | 'last' | 'gone'> {
  return database.transaction(async (query) => {
    await dropClaim(query, claim, worker);
    if (!(await holdRun(query, claim.run.id))) return 'gone';
    return countFailure(query, worker, { run: claim.run.id, reason, ...claim.job.data }, claim.job);
  });
}

interface Failure {
  readonly run: string;
  readonly chunk: number;
  readonly sampled: boolean;
  readonly firstBy?: string;
  readonly reason: string;
}

async function countFailure(
  query: Query,
  worker: string,
  { run, chunk, sampled, firstBy, reason }: Failure,
  job: Pick<Job, 'queue' | 'id'>,
): Promise<'again' | 'last' | 'gone'> {
  const left = await failJob(query, job, reason);
  if (left !== 'last') return left;
  await query(
    `insert into ${resultTable(run)} (chunk, second, worker, seconds, sampled, error)
     values ($1, $2, $3, 0, $4, $5) on conflict do nothing`,
    [chunk, firstBy !== undefined, worker, sampled, reason],
  );
  return 'last';
}

/** Gives a chunk back without counting an attempt. */
export async function giveBack(database: Database, worker: string, claim: Claim): Promise<void> {
  await database.transaction(async (query) => {
    const [mine] = await query(
      'delete from wayfield.claim where job = $1 and worker = $2 returning job',
      [claim.job.id, worker],
    );
    if (mine === undefined || !(await holdRun(query, claim.run.id))) return;
    await returnJob(query, claim.job);
    await query(`notify ${CHANNEL}`);
  });
}

/** Chunks of lost workers that are freed at once. */
const FREED_AT_ONCE = 200;

/** Frees the chunks of workers whose heartbeat has stopped; returns how many. */
export async function freeLostChunks(database: Database): Promise<number> {
  return database.transaction(async (query) => {
    await query(
      `delete from wayfield.worker where id in
         (select id from wayfield.worker where not (${ALIVE}) for update skip locked)`,
    );
    const lost = await query(
      `select job, run, queue, chunk, second, worker from wayfield.claim
       where worker not in (select id from wayfield.worker)
       limit ${FREED_AT_ONCE} for update skip locked`,
    );
    for (const row of lost) {
      const { job: id, run, queue, chunk, worker } = row as Record<string, string>;
      await query('delete from wayfield.claim where job = $1', [id]);
      if (!(await holdRun(query, run))) continue;
      const failure = {
        run,
        chunk: Number(chunk),
        sampled: row.second === true,
        // who made the first answer is not known here: that there is one is all that counts
        ...(row.second === true && { firstBy: worker }),
        reason: `worker ${worker} was lost while it computed the chunk`,
      };
      await countFailure(query, worker, failure, { queue, id });
    }
    if (lost.length > 0) await query(`notify ${CHANNEL}`);
    return lost.length;
  });
}
