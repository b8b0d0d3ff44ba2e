import { aDevice, checkRequired, COMPACT_RULES } from '../rules.ts';
import { storageBuffer } from '../buffers.ts';
import {
  cellBinding,
  checkDistinct,
  checkHasWord,
  checkLength,
  lengthBindings,
  wordsBinding,
} from '../parallel/length.ts';
import { resolveTuning, teamConstants } from '../parallel/tuning.ts';
import { encodeSteps, type Step, step } from '../pipeline.ts';
import { keeping } from '../keeping.ts';
import type { Primitive, PrimitiveOptions } from '../primitive.ts';
import { checkQuads, SCAN_DEFAULTS } from '../scan/scan.ts';
import { compactWgsl } from '../scan/scan.wgsl.ts';

/** Options of `createCompact`. */
export interface CompactOptions extends PrimitiveOptions {
  /** `length` u32: elements whose flag is not 0 are kept. */
  readonly flags: GPUBuffer;
  /** `length` u32 to choose from. Default: the index of each kept element is stored. */
  readonly values?: GPUBuffer;
  /** Receives the kept elements (u32) in the order of the input, as many as fit. */
  readonly output: GPUBuffer;
  /** Receives the number of kept elements, a u32 at `countOffset`. */
  readonly count: GPUBuffer;
  /** Byte offset into `count`, a multiple of 4. Default 0. */
  readonly countOffset?: number;
}

/**
 * Stream compaction: copies the elements whose flag is not 0 to the front of `output`, in their
 * order, and counts them. If `output` has no room for all of them, the first ones are kept, and
 * `count` is the number of all. Give `count` as `lengthFrom` of a following primitive.
 *
 * @throws RangeError for a length the buffers have no room for, an empty buffer, or a tuning that
 *   cannot work.
 *
 * @example
 * const compact = createCompact(device, { flags, values, output, count, length });
 * compact.encode(encoder); // then createSort(…, { lengthFrom: { buffer: count } })
 * device.queue.submit([encoder.finish()]);
 * console.log(await read(output, 3)); // 10 13 14
 */
export function createCompact(device: GPUDevice, options: CompactOptions): Primitive {
  aDevice(device, 'device');
  checkRequired('createCompact', options, COMPACT_RULES, ['flags', 'output', 'count', 'length']);
  const { flags, values, output, count, length, countOffset = 0, label = 'compact' } = options;
  checkLength(device, label, length, flags, 'flags');
  if (values) checkLength(device, label, length, values, 'values');
  checkHasWord(label, { flags, output, ...(values ? { values } : {}) });
  const lengthBuffer = options.lengthFrom?.buffer;
  checkDistinct(label, { output, count }, { flags, values, lengthFrom: lengthBuffer });
  if (countOffset % 4 !== 0 || countOffset + 4 > count.size) {
    throw new RangeError(
      `${label}: countOffset is ${countOffset}, expected a multiple of 4 below ${count.size}`,
    );
  }

  const shape = resolveTuning(device, options, SCAN_DEFAULTS);
  const quadsPerInvocation = checkQuads(label, shape.itemsPerInvocation);
  const tiles = Math.ceil(length / (shape.workgroupSize * shape.itemsPerInvocation));
  // without elements one workgroup still runs, to write the count 0
  const blocks = Math.max(1, Math.min(tiles, shape.maxBlocks));

  const from = wordsBinding(flags, length);
  const text = { subgroups: shape.subgroups, quadsPerInvocation, quads: from.quads };
  const code = compactWgsl(text, values !== undefined);
  const constants = teamConstants(shape);

  const cell = cellBinding(device, count, countOffset);
  const own = [[cell.index, 0, 0]];
  const { bindings, blockSum } = keeping((keep) => ({
    bindings: keep(lengthBindings(device, label, length, options.lengthFrom, own)),
    blockSum: storageBuffer(device, `${label}: block sums`, blocks),
  }));
  const head = { 0: bindings.params[0], 1: bindings.lengthCell, 2: blockSum, 3: from.binding };
  const room = Math.floor(output.size / 4);
  const results = { 4: wordsBinding(output, Math.min(length, room)).binding, 5: cell.binding };
  const source = values ? { 6: wordsBinding(values, length).binding } : {};
  const steps: Step[] = [];
  if (blocks > 1) {
    const kernel = { label: `${label}: counts`, code, entry: 'sumBlocks', constants };
    steps.push(step(device, kernel, head, blocks));
  }
  const kernel = { label: `${label}: move`, code, entry: 'scanBlocks', constants };
  steps.push(step(device, kernel, { ...head, ...results, ...source }, blocks));

  return {
    encode: (target) => encodeSteps(target, label, steps),
    setLength: bindings.setLength,
    memoryBytes: bindings.memoryBytes + blockSum.size,
    dispatches: steps.length,
    destroy() {
      bindings.destroy();
      blockSum.destroy();
    },
  };
}
