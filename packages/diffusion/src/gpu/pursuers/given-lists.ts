// Lists on the device of the caller's own goals and modulations, for layers in which pursuers leave
// marks (marks.ts): when a mark is taken out, the caller's value on that cell comes back.
import { storageBuffer } from '@wayfield/gpu-core';
import type { Attempts } from '../attempts.ts';
import type { Given } from '../step/changes.ts';

export type GivenKind = 'goals' | 'modulations';

export interface GivenLists {
  /** Grows when a buffer is replaced: steps that are bound to it have to be made again. */
  readonly version: number;
  readonly memoryBytes: number;
  /** Writes the list of a layer: count, cells in ascending order, values (f32). */
  upload(layer: number, kind: GivenKind, given: Given | undefined): GPUBuffer;
  /** The buffer of a layer; an empty list where nothing was put there. */
  of(layer: number, kind: GivenKind): GPUBuffer;
  destroy(): void;
}

export function createGivenLists(
  device: GPUDevice,
  attempts: Attempts,
  layers: number,
  label: string,
): GivenLists {
  const buffers = Array.from({ length: layers }, () => new Map<GivenKind, GPUBuffer>());
  const held = (): GPUBuffer[] => buffers.flatMap((ofLayer) => [...ofLayer.values()]);
  let version = 0;

  function upload(layer: number, kind: GivenKind, given: Given | undefined): GPUBuffer {
    const count = given?.cell.length ?? 0;
    const words = new Uint32Array(1 + 2 * count);
    words[0] = count;
    if (given) {
      words.set(given.cell, 1);
      words.set(new Uint32Array(given.value.slice().buffer), 1 + count);
    }
    const before = buffers[layer].get(kind);
    let buffer = before;
    if (!buffer || buffer.size < words.byteLength) {
      // twice as much as needed: goals change their number
      const larger = (buffer = storageBuffer(device, label, 2 * words.length));
      buffers[layer].set(kind, larger);
      version++;
      attempts.note(
        () => {
          larger.destroy();
          if (before) buffers[layer].set(kind, before);
          else buffers[layer].delete(kind);
        },
        () => before?.destroy(),
      );
    }
    device.queue.writeBuffer(buffer, 0, words);
    return buffer;
  }

  return {
    get version() {
      return version;
    },
    get memoryBytes() {
      return held().reduce((sum, { size }) => sum + size, 0);
    },
    upload,
    of: (layer, kind) => buffers[layer].get(kind) ?? upload(layer, kind, undefined),
    destroy() {
      for (const buffer of held()) buffer.destroy();
    },
  };
}
