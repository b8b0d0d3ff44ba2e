// Where the time of a step of a pool goes, by a clock in every thread, on the scene of crowd-bench.
//
//   node --import tsx bench/thread-phases.ts [--agents 100000] [--threads 1,4,16] [--steps 120]
//
// A line for each number of threads, medians in milliseconds since `step` was called: when the last
// thread has woken, has measured, counted and scattered its agents, when the first and the last
// thread have advanced their agents, and when the promise is settled. `busy` is the mean time that
// a thread advances agents.
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { createCrowdPool } from '../src/pool/index.ts';
import { WORKER_SOURCE } from '../src/pool-worker.gen.ts';
import { fillScene, prefer, TRAITS } from './crowd-bench.ts';

const { values: flags } = parseArgs({
  options: {
    agents: { type: 'string', default: '100000' },
    threads: { type: 'string', default: '1,4,16' },
    steps: { type: 'string', default: '120' },
  },
});
const agents = Number(flags.agents);
const steps = Number(flags.steps);

/** Times of a thread in the last step, in this order, and the sum of the times of `advance`. */
const CLOCKS = ['measure', 'countCells', 'scatter', 'advance'] as const;
const WORDS = 2 * CLOCKS.length + 1;

/** Runs before the worker: kernels that write when they begin and end. */
const TIMED = `
const { workerData } = require('node:worker_threads');
const clocks = new Float64Array(workerData.times, 8 * ${WORDS} * workerData.thread, ${WORDS});
const now = () => performance.timeOrigin + performance.now();
const Plain = WebAssembly.Instance;
WebAssembly.Instance = function (module, imports) {
  const exports = { ...new Plain(module, imports).exports };
  for (const [i, name] of ${JSON.stringify(CLOCKS)}.entries()) {
    const kernel = exports[name];
    const isLast = i === ${CLOCKS.length - 1};
    exports[name] = (a, b, c) => {
      const begin = now();
      if (i === 0) clocks[2 * ${CLOCKS.length}] = clocks[${2 * CLOCKS.length - 2}] = 0;
      if (!isLast || clocks[2 * i] === 0) clocks[2 * i] = begin;
      const result = kernel(a, b, c);
      const end = now();
      clocks[2 * i + 1] = end;
      if (isLast) clocks[2 * i + 2] += end - begin;
      return result;
    };
  }
  return { exports };
};
`;

const median = (list: readonly number[]): number =>
  [...list].sort((a, b) => a - b)[list.length >> 1];

async function phasesOf(threads: number): Promise<Record<string, number>> {
  const times = new SharedArrayBuffer(8 * WORDS * threads);
  const clocks = new Float64Array(times);
  let made = 0;
  const worker = (): Worker =>
    new Worker(TIMED + WORKER_SOURCE, {
      eval: true,
      execArgv: [],
      workerData: { times, thread: made++ },
    });
  const options = { capacity: agents, defaults: TRAITS, threads, worker };
  const pool = await createCrowdPool({}, options as never);
  const goals = fillScene(pool, agents, 2);
  const rows = new Map<string, number[]>();
  const note = (name: string, ms: number): void => {
    rows.set(name, [...(rows.get(name) ?? []), ms]);
  };
  for (let step = 0; step < 2 * steps; step++) {
    prefer(pool, goals);
    const begin = performance.timeOrigin + performance.now();
    await pool.step(1 / 60);
    const end = performance.timeOrigin + performance.now();
    if (step < steps) continue;
    const all = (word: number): number[] =>
      Array.from({ length: threads }, (_, thread) => clocks[WORDS * thread + word] - begin);
    note('woken', Math.max(...all(0)));
    for (const [i, name] of ['measured', 'counted', 'scattered'].entries())
      note(name, Math.max(...all(2 * i + 1)));
    note('firstAdvances', Math.min(...all(6)));
    note('lastAdvances', Math.max(...all(6)));
    note('firstAdvanced', Math.min(...all(7).filter((ms) => ms > 0)));
    note('lastAdvanced', Math.max(...all(7)));
    note('settled', end - begin);
    note('busy', all(8).reduce((sum, ms) => sum + ms + begin, 0) / threads);
  }
  await pool.destroy();
  const round = (ms: number): number => Math.round(1000 * ms) / 1000;
  return Object.fromEntries([...rows].map(([name, list]) => [name, round(median(list))]));
}

for (const threads of flags.threads.split(',').map(Number))
  console.log(JSON.stringify({ agents, threads, ...(await phasesOf(threads)) }));
