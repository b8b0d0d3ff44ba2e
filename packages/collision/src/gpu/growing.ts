// Memory of a GPU solver, on the GPU and on the host, that is replaced when it is too small.
import { largestBinding, storageBuffer } from '@wayfield/gpu-core';

/** A GPU buffer that is replaced by a larger, empty one when there is not enough room. */
export interface GrowingBuffer {
  /** The buffer, with room for at least `words` 32-bit words. */
  withRoom(words: number): GPUBuffer;
  readonly words: number;
  readonly bytes: number;
  /** Frees the memory. A later `withRoom` makes a new buffer. */
  destroy(): void;
}

/** The first `withRoom` makes the buffer. */
export function growingBuffer(device: GPUDevice, label: string): GrowingBuffer {
  let buffer: GPUBuffer | undefined;
  return {
    withRoom(words) {
      if (!buffer || buffer.size < words * 4) {
        // the new one first: if `storageBuffer` throws, the old one is kept
        const larger = storageBuffer(device, label, words);
        buffer?.destroy();
        buffer = larger;
      }
      return buffer;
    },
    get words() {
      return buffer ? buffer.size / 4 : 0;
    },
    get bytes() {
      return buffer?.size ?? 0;
    },
    destroy() {
      buffer?.destroy();
      buffer = undefined;
    },
  };
}

/** As many of `entries` as one binding of the device holds. */
export function fitting(device: GPUDevice, entries: number, entryBytes: number): number {
  return Math.min(entries, Math.floor(largestBinding(device.limits) / entryBytes));
}

/**
 * The room to ask for after a search that found more entries than fitted: a quarter more than were
 * found, as far as one binding holds them. `withRoom` refuses more than one binding.
 */
export function roomAfter(device: GPUDevice, found: number, entryBytes: number): number {
  return Math.max(found, fitting(device, Math.ceil(found * 1.25), entryBytes));
}

/** Buffers whose contents are needed during one call only. */
export interface Scratch {
  /** A growing buffer that `drop` destroys. */
  buffer(label: string): GrowingBuffer;
  /** Makes `drop` call this function too. */
  onDrop(drop: () => void): void;
  /**
   * To be called when a submission failed. Any of the buffers may have found no memory, and
   * `withRoom` would give such a buffer again. The next call makes all of them again.
   */
  drop(): void;
}

export function createScratch(device: GPUDevice): Scratch {
  const drops: (() => void)[] = [];
  return {
    buffer(label) {
      const made = growingBuffer(device, label);
      drops.push(() => made.destroy());
      return made;
    },
    onDrop: (drop) => void drops.push(drop),
    drop() {
      for (const drop of drops) drop();
    },
  };
}

/** An array of the host that is replaced when it is too short. */
export function growingWords(): (words: number) => Uint32Array {
  let array = new Uint32Array(0);
  return (words) => {
    if (array.length < words) array = new Uint32Array(Math.ceil(words * 1.25));
    return array.subarray(0, words);
  };
}
