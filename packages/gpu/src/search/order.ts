import { COPY_DST, UNIFORM } from '../buffer-usage.ts';
import { encodeSteps, step } from '../pipeline.ts';
import { createSort } from '../sort/sort.ts';
import { ORDER_WGSL } from './order.wgsl.ts';

/** How long searches will be, as far as it shows before. */
export interface OrderRule {
  /** Of the grid; 0: nothing shows. */
  readonly width: number;
  readonly height: number;
  /** Searches that grow around their source, not towards their target. */
  readonly area: boolean;
}

/** Puts the numbers of queries into an order for single invocations. */
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
  const params = device.createBuffer({ label: 'order', size: 16, usage: UNIFORM | COPY_DST });
  const sort =
    rule.width > 0
      ? createSort(device, { keys, values: order, length: capacity, endBit: 8, label: 'order' })
      : undefined;
  const kernel = { label: 'search: order', code: ORDER_WGSL, entry: 'keysOf' };
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
