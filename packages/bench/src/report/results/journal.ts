// A run that was cut off is resumed from its journal, `journal.jsonl` in the folder of the report.
// The first line of the file is the key of the run, every other line is a finished unit.
import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { InputError } from '../../run/problems/read-file.ts';

/** Finished units of work, in memory and in a file. */
export interface Journal {
  /** Units that an earlier run had finished. */
  readonly resumed: number;
  /** Milliseconds that all units took, those of earlier runs too. */
  readonly spentMs: number;
  /**
   * The result of the unit `name`: what an earlier run wrote, else what `run` resolves to, which is
   * written before this call resolves. Results are plain JSON: no typed arrays, no NaN. Throws
   * RangeError for a repeated name.
   */
  unit<T>(name: string, run: () => Promise<T> | T): Promise<T>;
  /** Removes the file when everything is done. */
  remove(): Promise<void>;
}

interface Line {
  readonly unit: string;
  readonly ms: number;
  readonly result: unknown;
}

/**
 * Opens the journal at `path`. An earlier journal is continued where its `key` is the same (all
 * arguments of the command, machine, commit, changes of tracked files, version of the bench), else
 * overwritten. The unit of a line that was cut off runs again. Without a path nothing is written.
 */
export async function openJournal(path: string | undefined, key: unknown): Promise<Journal> {
  const head = JSON.stringify({ journal: 1, key });
  const done = new Map<string, Line>();
  const used = new Set<string>();
  let spentMs = 0;
  if (path !== undefined) {
    const [first, ...lines] = (await readOr(path, '')).split('\n');
    if (first === head) {
      for (const text of lines) {
        const line = parse(text);
        if (line === undefined) break;
        done.set(line.unit, line);
        spentMs += line.ms;
      }
    }
    await writing(path, async () => {
      await mkdir(dirname(path), { recursive: true });
      // written again without the line that was cut off
      await writeFile(
        path,
        [head, ...[...done.values()].map((l) => JSON.stringify(l)), ''].join('\n'),
      );
    });
  }
  return {
    resumed: done.size,
    get spentMs() {
      return spentMs;
    },
    async unit<T>(name: string, run: () => Promise<T> | T): Promise<T> {
      if (used.has(name)) throw new RangeError(`unit '${name}' is done twice in one run`);
      used.add(name);
      const before = done.get(name);
      if (before) return before.result as T;
      const start = performance.now();
      const result = await run();
      const ms = Math.round(performance.now() - start);
      spentMs += ms;
      const line = JSON.stringify({ unit: name, ms, result } satisfies Line);
      if (path !== undefined) await writing(path, () => appendFile(path, `${line}\n`));
      // the result as a resumed run would read it, so that both runs go on with the same values
      return (JSON.parse(line) as Line).result as T;
    },
    async remove() {
      if (path !== undefined) await rm(path, { force: true });
    },
  };
}

function parse(text: string): Line | undefined {
  try {
    const line = JSON.parse(text) as Partial<Line> | null;
    return typeof line?.unit === 'string' && typeof line.ms === 'number'
      ? (line as Line)
      : undefined;
  } catch {
    return undefined;
  }
}

async function readOr(path: string, none: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return none;
    throw new InputError(`cannot read ${path}: ${(error as Error).message}`, { cause: error });
  }
}

async function writing(path: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    throw new InputError(`cannot write ${path}: ${(cause as Error).message}`, { cause });
  }
}
