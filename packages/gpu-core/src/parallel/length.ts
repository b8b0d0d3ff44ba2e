import { COPY_DST, COPY_SRC, STORAGE, UNIFORM } from '../buffer-usage.ts';
import { filledBuffer } from '../buffers.ts';
import { checkBinding, grouped } from '../memory-plan.ts';
import { keeping } from '../keeping.ts';

/** A u32 in a buffer that holds the number of elements, where only the GPU knows it. */
export interface LengthSource {
  readonly buffer: GPUBuffer;
  /** Byte offset of the u32, a multiple of 4. Default 0. */
  readonly offset?: number;
}

/** The buffers of bindings 0 and 1 of a primitive. */
export interface LengthBindings {
  /** Uniform buffers, one per set of the kernels' own three parameters. */
  readonly params: readonly GPUBuffer[];
  /** Holds the number of elements; a word of the caller's buffer with `lengthFrom`. */
  readonly lengthCell: GPUBufferBinding;
  /** Without the caller's buffer. */
  readonly memoryBytes: number;
  setLength(length: number): void;
  destroy(): void;
}

/** Throws RangeError unless the buffer has room for `length` words, and a binding holds them. */
export function checkLength(
  device: GPUDevice,
  what: string,
  length: number,
  buffer: GPUBuffer,
  name: string,
): void {
  if (!Number.isSafeInteger(length) || length < 0) {
    throw new RangeError(`${what}: length is ${length}, expected a whole number >= 0`);
  }
  if (length * 4 > buffer.size) {
    throw new RangeError(
      `${what}: length is ${grouped(length)}, ` +
        `${name} has room for ${grouped(Math.floor(buffer.size / 4))}`,
    );
  }
  checkBinding(device.limits, `${what}: ${name}`, length * 4);
}

/** Throws RangeError where a written buffer has a second name too: WebGPU forbids that. */
export function checkDistinct(
  what: string,
  written: Readonly<Record<string, GPUBuffer>>,
  others: Readonly<Record<string, GPUBuffer | undefined>>,
): void {
  const all = Object.entries({ ...written, ...others });
  for (const [name, buffer] of Object.entries(written)) {
    for (const [other, same] of all) {
      if (name !== other && buffer === same) {
        throw new RangeError(`${what}: ${name} and ${other} are the same buffer`);
      }
    }
  }
}

/**
 * Makes bindings 0 and 1 for at most `capacity` elements.
 *
 * @param own for each uniform buffer the values of the kernel's own three parameters, in the order
 *   of `blocksWgsl`; 0 for one that the kernel lacks
 */
export function lengthBindings(
  device: GPUDevice,
  label: string,
  capacity: number,
  from: LengthSource | undefined,
  own: readonly (readonly number[])[],
): LengthBindings {
  const offset = from?.offset ?? 0;
  if (offset % 4 !== 0 || (from && offset + 4 > from.buffer.size)) {
    const room = from ? grouped(from.buffer.size) : 0;
    throw new RangeError(
      `${label}: lengthFrom.offset is ${offset}, expected a multiple of 4 below ${room}`,
    );
  }
  const usage = STORAGE | COPY_DST | COPY_SRC;
  const given = from && cellBinding(device, from.buffer, offset);
  const { params, cell } = keeping((keep) => {
    const filled = (name: string, words: readonly number[], use: GPUBufferUsageFlags): GPUBuffer =>
      keep(filledBuffer(device, `${label}: ${name}`, new Uint32Array(words), use));
    return {
      params: own.map((words) =>
        filled('params', [capacity, given?.index ?? 0, ...words], UNIFORM),
      ),
      cell: from?.buffer ?? filled('length', [capacity], usage),
    };
  });
  let memoryBytes = from ? 0 : cell.size;
  for (const buffer of params) memoryBytes += buffer.size;
  return {
    params,
    lengthCell: given?.binding ?? { buffer: cell },
    memoryBytes,
    setLength(length) {
      if (from) throw new Error(`${label}: the length comes from lengthFrom`);
      if (!Number.isSafeInteger(length) || length < 0 || length > capacity) {
        throw new RangeError(`${label}: length is ${length}, expected 0 to ${grouped(capacity)}`);
      }
      device.queue.writeBuffer(cell, 0, new Uint32Array([length]));
    },
    destroy() {
      for (const buffer of params) buffer.destroy();
      if (!from) cell.destroy();
    },
  };
}

/** Throws RangeError where a buffer has no word: WebGPU has no binding of 0 bytes. */
export function checkHasWord(what: string, buffers: Readonly<Record<string, GPUBuffer>>): void {
  for (const [name, { size }] of Object.entries(buffers)) {
    if (size < 4) throw new RangeError(`${what}: ${name} has ${size} bytes, expected at least 4`);
  }
}

/**
 * The word at a byte offset of a buffer, which may be larger than a binding. The binding starts at
 * the last allowed offset up to the word; `index` is the place of the word in the binding.
 */
export function cellBinding(
  device: GPUDevice,
  buffer: GPUBuffer,
  byteOffset: number,
): { readonly index: number; readonly binding: GPUBufferBinding } {
  const before = byteOffset % device.limits.minStorageBufferOffsetAlignment;
  const binding = { buffer, offset: byteOffset - before, size: before + 4 };
  return { index: before / 4, binding };
}

/**
 * The first `words` words of a buffer as a binding. If the buffer is long enough, the binding is
 * rounded up to a multiple of 16 bytes and `quads` is true: kernels may read it as vec4u.
 */
export function wordsBinding(
  buffer: GPUBuffer,
  words: number,
): { readonly quads: boolean; readonly binding: GPUBufferBinding } {
  const padded = Math.max(16, Math.ceil(words / 4) * 16);
  const quads = padded <= buffer.size;
  const exact = Math.max(4, words * 4);
  return { quads, binding: { buffer, offset: 0, size: quads ? padded : exact } };
}
