import { aDevice, checkRequired, REDUCE_RULES } from '../rules.ts';
import { storageBuffer } from '../buffers.ts';
import {
  cellBinding,
  checkDistinct,
  checkHasWord,
  checkLength,
  lengthBindings,
  wordsBinding,
} from '../parallel/length.ts';
import { ADD_U32, type Reduction } from '../parallel/teams.wgsl.ts';
import { ALONE_TILES, resolveTuning, teamConstants } from '../parallel/tuning.ts';
import { encodeSteps, type Step, step } from '../pipeline.ts';
import { keeping } from '../keeping.ts';
import type { Primitive, PrimitiveOptions } from '../primitive.ts';
import { reduceWgsl } from './reduce.wgsl.ts';

/** What is done to two elements, and of which type they are. */
export type ReduceOperation =
  /** sum modulo 2^32; of nothing: 0 */
  | 'add-u32'
  /** smallest; of nothing: 0xffffffff */
  | 'min-u32'
  /** largest; of nothing: 0 */
  | 'max-u32'
  /** f32 sum in an order that is fixed for a device, length and tuning; of nothing: 0 */
  | 'add-f32';

/** What each operation does; `reduceWords` takes the types of arrays from here. */
export const REDUCTIONS: Readonly<Record<ReduceOperation, Reduction>> = {
  'add-u32': ADD_U32,
  'min-u32': {
    type: 'u32',
    identity: '0xffffffffu',
    pair: 'min(a, b)',
    subgroup: 'subgroupMin(v)',
  },
  'max-u32': { type: 'u32', identity: '0u', pair: 'max(a, b)', subgroup: 'subgroupMax(v)' },
  'add-f32': { type: 'f32', identity: '0f', pair: 'a + b', subgroup: 'subgroupAdd(v)' },
};

/** Measured on an H200. */
const DEFAULTS = {
  subgroup: { workgroupSize: 256, itemsPerInvocation: 16, maxBlocks: 1024 },
  portable: { workgroupSize: 256, itemsPerInvocation: 16, maxBlocks: 1024 },
};

/** Options of `createReduce`. */
export interface ReduceOptions extends PrimitiveOptions {
  /** How two elements become one. */
  readonly operation: ReduceOperation;
  /** `length` u32 or f32. */
  readonly input: GPUBuffer;
  /** Receives one word at `outputOffset`. */
  readonly output: GPUBuffer;
  /** Byte offset into `output`, a multiple of 4. Default 0. */
  readonly outputOffset?: number;
}

/**
 * Combines all elements into one: sum, minimum or maximum.
 *
 * @throws RangeError for a length the input has no room for, an empty buffer, or a tuning that
 *   cannot work.
 *
 * @example
 * const reduce = createReduce(device, { operation: 'max-u32', input, output, length });
 * reduce.encode(encoder);
 * device.queue.submit([encoder.finish()]);
 * console.log(await read(output, 1)); // 9
 */
export function createReduce(device: GPUDevice, options: ReduceOptions): Primitive {
  aDevice(device, 'device');
  checkRequired('createReduce', options, REDUCE_RULES, ['operation', 'input', 'output', 'length']);
  const { operation, input, output, length, outputOffset = 0, label = 'reduce' } = options;
  const reduction = REDUCTIONS[operation];
  checkLength(device, label, length, input, 'input');
  checkHasWord(label, { input });
  checkDistinct(label, { output }, { input, lengthFrom: options.lengthFrom?.buffer });
  if (outputOffset % 4 !== 0 || outputOffset + 4 > output.size) {
    throw new RangeError(
      `${label}: outputOffset is ${outputOffset}, expected a multiple of 4 below ${output.size}`,
    );
  }

  const shape = resolveTuning(device, options, DEFAULTS);
  const { subgroups, workgroupSize, itemsPerInvocation, maxBlocks } = shape;
  const tiles = Math.ceil(length / (workgroupSize * itemsPerInvocation));
  const blocks = tiles <= ALONE_TILES ? 1 : Math.min(tiles, maxBlocks);
  const kernel = {
    label,
    code: reduceWgsl(subgroups, itemsPerInvocation, reduction),
    entry: 'reduceBlocks',
    constants: teamConstants(shape),
  };

  const { index, binding: result } = cellBinding(device, output, outputOffset);
  const own = [[blocks === 1 ? index : 0, 0, 0]];
  // the first dispatch reduces each block to a value of `parts`, the second one reduces `parts`
  const { first, second, parts } = keeping((keep) => ({
    first: keep(lengthBindings(device, label, length, options.lengthFrom, own)),
    second: keep(lengthBindings(device, label, blocks, undefined, [[index, 0, 0]])),
    parts: storageBuffer(device, `${label}: blocks`, blocks),
  }));
  const source = wordsBinding(input, length).binding;
  const steps: Step[] = [];
  const head = { 0: first.params[0], 1: first.lengthCell, 2: source };
  steps.push(step(device, kernel, { ...head, 3: blocks === 1 ? result : parts }, blocks));
  if (blocks > 1) {
    const last = { 0: second.params[0], 1: second.lengthCell, 2: parts, 3: result };
    steps.push(step(device, kernel, last, 1));
  }

  return {
    encode: (target) => encodeSteps(target, label, steps),
    setLength: first.setLength,
    memoryBytes: first.memoryBytes + second.memoryBytes + parts.size,
    dispatches: steps.length,
    destroy() {
      first.destroy();
      second.destroy();
      parts.destroy();
    },
  };
}
