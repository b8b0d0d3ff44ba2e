// Ends workers of a pool on a mesh. The call under way must reject with the number of the worker,
// and the next call must answer by a new worker.
import { Worker } from 'node:worker_threads';
import * as assert from 'uvu/assert';

/** A pool, and two of its calls. */
export interface MortalPool {
  readonly fallback: string | undefined;
  destroy(): Promise<void>;
  /** What errors call `long`. */
  readonly what: string;
  /** A short call, which answers the same each time. */
  short(): Promise<ArrayLike<number>>;
  /** A call that takes 50 ms at least. */
  long(): Promise<unknown>;
}

/** The options with which the pool is opened. */
export interface MortalOptions {
  readonly threads: number;
  readonly worker: () => Worker;
}

/** The mesh of the pool. There must be room for an obstacle at 4, 4. */
export interface MortalMesh {
  add(obstacle: readonly number[]): number;
  remove(id: number): void;
}

const outcome = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no error',
    (error: Error) => `${error.name}: ${error.message}`,
  );

/**
 * Ends the workers of a pool during a call and between calls. `script`: the file of its workers.
 */
export async function outliveWorkers(
  script: string,
  mesh: MortalMesh,
  open: (options: MortalOptions) => Promise<MortalPool>,
): Promise<void> {
  const made: Worker[] = [];
  const worker = (): Worker => {
    made.push(new Worker(new URL(script)));
    return made.at(-1)!;
  };
  const pool = await open({ threads: 2, worker });
  assert.is(pool.fallback, undefined);
  const before = Array.from(await pool.short());
  const answers = async (what: string): Promise<void> =>
    assert.equal(Array.from(await pool.short()), before, what);
  for (const end of [0, 1]) {
    const long = outcome(pool.long());
    // by then the call has been posted to the workers, and has not ended
    setImmediate(() => void made[end].terminate());
    const message = new RegExp(`^Error: worker [12] of 2 .*during ${pool.what}$`);
    const ended = await long;
    assert.ok(message.test(ended), ended);
    await answers(`after worker ${end}`);
  }
  assert.is(made.length, 4);
  // between two calls, and with changes of the mesh that no worker has received
  await Promise.all(made.map((thread) => thread.terminate()));
  const id = mesh.add([4, 4, 4.1, 4, 4.1, 4.1, 4, 4.1]);
  await pool.short();
  mesh.remove(id);
  await answers('after changes');
  assert.is(made.length, 6);
  // `destroy` ends the calls under way
  const long = outcome(pool.long());
  await pool.destroy();
  assert.match(await long, /the pool was destroyed/);
}
