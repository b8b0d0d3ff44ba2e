// Taking chunks, in one transaction.
import type { Database, Query } from '../database/connect.ts';
import { type Job, returnJob, takeJobs } from '../database/queue.ts';
import { ALIVE, CHANNEL } from '../database/schema.ts';
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
export async function holdRun(query: Query, run: string): Promise<boolean> {
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

/** Removes a claim of this worker; false where it has none, because others freed the chunk. */
export async function dropClaim(query: Query, job: string, worker: string): Promise<boolean> {
  const dropped = await query(
    'delete from wayfield.claim where job = $1 and worker = $2 returning job',
    [job, worker],
  );
  return dropped.length > 0;
}
