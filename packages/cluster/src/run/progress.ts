import type { Database, Row } from '../database/connect.ts';
import { ALIVE } from '../database/schema.ts';
import { resultTable } from './tables.ts';

/** What a run is doing. */
export type RunState =
  /** it is being submitted */
  | 'planned'
  /** workers compute chunks */
  | 'open'
  /** every chunk has an answer or was set aside, and every sampled answer was compared */
  | 'done'
  | 'cancelled'
  /** two answers of one chunk differ: both are kept */
  | 'stopped';

/** How far a run is. */
export interface Progress {
  readonly id: string;
  /** Name of the kind of work. */
  readonly kind: string;
  readonly state: RunState;
  /** Why the run was cancelled or stopped. */
  readonly reason: string | undefined;
  readonly chunks: number;
  /** Chunks that have an answer. */
  readonly done: number;
  /** Chunks that were set aside: their first computation failed three times. */
  readonly failed: number;
  /** Chunks that have a second answer: the same one, unless the run was stopped for this chunk. */
  readonly compared: number;
  /** Chunks that are to be compared, less those of which a computation failed three times. */
  readonly sampled: number;
  /** Chunks that workers compute now. */
  readonly active: number;
  /** Seconds of all computations that gave an answer, second ones of sampled chunks included. */
  readonly seconds: number;
}

/** A worker that is alive. */
export interface WorkerStatus {
  readonly id: string;
  readonly name: string;
  readonly threads: number;
  readonly kinds: readonly string[];
  /** Chunks that it computes now. */
  readonly active: number;
  /** Seconds since its last heartbeat, by the clock of the server. */
  readonly quiet: number;
}

/** How far a run is; undefined where there is no such run. */
export async function progressOf(database: Database, run: string): Promise<Progress | undefined> {
  const [row] = await database.query('select * from wayfield.run where id = $1', [run]);
  if (row === undefined) return undefined;
  if (row.state === 'planned') return toProgress(row, {}, 0);
  return database.transaction(async (query) => {
    const [{ found }] = await query('select to_regclass($1) as found', [resultTable(run)]);
    if (found === null) {
      // the run was removed meanwhile, or cancelled by a removal before it was opened
      const [left] = await query('select * from wayfield.run where id = $1', [run]);
      return left && toProgress(left, {}, 0);
    }
    const [counts] = await query(
      `select
         count(*) filter (where not second and error is null) as done,
         count(*) filter (where not second and error is not null) as failed,
         count(*) filter (where second and error is null) as compared,
         count(*) filter (where sampled and error is not null) as unsampled,
         coalesce(sum(seconds), 0) as seconds
       from ${resultTable(run)}`,
    );
    const [{ active }] = await query(
      'select count(*) as active from wayfield.claim where run = $1',
      [run],
    );
    return toProgress(row, counts, Number(active));
  });
}

function toProgress(row: Row, counts: Row, active: number): Progress {
  const count = (name: string): number => Number(counts[name] ?? 0);
  const [done, failed, compared] = [count('done'), count('failed'), count('compared')];
  const chunks = Number(row.chunks);
  const sampled = Number(row.sampled) - count('unsampled');
  const all = row.state === 'open' && done + failed === chunks && compared >= sampled;
  return {
    id: row.id as string,
    kind: row.kind as string,
    state: all ? 'done' : (row.state as RunState),
    reason: (row.reason as string | null) ?? undefined,
    chunks,
    done,
    failed,
    compared,
    sampled,
    active,
    seconds: count('seconds'),
  };
}

/** The workers that are alive. */
export async function workersOf(database: Database): Promise<WorkerStatus[]> {
  const rows = await database.query(
    `select id, name, threads, kinds, extract(epoch from now() - seen) as quiet,
       (select count(*) from wayfield.claim c where c.worker = w.id) as active
     from wayfield.worker w where ${ALIVE} order by started limit 10000`,
  );
  return rows.map((row) => ({
    id: row.id as string,
    name: row.name as string,
    threads: Number(row.threads),
    kinds: row.kinds as string[],
    active: Number(row.active),
    quiet: Number(row.quiet),
  }));
}
