// Target 6: damaged files of every form give a graph or a clear error, in bounded time and memory.
// The tests of @wayfield/osm damage the files, so this target needs a checkout.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { atLeast, atMost, notMeasured, result, type Target } from '../run/target.ts';

const MOST_MEMORY = 512; // MB
/** Damaged files of each form per query of `--queries`: by default 100,000 files of each form. */
const PER_QUERY = 10;
const QUICK = 20;
/** Milliseconds after which the program that damages files is killed, per file of each form. */
const MOST_MS = 100;
const LEAST_MS = 300_000;

interface Failed {
  readonly stdout: string;
  readonly stderr: string;
  readonly message: string;
}

const folder = fileURLToPath(new URL('../../../osm', import.meta.url));

export const fuzz: Target = {
  name: '6',
  title: 'damaged files that end in a graph or a clear error, and the most memory that this takes',
  async run({ queries, seed, quick, session, add }) {
    const files = quick ? QUICK : PER_QUERY * queries;
    if (!existsSync(`${folder}/bench/fuzz.bench.ts`)) {
      add(notMeasured('damaged files', atLeast(files, 'files'), 'this needs a checkout'));
      return;
    }
    const env = { ...process.env, ROUNDS: String(files), SEED: String(seed) };
    // A wrong graph leaves a message on stderr and no figure for its form. A killed process may
    // leave no message: then that of the error of `execFile` stands in.
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', 'bench/fuzz.bench.ts'],
      { cwd: folder, env, timeout: Math.max(LEAST_MS, MOST_MS * files) },
    ).catch(({ stdout: out, stderr: said, message }: Failed) => ({
      stdout: out,
      stderr: said || message,
    }));
    let memory = 0;
    const forms = stdout.matchAll(
      /^(\S.*?) +(\d+) read, (\d+) refused, slowest (\d+) ms, (\d+) s, memory up to (\d+) MB$/gm,
    );
    let any = false;
    for (const [, form, read, refused, slowest, seconds, megabytes] of forms) {
      any = true;
      memory = Math.max(memory, Number(megabytes));
      const note = `${read} read, ${refused} refused, slowest ${slowest} ms, ${seconds} s`;
      const done = Number(read) + Number(refused);
      session.addCheck(`${form}: ${done} of ${files}`, done === files);
      add(result(`${form}: damaged files`, done, atLeast(files, 'files'), note));
    }
    session.addCheck(`damaged files: ${stderr.slice(0, 2000)}`, any && stderr === '');
    add(result('most memory', any ? memory : NaN, atMost(MOST_MEMORY, 'MB')));
  },
};
