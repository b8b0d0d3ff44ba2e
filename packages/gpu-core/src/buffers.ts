import { aCount, aDevice, aRecord, someText, someWords } from './rules.ts';
import { COPY_DST, COPY_SRC, STORAGE } from './buffer-usage.ts';
import { keeping } from './keeping.ts';
import { makeGuarded } from './make-guarded.ts';
import { checkBinding } from './memory-plan.ts';

/** Typed arrays of whole 32-bit words: what kernels read and write. */
export type Words = Uint32Array | Int32Array | Float32Array;

/**
 * Bytes of a storage buffer for `words` 32-bit words: rounded up to 16, at least 16, so that
 * kernels may read four words at a time.
 */
export function storageBytes(words: number): number {
  aCount(words, 'words');
  return Math.max(16, Math.ceil(words / 4) * 16);
}

/**
 * A storage buffer for `words` 32-bit words (also a copy source and target), all zero.
 *
 * @throws RangeError where it exceeds one binding.
 */
export function storageBuffer(device: GPUDevice, label: string, words: number): GPUBuffer {
  aDevice(device, 'device');
  someText(label, 'label');
  const size = storageBytes(words);
  checkBinding(device.limits, label, size);
  return device.createBuffer({ label, size, usage: STORAGE | COPY_SRC | COPY_DST });
}

/**
 * A storage buffer with the words of `data`; views on a SharedArrayBuffer are fine. Words beyond
 * the data are 0.
 *
 * @throws RangeError where it exceeds one binding, or the host has no memory for it.
 */
export function uploadWords(device: GPUDevice, label: string, data: Words): GPUBuffer {
  return filledBuffer(device, label, data, STORAGE | COPY_SRC | COPY_DST);
}

/**
 * A buffer of any usage that starts with the words of `data`. Words beyond the data are 0.
 *
 * @throws RangeError where it exceeds one binding, or the host has no memory for it.
 */
export function filledBuffer(
  device: GPUDevice,
  label: string,
  data: Words,
  usage: GPUBufferUsageFlags,
): GPUBuffer {
  aDevice(device, 'device');
  someText(label, 'label');
  someWords(data, 'data');
  aCount(usage, 'usage');
  const size = storageBytes(data.length);
  checkBinding(device.limits, label, size);
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  // getMappedRange throws where the buffer found no memory
  return keeping((keep) => {
    const buffer = keep(device.createBuffer({ label, size, usage, mappedAtCreation: true }));
    new Uint8Array(buffer.getMappedRange()).set(bytes);
    buffer.unmap();
    return buffer;
  });
}

/**
 * Storage buffers by name, each of the given number of 32-bit words, once the device has found
 * memory for all of them. Rejects, and keeps none, when one exceeds a binding or memory runs out.
 */
export async function allocate<Name extends string>(
  device: GPUDevice,
  what: string,
  words: Readonly<Record<Name, number>>,
): Promise<Record<Name, GPUBuffer>> {
  aDevice(device, 'device');
  someText(what, 'what');
  aRecord(words, 'words');
  const names = Object.keys(words) as Name[];
  for (const name of names) {
    aCount(words[name], name);
    checkBinding(device.limits, `${what}: ${name}`, storageBytes(words[name]));
  }
  return makeGuarded(device, what, (keep) => {
    const buffers = {} as Record<Name, GPUBuffer>;
    for (const name of names) {
      buffers[name] = keep(storageBuffer(device, `${what}: ${name}`, words[name]));
    }
    return buffers;
  });
}
