// Taking chunks: one statement, which is a transaction of its own.
import type { Database, Query, Row } from '../database/connect.ts';
import { anyWaiting, type Job, type JobData, startJobs, waitingJobs } from '../database/queue.ts';
import { ALIVE } from '../database/schema.ts';
import { MOST_OPEN_RUNS } from '../limits.ts';
import { queuesOf } from '../run/tables.ts';
import type { Json } from '../types.ts';

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

/** The runs that are open, the oldest first; among them runs that are done and not removed. */
export async function openRuns(query: Query): Promise<OpenRun[]> {
  const rows = await query(
    `select id, kind, kind_version, version, chunks, limit_seconds, shape from wayfield.run
     where state = 'open' order by created limit ${MOST_OPEN_RUNS}`,
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
export async function holdRun(query: Query, run: string): Promise<boolean> {
  const rows = await query(
    `select 1 from wayfield.run where id = $1 and state = 'open' for key share`,
    [run],
  );
  return rows.length > 0;
}

/** Chunks that one call of `takeChunks` took. */
export interface Taken {
  readonly claims: Claim[];
  /** Index of their queue in `queuesOf`; `from` where no chunk was found. */
  readonly at: number;
}

/**
 * The run `$1` if it is open, locked against removal, for statements that are a transaction of
 * their own. `skip locked`: a run that is being removed counts as closed. A statement that waited
 * for the removal could hold locks on tables that the removal needs: a deadlock.
 */
export const OPEN_RUN = `open as materialized (
  select 1 from wayfield.run where id = $1 and state = 'open' for key share skip locked
)`;

/** SQLSTATE of a table that does not exist, as the tables of a run after its removal. */
const NO_TABLE = '42P01';

/** Runs a statement on tables of a run; undefined where the run was removed meanwhile. */
export async function unlessRemoved(work: Promise<Row[]>): Promise<Row[] | undefined> {
  try {
    return await work;
  } catch (error) {
    if ((error as { code?: string }).code === NO_TABLE) return undefined;
    throw error;
  }
}

/** Takes at most `most` chunks of a run, all from one queue. `from`: the first queue to try. */
export async function takeChunks(
  { query }: Database,
  worker: string,
  run: OpenRun,
  { most, from }: { most: number; from: number },
): Promise<Taken> {
  const queues = queuesOf(run.id, run.chunks);
  for (let i = 0; i < queues.length; i++) {
    const at = (from + i) % queues.length;
    const queue = queues[at];
    const taking = query(takingFrom(queue, most), [run.id, worker, run.kind, queue], true);
    const rows = (await unlessRemoved(taking)) ?? [];
    if (rows.length === 0) continue;
    const claims = rows.map(({ id, data }) => {
      return { run, job: { id: id as string, queue, data: data as JobData } };
    });
    return { claims, at };
  }
  return { claims: [], at: from };
}

/** Whether a chunk of a run waits, and this worker may take it. Takes and locks nothing. */
export async function chunkWaits(
  { query }: Database,
  worker: string,
  run: OpenRun,
): Promise<boolean> {
  const open = `exists (select from wayfield.run where id = $1 and state = 'open')`;
  for (const queue of queuesOf(run.id, run.chunks)) {
    const sql = anyWaiting(queue, `${open} and (${FOR_THIS_WORKER})`);
    const rows = await unlessRemoved(query(sql, [run.id, worker, run.kind], true));
    if (rows !== undefined && rows.length > 0) return true;
  }
  return false;
}

/**
 * The statement that takes jobs and writes claims. Second computations of chunks that this worker
 * computed first are left to others (`FOR_THIS_WORKER`). The commit does not wait for the disk: if
 * a crash of the server loses it, the chunk is taken once more.
 */
const takingFrom = (queue: string, most: number): string => `
  with ${OPEN_RUN},
  next as (${waitingJobs(queue, `exists (select from open) and (${FOR_THIS_WORKER})`, most)}),
  taken as (${startJobs(queue)}),
  claimed as (
    insert into wayfield.claim (job, run, queue, chunk, second, worker)
    select id, $1, $4, (data->>'chunk')::integer, data ? 'firstBy', $2 from taken
    on conflict (job) do update set worker = excluded.worker, since = now()
  )
  select id, data, set_config('synchronous_commit', 'off', true) from taken`;

/**
 * SQL condition on a job: this worker did not make the first answer of its chunk, or no other
 * living worker has the kind.
 */
const FOR_THIS_WORKER = `data->>'firstBy' is distinct from $2::uuid::text or not exists (
  select 1 from wayfield.worker where id <> $2 and $3::text = any(kinds) and ${ALIVE})`;

/** Removes a claim of this worker; false where it has none, because others freed the chunk. */
export async function dropClaim(query: Query, job: string, worker: string): Promise<boolean> {
  const dropped = await query(
    'delete from wayfield.claim where job = $1 and worker = $2 returning job',
    [job, worker],
  );
  return dropped.length > 0;
}
