// Two experiments of McMillan (2014) as WebGPU allows them, on one device:
//
//   node --import tsx bench/gpu-mcmillan.ts [--quick] [--largest SIDE] [--json FILE]
//
// 1. `neighbours`. The study computes the neighbours of a cell in every step. A list and a matrix
//    are its future work (section 6.3). Printed are the bytes of each storage and the milliseconds
//    of a step, for diffusion and for the parallel Dijkstra.
// 2. `launches`. The study evaluates eight neighbours by eight streams with a kernel each, which
//    takes 18 times as long as a function call (section 5.1). WebGPU has no streams. A page can
//    start one dispatch, a small dispatch for each part, or a command buffer for each part. A part
//    of diffusion is an eighth of the cells; a part of Dijkstra is one of eight neighbours.
//
// A time is from the first command that JavaScript encodes until the work is done, divided by the
// steps. All answers must be equal bit by bit, and distances must be exact. Rows go to standard
// error as they come, one JSON document goes to standard output at the end.
//
// --quick: small maps, for the software device (TEST_GPU=software). --largest: default 2048.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { requestDevice } from '@wayfield/gpu-core/node';
import { diffusionTask } from './mcmillan/diffusion.ts';
import { dijkstraTask, exactDistances } from './mcmillan/dijkstra.ts';
import { neighbourData, type Storage } from './mcmillan/neighbours.ts';
import type { Launch, Task } from './mcmillan/task.ts';

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    largest: { type: 'string', default: '2048' },
    json: { type: 'string' },
  },
});
const software = process.env.TEST_GPU === 'software';
if (software) {
  const { useSoftwareVulkan } = await import('@wayfield/testing/gpu');
  useSoftwareVulkan();
}
const device = await requestDevice({ allowSoftware: software });
const { vendor, architecture, description } = device.adapterInfo;
const name = [vendor, architecture, description].filter(Boolean).join(', ');

// an invalid call computes nothing, so its figure would be the time of nothing
const errors: string[] = [];
device.addEventListener('uncapturederror', (event) => {
  errors.push((event as GPUUncapturedErrorEvent).error.message.slice(0, 500));
});
/** Before the first figure: the clock of a GPU comes up slowly. */
const WARM_UP_MS = flags.quick ? 0 : 2000;
const SIDES = (flags.quick ? [32, 64] : [32, 64, 128, 256, 512, 1024, 2048]).filter(
  (n) => n <= Number(flags.largest),
);
/** A matrix has a bit per pair of cells: 512 MiB for 256 x 256 cells, 8 GiB for 512 x 512. */
const MOST_IN_MATRIX = flags.quick ? 32 : 256;
const LAUNCHES: readonly Launch[] = ['one dispatch', '8 dispatches', '8 command buffers'];
const PROGRAMS = { diffusion: diffusionTask, Dijkstra: dijkstraTask } as const;
/** A large map has fewer rounds: its times differ less. */
const roundsOf = (n: number): number => (flags.quick ? 1 : n > 512 ? 5 : 11);

interface Row {
  readonly experiment: 'neighbours' | 'launches';
  readonly program: string;
  readonly side: number;
  readonly storage: Storage;
  readonly launch: Launch;
  /** Of the neighbours. */
  readonly bytes: number;
  readonly msPerStep: number;
  /** To the first row of the same side, program and experiment. */
  readonly ratio: number;
  readonly steps: number;
  readonly rounds: number;
  /** Cells that differ from the first row's, or from the exact distances. */
  readonly differing: number;
}

const median = (list: readonly number[]): number =>
  [...list].sort((a, b) => a - b)[list.length >> 1];
const rows: Row[] = [];

interface Contestant {
  readonly task: Task;
  readonly storage: Storage;
  readonly launch: Launch;
}

/** Runs all in turns, so a clock that rises or falls meets all alike. */
async function race(
  experiment: Row['experiment'],
  program: string,
  side: number,
  contestants: readonly Contestant[],
): Promise<void> {
  const rounds = roundsOf(side);
  const times = contestants.map((): number[] => []);
  const differing = contestants.map(() => 0);
  const steps = contestants.map(() => 0);
  let right = program === 'Dijkstra' ? exactDistances(side) : undefined;
  for (let round = 0; round <= rounds; round++) {
    for (const [c, { task, launch }] of contestants.entries()) {
      const run = await task.run(launch);
      steps[c] = run.steps;
      if (round > 0) times[c].push(run.ms / run.steps);
      if (round < rounds) continue;
      const answer = await task.answer();
      right ??= answer;
      for (const [i, value] of answer.entries()) differing[c] += Number(value !== right[i]);
    }
  }
  const first = median(times[0]);
  contestants.forEach(({ task, storage, launch }, c) => {
    const msPerStep = median(times[c]);
    rows.push({
      experiment,
      program,
      side,
      storage,
      launch,
      bytes: task.bytes,
      msPerStep,
      ratio: msPerStep / first,
      steps: steps[c],
      rounds,
      differing: differing[c],
    });
    console.error(JSON.stringify(rows.at(-1)));
  });
}

const warm = diffusionTask(device, 256, 'computed', neighbourData('computed', 256));
for (const end = performance.now() + WARM_UP_MS; performance.now() < end;) {
  await warm.run('one dispatch');
}
warm.destroy();
for (const n of SIDES) {
  const storages: Storage[] = ['computed', 'list'];
  if (n <= MOST_IN_MATRIX) storages.push('matrix');
  const data = new Map(storages.map((storage) => [storage, neighbourData(storage, n)]));
  for (const [program, make] of Object.entries(PROGRAMS)) {
    const all = storages.map((storage): Contestant => {
      const task = make(device, n, storage, data.get(storage)!);
      return { task, storage, launch: 'one dispatch' };
    });
    await race('neighbours', program, n, all);
    const [computed] = all;
    const launches = LAUNCHES.map((launch) => ({ ...computed, launch }));
    await race('launches', program, n, launches);
    for (const { task } of all) task.destroy();
  }
}
const differing = rows.reduce((sum, row) => sum + row.differing, 0);
const document = `${JSON.stringify({ device: name, differing, errors, rows }, null, 2)}\n`;
process.stdout.write(document);
if (flags.json !== undefined) writeFileSync(flags.json, document);
device.destroy();
process.exitCode = differing === 0 && errors.length === 0 ? 0 : 1;
