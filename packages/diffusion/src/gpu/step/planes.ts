// The planes of factors on the device: plane 0 for layers without modulations, one for each layer
// with them, and one of the bare terrain where pursuers dim. The buffer is replaced when planes are
// added.
import { storageBuffer } from '@wayfield/gpu-core';
import type { Attempts } from '../attempts.ts';
import type { FieldLayout } from '../memory/layout.ts';
import type { Changes } from './changes.ts';

export interface Planes {
  readonly count: number;
  readonly buffer: GPUBuffer;
  /** Which plane each layer has; a layer that is not named has plane 0. */
  readonly of: readonly number[];
  /**
   * Adds the planes that `changes` needs, in a larger buffer with a copy of the present ones. Then
   * everything that was bound to `buffer` must be bound again, also if the attempt fails.
   */
  grow(changes: Changes): void;
  /** Writes whole planes. */
  write(planes: Changes['planes']): void;
  destroy(): void;
}

export function createPlanes(
  device: GPUDevice,
  attempts: Attempts,
  layout: FieldLayout,
  label: string,
): Planes {
  const make = (count: number): GPUBuffer =>
    storageBuffer(device, label, count * layout.planeWords);
  let count = 1;
  let of: readonly number[] = [];
  let buffer = make(count);
  return {
    get count() {
      return count;
    },
    get of() {
      return of;
    },
    get buffer() {
      return buffer;
    },
    grow({ planeCount, planeOf }) {
      const before = { count, of, buffer };
      const larger = make(planeCount);
      attempts.note(
        () => {
          larger.destroy();
          ({ count, of, buffer } = before);
        },
        () => before.buffer.destroy(),
      );
      of = planeOf;
      const encoder = device.createCommandEncoder({ label: 'diffusion: planes' });
      encoder.copyBufferToBuffer(buffer, 0, larger, 0, 4 * count * layout.planeWords);
      device.queue.submit([encoder.finish()]);
      buffer = larger;
      count = planeCount;
    },
    write(planes) {
      for (const { plane, values } of planes) {
        const at = plane * layout.planeWords * 4;
        device.queue.writeBuffer(buffer, at, values as Float32Array<ArrayBuffer>);
      }
    },
    destroy() {
      buffer.destroy();
    },
  };
}
