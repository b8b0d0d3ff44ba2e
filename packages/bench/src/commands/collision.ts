import { Command, Option } from 'commander';
import { gpuFinder, plainFinder, wasmFinder } from '../collision/finders.ts';
import { findTruePairs } from '../collision/judge-pairs.ts';
import {
  type CollisionCase,
  type Effort,
  measureFinder,
  measurePairsOnDevice,
} from '../collision/measure.ts';
import { choosePeers, COLLISION_PEERS, type CollisionPeer } from '../collision/peers.ts';
import { COLLISION_TESTS, type CollisionTest, testWorld } from '../collision/tests.ts';
import { drawCrowd } from '../collision/worlds.ts';
import { describeDevice } from '../gpu/device.ts';
import { createMeter, type Meter } from '../gpu/meter.ts';
import { createStageTimes, type StageTimes } from '../gpu/stage-times.ts';
import { InputError } from '../problems/read-file.ts';
import {
  COLLISION_LEGEND,
  formatCollisionRuns,
  formatCrowd,
  formatKernels,
} from '../report/collision-table.ts';
import { formatMachine } from '../report/machine.ts';
import type { CollisionRunReport } from '../report/report.ts';
import { createTerminal } from '../report/terminal.ts';
import { createSession, type Session } from '../session.ts';
import type { CommandBuilder, Environment } from './environment.ts';
import { nameList, wholeNumber } from './options.ts';

type Backend = 'wasm' | 'gpu' | 'all';

interface Flags {
  readonly backend: Backend;
  readonly sizes?: readonly number[];
  readonly most: number;
  readonly dimensions: 2 | 3;
  readonly peers?: true | readonly string[];
  readonly repeat: number;
  readonly seed: number;
  readonly json?: string;
}

const TESTS = COLLISION_TESTS.map(({ name }) => name);
/** Short steps are repeated for so many milliseconds. */
const STEP_MS = 100;

/** `wayfield-bench collision`: the study's direct tests, every pair checked. */
export const collisionCommand: CommandBuilder = (environment, finish) => {
  const command = new Command('collision')
    .description('times who touches whom among random circles, and checks every pair')
    .argument(
      '[tests...]',
      `of ${TESTS.join(', ')}, or T4 for all of its parts; all without a name`,
    );
  for (const option of [
    new Option('--backend <name>', 'wasm, gpu, or all there are')
      .choices(['wasm', 'gpu', 'all'])
      .default('all'),
    new Option('--sizes <n,n>', "numbers of bodies, instead of the tests' own").argParser(sizeList),
    new Option('--most <n>', 'no more bodies than that, of the tests to 10 million')
      .argParser(wholeNumber(1, 2 ** 26))
      .default(1_500_000),
    new Option('--dimensions <n>', '2: circles, 3: spheres')
      .argParser((text) => wholeNumber(2, 3)(text) as 2 | 3)
      .default(2),
    new Option(
      '--peers [names]',
      `compare with other libraries: all, or of ${peerNames()}`,
    ).argParser(nameList),
    new Option('--repeat <n>', 'timed steps, at least').argParser(wholeNumber(1, 1000)).default(5),
    new Option('--seed <n>', 'seed of everything that is random')
      .argParser(wholeNumber(0, 2 ** 32 - 1))
      .default(1),
    new Option('--json <file>', 'write everything that was measured, as JSON'),
  ]) {
    command.addOption(option);
  }
  return command.action(async (asked: string[], flags: Flags) => {
    const tests = chooseTests(asked);
    const peers = readPeers(flags);
    const terminal = createTerminal(environment.streams);
    const device = await openIfWanted(environment, flags.backend);
    try {
      const session = createSession(terminal, environment.args);
      session.addPackages(['@wayfield/collision', ...peers.peers.flatMap((one) => one.packages)]);
      const on = typeof device === 'string' ? device : `GPU: ${describeDevice(device)}.`;
      terminal.print(`${formatMachine()} ${on}\n${COLLISION_LEGEND}`);
      for (const name of peers.missing) terminal.print(`without ${name}: not installed`);
      terminal.print('');
      const gpu = typeof device === 'string' ? undefined : await openMeters(device, session);
      for (const test of tests) {
        const own = test.sizes.filter((size) => size <= flags.most);
        const capped = own.length > 0 ? own : [flags.most];
        for (const size of flags.sizes ?? capped) {
          await runTest({ test, size, flags, peers: peers.peers, gpu, session });
        }
      }
      gpu?.stages?.destroy();
      terminal.clear();
      await session.finish(flags);
      finish(session.differed === 0);
    } finally {
      if (typeof device !== 'string') device.destroy();
    }
  });
};

