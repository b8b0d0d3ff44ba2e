// What the worker of the comparison serves: the same questions to one backend after the other.
import { agreementOf, type Agreement } from './agreement.ts';
import {
  type Answers,
  type Backend,
  type BackendKind,
  type Problem,
  type ProblemName,
  type ProblemOptions,
} from './problem.ts';
import { isSoftware } from '../../software-device.ts';
import { takeTraffic, type Traffic, watchTraffic } from './traffic.ts';

export interface CompareOptions extends Pick<ProblemOptions, 'size' | 'count' | 'seed' | 'file'> {
  readonly names: readonly ProblemName[];
  /** Whether the page has WebGPU. */
  readonly gpu: boolean;
  /** Adds a backend to each that is wrong, to see that it is caught. */
  readonly wrong: boolean;
}

export interface PlannedProblem extends Omit<Problem, 'backends'> {
  readonly name: ProblemName;
  readonly backends: readonly { readonly kind: BackendKind; readonly title: string }[];
}

export interface Measured extends Agreement {
  /** Milliseconds until the backend had the map, and of a run: the best of some. */
  readonly prepareMs: number;
  readonly runMs: number;
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

/** Runs of a backend, and milliseconds after which there is no other. */
const RUNS = 3;
const ENOUGH_MS = 700;

const makers: Readonly<Record<ProblemName, (options: ProblemOptions) => Promise<Problem>>> = {
  grids: async (options) => (await import('./grids.ts')).gridProblem(options),
  roads: async (options) => (await import('./networks.ts')).roadProblem(options),
  fields: async (options) => (await import('./fields.ts')).fieldProblem(options),
  meshes: async (options) => (await import('./meshes.ts')).meshProblem(options),
};

let problems: Problem[] = [];
let expected: Answers[] = [];
let gpu = true;
let device: Promise<GPUDevice> | undefined;

function openDevice(): Promise<GPUDevice> {
  if (!gpu) return Promise.reject(new Error('no WebGPU in this page'));
  device ??= (async () => {
    const { requestDevice } = await import('@wayfield/gpu');
    const made = await requestDevice({ label: 'comparison', allowSoftware: true });
    watchTraffic(made);
    void made.lost.then(() => (device = undefined));
    return made;
  })();
  // asked for again, it may be there
  device.catch(() => (device = undefined));
  return device;
}

/** Whether the device will be a program; the solvers on it are loaded when they are asked. */
async function hasSoftwareGpu(): Promise<boolean> {
  const adapter = await navigator.gpu?.requestAdapter({ powerPreference: 'high-performance' });
  return adapter ? isSoftware({ adapterInfo: adapter.info }) : false;
}

/** A double of the first backend that has every hundredth answer wrong, the first one among them. */
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

  /** Backends of a problem are measured in their order: the first has the answers that the others should have. */
  async measure(which: number, row: number): Promise<Outcome> {
    const { backends, count, tolerance } = problems[which];
    const backend = backends[row];
    if (backend.missing !== undefined) return { kind: 'missing', reason: backend.missing };
    if (backend.kind === 'gpu') {
      try {
        await openDevice();
      } catch (error) {
        return { kind: 'missing', reason: messageOf(error) };
      }
    }
    try {
      const { answers, ...times } = await measureBackend(backend);
      const isProgram = backend.kind === 'gpu' && isSoftware(await openDevice());
      if (row === 0) expected[which] = answers;
      if (!expected[which]) throw new Error('the first backend has no answers to compare with');
      const agreement = agreementOf(answers, expected[which], tolerance);
      return {
        kind: 'measured',
        measured: {
          ...times,
          ...agreement,
          count: backend.count ?? count,
          ...(isProgram && { note: 'a program, not a GPU' }),
        },
      };
    } catch (error) {
      return { kind: 'failed', reason: messageOf(error) };
    }
  },
};

async function measureBackend(
  backend: Backend,
): Promise<Pick<Measured, 'prepareMs' | 'runMs' | 'traffic' | 'note'> & { answers: Answers }> {
  const began = performance.now();
  const runner = await backend.prepare();
  const prepareMs = performance.now() - began;
  try {
    takeTraffic();
    const first = performance.now();
    // the view of a solver's memory may end with the next run
    const answers = (await runner.run()).slice();
    let runMs = performance.now() - first;
    const traffic = takeTraffic();
    for (let run = 1; run < RUNS && performance.now() - first < ENOUGH_MS; run++) {
      const before = performance.now();
      await runner.run();
      runMs = Math.min(runMs, performance.now() - before);
    }
    const { note } = runner;
    return { prepareMs, runMs, traffic, answers, ...(note !== undefined && { note }) };
  } finally {
    await runner.destroy();
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
