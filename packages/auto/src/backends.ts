// What is loaded where it is needed: a page that gets one thread loads no GPU solver and no pool.
import type { FastestAlgorithm, FastestRunOptions } from './fastest.ts';
import type * as Gpu from '@wayfield/gpu';
import type { Graph, Grid, Queries, Routes } from '@wayfield/graph';

/** What all solvers have in common. */
export interface AnySolver {
  readonly memoryBytes: number;
  run(queries: Queries, options?: FastestRunOptions): Routes | Promise<Routes>;
  destroy(): unknown;
}

/** A pool, or why there is none. */
export interface PoolSolver extends AnySolver {
  readonly threads: number;
  readonly fallback: string | undefined;
}

/** The ways to a solver; tests have their own. */
export interface Backends {
  device(): Promise<GPUDevice>;
  gpu(device: GPUDevice, map: Graph | Grid, algorithm: FastestAlgorithm): Promise<AnySolver>;
  pool(
    map: Graph | Grid,
    algorithm: FastestAlgorithm,
    threads: number | undefined,
  ): Promise<PoolSolver>;
  thread(map: Graph | Grid, algorithm: FastestAlgorithm): Promise<AnySolver>;
}

/** Not written out in the call, so that bundlers of pages do not look for it. */
const IN_NODE = '@wayfield/gpu/node';

export const BACKENDS: Backends = {
  async device() {
    const { process } = globalThis as { process?: { versions?: { node?: string } } };
    const inNode =
      process?.versions?.node !== undefined && !('gpu' in (globalThis.navigator ?? {}));
    const { requestDevice } = (await (inNode
      ? import(/* @vite-ignore */ IN_NODE)
      : import('@wayfield/gpu'))) as typeof Gpu;
    return requestDevice();
  },
  async gpu(device, map, algorithm) {
    const { createGpuSolver } = await import('@wayfield/gpu');
    return createGpuSolver(device, map, { algorithm });
  },
  async pool(map, algorithm, threads) {
    const { createWasmPool } = await import('@wayfield/cpu-wasm/pool');
    return createWasmPool(map, { algorithm, ...(threads !== undefined && { threads }) });
  },
  async thread(map, algorithm) {
    const { createWasmSolver } = await import('@wayfield/cpu-wasm');
    return createWasmSolver(map, { algorithm });
  },
};
