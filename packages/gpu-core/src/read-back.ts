// Staging memory. A mapped range is copied with `set` and unmapped before any code computes with
// the numbers: a hot loop that reads a mapped range in place crashes Node after the unmap.
import {
  anOffset,
  aBuffer,
  aCount,
  aDevice,
  anEncoder,
  aView,
  someParts,
  someText,
} from './rules.ts';
import { COPY_DST, MAP_MODE_READ, MAP_READ } from './buffer-usage.ts';
import { guarded } from './guard.ts';
import { grouped } from './memory-plan.ts';

/**
 * Where bytes of a read-back go: `into` receives those from byte `at` of the staging memory. `into`
 * may be a function that returns the array. It is called once the parts before it are filled, so it
 * can take the length of its array from them. If a part of a read has a function, each `at` of that
 * read must be a multiple of 8, and its parts may not overlap.
 */
export interface ReadPart {
  readonly at: number;
  readonly into: ArrayBufferView | (() => ArrayBufferView);
}

interface KnownPart extends ReadPart {
  readonly into: ArrayBufferView;
}

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** Staging memory that is reused from call to call. */
export interface ReadBack {
  readonly memoryBytes: number;
  /**
   * Records a copy of `bytes` (a multiple of 4) from `source` to byte `at` of the staging memory.
   * Throws RangeError where it does not fit.
   */
  encode(
    encoder: GPUCommandEncoder,
    source: GPUBuffer,
    sourceOffset: number,
    at: number,
    bytes: number,
  ): void;
  /**
   * Waits for the submitted copies and fills the parts, all by one map. Call it after the submit.
   * Rejects with RangeError where a part exceeds the staging memory, with Error during another read
   * and when the device is lost.
   */
  read(...parts: ReadPart[]): Promise<void>;
  /** Frees the memory; a read under way rejects. */
  destroy(): void;
}

/**
 * Staging memory of `bytes` for results that come back to JavaScript.
 *
 * @example
 * const staging = createReadBack(device, 4 * length);
 * staging.encode(encoder, values, 0, 0, 4 * length);
 * device.queue.submit([encoder.finish()]);
 * const words = new Uint32Array(length);
 * await staging.read({ at: 0, into: words });
 * console.log(words.join()); // 10,11,12,13,14,15,16,17
 */
export function createReadBack(device: GPUDevice, bytes: number, label = 'read back'): ReadBack {
  aDevice(device, 'device');
  aCount(bytes, 'bytes');
  someText(label, 'label');
  const size = Math.max(16, Math.ceil(bytes / 8) * 8);
  const staging = device.createBuffer({ label, size, usage: MAP_READ | COPY_DST });
  let reading = false;

  /** The end of a part, or `least` if that is more: a multiple of 8. */
  function checkedEnd(at: number, into: ArrayBufferView, least: number): number {
    aView(into, 'into');
    const end = Math.ceil(Math.max(least, at + into.byteLength) / 8) * 8;
    if (end <= size) return end;
    throw new RangeError(`${label}: ${grouped(end)} bytes asked, there are ${grouped(size)}`);
  }

  /** Copies parts whose arrays are known out of one range. */
  function copyAll(parts: readonly KnownPart[], end: number): void {
    const mapped = new Uint8Array(staging.getMappedRange(0, end));
    for (const { at, into } of parts) {
      bytesOf(into).set(mapped.subarray(at, at + into.byteLength));
    }
  }

  /** Copies each part out of a range of its own: one range of all memory burdens the GC. */
  function copyEach(parts: readonly ReadPart[]): void {
    for (const { at, into: given } of parts) {
      const into = typeof given === 'function' ? given() : given;
      const { byteLength } = into;
      checkedEnd(at, into, 0);
      if (byteLength === 0) continue;
      const range = staging.getMappedRange(at, Math.ceil(byteLength / 4) * 4);
      bytesOf(into).set(new Uint8Array(range, 0, byteLength));
    }
  }

  return {
    memoryBytes: size,
    encode(encoder, source, sourceOffset, at, length) {
      anEncoder(encoder, 'encoder');
      aBuffer(source, 'source');
      aCount(sourceOffset, 'sourceOffset');
      aCount(at, 'at');
      aCount(length, 'bytes');
      if (at + length > size) {
        throw new RangeError(
          `${label}: bytes ${grouped(at)} to ${grouped(at + length)}, there are ${grouped(size)}`,
        );
      }
      if (length > 0) encoder.copyBufferToBuffer(source, sourceOffset, staging, at, length);
    },
    async read(...parts) {
      someParts(parts, 'parts');
      if (reading) throw new Error(`${label}: one read at a time`);
      const isLate = parts.some(({ into }) => typeof into === 'function');
      let end = 8;
      for (const { at, into } of parts) {
        if (typeof into !== 'function') end = checkedEnd(at, into, end);
      }
      if (isLate) end = size;
      reading = true;
      try {
        await guarded(device, label, () => staging.mapAsync(MAP_MODE_READ, 0, end));
        try {
          if (isLate) copyEach(parts);
          else copyAll(parts as readonly KnownPart[], end);
        } finally {
          staging.unmap();
        }
      } finally {
        reading = false;
      }
    },
    destroy() {
      staging.destroy();
    },
  };
}

/**
 * Fills `into` with the bytes that `source` (usage COPY_SRC) has from byte `sourceOffset` (a
 * multiple of 4) on, after all work submitted so far. Makes and frees staging memory: for results
 * read again and again, use `createReadBack`.
 */
export async function readBuffer<Out extends ArrayBufferView>(
  device: GPUDevice,
  source: GPUBuffer,
  into: Out,
  sourceOffset = 0,
): Promise<Out> {
  aDevice(device, 'device');
  aBuffer(source, 'source');
  aView(into, 'into');
  anOffset(sourceOffset, 'sourceOffset');
  const bytes = Math.ceil(into.byteLength / 4) * 4;
  if (bytes === 0) return into;
  let back: ReadBack | undefined;
  try {
    await guarded(device, 'readBuffer', () => {
      back = createReadBack(device, bytes, `read ${source.label || 'buffer'}`);
      const encoder = device.createCommandEncoder({ label: 'read back' });
      back.encode(encoder, source, sourceOffset, 0, bytes);
      device.queue.submit([encoder.finish()]);
    });
    await back!.read({ at: 0, into });
  } finally {
    back?.destroy();
  }
  return into;
}
