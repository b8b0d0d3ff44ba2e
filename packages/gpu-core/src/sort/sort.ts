import { aDevice, checkRequired, SORT_RULES } from '../rules.ts';
import { storageBuffer } from '../buffers.ts';
import {
  checkDistinct,
  checkLength,
  type LengthBindings,
  lengthBindings,
  wordsBinding,
} from '../parallel/length.ts';
import { type GroupShape, resolveTuning, teamConstants, type Tuning } from '../parallel/tuning.ts';
import { encodeSteps, type Kernel, type Step, step } from '../pipeline.ts';
import type { Primitive, PrimitiveOptions } from '../primitive.ts';
import { DIGIT_BITS, DIGITS, type RankMode } from './rank.wgsl.ts';
import { type SortEntry, sortWgsl } from './sort.wgsl.ts';

/**
 * Up to this many blocks each workgroup of scatterTiles adds up the counts by itself, which saves a
 * dispatch per pass: 32 loads per digit take less time than one.
 */
const FEW_BLOCKS = 32;

// Measured on an H200, where 2,112 blocks are 16 for each of 132 cores. Numbers of blocks that are
// powers of two make the sort a fifth slower, because the rows of counts then share the same sets
// of the cache.
const DEFAULTS = {
  subgroup: { workgroupSize: 256, itemsPerInvocation: 12, maxBlocks: 2112 },
  // 3 tables of 256 words for each of 4 teams take 12 of the 16 KiB that every device has
  portable: { workgroupSize: 128, itemsPerInvocation: 16, maxBlocks: 1056 },
};

/** Settings of the sort beside those of every primitive. */
export interface SortTuning extends Tuning {
  /**
   * Copies of the digit counts per workgroup, 1 to 8: more where neighbours share digits. Default
   * 1.
   */
  readonly histogramCopies?: number;
  /** For tests: masks of 128 bits even where subgroups have at most 32 lanes. Default false. */
  readonly wideMasks?: boolean;
}

/** Options of `createSort`. */
export interface SortOptions extends PrimitiveOptions, SortTuning {
  /** `length` u32, sorted in place, ascending. */
  readonly keys: GPUBuffer;
  /** `length` u32 that follow their keys. Pairs with equal keys keep their order. */
  readonly values: GPUBuffer;
  /** The lowest bit that counts; `endBit` - 1 is the highest. Fewer bits sort faster. Default 0. */
  readonly firstBit?: number;
  /** One past the highest bit that counts. Default 32. */
  readonly endBit?: number;
}

/** Words of workgroup memory for the teams' tables and the exchange of a tile. */
function scratchWords(shape: GroupShape): number {
  const { subgroups, workgroupSize, minTeam, itemsPerInvocation } = shape;
  const tables = subgroups ? workgroupSize / minTeam : 3 * (workgroupSize / 32);
  return Math.max(tables * DIGITS, workgroupSize * itemsPerInvocation);
}

function fitsMemory(device: GPUDevice): (shape: GroupShape) => boolean {
  // Beside scratch: two tables of digits, digitStart and digitShift. With subgroups teamValue and
  // the two halves of teamSum, and the tickets; without them cell and row. 64 bytes are for
  // alignment.
  return (shape) => {
    const { subgroups, workgroupSize, minTeam } = shape;
    const sums = subgroups ? (3 * workgroupSize) / minTeam + 1 : workgroupSize + workgroupSize / 16;
    const bytes = 4 * (scratchWords(shape) + 2 * DIGITS + sums) + 64;
    return bytes <= device.limits.maxComputeWorkgroupStorageSize;
  };
}

function checkBits(label: string, firstBit: number, endBit: number): void {
  const whole = Number.isInteger(firstBit) && Number.isInteger(endBit);
  if (!whole || firstBit < 0 || endBit > 32 || firstBit > endBit) {
    throw new RangeError(
      `${label}: bits ${firstBit} to ${endBit}, expected 0 <= firstBit <= endBit <= 32`,
    );
  }
}

function checkCopies(label: string, copies: number): void {
  if (!Number.isInteger(copies) || copies < 1 || copies > 8) {
    throw new RangeError(`${label}: histogramCopies is ${copies}, expected 1 to 8`);
  }
}

/** The parameters of each pass; one tile is sorted by all bits in a single dispatch. */
function passesOf(firstBit: number, endBit: number, tiles: number, blocks: number): number[][] {
  if (tiles <= 1) return [[firstBit, endBit, 0]];
  const count = Math.ceil((endBit - firstBit) / DIGIT_BITS);
  const passes: number[][] = [];
  // passes of nearly equal width
  for (let p = 0, bit = firstBit; p < count; p++) {
    const bits = Math.ceil((endBit - bit) / (count - p));
    passes.push([bit, 2 ** bits - 1, blocks]);
    bit += bits;
  }
  return passes;
}

interface Pair {
  readonly keys: GPUBufferBinding;
  readonly values: GPUBufferBinding;
}

interface PassOptions {
  readonly device: GPUDevice;
  readonly kernel: (entry: SortEntry) => Kernel;
  /** Makes a scratch buffer of this number of words. */
  readonly scratch: (name: string, words: number) => GPUBuffer;
  readonly bindings: LengthBindings;
  /** The caller's buffers. */
  readonly pair: Pair;
  readonly length: number;
  readonly blocks: number;
}

