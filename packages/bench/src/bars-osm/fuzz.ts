// Bar 6: damaged files of every form give a graph or a clear error, in bounded time and memory. What damages them
// belongs to the tests of @wayfield/osm, so that this bar needs a checkout.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { notMeasured, result } from '../bars/bar.ts';
import type { OsmBar } from './osm-bar.ts';

const MOST_MEMORY = 512; // MB
/** Damaged files of each form for each query that is asked elsewhere: 100,000 by default. */
const PER_QUERY = 10;
const QUICK = 20;

const folder = fileURLToPath(new URL('../../../osm', import.meta.url));

export const fuzz: OsmBar = {
  name: '6',
  title: 'damaged files that end in a graph or a clear error, and the most memory that this takes',
  async run({ queries, seed, quick, session, add }) {
    const files = quick ? QUICK : PER_QUERY * queries;
    if (!existsSync(`${folder}/bench/fuzz.bench.ts`)) {
      add(notMeasured('damaged files', files, 'files', 'more', 'this needs a checkout'));
      return;
    }
    const env = { ...process.env, ROUNDS: String(files), SEED: String(seed) };
    // a crash or a wrong graph leaves with a message: then nothing is printed for the form
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', 'bench/fuzz.bench.ts'],
      { cwd: folder, env },
    ).catch((error: { stdout: string; stderr: string }) => error);
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
      add(result(`${form}: damaged files`, done, files, 'files', 'more', note));
    }
    session.addCheck(`damaged files: ${stderr.slice(0, 2000)}`, any && stderr === '');
    add(result('most memory', any ? memory : NaN, MOST_MEMORY, 'MB', 'less'));
  },
};
