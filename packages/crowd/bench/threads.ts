// Time of a step of a pool of 1 to 16 threads, and of one thread without a pool (threads 0), on the
// scene of crowd-bench.
//
//   node --import tsx bench/threads.ts [--agents 100000] [--most 16] [--rounds 5] [--json FILE]
//
// Each pool steps for two seconds before it is timed. The pools take turns, `--rounds` times, each
// from the same snapshot; a line has the median and the least of its steps. All pools must end with
// the hash of the one thread: otherwise the exit code is 1.
//
// Before them come the times of the parts of a step on one thread, two of which threads do not
// share, and for each pool the step of 16 agents: what it takes to wake threads, to let them meet
// and to hear of the end.
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { createAgents, publicColumns } from '../src/agents/agents.ts';
import { createCrowd } from '../src/create-crowd.ts';
import { openEngine } from '../src/engine.ts';
import { KERNELS_BASE64 } from '../src/kernels.gen.ts';
import { createCrowdPool } from '../src/pool/index.ts';
import { ticksPerSecond } from '../src/tick.ts';
import type { CrowdAgents, CrowdControl, StepReport } from '../src/types.ts';
import { fillScene, TRAITS } from './crowd-bench.ts';

const { values: flags } = parseArgs({
  options: {
    agents: { type: 'string', default: '100000' },
    most: { type: 'string', default: '16' },
    rounds: { type: 'string', default: '5' },
    warm: { type: 'string', default: '2000' },
    json: { type: 'string' },
  },
});
const agents = Number(flags.agents);
const rounds = Number(flags.rounds);
/** Steps of a turn. */
const STEPS = 12;

type AnyCrowd = Omit<CrowdControl, 'backend'> & {
  step(dt: number): StepReport | Promise<StepReport>;
  destroy(): void | Promise<void>;
};

/** Adds the agents of the scene, each with the preferred velocity towards its goal, for good. */
function fill(crowd: CrowdAgents): void {
  const goals = fillScene(crowd, agents, 2);
  for (let i = 0; i < agents; i++) {
    const [dx, dy] = [goals[2 * i] - crowd.x[i], goals[2 * i + 1] - crowd.y[i]];
    const length = Math.max(1, Math.hypot(dx, dy));
    crowd.preferredX[i] = dx / length;
    crowd.preferredY[i] = dy / length;
  }
}

const median = (list: readonly number[]): number =>
  [...list].sort((a, b) => a - b)[list.length >> 1];

/** Milliseconds of the parts of a step on one thread, medians. */
function partsAlone(): Record<string, number> {
  const engine = openEngine({}, options, { code: KERNELS_BASE64, shared: false, threads: 1 });
  const { kernels, host } = engine;
  const store = createAgents(engine, undefined, options, () => {});
  const { add } = store;
  fill({ ...publicColumns(store.columns), add } as CrowdAgents);
  const { end } = store;
  const parts: Readonly<Record<string, () => void>> = {
    measure: () => void kernels.measure(0, end, 0),
    'planGrid (one thread)': () => void kernels.planGrid(),
    countCells: () => void kernels.countCells(0, end),
    'startCells (one thread)': () => void kernels.startCells(),
    scatter: () => void kernels.scatter(0, end, 0),
    advance: () => void kernels.advance(0, kernels.agentCount() >>> 0, 0),
  };
  const times = new Map<string, number[]>();
  for (let tick = 0; tick < 60; tick++) {
    kernels.beginTick(tick, 1 / 60, ticksPerSecond(1 / 60), end);
    kernels.beginRuns(0);
    for (const [name, part] of Object.entries(parts)) {
      const begin = performance.now();
      part();
      times.set(name, [...(times.get(name) ?? []), performance.now() - begin]);
    }
    kernels.endRuns();
  }
  host.blocks.freeAll();
  return Object.fromEntries([...times].map(([name, list]) => [name, median(list.slice(10))]));
}

/** Milliseconds of a step of 16 agents. */
async function overheadOf(threads: number): Promise<number> {
  const pool = await createCrowdPool({}, { capacity: 16, threads });
  for (let k = 0; k < 16; k++) pool.add({ x: 9 * k, y: 0 });
  const times: number[] = [];
  for (let k = 0; k < 300; k++) {
    const begin = performance.now();
    await pool.step(1 / 60);
    times.push(performance.now() - begin);
  }
  await pool.destroy();
  return median(times.slice(100));
}

interface Row {
  readonly threads: number;
  readonly crowd: AnyCrowd;
  readonly times: number[];
  readonly hashes: Set<number>;
}

const options = { capacity: agents, defaults: TRAITS };
console.log(JSON.stringify({ parts: partsAlone() }));
const rows: Row[] = [];
const open = (threads: number, crowd: AnyCrowd): void => {
  fill(crowd);
  rows.push({ threads, crowd, times: [], hashes: new Set() });
};
open(0, createCrowd({}, options));
const counts = [1, 2, 3, 4, 6, 8, 10, 12, 14, 16].filter((n) => n <= Number(flags.most));
for (const threads of counts) open(threads, await createCrowdPool({}, { ...options, threads }));
const overheads: Record<number, number> = {};
for (const threads of counts) overheads[threads] = await overheadOf(threads);
console.log(JSON.stringify({ overheads }));
const start = rows[0].crowd.snapshot();

for (let round = 0; round < rounds; round++)
  for (const { crowd, times, hashes } of rows) {
    crowd.restore(start);
    // compilers optimise what runs, and threads that slept wake slowly
    const end = performance.now() + (round === 0 ? Number(flags.warm) : Number(flags.warm) / 10);
    do await crowd.step(1 / 60);
    while (performance.now() < end);
    crowd.restore(start);
    for (let k = 0; k < STEPS; k++) {
      const begin = performance.now();
      await crowd.step(1 / 60);
      times.push(performance.now() - begin);
    }
    hashes.add(crowd.hash());
  }

const alone = median(rows[0].times);
const report = {
  agents,
  processors: availableParallelism(),
  steps: rounds * STEPS,
  rows: rows.map(({ threads, times, hashes }) => ({
    threads,
    ms: median(times),
    least: Math.min(...times),
    speedup: alone / median(times),
    hash: [...hashes].join(' '),
  })),
};
for (const row of report.rows) console.log(JSON.stringify(row));
const isSame = new Set(report.rows.map(({ hash }) => hash)).size === 1;
/** Milliseconds of a step of 100,000 agents on 16 threads. */
const TARGET = 4;
const last = report.rows[report.rows.length - 1];
const isJudged = agents === 100_000 && last.threads === 16;
const verdict = isJudged ? { target: TARGET, isMet: last.ms <= TARGET } : {};
console.log(JSON.stringify({ agents, processors: report.processors, isSame, ...verdict }));
if (flags.json !== undefined) writeFileSync(flags.json, JSON.stringify(report, null, 1));
for (const { crowd } of rows) await crowd.destroy();
process.exit(isSame ? 0 : 1);
