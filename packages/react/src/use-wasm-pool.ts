import { object, optional } from '@wayfield/check';
import { createWasmPool, type PoolOptions, type WasmPool } from '@wayfield/cpu-wasm/pool';
import type { Graph, Grid } from '@wayfield/graph';
import { type ResourceState, useResource } from './use-resource.ts';

const mapRule = /* @__PURE__ */ object({}, 'a Grid or Graph');
const optionsRule = /* @__PURE__ */ optional(/* @__PURE__ */ object({}, 'options'));

/**
 * A pool of workers on a grid or graph, whose threads end with the component. It is made again for
 * another `map`; options count when it is made. Where there is no shared memory the pool works on
 * the page's thread in short slices: `value.fallback` says why.
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
