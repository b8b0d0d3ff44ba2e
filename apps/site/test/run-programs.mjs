// `node run-programs.mjs FOLDER`: runs FOLDER/0.js, 1.js, … one after another, whose names are in
// programs.json, inside a folder of its own, and writes what became of each to outcomes.jsonl.
import { appendFileSync, cpSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { format } from 'node:util';

const LIMIT_MS = 30_000;
const place = resolve(process.argv[2]);
const names = JSON.parse(readFileSync(join(place, 'programs.json'), 'utf8'));
const work = join(place, 'work');
cpSync(join(place, 'files'), work, { recursive: true });
process.chdir(work);
const database =
  process.env.WAYFIELD_CLUSTER && (await startDatabase(process.env.WAYFIELD_CLUSTER));
let printed = [];
let failures = [];
console.log = (...words) => void printed.push(format(...words));
const failed = (error) => void failures.push(String(error?.stack ?? error));
process.on('uncaughtException', failed);
process.on('unhandledRejection', failed);
for (const [i, name] of names.entries()) {
  printed = [];
  failures = [];
  const started = performance.now();
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not ended after ${LIMIT_MS} ms`)), LIMIT_MS);
  });
  try {
    await Promise.race([import(pathToFileURL(join(place, `${i}.js`)).href), late]);
    // what it leaves behind may fail, too
    await new Promise((done) => setImmediate(done));
  } catch (error) {
    failed(error);
  }
  clearTimeout(timer);
  const ms = Math.round(performance.now() - started);
  const error = failures.length > 0 ? { error: failures.join('\n') } : {};
  const outcome = { name, printed: printed.join('\n'), ms, ...error };
  appendFileSync(join(place, 'outcomes.jsonl'), `${JSON.stringify(outcome)}\n`);
}
await database?.end();
// threads and servers of the programs still run
process.exit(0);

/** A database, whose address is DATABASE_URL, and a worker beside it that has the GPU. */
async function startDatabase(folder) {
  const { startServer } = await import(pathToFileURL(join(folder, 'dist/server.js')).href);
  const { createWorker } = await import(pathToFileURL(join(folder, 'dist/workers.js')).href);
  const server = await startServer({ durable: false });
  process.env.DATABASE_URL = server.url;
  const worker = await createWorker(server.url, { threads: 1, gpu: { allowSoftware: true } });
  return {
    async end() {
      await worker.destroy();
      await server.remove();
    },
  };
}