interface Gpu {
  readonly device: GPUDevice;
  readonly meter: Meter;
  /** Undefined without timestamp queries. */
  readonly stages: StageTimes | undefined;
}

async function openMeters(device: GPUDevice, session: Session): Promise<Gpu> {
  session.addGpu(describeDevice(device));
  const meter = createMeter(device);
  const stages = device.features.has('timestamp-query') ? createStageTimes(device) : undefined;
  return { device, meter, stages };
}

interface Run {
  readonly test: CollisionTest;
  readonly size: number;
  readonly flags: Flags;
  readonly peers: readonly CollisionPeer[];
  readonly gpu: Gpu | undefined;
  readonly session: Session;
}

/** One test with one number of bodies, by every program. */
async function runTest({ test, size, flags, peers, gpu, session }: Run): Promise<void> {
  const { backend, repeat, seed, dimensions } = flags;
  const { terminal } = session;
  const name = `${test.name}, ${size.toLocaleString('en-US')} bodies`;
  terminal.progress(`${name}: drawing`);
  const world = testWorld(test, size, dimensions);
  const states = drawCrowd(world, seed);
  const truths = [findTruePairs(states[0]), findTruePairs(states[1])] as const;
  const task: CollisionCase = { test: test.name, world, states, truths };
  const effort: Effort = { repeat, ms: STEP_MS };
  const runs: CollisionRunReport[] = [];
  const add = (run: CollisionRunReport): void => {
    runs.push(run);
    session.addCollisionRun(run);
    const { program, missed, duplicates, wrong } = run;
    const right = missed + duplicates + wrong === 0;
    // others add up in doubles, and may differ where circles touch to the last bit: that is in the table
    if (run.group === 'wayfield') session.addCheck(`${name}: ${program}`, right);
  };
  if (backend !== 'gpu') {
    terminal.progress(`${name}: wasm`);
    add(await measureFinder(task, (circles) => wasmFinder(circles), effort));
  }
  let kernels = '';
  if (gpu) {
    terminal.progress(`${name}: gpu`);
    const { device, meter, stages } = gpu;
    const run = await measureFinder(
      task,
      (circles) => gpuFinder(device, circles, {}, meter),
      effort,
    );
    if (stages) {
      const capacity = Math.ceil(run.pairs * 1.1) + 1024;
      const on = await measurePairsOnDevice(device, stages, states[0], { capacity, repeat });
      kernels = `  kernels of the GPU: ${formatKernels(on.kernels)}\n`;
      add({ ...run, kernels: on.kernels });
    } else {
      add(run);
    }
  }
  for (const bodies of ['direct', 'moved'] as const) {
    terminal.progress(`${name}: plain grid`);
    add(await measureFinder(task, () => plainFinder({ bodies }), effort));
  }
  for (const peer of dimensions === 2 ? peers : []) {
    if (size > peer.most) continue;
    terminal.progress(`${name}: ${peer.name}`);
    add(await measureFinder(task, peer.make, { repeat: Math.min(repeat, 3), ms: 0 }));
  }
  terminal.clear();
  terminal.print(`${formatCrowd(runs[0])}\n\n${formatCollisionRuns(runs)}\n${kernels}`);
}

/** The device; where none is wanted or, by default, none is there, a sentence about that. */
async function openIfWanted(
  { openDevice }: Environment,
  backend: Backend,
): Promise<GPUDevice | string> {
  if (backend === 'wasm') return 'No GPU asked for.';
  try {
    return await openDevice();
  } catch (error) {
    if (backend === 'gpu' || !(error instanceof InputError)) throw error;
    return `Without the GPU: ${error.message}.`;
  }
}

function chooseTests(asked: readonly string[]): readonly CollisionTest[] {
  const matches = (test: CollisionTest, name: string): boolean =>
    test.name === name || test.name.startsWith(`${name}-`);
  for (const name of asked) {
    if (COLLISION_TESTS.some((test) => matches(test, name))) continue;
    throw new InputError(`unknown test '${name}', known are ${TESTS.join(', ')}`);
  }
  if (asked.length === 0) return COLLISION_TESTS;
  return COLLISION_TESTS.filter((test) => asked.some((name) => matches(test, name)));
}

function readPeers(flags: Flags): ReturnType<typeof choosePeers> {
  const chosen = choosePeers(flags.peers);
  const [unknown] = chosen.unknown;
  if (unknown !== undefined)
    throw new InputError(`unknown peer '${unknown}', known are ${peerNames()}`);
  return chosen;
}

function peerNames(): string {
  return COLLISION_PEERS.map(({ name }) => name).join(', ');
}

function sizeList(text: string): number[] {
  return nameList(text).map(wholeNumber(1, 2 ** 26));
}
