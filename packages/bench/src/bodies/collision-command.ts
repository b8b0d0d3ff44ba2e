import { availableParallelism } from 'node:os';
import { Command, Option } from 'commander';
import {
  type FinderMaker,
  gpuFinder,
  plainFinder,
  poolFinder,
  wasmFinder,
} from './measure/finders.ts';
import { findTruePairs } from './measure/judge-pairs.ts';
import {
  type CollisionCase,
  type LeastSteps,
  measureFinders,
  measurePairsOnDevice,
} from './measure/measure.ts';
import { choosePeers, COLLISION_PEERS, type CollisionPeer } from './peers/peers.ts';
import { COLLISION_TESTS, type CollisionTest, testWorld } from './measure/tests.ts';
import { drawCrowd } from './measure/worlds.ts';
import { measureModel, modelBackends, modelSizes } from './measure/measure-model.ts';
import { MODEL_TICKS } from './measure/model.ts';
import { describeDevice } from '../gpu/device.ts';
import { createMeter, type Meter } from '../gpu/measure/meter.ts';
import { createStageTimes, type StageTimes } from '../gpu/measure/stage-times.ts';
import { InputError } from '../run/problems/read-file.ts';
import {
  COLLISION_LEGEND,
  formatCollisionRuns,
  formatCrowd,
  formatKernels,
  formatModelRuns,
  MODEL_LEGEND,
} from './tables/collision-table.ts';
import { formatMachine } from '../report/machine.ts';
import type { CollisionRunReport } from '../report/report.ts';
import { createTerminal } from '../report/terminal.ts';
import { createSession, type Session } from '../run/session.ts';
import type { CommandBuilder, Environment } from '../run/commands/environment.ts';
import { nameList, pageOption, wholeNumber } from '../run/commands/options.ts';

const BACKENDS = ['wasm', 'pool', 'gpu', 'all'] as const;
type Backend = (typeof BACKENDS)[number];

interface Flags {
  readonly backend: Backend;
  readonly sizes?: readonly number[];
  readonly most: number;
  readonly dimensions: 2 | 3;
  readonly peers?: true | readonly string[];
  readonly threads: number;
  readonly repeat: number;
  readonly ticks: number;
  readonly seed: number;
  readonly json?: string;
  readonly report?: string;
}

const MODELS = ['M1', 'M2', 'M3'];
const TESTS = [...COLLISION_TESTS.map(({ name }) => name), ...MODELS];
/** Short steps are repeated for this many milliseconds. */
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
    new Option('--backend <name>', 'one thread, a pool of threads, the GPU, or all there are')
      .choices(BACKENDS)
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
    new Option('--threads <n>', 'of the pool; default: one per thread of the machine')
      .argParser(wholeNumber(1, 64))
      .default(Math.min(64, availableParallelism())),
    new Option('--repeat <n>', 'timed steps, at least').argParser(wholeNumber(1, 1000)).default(5),
    new Option('--ticks <n>', 'of the models').argParser(wholeNumber(1, 1e6)).default(MODEL_TICKS),
    new Option('--seed <n>', 'seed of everything that is random')
      .argParser(wholeNumber(0, 2 ** 32 - 1))
      .default(1),
    new Option('--json <file>', 'write everything that was measured, as JSON'),
    pageOption(),
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
      for (const model of chooseModels(asked)) await runModelTest(model, flags, gpu, session);
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
  const { backend, repeat, threads, seed, dimensions } = flags;
  const { terminal } = session;
  const name = `${test.name}, ${size.toLocaleString('en-US')} bodies`;
  terminal.progress(`${name}: drawing`);
  const world = testWorld(test, size, dimensions);
  const states = drawCrowd(world, seed);
  const truths = [findTruePairs(states[0]), findTruePairs(states[1])] as const;
  const task: CollisionCase = { test: test.name, world, states, truths };
  const effort: LeastSteps = { repeat, ms: STEP_MS };
  const runs: CollisionRunReport[] = [];
  const add = (run: CollisionRunReport): void => {
    runs.push(run);
    session.addCollisionRun(run);
    const { program, missed, duplicates, wrong } = run;
    const right = missed + duplicates + wrong === 0;
    // other programs add in doubles and may differ where circles touch to the last bit: the table
    // shows it
    if (run.group === 'wayfield') session.addCheck(`${name}: ${program}`, right);
  };
  const makers: FinderMaker[] = [];
  if (backend === 'wasm' || backend === 'all') makers.push((circles) => wasmFinder(circles));
  if (backend === 'pool' || backend === 'all') {
    makers.push((circles) => poolFinder(circles, threads));
  }
  if (gpu) makers.push((circles) => gpuFinder(gpu.device, circles, {}, gpu.meter));
  for (const bodies of ['direct', 'moved'] as const) makers.push(() => plainFinder({ bodies }));
  for (const peer of dimensions === 2 ? peers : []) {
    if (size <= peer.most) makers.push(peer.make);
  }
  terminal.progress(`${name}: ${makers.length} programs in turns`);
  let kernels = '';
  for (const run of await measureFinders(task, makers, effort)) {
    if (run.program !== 'gpu' || !gpu?.stages) {
      add(run);
      continue;
    }
    const capacity = Math.ceil(run.pairs * 1.1) + 1024;
    const { device, stages } = gpu;
    const on = await measurePairsOnDevice(device, stages, states[0], { capacity, repeat });
    kernels = `  kernels of the GPU: ${formatKernels(on.kernels)}\n`;
    add({ ...run, kernels: on.kernels });
  }
  terminal.clear();
  terminal.print(`${formatCrowd(runs[0])}\n\n${formatCollisionRuns(runs)}\n${kernels}`);
}

/** A model with every number of agents, on every backend. */
async function runModelTest(
  model: 'M1' | 'M3',
  { backend, sizes, most, ticks, threads, seed }: Flags,
  gpu: Gpu | undefined,
  session: Session,
): Promise<void> {
  const { terminal } = session;
  terminal.print(`${model === 'M1' ? 'M1, M2' : model}: Antelopes and Lions. ${MODEL_LEGEND}\n`);
  const asked = (name: Backend): boolean => backend === name || backend === 'all';
  const there = { wasm: asked('wasm'), pool: asked('pool'), gpu: gpu !== undefined };
  for (const agents of sizes ?? modelSizes(model, most)) {
    if (agents < 15) throw new InputError(`${agents} agents: the model has 15 or more`);
    const backends = modelBackends(model, agents, there);
    const { runs } = await measureModel(session, backends, {
      agents,
      ticks,
      seed,
      threads,
      device: gpu?.device,
    });
    terminal.clear();
    terminal.print(formatModelRuns(runs));
  }
}

/** M1 and M2 are the ticks and the commits of one run. */
function chooseModels(asked: readonly string[]): readonly ('M1' | 'M3')[] {
  const all = asked.length === 0;
  const first = all || asked.includes('M1') || asked.includes('M2');
  return [
    ...(first ? (['M1'] as const) : []),
    ...(all || asked.includes('M3') ? (['M3'] as const) : []),
  ];
}

/** The device, or a sentence that says why there is none: not wanted, or not present by default. */
async function openIfWanted(
  { openDevice }: Environment,
  backend: Backend,
): Promise<GPUDevice | string> {
  if (backend === 'wasm' || backend === 'pool') return 'No GPU asked for.';
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
    if (MODELS.includes(name) || COLLISION_TESTS.some((test) => matches(test, name))) continue;
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
