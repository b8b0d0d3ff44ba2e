// A run is planned, stored and opened; workers take its chunks from then on. cluster.ts calls
// `submitRun`.
import { randomUUID } from 'node:crypto';
import { refuse } from '@wayfield/check';
import type { Database } from '../database/connect.ts';
import { addJobs, createQueue, type JobData } from '../database/queue.ts';
import { CHANNEL } from '../database/schema.ts';
import {
  CHUNKS_PER_QUEUE,
  MOST_CHUNK_BYTES,
  MOST_CHUNKS,
  MOST_OPEN_RUNS,
  MOST_SHAPE_BYTES,
} from '../limits.ts';
import { putInput } from '../store/inputs.ts';
import type { Json, Plan, Store, WorkKind } from '../types.ts';
import { VERSION } from '../version.ts';
import { removeRun } from './remove.ts';
import { createResultTable, queueOf, resultTable } from './tables.ts';

/** Options of `submit`. */
export interface SubmitOptions {
  /** Seconds that a chunk should take, as far as the kind can tell. Default 2; 0.01 to 600. */
  readonly chunkSeconds?: number;
  /**
   * Share of chunks that are computed twice, to compare the answers by their SHA-256: by two
   * workers where two live that have the kind. Default 0.01, at least one chunk; 0: none.
   */
  readonly sample?: number;
  /**
   * Seconds after which a chunk counts as hanging: its thread is ended and the chunk tried again.
   * Default 120, or 20 times `chunkSeconds` where that is more.
   */
  readonly limitSeconds?: number;
  /**
   * Gives the submission up, before the next `put` and before the run is opened; nothing is left.
   */
  readonly signal?: AbortSignal;
}

/** Plans and stores work, and opens the run; returns its id and what is kept of the plan. */
export async function submitRun<Work>(
  database: Database,
  store: Store | undefined,
  kind: WorkKind<Work>,
  work: Work,
  options: SubmitOptions,
): Promise<{ id: string; chunks: number; shape: Json }> {
  const { chunkSeconds = 2, sample = 0.01, signal } = options;
  const limitSeconds = options.limitSeconds ?? Math.max(120, 20 * chunkSeconds);
  const id = randomUUID();
  signal?.throwIfAborted();
  // workers would not list one run more
  const [{ count }] = await database.query(
    `select count(*)::integer from wayfield.run where state = 'open'`,
  );
  if (count >= MOST_OPEN_RUNS) refuse('open runs', count, `below ${MOST_OPEN_RUNS}: remove runs`);
  // as long as the lock is held, other programs know that the run is being planned
  const release = await database.hold(id);
  try {
    await database.query(
      `insert into wayfield.run
         (id, kind, kind_version, version, state, chunks, sampled, limit_seconds, shape)
       values ($1, $2, $3, $4, 'planned', 0, 0, $5, '{}') on conflict (id) do nothing`,
      [id, kind.name, kind.version, VERSION, limitSeconds],
    );
    const plan = await kind.plan(work, {
      put: async (bytes) => {
        signal?.throwIfAborted();
        return putInput(database, store, bytes, id);
      },
      chunkSeconds,
      signal,
    });
    checkPlan(plan);
    signal?.throwIfAborted();
    await openRun(database, id, plan, sample);
    return { id, chunks: plan.chunks.length, shape: plan.shape };
  } catch (error) {
    await removeRun(database, store, id).catch(() => undefined);
    throw error;
  } finally {
    release();
  }
}

function checkPlan({ chunks, shape }: Plan): void {
  if (!Array.isArray(chunks)) refuse('chunks of the plan', typeof chunks, 'a list');
  if (chunks.length > MOST_CHUNKS) {
    refuse('chunks.length', chunks.length, `at most ${MOST_CHUNKS}: make chunks larger`);
  }
  checkSize(shape, 'shape of the plan', MOST_SHAPE_BYTES);
  chunks.forEach((chunk: Json, i) => checkSize(chunk, `chunks[${i}]`, MOST_CHUNK_BYTES));
}

function checkSize(value: Json, name: string, most: number): void {
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) refuse(name, value, 'what can be written as JSON');
  const bytes = Buffer.byteLength(text!);
  if (bytes > most) refuse(`bytes of ${name}`, bytes, `at most ${most}`);
}

/**
 * Chooses the sampled chunks: the middles of equal sections of the run. A share above 0 samples at
 * least one chunk.
 */
export function sampledChunks(chunks: number, share: number): ReadonlySet<number> {
  const count = share > 0 ? Math.min(chunks, Math.max(1, Math.round(chunks * share))) : 0;
  const middles = Array.from({ length: count }, (_, k) => Math.floor(((k + 0.5) * chunks) / count));
  return new Set(middles);
}

async function openRun(
  database: Database,
  id: string,
  { chunks, shape }: Plan,
  sample: number,
): Promise<void> {
  const sampled = sampledChunks(chunks.length, sample);
  const jobs = chunks.map((spec, chunk): JobData => ({ chunk, spec, sampled: sampled.has(chunk) }));
  await database.transaction(async (query) => {
    const [run] = await query('select state from wayfield.run where id = $1 for update', [id]);
    if (run?.state !== 'planned') {
      const [{ found }] = await query('select to_regclass($1) as found', [resultTable(id)]);
      // the run is open already: an earlier COMMIT arrived, and its reply was lost
      if (run !== undefined && found !== null) return;
      throw new Error(`run ${id} was removed while it was planned`);
    }
    await createResultTable(query, id);
    for (let at = 0; at < jobs.length; at += CHUNKS_PER_QUEUE) {
      const queue = queueOf(id, at);
      await createQueue(query, queue);
      await addJobs(query, queue, jobs.slice(at, at + CHUNKS_PER_QUEUE));
    }
    await query(
      `update wayfield.run set state = 'open', chunks = $2, sampled = $3, shape = $4 where id = $1`,
      [id, chunks.length, sampled.size, JSON.stringify(shape)],
    );
    await query(`notify ${CHANNEL}`);
  });
}
