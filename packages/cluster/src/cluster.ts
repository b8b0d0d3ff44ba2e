import { callback, checkOptions, number, object, signal, text } from '@wayfield/check';
import { connect } from './database/connect.ts';
import { install } from './database/schema.ts';
import { findKind, kindNames } from './kinds/built-in.ts';
import { checkKind } from './kinds/check.ts';
import { type Progress, progressOf, workersOf, type WorkerStatus } from './run/progress.ts';
import { openRun, type Run } from './run/run.ts';
import { submitRun, type SubmitOptions } from './run/submit.ts';
import { checkRun } from './run/tables.ts';
import type { Json, Store, WorkKind } from './types.ts';

/** Options of `createCluster`. */
export interface ClusterOptions {
  /** Where inputs go instead of the database, and results of more than 8 MiB: `createStore`. */
  readonly store?: Store;
  /** Seconds from the begin of a call for which a lost database is waited for. Default 60. */
  readonly patience?: number;
  /** Called with a text whenever the database is waited for. Default: not called. */
  readonly log?: (message: string) => void;
}

/** A cluster: submits runs, and lists runs and workers. */
export interface Cluster {
  /** The address of the database, without password. */
  readonly place: string;
  /**
   * Cuts work into chunks, stores it, and returns the run, on which workers may have begun already.
   * Rejects with what `plan` of the kind throws, after the removal of what was stored. If the
   * database is gone then, the planned run stays: see `open`.
   */
  submit<Work, Answer>(
    kind: WorkKind<Work, Answer>,
    work: Work,
    options?: SubmitOptions,
  ): Promise<Run<Answer>>;
  /**
   * A run that was submitted before, from any machine. `kind` is needed for kinds of one's own. For
   * a run that is being planned, or whose submitter died while it planned, the returned object
   * knows no chunks: its results reject for good, `remove` removes the run.
   */
  open<Answer = unknown>(id: string, kind?: WorkKind<never, Answer>): Promise<Run<Answer>>;
  /** All runs, the oldest first; at most 1,000. */
  runs(): Promise<Progress[]>;
  /** The workers that are alive, the oldest first; at most 10,000. */
  workers(): Promise<WorkerStatus[]>;
  /** Closes the connections. Runs go on. */
  destroy(): Promise<void>;
}

const RULES = {
  store: object({ put: callback, get: callback, remove: callback, place: text }, 'a Store'),
  patience: number(0, 86_400),
  log: callback,
};

const SUBMIT_RULES = {
  chunkSeconds: number(0.01, 600),
  sample: number(0, 1),
  limitSeconds: number(0.1, 86_400),
  signal,
};

/**
 * Connects to the PostgreSQL database of a cluster, and creates its tables where there are none, in
 * the schemas `wayfield` and `wayfield_queue`. TLS and passwords are those of the address, such as
 * `postgres://user:password@host/database?sslmode=verify-full`; no message shows the password.
 *
 * @throws RangeError where the cluster works with another version of Wayfield.
 *
 * @example
 * const cluster = await createCluster(process.env.DATABASE_URL!);
 * const run = await cluster.submit(roadQueries, { graph, hierarchy, random: { count: 1000 } });
 * let answered = 0;
 * for await (const { arrays } of run.results()) answered += arrays.cost.length;
 * console.log(answered); // 1000
 * await run.remove();
 * await cluster.destroy();
 */
export async function createCluster(url: string, options: ClusterOptions = {}): Promise<Cluster> {
  text(url, 'url');
  checkOptions('createCluster', options, RULES);
  const { store, patience = 60, log = () => undefined } = options;
  const database = connect(url, 4, { seconds: patience, log });
  try {
    await install(database);
  } catch (error) {
    await database.end();
    throw error;
  }
  return {
    place: database.place,
    async submit(kind, work, submitOptions = {}) {
      checkKind(kind, 'kind');
      checkOptions('submit', submitOptions, SUBMIT_RULES);
      return openRun(
        database,
        store,
        kind as WorkKind<never, Awaited<ReturnType<(typeof kind)['merge']>>>,
        await submitRun(database, store, kind, work, submitOptions),
      );
    },
    async open<Answer>(id: string, kind?: WorkKind<never, Answer>) {
      checkRun(id, 'id');
      if (kind !== undefined) checkKind(kind, 'kind');
      const [row] = await database.query(
        `select kind, chunks, shape, state = 'planned' as planned from wayfield.run where id = $1`,
        [id],
      );
      if (row === undefined) throw new RangeError(`the cluster has no run ${id}`);
      const name = row.kind as string;
      const found = kind ?? ((await findKind(name)) as WorkKind<never, Answer> | undefined);
      if (found?.name !== name) {
        const known = found === undefined ? kindNames().join(', ') : found.name;
        throw new RangeError(`run ${id} is of the kind '${name}', known here: ${known}`);
      }
      const { chunks, shape, planned } = row;
      const told = { id, chunks: Number(chunks), shape: shape as Json };
      return openRun(database, store, found, { ...told, planned: planned as boolean });
    },
    async runs() {
      const rows = await database.query('select id from wayfield.run order by created limit 1000');
      const all: Progress[] = [];
      for (const { id } of rows) {
        const progress = await progressOf(database, id as string);
        if (progress !== undefined) all.push(progress);
      }
      return all;
    },
    workers: () => workersOf(database),
    destroy: () => database.end(),
  };
}
