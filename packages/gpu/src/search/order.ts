// Sorts the queries of a wave by the estimated length of their searches, for engines in which an
// invocation answers a query. wave-memory.ts makes the memory, wave.ts records the sort.
import { createSort, encodeSteps, step } from '@wayfield/gpu-core';
import { COPY_DST, keeping, UNIFORM } from '@wayfield/gpu-core/internal';
import { ORDER_WGSL } from './order.wgsl.ts';

/** The numbers from which the kernel estimates the length of a search before the search runs. */
export interface OrderRule {
  /** Columns and rows of the grid; both 0 on graphs, where there is no estimate. */
  readonly width: number;
  readonly height: number;
  /** Searches grow around their source (Dijkstra), not towards their target. */
  readonly area: boolean;
}

/** Sorts the numbers of queries for kernels in which an invocation answers a query by itself. */
export interface Order {
  encode(encoder: GPUCommandEncoder, count: number): void;
  readonly memoryBytes: number;
  destroy(): void;
}

/** For up to `capacity` queries; `keys` and `order` have as many words, `queries` twice as many. */
export function createOrder(
  device: GPUDevice,
  rule: OrderRule,
  buffers: { readonly queries: GPUBuffer; readonly keys: GPUBuffer; readonly order: GPUBuffer },
  capacity: number,
): Order {
  const { queries, keys, order } = buffers;
  const { params, sort } = keeping((keep) => ({
    params: keep(device.createBuffer({ label: 'order', size: 16, usage: UNIFORM | COPY_DST })),
    sort:
      rule.width > 0
        ? createSort(device, { keys, values: order, length: capacity, endBit: 8, label: 'order' })
        : undefined,
  }));
  const kernel = { label: 'search: order', code: ORDER_WGSL, entry: 'sortKeys' };
  return {
    encode(encoder, count) {
      const words = Uint32Array.of(count, rule.width, rule.height, rule.area ? 1 : 0);
      device.queue.writeBuffer(params, 0, words);
      const groups = Math.min(2048, Math.ceil(count / 256));
      const resources = { 0: params, 1: queries, 2: keys, 3: order };
      encodeSteps(encoder, 'search: order', [step(device, kernel, resources, groups)]);
      sort?.setLength(count);
      sort?.encode(encoder);
    },
    memoryBytes: params.size + (sort?.memoryBytes ?? 0),
    destroy() {
      params.destroy();
      sort?.destroy();
    },
  };
}
