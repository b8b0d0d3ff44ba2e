// Time of a step of a pool of 1 to 16 threads, and of one thread without a pool (threads 0), on the
// scene of crowd-bench.
//
//   node --import tsx bench/threads.ts [--agents 100000] [--most 16] [--rounds 5] [--json FILE]
//
// Each pool steps for two seconds before it is timed. The pools take turns, `--rounds` times, each
// from the same snapshot; a line has the median and the least of its steps. All pools must end with
// the hash of the one thread: otherwise the exit code is 1.
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { createCrowd } from '../src/create-crowd.ts';
import { createCrowdPool } from '../src/pool/index.ts';
import type { CrowdControl, StepReport } from '../src/types.ts';
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
function fill(crowd: AnyCrowd): void {
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

interface Row {
  readonly threads: number;
  readonly crowd: AnyCrowd;
  readonly times: number[];
  readonly hashes: Set<number>;
}

const options = { capacity: agents, defaults: TRAITS };
const rows: Row[] = [];
const open = (threads: number, crowd: AnyCrowd): void => {
  fill(crowd);
  rows.push({ threads, crowd, times: [], hashes: new Set() });
};
open(0, createCrowd({}, options));
const counts = [1, 2, 3, 4, 6, 8, 10, 12, 14, 16].filter((n) => n <= Number(flags.most));
for (const threads of counts) open(threads, await createCrowdPool({}, { ...options, threads }));
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
