// What becomes of chunks without an answer: failed attempts, chunks given back, lost workers. Each
// step is one transaction.
import { type Database, LONGEST_WAIT_MS, type Query } from '../database/connect.ts';
import { activeJob, failJob, type Job, returnJob } from '../database/queue.ts';
import { ALIVE, CHANNEL } from '../database/schema.ts';
import { resultTable } from '../run/tables.ts';
import { type Claim, dropClaim, holdRun } from './claims.ts';

/**
 * Counts a failed attempt at a chunk; after `ATTEMPTS` of them the chunk is set aside. 'gone': the
 * run is closed, or the claim is not this worker's any more, as when an earlier COMMIT arrived and
 * its reply was lost.
 */
export async function reportFailure(
  database: Database,
  worker: string,
  claim: Claim,
  reason: string,
): Promise<'again' | 'last' | 'gone'> {
  return database.transaction(async (query) => {
    const open = await holdRun(query, claim.run.id);
    if (!(await dropClaim(query, claim.job.id, worker)) || !open) return 'gone';
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

/** Gives a chunk back without counting an attempt; those that failed before still count. */
export async function giveBack(database: Database, worker: string, claim: Claim): Promise<void> {
  await database.transaction(async (query) => {
    const open = await holdRun(query, claim.run.id);
    if (!(await dropClaim(query, claim.job.id, worker)) || !open) return;
    await returnJob(query, claim.job);
    await query(`notify ${CHANNEL}`);
  });
}

/**
 * Gives back the chunks with a claim of this worker that are not among `held`; returns how many.
 * Such claims arise where the reply to the COMMIT of a taking was lost: the worker does not know of
 * the chunk, and while the worker lives nobody else frees the chunk. They arise too where a server
 * loses its last commits in a crash: claims of answers that it had acknowledged are there again.
 *
 * Between the reading of `held` and the end of this call the worker must take no chunks.
 */
export async function giveBackUnknown(
  database: Database,
  worker: string,
  held: readonly Claim[],
): Promise<number> {
  const known = held.map(({ job }) => job.id);
  const rows = await database.query(
    'select job, run, queue from wayfield.claim where worker = $1 and job <> all($2)',
    [worker, known],
  );
  // The usual case. It costs one read, and no transaction.
  if (rows.length === 0) return 0;
  return database.transaction(async (query) => {
    let given = 0;
    for (const { job: id, run, queue } of rows as Record<string, string>[]) {
      const open = await holdRun(query, run);
      if (!(await dropClaim(query, id, worker)) || !open) continue;
      await returnJob(query, { queue, id });
      given++;
    }
    if (given > 0) await query(`notify ${CHANNEL}`);
    return given;
  });
}

/** Most chunks of lost workers that one call frees. */
const FREED_AT_ONCE = 200;

/**
 * Frees at most `FREED_AT_ONCE` chunks of lost workers, which counts as an attempt; returns how
 * many claims it removed. Every worker calls this after each of its heartbeats, unless an outage
 * has just ended (`spareUntil` of worker.ts). Frees none after `before`, by `performance.now`: an
 * outage may have delayed the transaction, and the next heartbeat waits for this call. A worker
 * counts as lost only if the server has run for its `lost_after` and 2 s more, the longest pause
 * between two tries to send a heartbeat.
 */
export async function freeLostChunks(database: Database, before: number): Promise<number> {
  return database.transaction(async (query) => {
    if (performance.now() > before) return 0;
    await query(
      `delete from wayfield.worker where id in
         (select id from wayfield.worker where not (${ALIVE})
            and pg_postmaster_start_time() < now() - (lost_after + $1) * interval '1 second'
          for update skip locked)`,
      [LONGEST_WAIT_MS / 1000],
    );
    const lost = await query(
      `select job, run, queue, worker from wayfield.claim
       where worker not in (select id from wayfield.worker)
       limit ${FREED_AT_ONCE} for update skip locked`,
    );
    let freed = 0;
    for (const row of lost) {
      if (performance.now() > before) break;
      freed++;
      const { job: id, run, queue, worker } = row as Record<string, string>;
      await query('delete from wayfield.claim where job = $1', [id]);
      if (!(await holdRun(query, run))) continue;
      const job = await activeJob(query, { queue, id });
      if (job === undefined) continue;
      const reason = `worker ${worker} was lost while it computed the chunk`;
      await countFailure(query, worker, { run, reason, ...job.data }, job);
    }
    if (freed > 0) await query(`notify ${CHANNEL}`);
    return freed;
  });
}
