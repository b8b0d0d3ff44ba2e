// The functions of the worker of the comparison, which asks all backends the same questions. Each
// backend first answers for the comparison and until it is warm. Then the backends take turns, so
// that other work of the machine slows all of them alike.
import { agreementOf, type Agreement } from './agreement.ts';
import {
  type Answers,
  type Backend,
  type BackendKind,
  type Problem,
  type ProblemName,
  type ProblemOptions,
  type Runner,
} from './problem.ts';
import { takeTraffic, type Traffic, watchTraffic } from './traffic.ts';

export interface CompareOptions extends Pick<ProblemOptions, 'size' | 'count' | 'seed' | 'file'> {
  readonly names: readonly ProblemName[];
  /** Whether the page has WebGPU. */
  readonly gpu: boolean;
  /** For tests: adds a backend with wrong answers to each problem. */
  readonly wrong: boolean;
}

export interface PlannedProblem extends Omit<Problem, 'backends'> {
  readonly name: ProblemName;
  readonly backends: readonly { readonly kind: BackendKind; readonly title: string }[];
}

export interface Measured extends Agreement {
  /** Milliseconds until the backend had the map. */
  readonly prepareMs: number;
  /** Milliseconds of a warm run, one for each turn. */
  readonly turns: readonly number[];
  /** Questions of a run. */
  readonly count: number;
  /** Bytes of one run. */
  readonly traffic: Traffic;
  readonly note?: string;
}

/** A run, or why there is none: what a backend lacks here, or how it failed. */
export type Outcome =
  | { readonly kind: 'measured'; readonly measured: Measured }
  | { readonly kind: 'missing' | 'failed'; readonly reason: string };

/** Fewest and most turns of a backend. After the fewest, `ENOUGH_MS` in turns are enough. */
const TURNS = { least: 3, most: 9 };
const ENOUGH_MS = 700;
/** A longer run gets one turn of one run: warming up is a small share of it. */
const LONG_MS = 2000;
/** Time and most runs before the first turn, so that the engine compiles hot code. */
const WARM = { ms: 200, runs: 30 };
/**
 * A turn ends after this time or number of runs. It has many runs, because clocks of pages have
 * steps of up to a tenth of a millisecond.
 */
const TURN = { ms: 4, runs: 50 };

const makers: Readonly<Record<ProblemName, (options: ProblemOptions) => Promise<Problem>>> = {
  grids: async (options) => (await import('./grids.ts')).gridProblem(options),
  roads: async (options) => (await import('./networks.ts')).roadProblem(options),
  fields: async (options) => (await import('./fields.ts')).fieldProblem(options),
  meshes: async (options) => (await import('./meshes.ts')).meshProblem(options),
};

let problems: Problem[] = [];
let expected: Answers[] = [];
/** The backends that have the map, by row, with their turns so far. */
let opened: (Opened | undefined)[] = [];
let gpu = true;
let device: Promise<GPUDevice> | undefined;

function openDevice(): Promise<GPUDevice> {
  if (!gpu) return Promise.reject(new Error('no WebGPU in this page'));
  device ??= (async () => {
    const { requestDevice } = await import('@wayfield/gpu-core');
    const made = await requestDevice({ label: 'comparison', allowSoftware: true });
    watchTraffic(made);
    void made.lost.then(() => (device = undefined));
    return made;
  })();
  // the next backend asks again
  device.catch(() => (device = undefined));
  return device;
}

/** Whether the WebGPU adapter is software. */
async function hasSoftwareGpu(): Promise<boolean> {
  const adapter = await navigator.gpu?.requestAdapter({ powerPreference: 'high-performance' });
  if (!adapter) return false;
  const { isSoftwareAdapter } = await import('@wayfield/gpu-core');
  return isSoftwareAdapter(adapter);
}

/**
 * A copy of the first backend with every hundredth answer wrong, beginning with the first.
 */
function wrongBackend(right: Backend): Backend {
  return {
    kind: 'script',
    title: 'Wrong on purpose',
    async prepare() {
      const runner = await right.prepare();
      return {
        ...runner,
        async run() {
          const answers = (await runner.run()).slice();
          for (let i = 0; i < answers.length; i += 100) answers[i] += 1;
          return answers;
        },
      };
    },
  };
}

