// A second answer to a question, by the GPU, to compare with that of WebAssembly. The worker has a
// device of its own for it.
import { type Graph, type Grid, type Queries, type Routes } from '@wayfield/graph';
import type { GpuSolver } from '@wayfield/gpu';

/** The time and correctness of the answer of the GPU, or why the GPU gave no answer. */
export type TwinAnswer =
  | {
      readonly milliseconds: number;
      /** All statuses and costs equal those of the other solver, bit for bit. */
      readonly agrees: boolean;
      /** The device is software, not a GPU. */
      readonly software: boolean;
    }
  | { readonly problem: string };

export interface GpuTwin {
  /** `expected`: the answers of the other solver. */
  ask(data: Graph | Grid, queries: Queries, expected: Routes): Promise<TwinAnswer>;
  /** The content of the map has changed: the next question uploads the map again. */
  changed(): void;
}

export function createGpuTwin(): GpuTwin {
  let device: GPUDevice | undefined;
  let software = false;
  let solver: { readonly data: Graph | Grid; readonly gpu: GpuSolver } | undefined;

  function drop(): void {
    solver?.gpu.destroy();
    solver = undefined;
  }

  async function solverOf(data: Graph | Grid): Promise<GpuSolver> {
    if (solver?.data === data) return solver.gpu;
    drop();
    const { createGpuSolver, isSoftwareAdapter, requestDevice } = await import('@wayfield/gpu');
    if (!device) {
      device = await requestDevice({ label: 'playground: twin', allowSoftware: true });
      software = isSoftwareAdapter(device);
      void device.lost.then(() => {
        device = undefined;
        solver = undefined;
      });
    }
    solver = { data, gpu: await createGpuSolver(device, data) };
    return solver.gpu;
  }

  return {
    async ask(data, queries, expected) {
      try {
        const gpu = await solverOf(data);
        const before = performance.now();
        const { status, cost } = await gpu.run(queries);
        return {
          milliseconds: performance.now() - before,
          agrees:
            status.every((value, i) => value === expected.status[i]) &&
            cost.every((value, i) => value === expected.cost[i]),
          software,
        };
      } catch (error) {
        return { problem: error instanceof Error ? error.message : String(error) };
      }
    },
    changed: drop,
  };
}

export function twinInWords(answer: TwinAnswer): string {
  if ('problem' in answer) return answer.problem;
  const { milliseconds, agrees, software } = answer;
  const by = software ? ', by a program, not a GPU' : '';
  return `${agrees ? 'the same' : 'not the same'} in ${milliseconds.toFixed(1)} ms${by}`;
}
