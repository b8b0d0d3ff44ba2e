import { object, optional } from '@wayfield/check';
import { createWasmPool, type PoolOptions, type WasmPool } from '@wayfield/cpu-wasm/pool';
import type { Graph, Grid } from '@wayfield/graph';
import { type ResourceState, useResource } from './use-resource.ts';

const mapRule = /* @__PURE__ */ object({}, 'a Grid or Graph');
const optionsRule = /* @__PURE__ */ optional(/* @__PURE__ */ object({}, 'options'));

/**
 * Makes a pool of workers on a grid or graph, whose threads end with the component. Only another
 * `map` makes a new pool; `options` are read then. Without shared memory the pool works on the
 * page's thread in short slices, and `value.fallback` says why.
 *
 * @throws TypeError for wrong arguments. What `createWasmPool` rejects with is in `error`.
 *
 * @example
 * function Threads() {
 *   const { value: pool } = useWasmPool(grid, { threads: 2 });
 *   if (pool) {
 *     console.log(pool.threads); // 2
 *   }
 *   return `${pool?.threads ?? 'no'} threads`;
 * }
 * show(Threads);
 */
export function useWasmPool(map: Grid | Graph, options?: PoolOptions): ResourceState<WasmPool> {
  mapRule(map, 'map');
  optionsRule(options, 'options');
  return useResource(() => createWasmPool(map, options), [map]);
}
