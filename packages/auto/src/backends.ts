// The backends, each loaded when it is needed: a page that gets one thread loads no GPU solver and
// no pool.
import type { BestAlgorithm, BestRunOptions, BestTreeRunOptions } from './types.ts';
import type * as Gpu from '@wayfield/gpu';
import type { Graph, Grid, Queries, Routes, Tree } from '@wayfield/graph';

/** What the solvers of all backends have in common. */
export interface AnySolver {
  readonly memoryBytes: number;
  run(queries: Queries, options?: BestRunOptions): Routes | Promise<Routes>;
  destroy(): unknown;
}

/** A solver that follows a map which changes. */
export interface UpdatingSolver extends AnySolver {
  update(changed?: ArrayLike<number>): unknown;
}

/** A pool; `fallback` says why it has no workers. */
export interface PoolSolver extends UpdatingSolver {
  readonly threads: number;
  readonly fallback: string | undefined;
}

/** Trees on the GPU. */
export interface TreeBackend {
  readonly memoryBytes: number;
  run(sources: readonly number[], options?: BestTreeRunOptions): Promise<Tree[]>;
  destroy(): void;
}

/** Trees on the calling thread. */
export interface TreeThread {
  readonly memoryBytes: number;
  /** In the arrays of `reuse`, where they fit. */
  tree(source: number, reuse?: Tree): Tree;
  update(changed?: ArrayLike<number>): void;
  destroy(): void;
}

/** How a device and the solvers are made; tests have their own. */
export interface Backends {
  /** Rejects with the reason where there is no GPU. */
  device(): Promise<GPUDevice>;
  gpu(device: GPUDevice, map: Graph | Grid, algorithm: BestAlgorithm): Promise<AnySolver>;
  pool(
    map: Graph | Grid,
    algorithm: BestAlgorithm,
    threads: number | undefined,
  ): Promise<PoolSolver>;
  thread(map: Graph | Grid, algorithm: BestAlgorithm): Promise<UpdatingSolver>;
  treeGpu(device: GPUDevice, map: Graph | Grid): Promise<TreeBackend>;
  treeThread(map: Graph | Grid): Promise<TreeThread>;
}

/** A variable instead of a literal in `import()`: bundlers of pages must not resolve the module. */
const IN_NODE = '@wayfield/gpu/node';

/** The real backends; tests pass others to `bestOf`. */
export const BACKENDS: Backends = {
  async device() {
    const { process } = globalThis as { process?: { versions?: { node?: string } } };
    const inNode =
      process?.versions?.node !== undefined && !('gpu' in (globalThis.navigator ?? {}));
    const { requestDevice } = (await (inNode
      ? import(/* @vite-ignore */ /* webpackIgnore: true */ IN_NODE)
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
  async treeGpu(device, map) {
    const { createGpuTreeSolver } = await import('@wayfield/gpu');
    const solver = await createGpuTreeSolver(device, map);
    return {
      get memoryBytes() {
        return solver.memoryBytes;
      },
      run: async (sources, options = {}) => (await solver.run(sources, options)).trees,
      destroy: () => solver.destroy(),
    };
  },
  async treeThread(map) {
    const { createWasmSolver } = await import('@wayfield/cpu-wasm');
    const solver = createWasmSolver(map, { algorithm: 'dijkstra' });
    return {
      get memoryBytes() {
        return solver.memoryBytes;
      },
      tree: (source, reuse) => solver.tree(source, reuse ? { reuse } : {}),
      update: (changed) => solver.update(changed),
      destroy: () => solver.destroy(),
    };
  },
};
