// The queue: pg-boss, called statement by statement on connections of the caller, so that taking or
// completing a job and what belongs to it are one transaction.
import { createHash } from 'node:crypto';
import PgBoss from 'pg-boss';
import type { Json } from '../types.ts';
import type { Query } from './connect.ts';

/** The schema of pg-boss. */
const SCHEMA = 'wayfield_queue';

/** The table with a row for each queue. */
export const QUEUES: string = `${SCHEMA}.queue`;

/** What a job carries. */
export interface JobData {
  /** Number of the chunk. */
  readonly chunk: number;
  readonly spec: Json;
  /** The chunk is one of those computed twice. */
  readonly sampled: boolean;
  /** Set in the job of a second computation only: the worker that made the first answer. */
  readonly firstBy?: string;
}

/** A job that a worker has taken. */
export interface Job {
  readonly id: string;
  readonly queue: string;
  readonly data: JobData;
}

/** Failed attempts after which a chunk is set aside. */
export const ATTEMPTS = 3;

const through = (query: Query): { db: PgBoss.Db } => ({
  db: { executeSql: async (sql, values) => ({ rows: await query(sql, values) }) },
});

// Only single calls of pg-boss are used and none of its timers, so `start` is never called. All its
// state is in the database.
const bound = (query: Query): PgBoss =>
  new PgBoss({ ...through(query), schema: SCHEMA, supervise: false, schedule: false });

const boss = bound(() => Promise.reject(new Error('the queue was called without a connection')));

/** Creates the tables of pg-boss; call it inside a transaction with a lock. */
export async function installQueue(query: Query): Promise<void> {
  const [{ installed }] = await query(`select to_regclass('${SCHEMA}.version') as installed`);
  if (installed !== null) return;
  // the plans are one text that begins and commits a transaction; the caller already has one open
  const plans = PgBoss.getConstructionPlans(SCHEMA);
  await query(plans.replace(/^\s*BEGIN;/, '').replace(/COMMIT;\s*$/, ''));
}

/** The table of pg-boss that holds the jobs of a queue, and no others. */
export const queueTable = (queue: string): string =>
  `${SCHEMA}.j${createHash('sha224').update(queue).digest('hex')}`;

/**
 * Creates a queue: a table of its own, which `deleteQueue` drops with all that was in it. The index
 * has the order in which jobs are taken. With the indexes of pg-boss alone, each taking would sort
 * all waiting jobs.
 */
export async function createQueue(query: Query, queue: string): Promise<void> {
  await bound(query).createQueue(queue, { name: queue, retryLimit: ATTEMPTS - 1 });
  await query(
    `create index on ${queueTable(queue)} (priority desc, created_on, id) where state < 'active'`,
  );
}

/** Drops a queue and its jobs. */
export async function deleteQueue(query: Query, queue: string): Promise<void> {
  // pg-boss refuses to delete a queue that still has jobs
  await query(`delete from ${SCHEMA}.job where name = $1`, [queue]);
  await bound(query).deleteQueue(queue);
}

/** Adds jobs; `first`: before the others. */
export async function addJobs(
  query: Query,
  queue: string,
  jobs: readonly JobData[],
  first = false,
): Promise<void> {
  const priority = first ? 1 : 0;
  const list = jobs.map((data) => ({ name: queue, data, priority }));
  await boss.insert(list, through(query));
}

/**
 * SQL that selects and locks at most `most` waiting jobs of a queue which meet `condition`, in the
 * order of `fetch` of pg-boss. The statement around it names the rows `next`, for `startJobs`.
 */
export const waitingJobs = (queue: string, condition: string, most: number): string =>
  `select id ${whereWaiting(queue)} and ${condition}
   order by priority desc, created_on, id limit ${most} for update skip locked`;

/** SQL that gives a row if a job of a queue waits that meets `condition`. No job is locked. */
export const anyWaiting = (queue: string, condition: string): string =>
  `select 1 ${whereWaiting(queue)} and ${condition} limit 1`;

const whereWaiting = (queue: string): string =>
  `from ${queueTable(queue)} where state < 'active' and start_after < now()`;

/** SQL that makes the jobs of `next` active and returns them, as `fetch` of pg-boss does. */
export const startJobs = (queue: string): string =>
  `update ${queueTable(queue)} j set state = 'active', started_on = now(),
     retry_count = case when started_on is null then retry_count else retry_count + 1 end
   from next where j.id = next.id returning j.id, j.data`;

/** SQL that completes an active job if `condition` holds, as `complete` of pg-boss does. */
export const finishJob = (queue: string, id: string, condition: string): string =>
  `update ${queueTable(queue)} set state = 'completed', completed_on = now(), output = '{}'
   where id = ${id} and state = 'active' and ${condition} returning id`;

/**
 * Completes a job; false where it is not active: it waits again, has failed, or is completed. A job
 * that another worker has taken meanwhile is active, so the first of the two answers completes it.
 */
export async function completeJob(query: Query, { queue, id }: Job): Promise<boolean> {
  const done = (await boss.complete(queue, id, {}, through(query))) as unknown as {
    affected: number;
  };
  return done.affected === 1;
}

/** Counts a failed attempt. 'last': the job has no attempts left; 'gone': the job is not active. */
export async function failJob(
  query: Query,
  { queue, id }: Pick<Job, 'queue' | 'id'>,
  reason: string,
): Promise<'again' | 'last' | 'gone'> {
  if ((await activeJob(query, { queue, id })) === undefined) return 'gone';
  await boss.fail(queue, id, { message: reason }, through(query));
  const after = await boss.getJobById(queue, id, { ...through(query), includeArchive: false });
  return after?.state === 'failed' ? 'last' : 'again';
}

/** A job that is active; undefined where it is in another state, or was deleted. */
export async function activeJob(
  query: Query,
  { queue, id }: Pick<Job, 'queue' | 'id'>,
): Promise<Job | undefined> {
  const options = { ...through(query), includeArchive: false };
  const found = await boss.getJobById<JobData>(queue, id, options);
  return found?.state === 'active' ? { id, queue, data: found.data } : undefined;
}

/**
 * Gives an active job back, at the end of its queue. The attempt under way does not count; those
 * that failed before still do, so a job that always fails ends after `ATTEMPTS` failures, however
 * often it is given back.
 */
export async function returnJob(
  query: Query,
  { queue, id }: Pick<Job, 'queue' | 'id'>,
): Promise<void> {
  // a job with `started_on` null is started without counting, see `startJobs`
  await query(
    `update ${queueTable(queue)} set state = 'created', started_on = null, created_on = now()
     where id = $1 and state = 'active'`,
    [id],
  );
}
