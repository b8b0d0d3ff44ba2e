import { decodeArrays } from '../arrays/encode.ts';
import type { Database } from '../database/connect.ts';
import { CHANNEL } from '../database/schema.ts';
import type { Arrays, Json, Part, Store, WorkKind } from '../types.ts';
import { type Progress, progressOf } from './progress.ts';
import { removeRun } from './remove.ts';
import { checkWait, readResults, type WaitOptions } from './results.ts';
import { readBytes, RESULT_COLUMNS, resultTable } from './tables.ts';

/** A chunk that was set aside after three attempts. */
export interface SetAside {
  readonly chunk: number;
  readonly error: string;
}

/** Work that was submitted. */
export interface Run<Answer = unknown> {
  readonly id: string;
  /** Name of the kind of work. */
  readonly kind: string;
  readonly chunks: number;
  progress(): Promise<Progress>;
  /**
   * The results in the order of the chunks, each as soon as it and those before it are there.
   * Chunks that were set aside are left out. Ends when all sampled answers are compared too.
   * Rejects if the run is cancelled or stopped, also while it is read.
   */
  results(options?: WaitOptions): AsyncGenerator<Part, void, void>;
  /**
   * Waits for all results and joins them as the kind of work does. Rejects where a chunk was set
   * aside, with the chunks and their errors.
   */
  merge(options?: WaitOptions): Promise<Answer>;
  /** The chunks that were set aside, with their errors, in the order of chunks; at most 1,000. */
  setAside(): Promise<SetAside[]>;
  /** Chunks of a stopped run with both answers, where these differ; at most 100 chunks. */
  differing(): Promise<{ readonly chunk: number; readonly answers: readonly Arrays[] }[]>;
  /**
   * Ends the work of a run that is open or done; others stay as they are. Its results stay in the
   * database until `remove`, but `results` and `merge` then reject.
   */
  cancel(reason?: string): Promise<void>;
  /**
   * Removes all that the database and the store hold of the run, and the inputs that no other run
   * needs: the database is then as large as before. Bytes in a store stay if this program was given
   * none. May be repeated.
   */
  remove(): Promise<void>;
}

/**
 * What a handle knows of its run. `planned`: the run had no chunks yet when the handle was made.
 */
interface KnownRun {
  readonly id: string;
  readonly chunks: number;
  readonly shape: Json;
  readonly planned?: boolean;
}

/** A handle on a run in the database. */
export function openRun<Answer>(
  database: Database,
  store: Store | undefined,
  kind: WorkKind<never, Answer>,
  { id, chunks, shape, planned = false }: KnownRun,
): Run<Answer> {
  const table = resultTable(id);

  async function progress(): Promise<Progress> {
    const found = await progressOf(database, id);
    if (found === undefined) throw new RangeError(`the cluster has no run ${id}`);
    return found;
  }

  async function* results(options?: WaitOptions): AsyncGenerator<Part, void, void> {
    checkOpened();
    yield* readResults({ database, store, id, chunks, progress }, options);
  }

  function checkOpened(): void {
    if (planned) throw new Error(`run ${id} was still being planned when it was opened here`);
  }

  async function setAside(): Promise<SetAside[]> {
    checkOpened();
    const rows = await database.query(
      `select chunk, error from ${table} where not second and error is not null
       order by chunk limit 1000`,
    );
    return rows.map(({ chunk, error }) => ({ chunk: Number(chunk), error: error as string }));
  }

  return {
    id,
    kind: kind.name,
    chunks,
    progress,
    results,
    async merge(options = {}) {
      checkWait('merge', options);
      let expected = 0;
      async function* complete(): AsyncGenerator<Part, void, void> {
        for await (const part of results(options)) {
          if (part.chunk !== expected) throw missing(await setAside());
          expected++;
          yield part;
        }
        if (expected !== chunks) throw missing(await setAside());
      }
      return kind.merge(complete(), shape);
    },
    setAside,
    async differing() {
      checkOpened();
      const rows = await database.query(
        `select ${RESULT_COLUMNS} from ${table} where chunk in
           (select chunk from ${table} where second and bytes is not null limit 100)
         order by chunk, second`,
      );
      const found = new Map<number, Arrays[]>();
      for (const row of rows) {
        const answers = found.get(Number(row.chunk)) ?? [];
        answers.push(decodeArrays(await readBytes(row, store)));
        found.set(Number(row.chunk), answers);
      }
      return [...found].map(([chunk, answers]) => ({ chunk, answers }));
    },
    async cancel(reason = 'by its user') {
      await database.query(
        `update wayfield.run set state = 'cancelled', reason = left($2, 500)
         where id = $1 and state = 'open'`,
        [id, String(reason)],
      );
      await database.query(`notify ${CHANNEL}`);
    },
    remove: () => removeRun(database, store, id),
  };
}

function missing(aside: readonly SetAside[]): AggregateError {
  const errors = aside.map(({ chunk, error }) => new Error(`chunk ${chunk}: ${error}`));
  const few = errors.slice(0, 3).map(({ message }) => message);
  return new AggregateError(errors, `${aside.length} chunks were set aside: ${few.join('; ')}`);
}
