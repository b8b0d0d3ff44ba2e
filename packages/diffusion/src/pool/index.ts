// A model on worker threads, `@wayfield/diffusion/pool`.
//
// Threads share passes of steps, tests of residuals, ticks of pursuers that are not exclusive, and
// free-moving agents. Method 'steady' solves on the calling thread, in slices (the plan yields
// `pause` after each cycle or sweep), and its pool has threads for pursuers and free-moving agents.
// Method 'distance' opens none.
//
//   worker.ts       one thread: its rows of every pass
//   crew.ts         the threads of a model, and how they share requests
//   pool-model.ts   the interface: calls in their order, over whatever answers requests
//
// What becomes of fields when a thread ends in the middle: `createDiffusionPool` below.
import { openPool, type ThreadOptions } from '@wayfield/wasm';
import { KERNELS_BASE64 } from '../kernels.gen.ts';
import { createCore } from '../model/core.ts';
import { copyMap } from '../model/model-state.ts';
import { checkPoolArguments } from '../model/rules.ts';
import type { DiffusionMap, DiffusionOptions } from '../types.ts';
import { openCrew, sliced } from './crew.ts';
import { createPoolModel, type DiffusionPool } from './pool-model.ts';

export type { DiffusionPool } from './pool-model.ts';
export type {
  AsyncDiffusion,
  AsyncPursuers,
  DiffusionMap,
  DiffusionOptions,
  PursuerOptions,
} from '../types.ts';
export type { PoolWorker } from '@wayfield/wasm';

export interface DiffusionPoolOptions extends DiffusionOptions, ThreadOptions {}

/**
 * A model on worker threads over one shared memory: each has a band of rows, and does several steps
 * before it waits for the others. Method 'steady' solves on the calling thread, in slices; its
 * pursuers run on the threads. Method 'distance' opens no threads. Without threads, as also where
 * there is no shared memory or no worker can be started, the model works on the calling thread, in
 * short slices, and `fallback` says why. A thread that ends while it works makes its call reject;
 * the next call has another thread in its place. After a `settle` that rejects so, fields are as
 * before its last pass (at most 16 steps); after a `move`, pursuers are as before the call; after a
 * `step`, whose fields are half done, all fields are 0, as after `reset`. The map is copied before
 * the call returns. Rejects with what `createDiffusion` throws.
 *
 * @example
 * const pool = await createDiffusionPool(map, { threads: 4 });
 * pool.setGoals('goal', { cell: [goal] });
 * console.log((await pool.settle()).steps); // 39
 * await pool.destroy();
 */
export async function createDiffusionPool(
  map: DiffusionMap,
  options: DiffusionPoolOptions = {},
): Promise<DiffusionPool> {
  checkPoolArguments(map, options);
  // copies, because the caller may change both before the threads have started
  const own = copyMap(map);
  const asked = options.layers ? { ...options, layers: [...options.layers] } : { ...options };
  const alone =
    asked.method === 'distance'
      ? "method 'distance' works on one thread: its order is that of the costs"
      : undefined;
  return openPool(
    asked,
    async (threads) => createPoolModel(await openCrew(own, asked, threads)),
    (fallback) => {
      const core = createCore(own, asked, { binary: KERNELS_BASE64, shared: false, threads: 1 });
      return createPoolModel({
        core,
        threads: 1,
        fallback,
        work: sliced(core),
        end: async () => {},
      });
    },
    alone,
  );
}