/** The dispatches of all passes, from the caller's buffers to scratch and back in turn. */
function passSteps({
  device,
  kernel,
  scratch,
  bindings: { params, lengthCell },
  pair,
  length,
  blocks,
}: PassOptions): Step[] {
  if (params.length === 0) return [];
  const pairs: readonly Pair[] = [
    pair,
    {
      keys: wordsBinding(scratch('keys', length), length).binding,
      values: wordsBinding(scratch('values', length), length).binding,
    },
  ];
  const counts = scratch('counts', blocks * DIGITS);
  const totals = scratch('totals', DIGITS);
  const steps: Step[] = [];
  params.forEach((own, p) => {
    const from = pairs[p % 2];
    const to = pairs[1 - (p % 2)];
    const head = { 0: own, 1: lengthCell };
    const source = { 2: from.keys };
    steps.push(step(device, kernel('countDigits'), { ...head, ...source, 3: counts }, blocks));
    if (blocks > FEW_BLOCKS) {
      steps.push(step(device, kernel('scanDigits'), { 0: own, 3: counts, 4: totals }, DIGITS));
    }
    const sums = { 3: counts, 4: totals };
    const move = { 5: from.values, 6: to.keys, 7: to.values };
    const all = { ...head, ...source, ...sums, ...move };
    steps.push(step(device, kernel('scatterTiles'), all, blocks));
  });
  if (params.length % 2 === 1) {
    const [back, from] = pairs;
    const ends = { 2: from.keys, 5: from.values, 6: back.keys, 7: back.values };
    const head = { 0: params[0], 1: lengthCell };
    steps.push(step(device, kernel('copyPairs'), { ...head, ...ends }, blocks));
  }
  return steps;
}

/**
 * Stable radix sort of u32 keys with a u32 value each, in place. Needs scratch buffers as large as
 * keys and values when they exceed one tile (3,072 pairs; 2,048 without subgroups).
 *
 * @throws RangeError for a length the buffers have no room for, bits outside 0 to 32, or a tuning
 *   that cannot work.
 *
 * @example
 * const sort = createSort(device, { keys, values, length, endBit: 20 }); // keys below 2^20
 * sort.encode(encoder);
 * device.queue.submit([encoder.finish()]);
 * console.log(await read(values, length)); // 13 16 11 15 10 14 17 12
 */
export function createSort(device: GPUDevice, options: SortOptions): Primitive {
  aDevice(device, 'device');
  checkRequired('createSort', options, SORT_RULES, ['keys', 'values', 'length']);
  const { keys, values, length, firstBit = 0, endBit = 32, label = 'sort' } = options;
  checkLength(label, length, keys, 'keys');
  checkLength(label, length, values, 'values');
  checkDistinct(label, { keys, values }, { lengthFrom: options.lengthFrom?.buffer });
  checkBits(label, firstBit, endBit);
  const copies = options.histogramCopies ?? 1;
  checkCopies(label, copies);

  const shape = resolveTuning(device, options, DEFAULTS, fitsMemory(device));
  const { workgroupSize, itemsPerInvocation, maxBlocks } = shape;
  const narrow = shape.maxTeam <= 32 && options.wideMasks !== true;
  const mode: RankMode = !shape.subgroups ? 'portable' : narrow ? 'narrow' : 'wide';
  const text = { mode, workgroupSize, itemsPerInvocation, copies };
  const constants = { ...teamConstants(shape), SCRATCH: scratchWords(shape) };
  const kernel = (entry: SortEntry): Kernel => ({
    label: `${label}: ${entry}`,
    code: sortWgsl(entry, text),
    entry,
    constants: entry === 'scatterTiles' ? { ...constants, FEW_BLOCKS } : constants,
  });

  const tiles = Math.ceil(length / (workgroupSize * itemsPerInvocation));
  const blocks = Math.min(tiles, maxBlocks);
  const passes = passesOf(firstBit, endBit, tiles, blocks);
  const bindings = lengthBindings(device, label, length, options.lengthFrom, passes);
  const own: GPUBuffer[] = [];
  const scratch = (name: string, words: number): GPUBuffer => {
    const buffer = storageBuffer(device, `${label}: ${name}`, words);
    own.push(buffer);
    return buffer;
  };
  const pair: Pair = {
    keys: wordsBinding(keys, length).binding,
    values: wordsBinding(values, length).binding,
  };
  const steps: Step[] = [];
  if (tiles === 1 && firstBit < endBit) {
    const head = { 0: bindings.params[0], 1: bindings.lengthCell };
    const both = { 6: pair.keys, 7: pair.values };
    steps.push(step(device, kernel('sortTile'), { ...head, ...both }, 1));
  } else if (tiles > 1) {
    steps.push(...passSteps({ device, kernel, scratch, bindings, pair, length, blocks }));
  }

  let memoryBytes = bindings.memoryBytes;
  for (const buffer of own) memoryBytes += buffer.size;
  return {
    encode: (target) => encodeSteps(target, label, steps),
    setLength: bindings.setLength,
    memoryBytes,
    dispatches: steps.length,
    destroy() {
      bindings.destroy();
      for (const buffer of own) buffer.destroy();
    },
  };
}
