import {
  createCompact,
  createReduce,
  createScan,
  createSegmentOffsets,
  createSort,
  type Primitive,
  readBuffer,
  type SortTuning,
  storageBuffer,
  uploadWords,
} from '@wayfield/gpu-core';
import { random } from '@wayfield/graph/generators';
import { sameWords } from './same-words.ts';
import type { Restore } from './primitive-timing.ts';

/**
 * A primitive on buffers with data, its preparation before each run, and the check of its result.
 */
export interface Prepared {
  readonly primitive: Primitive;
  readonly restore: Restore;
  verify(): Promise<boolean>;
  destroy(): void;
}

/** Data and expected result of one size, computed once for all variants. */
export interface Case {
  readonly name: string;
  readonly length: number;
  /** The fewest bytes that must be moved. */
  readonly bytes: number;
  prepare(device: GPUDevice, tuning: SortTuning): Prepared;
}

/** Random u32 with `bits` bits each. */
export function randomWords(count: number, seed: number, bits = 32): Uint32Array<ArrayBuffer> {
  const next = random(seed);
  const words = new Uint32Array(count);
  // two halves, because one random number has fewer than 32 bits
  const half = (): number => Math.floor(next() * 2 ** 16);
  for (let i = 0; i < count; i++) words[i] = ((half() << 16) | half()) >>> (32 - bits);
  return words;
}

/** Exclusive prefix sum modulo 2^32. */
export function scanOf(input: Uint32Array): Uint32Array {
  const out = new Uint32Array(input.length);
  for (let i = 0, sum = 0; i < input.length; i++) {
    out[i] = sum;
    sum = (sum + input[i]) >>> 0;
  }
  return out;
}

/** Proves a stable sort: keys rise, each key has its index, and indices of equal keys rise. */
export function isStableOrder(
  original: Uint32Array,
  keys: Uint32Array,
  order: Uint32Array,
): boolean {
  const seen = new Uint8Array(original.length);
  for (let i = 0; i < keys.length; i++) {
    const index = order[i];
    if (original[index] !== keys[i] || seen[index]++ > 0) return false;
    if (i === 0) continue;
    if (keys[i - 1] > keys[i] || (keys[i - 1] === keys[i] && order[i - 1] > index)) return false;
  }
  return true;
}

const read = (device: GPUDevice, buffer: GPUBuffer, words: number): Promise<Uint32Array> =>
  readBuffer(device, buffer, new Uint32Array(words));

export type KeyShape = 'random' | '16-bit' | 'equal' | 'sorted';

function keysOf(shape: KeyShape, length: number): Uint32Array<ArrayBuffer> {
  if (shape === 'equal') return new Uint32Array(length).fill(0x12345678);
  const keys = randomWords(length, 1, shape === '16-bit' ? 16 : 32);
  return shape === 'sorted' ? keys.sort() : keys;
}

/** Full 32-bit sort of pairs whose values are their indices. */
export function sortCase(length: number, shape: KeyShape): Case {
  const keys = keysOf(shape, length);
  const values = new Uint32Array(length);
  for (let i = 0; i < length; i++) values[i] = i;
  return {
    name: shape === 'random' ? 'sort' : `sort ${shape}`,
    length,
    bytes: length * 16,
    prepare(device, tuning) {
      const original = [uploadWords(device, 'keys', keys), uploadWords(device, 'values', values)];
      const work = [
        storageBuffer(device, 'keys', length),
        storageBuffer(device, 'values', length),
      ] as const;
      const all = { ...tuning, keys: work[0], values: work[1], length };
      const primitive = createSort(device, all);
      return {
        primitive,
        restore(encoder) {
          for (let b = 0; b < 2; b++) {
            encoder.copyBufferToBuffer(original[b], 0, work[b], 0, length * 4);
          }
        },
        verify: async () =>
          isStableOrder(
            keys,
            await read(device, work[0], length),
            await read(device, work[1], length),
          ),
        destroy() {
          primitive.destroy();
          for (const buffer of [...original, ...work]) buffer.destroy();
        },
      };
    },
  };
}

/** Exclusive scan from one buffer into another. */
export function scanCase(length: number): Case {
  const input = randomWords(length, 2, 8);
  const expected = scanOf(input);
  return {
    name: 'scan',
    length,
    bytes: length * 8,
    prepare(device, tuning) {
      const from = uploadWords(device, 'input', input);
      const output = storageBuffer(device, 'output', length);
      const primitive = createScan(device, { ...tuning, input: from, output, length });
      return {
        primitive,
        restore: () => {},
        verify: async () => sameWords(await read(device, output, length), expected),
        destroy() {
          primitive.destroy();
          from.destroy();
          output.destroy();
        },
      };
    },
  };
}

export function reduceCase(length: number): Case {
  const input = randomWords(length, 3, 32);
  let sum = 0;
  for (let i = 0; i < length; i++) sum = (sum + input[i]) >>> 0;
  return {
    name: 'reduce',
    length,
    bytes: length * 4,
    prepare(device, tuning) {
      const from = uploadWords(device, 'input', input);
      const output = storageBuffer(device, 'output', 1);
      const all = { ...tuning, operation: 'add-u32', input: from, output, length } as const;
      const primitive = createReduce(device, all);
      return {
        primitive,
        restore: () => {},
        verify: async () => (await read(device, output, 1))[0] === sum,
        destroy() {
          primitive.destroy();
          from.destroy();
          output.destroy();
        },
      };
    },
  };
}

/** A compaction that keeps half of the elements. */
export function compactCase(length: number): Case {
  const flags = randomWords(length, 4, 1);
  let kept = 0;
  const expected = new Uint32Array(length);
  for (let i = 0; i < length; i++) if (flags[i] !== 0) expected[kept++] = i;
  return {
    name: 'compact',
    length,
    bytes: length * 6,
    prepare(device, tuning) {
      const from = uploadWords(device, 'flags', flags);
      const output = storageBuffer(device, 'output', length);
      const count = storageBuffer(device, 'count', 1);
      const primitive = createCompact(device, { ...tuning, flags: from, output, count, length });
      return {
        primitive,
        restore: () => {},
        verify: async () =>
          (await read(device, count, 1))[0] === kept &&
          sameWords(await read(device, output, kept), expected.subarray(0, kept)),
        destroy() {
          primitive.destroy();
          for (const buffer of [from, output, count]) buffer.destroy();
        },
      };
    },
  };
}

/** Random keys into `segments` segments. */
export function segmentsCase(length: number, segments: number): Case {
  const keys = randomWords(length, 5, 32);
  for (let i = 0; i < length; i++) keys[i] = keys[i] % segments;
  const counts = new Uint32Array(segments + 1);
  for (let i = 0; i < length; i++) counts[keys[i]]++;
  const expected = scanOf(counts);
  return {
    name: `segments ${segments}`,
    length,
    bytes: length * 4 + segments * 8,
    prepare(device, tuning) {
      const from = uploadWords(device, 'keys', keys);
      const offsets = storageBuffer(device, 'offsets', segments + 1);
      const primitive = createSegmentOffsets(device, {
        ...tuning,
        keys: from,
        offsets,
        segments,
        length,
      });
      return {
        primitive,
        restore: () => {},
        verify: async () => sameWords(await read(device, offsets, segments + 1), expected),
        destroy() {
          primitive.destroy();
          from.destroy();
          offsets.destroy();
        },
      };
    },
  };
}
