// The primitives for arrays of JavaScript: upload, run, read back, free. For data that stays on the
// GPU take the create… functions instead.
import { checkOptions } from '@wayfield/check';
import {
  aCount,
  aDevice,
  REDUCE_RULES,
  someWords,
  SORT_PAIRS_RULES,
  TUNING_RULES,
  u32,
} from './rules.ts';
import { storageBuffer, uploadWords, type Words } from './buffers.ts';
import { createCompact } from './compact/compact.ts';
import { guarded } from './guard.ts';
import type { Tuning } from './parallel/tuning.ts';
import type { Keep } from './keeping.ts';
import type { Primitive } from './primitive.ts';
import { createReadBack, type ReadPart } from './read-back.ts';
import { createReduce, REDUCTIONS, type ReduceOperation } from './reduce/reduce.ts';
import { createScan } from './scan/scan.ts';
import { createSegmentOffsets } from './segments/segments.ts';
import { createSort, type SortTuning } from './sort/sort.ts';

/** A job's primitive, and the buffers that are read into arrays. */
interface Job {
  readonly primitive: Primitive;
  readonly results: readonly (readonly [source: GPUBuffer, into: Words])[];
}

/** Makes, runs and reads a job in one round trip, then destroys all that `make` kept. */
async function runJob(device: GPUDevice, what: string, make: (keep: Keep) => Job): Promise<void> {
  const kept: { destroy(): void }[] = [];
  const keep: Keep = (made) => {
    kept.push(made);
    return made;
  };
  let reading: Promise<void> | undefined;
  try {
    await guarded(device, what, () => {
      const job = make(keep);
      keep(job.primitive);
      let bytes = 0;
      for (const [, into] of job.results) bytes += Math.ceil(into.byteLength / 8) * 8;
      const staging = keep(createReadBack(device, bytes, what));
      const encoder = device.createCommandEncoder({ label: what });
      job.primitive.encode(encoder);
      const parts: ReadPart[] = [];
      let at = 0;
      for (const [source, into] of job.results) {
        staging.encode(encoder, source, 0, at, into.byteLength);
        parts.push({ at, into });
        at += Math.ceil(into.byteLength / 8) * 8;
      }
      device.queue.submit([encoder.finish()]);
      // The map starts here, so that the result takes one round trip. `await reading` below reports
      // its failure.
      reading = staging.read(...parts);
      reading.catch(() => {});
    });
    await reading;
  } finally {
    for (const made of kept) made.destroy();
  }
}

/** Exclusive prefix sum, modulo 2^32. A new array as long as the input. */
export async function scanWords(
  device: GPUDevice,
  input: Uint32Array,
  tuning: Tuning = {},
): Promise<Uint32Array<ArrayBuffer>> {
  aDevice(device, 'device');
  u32(input, 'input');
  checkOptions('scanWords', tuning, TUNING_RULES);
  const sums = new Uint32Array(input.length);
  await runJob(device, 'scanWords', (keep) => {
    const output = keep(uploadWords(device, 'scanWords', input));
    const primitive = createScan(device, { ...tuning, output, length: input.length });
    return { primitive, results: [[output, sums]] };
  });
  return sums;
}

/** Sum, minimum or maximum of all elements; see `ReduceOperation` for what no elements give. */
export async function reduceWords(
  device: GPUDevice,
  operation: ReduceOperation,
  input: Uint32Array | Float32Array,
  tuning: Tuning = {},
): Promise<number> {
  aDevice(device, 'device');
  REDUCE_RULES.operation(operation, 'operation');
  someWords(input, 'input');
  checkOptions('reduceWords', tuning, TUNING_RULES);
  const float = REDUCTIONS[operation].type === 'f32';
  if (float !== input instanceof Float32Array) {
    const expected = float ? 'Float32Array' : 'Uint32Array';
    throw new TypeError(`reduceWords: '${operation}' takes a ${expected}`);
  }
  const result = float ? new Float32Array(1) : new Uint32Array(1);
  await runJob(device, 'reduceWords', (keep) => {
    const source = keep(uploadWords(device, 'reduceWords', input));
    const output = keep(storageBuffer(device, 'reduceWords: result', 1));
    const all = { ...tuning, operation, input: source, output, length: input.length };
    const primitive = createReduce(device, all);
    return { primitive, results: [[output, result]] };
  });
  return result[0];
}

