// The same question to the GPU: a second answer beside that of WebAssembly, by a device of the
// worker's own.
import { type Graph, type Grid, type Queries, type Routes } from '@wayfield/graph';
import type { GpuSolver } from '@wayfield/gpu';

/** How the GPU did, or why it could not. */
export type TwinAnswer =
  | {
      readonly milliseconds: number;
      /** Bit for bit the costs of the other solver. */
      readonly agrees: boolean;
      /** The device is software, not a GPU. */
      readonly software: boolean;
    }
  | { readonly problem: string };

export interface GpuTwin {
  /** `expected` has the other solver's answers. */
  ask(data: Graph | Grid, queries: Queries, expected: Routes): Promise<TwinAnswer>;
  /** What is in the map has changed: it is uploaded again for the next question. */
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
