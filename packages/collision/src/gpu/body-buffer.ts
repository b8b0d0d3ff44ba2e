import { storageBuffer } from '@wayfield/gpu';
import { NONE } from '../constants.ts';
import type { Bodies } from '../types.ts';
import type { ParamName } from './grid.wgsl.ts';

/** The arrays of `Bodies` that the GPU holds, in the order of their places in the buffer. */
const ARRAYS = [
  'x',
  'y',
  'z',
  'radius',
  'extentX',
  'extentY',
  'extentZ',
  'group',
  'mask',
  'kind',
  'shape',
] as const;

/** An array of `Bodies` that kernels read. */
export type BodyArray = (typeof ARRAYS)[number];

/** Where each array starts, in words; NONE where there is none. All of `capacity` entries. */
export interface BodyLayout {
  readonly capacity: number;
  readonly words: number;
  readonly first: Readonly<Record<BodyArray, number>>;
}

export function bodyLayout(bodies: Bodies): BodyLayout {
  const capacity = Math.max(4, Math.ceil(bodies.capacity / 4) * 4);
  const first = {} as Record<BodyArray, number>;
  let words = 0;
  for (const name of ARRAYS) {
    const array = bodies[name];
    first[name] = array ? words : NONE;
    if (!array) continue;
    // every array starts at a multiple of 16 bytes
    const entries = array.BYTES_PER_ELEMENT === 1 ? capacity / 4 : capacity;
    words += Math.ceil(entries / 4) * 4;
  }
  return { capacity, words, first };
}

export function sameLayout(a: BodyLayout, b: BodyLayout): boolean {
  return a.capacity === b.capacity && ARRAYS.every((name) => a.first[name] === b.first[name]);
}

export function bodyBuffer(device: GPUDevice, label: string, layout: BodyLayout): GPUBuffer {
  return storageBuffer(device, label, layout.words);
}

/** The words of `Params` that say where the arrays are. */
export function layoutParams(layout: BodyLayout): Partial<Record<ParamName, number>> {
  return layout.first;
}

/** Writes the used part of the arrays, or of those in `changed`. The bytes are taken before it returns. */
export function uploadBodies(
  device: GPUDevice,
  buffer: GPUBuffer,
  layout: BodyLayout,
  bodies: Bodies,
  changed: ReadonlySet<BodyArray> | undefined,
): void {
  const { end } = bodies;
  for (const name of ARRAYS) {
    const array = bodies[name];
    if (!array || end === 0 || (changed && !changed.has(name))) continue;
    let source: Float32Array | Uint32Array | Uint8Array = array;
    let entries = end;
    if (source.BYTES_PER_ELEMENT === 1 && end % 4 !== 0) {
      // whole words; what is behind the last body is not read
      entries = Math.ceil(end / 4) * 4;
      if (source.length < entries) {
        const padded = new Uint8Array(entries);
        padded.set(source.subarray(0, end));
        source = padded;
      }
    }
    // the cast: WebGPU takes shared memory too, its types say otherwise
    const bytes = source.buffer as ArrayBuffer;
    const size = entries * source.BYTES_PER_ELEMENT;
    device.queue.writeBuffer(buffer, layout.first[name] * 4, bytes, source.byteOffset, size);
  }
}

/** Bytes that `uploadBodies` writes: what of one buffer is copied into another afterwards. */
export function changedRanges(
  layout: BodyLayout,
  bodies: Bodies,
  changed: ReadonlySet<BodyArray> | undefined,
): readonly (readonly [first: number, bytes: number])[] {
  const ranges: (readonly [number, number])[] = [];
  for (const name of ARRAYS) {
    const array = bodies[name];
    if (!array || bodies.end === 0 || (changed && !changed.has(name))) continue;
    const bytes = Math.ceil((bodies.end * array.BYTES_PER_ELEMENT) / 4) * 4;
    ranges.push([layout.first[name] * 4, bytes]);
  }
  return ranges;
}