/**
 * The elements whose flag is not 0, in their order. Without `values`: the indices of these flags.
 *
 * @throws RangeError unless there are as many flags as values.
 */
export async function compactWords(
  device: GPUDevice,
  flags: Uint32Array,
  values?: Uint32Array,
  tuning: Tuning = {},
): Promise<Uint32Array<ArrayBuffer>> {
  aDevice(device, 'device');
  u32(flags, 'flags');
  if (values !== undefined) u32(values, 'values');
  checkOptions('compactWords', tuning, TUNING_RULES);
  const { length } = flags;
  if (values && values.length !== length) {
    throw new RangeError(`compactWords: ${values.length} values for ${length} flags`);
  }
  const count = new Uint32Array(1);
  const kept = new Uint32Array(length);
  await runJob(device, 'compactWords', (keep) => {
    const flagBuffer = keep(uploadWords(device, 'compactWords: flags', flags));
    const output = keep(storageBuffer(device, 'compactWords: output', length));
    const counter = keep(storageBuffer(device, 'compactWords: count', 1));
    const from = values && keep(uploadWords(device, 'compactWords: values', values));
    const primitive = createCompact(device, {
      ...tuning,
      flags: flagBuffer,
      output,
      count: counter,
      length,
      ...(from ? { values: from } : {}),
    });
    return {
      primitive,
      results: [
        [counter, count],
        [output, kept],
      ],
    };
  });
  return kept.slice(0, count[0]);
}

/** Keys, and a value for each. */
export interface Pairs {
  readonly keys: Uint32Array<ArrayBuffer>;
  readonly values: Uint32Array<ArrayBuffer>;
}

/**
 * Sorted copies of keys and values; pairs with equal keys keep their order.
 *
 * @throws RangeError unless there are as many values as keys.
 */
export async function sortPairs(
  device: GPUDevice,
  keys: Uint32Array,
  values: Uint32Array,
  options: SortTuning & { readonly firstBit?: number; readonly endBit?: number } = {},
): Promise<Pairs> {
  aDevice(device, 'device');
  u32(keys, 'keys');
  u32(values, 'values');
  checkOptions('sortPairs', options, SORT_PAIRS_RULES);
  const { length } = keys;
  if (values.length !== length) {
    throw new RangeError(`sortPairs: ${values.length} values for ${length} keys`);
  }
  const sorted = { keys: new Uint32Array(length), values: new Uint32Array(length) };
  await runJob(device, 'sortPairs', (keep) => {
    const keyBuffer = keep(uploadWords(device, 'sortPairs: keys', keys));
    const valueBuffer = keep(uploadWords(device, 'sortPairs: values', values));
    const both = { keys: keyBuffer, values: valueBuffer };
    const primitive = createSort(device, { ...options, ...both, length });
    return {
      primitive,
      results: [
        [keyBuffer, sorted.keys],
        [valueBuffer, sorted.values],
      ],
    };
  });
  return sorted;
}

/**
 * Where the elements of each segment begin once the keys are sorted: segments + 1 entries. Keys
 * from `segments` on are left out.
 */
export async function segmentOffsets(
  device: GPUDevice,
  keys: Uint32Array,
  segments: number,
  tuning: Tuning = {},
): Promise<Uint32Array<ArrayBuffer>> {
  aDevice(device, 'device');
  u32(keys, 'keys');
  aCount(segments, 'segments');
  checkOptions('segmentOffsets', tuning, TUNING_RULES);

  const result = new Uint32Array(segments + 1);
  await runJob(device, 'segmentOffsets', (keep) => {
    const source = keep(uploadWords(device, 'segmentOffsets: keys', keys));
    const offsets = keep(storageBuffer(device, 'segmentOffsets', segments + 1));
    const sizes = { segments, length: keys.length };
    const primitive = createSegmentOffsets(device, { ...tuning, keys: source, offsets, ...sizes });
    return { primitive, results: [[offsets, result]] };
  });
  return result;
}