export const compareFunctions = {
  async begin({ names, wrong, ...options }: CompareOptions): Promise<PlannedProblem[]> {
    await closeAll();
    ({ gpu } = options);
    const software = gpu && (await hasSoftwareGpu());
    problems = [];
    expected = [];
    for (const name of names) {
      const problem = await makers[name]({ ...options, software, device: openDevice });
      const { backends } = problem;
      problems.push(
        wrong ? { ...problem, backends: [...backends, wrongBackend(backends[0])] } : problem,
      );
    }
    return problems.map(({ backends, ...problem }, i) => ({
      ...problem,
      name: names[i],
      backends: backends.map(({ kind, title }) => ({ kind, title })),
    }));
  },

  /**
   * Opens a backend, compares its answers, and runs it until it is warm. Call it for the backends
   * of a problem in order: the answers of the first are the right ones.
   */
  async open(which: number, row: number): Promise<Outcome> {
    const { backends, count, tolerance } = problems[which];
    const backend = backends[row];
    if (row === 0) await closeAll();
    if (backend.missing !== undefined) return { kind: 'missing', reason: backend.missing };
    let isProgram = false;
    if (backend.kind === 'gpu') {
      try {
        const { isSoftwareAdapter } = await import('@wayfield/gpu-core');
        isProgram = isSoftwareAdapter(await openDevice());
      } catch (error) {
        return { kind: 'missing', reason: messageOf(error) };
      }
    }
    try {
      const { answers, ...times } = await openBackend(backend, row);
      if (row === 0) expected[which] = answers;
      if (!expected[which]) throw new Error('the first backend has no answers to compare with');
      const agreement = agreementOf(answers, expected[which], tolerance);
      return {
        kind: 'measured',
        measured: {
          ...times,
          ...agreement,
          turns: [],
          count: backend.count ?? count,
          ...(isProgram && { note: 'a program, not a GPU' }),
        },
      };
    } catch (error) {
      return { kind: 'failed', reason: messageOf(error) };
    }
  },

  /** A turn of a backend: milliseconds per run. Undefined if it has had enough turns. */
  async turn(row: number): Promise<number | undefined | { readonly failed: string }> {
    const one = opened[row];
    if (!one || hasEnough(one)) return undefined;
    try {
      const ms = await timeOf(one.runner, TURN.ms, one.isLong ? 1 : TURN.runs);
      one.turns++;
      one.spent += ms.total;
      return ms.each;
    } catch (error) {
      return { failed: messageOf(error) };
    }
  },

  /** Frees all backends. */
  close: closeAll,
};

interface Opened {
  readonly runner: Runner;
  readonly isLong: boolean;
  turns: number;
  spent: number;
}

function hasEnough({ turns, spent, isLong }: Opened): boolean {
  if (isLong) return turns >= 1;
  return turns >= TURNS.most || (turns >= TURNS.least && spent >= ENOUGH_MS);
}

async function closeAll(): Promise<void> {
  const all = opened;
  opened = [];
  for (const one of all) await one?.runner.destroy();
}

/** Repeats runs for some milliseconds. */
async function timeOf(
  runner: Runner,
  ms: number,
  most: number,
): Promise<{ readonly each: number; readonly total: number }> {
  const began = performance.now();
  let runs = 0;
  let total = 0;
  while (runs === 0 || (total < ms && runs < most)) {
    await runner.run();
    runs++;
    total = performance.now() - began;
  }
  return { each: total / runs, total };
}

async function openBackend(
  backend: Backend,
  row: number,
): Promise<Pick<Measured, 'prepareMs' | 'traffic' | 'note'> & { answers: Answers }> {
  const began = performance.now();
  const runner = await backend.prepare();
  const prepareMs = performance.now() - began;
  try {
    takeTraffic();
    const first = performance.now();
    // the answers may be a view of the solver's memory, which the next run ends
    const answers = (await runner.run()).slice();
    const firstMs = performance.now() - first;
    const traffic = takeTraffic();
    if (firstMs < WARM.ms) await timeOf(runner, WARM.ms - firstMs, WARM.runs);
    opened[row] = { runner, isLong: firstMs > LONG_MS, turns: 0, spent: 0 };
    const { note } = runner;
    return { prepareMs, traffic, answers, ...(note !== undefined && { note }) };
  } catch (error) {
    await runner.destroy();
    throw error;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
