// The model runs M1 to M3 of the study: Antelopes and Lions on each backend, with the same worlds
// after every tick.
import {
  type AsyncCollisionSolver,
  type Bodies,
  type CollisionSolver,
  createCollisionSolver,
} from '@wayfield/collision';
import { createReferenceSolver, createTreeSolver } from '@wayfield/collision/reference';
import { createGpuCollisionSolver } from '@wayfield/collision/gpu';
import { createCollisionPool } from '@wayfield/collision/pool';
import { createAntelopesAndLions } from '@wayfield/collision/study';
import type { ModelRunReport } from '../../report/report.ts';
import { summarise } from '../../run/statistics/summary.ts';
import { loadQuadtree } from '../peers/quadtree.ts';
import { createFlatbushSolver, type SolverTimes, timedSolver } from './model-solvers.ts';

/** The solver under an environment. */
export type ModelBackend = 'wasm' | 'pool' | 'gpu' | 'R-tree' | 'quadtree' | 'brute force';

/** Numbers of agents: the study's, at most 300,000 in M1 and M2 and 15,000 in M3. */
export const MODEL_SIZES: Readonly<Record<'M1' | 'M3', readonly number[]>> = {
  M1: [1500, 5000, 15_000, 50_000, 150_000, 300_000],
  M3: [1500, 5000, 15_000],
};
/** Ticks of a run, as in the study. */
export const MODEL_TICKS = 50;
/** The most agents of a run by brute force; more would take minutes. */
export const MOST_BY_FORCE = 2000;

export interface ModelRun {
  readonly agents: number;
  readonly ticks: number;
  readonly seed: number;
  /** Threads of 'pool'. */
  readonly threads?: number;
  /** Device of 'gpu'. */
  readonly device?: GPUDevice | undefined;
}

/** A world on one backend. */
export interface OpenModel {
  readonly backend: ModelBackend;
  /** One tick; resolves to the milliseconds of its commit. */
  tick(): Promise<number>;
  /** The measurements so far, and hashes of the world after each tick. */
  result(): { report: Omit<ModelRunReport, 'differing'>; hashes: Uint32Array };
  destroy(): void | Promise<void>;
}

/** Makes the world on one backend and measures every tick. */
export function openModel(
  backend: ModelBackend,
  { agents, seed, device, threads = 1 }: ModelRun,
): OpenModel {
  const inSolver: SolverTimes = { update: 0, pairs: 0, explore: 0 };
  const model = createAntelopesAndLions({
    agents,
    seed,
    solver: async (bodies) =>
      timedSolver(await makeSolver(backend, bodies, device, threads), inSolver),
  });
  const { environment } = model;
  let inCommit = 0;
  const { commit } = environment;
  environment.commit = async () => {
    const start = performance.now();
    try {
      return await commit.call(environment);
    } finally {
      inCommit += performance.now() - start;
    }
  };
  const hashes: number[] = [];
  const tickMs: number[] = [];
  const commitMs: number[] = [];
  return {
    backend,
    async tick() {
      const before = inCommit;
      const start = performance.now();
      await model.tick();
      tickMs.push(performance.now() - start);
      const ms = inCommit - before;
      commitMs.push(ms);
      hashes.push(model.hash());
      return ms;
    },
    result() {
      const ticks = tickMs.length;
      const mean = (ms: number): number => ms / ticks;
      const parts = { ...inSolver };
      const solver = parts.update + parts.pairs + parts.explore;
      const report = {
        agents,
        ticks,
        backend,
        tickMs: summarise(tickMs),
        commitMs: summarise(commitMs),
        stages: {
          agents: mean(tickMs.reduce((a, b) => a + b, 0) - inCommit),
          update: mean(parts.update),
          pairs: mean(parts.pairs),
          explore: mean(parts.explore),
          'rest of commit': mean(inCommit - solver),
        },
        alive: model.counts(),
      };
      return { report, hashes: Uint32Array.from(hashes) };
    },
    destroy: () => model.destroy(),
  };
}

/** Runs the model on one backend. */
export async function runModel(
  backend: ModelBackend,
  run: ModelRun,
): Promise<{ report: Omit<ModelRunReport, 'differing'>; hashes: Uint32Array }> {
  const model = openModel(backend, run);
  try {
    for (let tick = 0; tick < run.ticks; tick++) await model.tick();
    return model.result();
  } finally {
    await model.destroy();
  }
}

/** The number of ticks after which the worlds of two runs differ. */
export function differingTicks(a: Uint32Array, b: Uint32Array): number {
  let differing = 0;
  for (let tick = 0; tick < a.length; tick++) if (a[tick] !== b[tick]) differing++;
  return differing;
}

async function makeSolver(
  backend: ModelBackend,
  bodies: Bodies,
  device: GPUDevice | undefined,
  threads: number,
): Promise<CollisionSolver | AsyncCollisionSolver> {
  if (backend === 'wasm') return createCollisionSolver(bodies);
  if (backend === 'pool') return createCollisionPool(bodies, { threads });
  if (backend === 'R-tree') return createFlatbushSolver(bodies);
  if (backend === 'quadtree') return createTreeSolver(bodies, await loadQuadtree());
  if (backend === 'brute force') return createReferenceSolver(bodies);
  if (!device) throw new TypeError("backend 'gpu' needs a device");
  return createGpuCollisionSolver(device, bodies);
}
