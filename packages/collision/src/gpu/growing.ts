import { storageBuffer } from '@wayfield/gpu';

/** A GPU buffer that is made anew, larger and empty, when there is not enough room. */
export interface GrowingBuffer {
  /** The buffer, with room for `words` 32-bit words at least. */
  withRoom(words: number): GPUBuffer;
  readonly words: number;
  readonly bytes: number;
  destroy(): void;
}

/** With the first `withRoom` there is a buffer. */
export function growingBuffer(device: GPUDevice, label: string): GrowingBuffer {
  let buffer: GPUBuffer | undefined;
  return {
    withRoom(words) {
      if (!buffer || buffer.size < words * 4) {
        // the new one first: where it does not fit, the old one is still there
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

/** An array of the host that is made anew when it is too short. */
export function growingWords(): (words: number) => Uint32Array {
  let array = new Uint32Array(0);
  return (words) => {
    if (array.length < words) array = new Uint32Array(Math.ceil(words * 1.25));
    return array.subarray(0, words);
  };
}
