import { aDevice, checkRequired, SORT_RULES } from '../rules.ts';
import { storageBuffer } from '../buffers.ts';
import { checkDistinct, checkLength, lengthBindings, wordsBinding } from '../lanes/length.ts';
import { type Lanes, resolveTuning, teamConstants, type Tuning } from '../lanes/tuning.ts';
import { encodeSteps, type Step, step } from '../pipeline.ts';
import type { Primitive, PrimitiveOptions } from '../primitive.ts';
import type { RankMode } from './rank.wgsl.ts';
import { type SortEntry, sortWgsl } from './sort.wgsl.ts';

const DIGIT_BITS = 8;
const DIGITS = 256;
/** Up to so many blocks every workgroup of the scatter adds up the counts itself. */
const FEW_BLOCKS = 32;

// measured on an H200; a power of two of blocks costs a fifth, because the rows of counts then fall
// into the same part of the cache
const DEFAULTS = {
  subgroup: { workgroupSize: 256, itemsPerLane: 12, maxBlocks: 2112 },
  // 16 KiB of workgroup memory, the least a device has: 3 tables of 256 for each of 4 teams
  portable: { workgroupSize: 128, itemsPerLane: 16, maxBlocks: 1056 },
};

/** Settings of the sort beside those of every primitive. */
export interface SortTuning extends Tuning {
  /** Copies of the digit counts per workgroup, 1 to 8: more when many neighbours share digits. Default 1. */
  readonly histogramCopies?: number;
  /** Use masks for subgroups of up to 128 also where 32 is the largest. For tests. Default false. */
  readonly wideMasks?: boolean;
}

export interface SortOptions extends PrimitiveOptions, SortTuning {
  /** `length` u32, sorted in place, ascending. */
  readonly keys: GPUBuffer;
  /** `length` u32 that follow their keys. Pairs with equal keys keep their order. */
  readonly values: GPUBuffer;
  /** Bits from `firstBit` to `endBit - 1` decide, others do not count. Fewer bits sort faster. Default 0. */
  readonly firstBit?: number;
  /** Default 32. */
  readonly endBit?: number;
}

/** Words of workgroup memory for the teams' tables and the exchange of a tile. */
function scratchWords(lanes: Lanes): number {
  const { subgroups, workgroupSize, minTeam, itemsPerLane } = lanes;
  const tables = subgroups ? workgroupSize / minTeam : 3 * (workgroupSize / 32);
  return Math.max(tables * DIGITS, workgroupSize * itemsPerLane);
}

function fitsMemory(device: GPUDevice): (lanes: Lanes) => boolean {
  // beside scratch: two tables of digits, sums of teams or of the portable scan, a ticket
  return (lanes) => {
    const { subgroups, workgroupSize, minTeam } = lanes;
    const sums = subgroups ? (3 * workgroupSize) / minTeam + 1 : workgroupSize + workgroupSize / 16;
    const bytes = 4 * (scratchWords(lanes) + 2 * DIGITS + sums) + 64;
    return bytes <= device.limits.maxComputeWorkgroupStorageSize;
  };
}

/**
 * Stable radix sort of u32 keys with a u32 value each, in place. Needs scratch buffers as large as keys
 * and values when they exceed one tile (3,072 pairs; 2,048 without subgroups).
 *
 * @throws RangeError for a length the buffers have no room for, bits outside 0 to 32, or a tuning that
 * cannot work.
 */
export function createSort(device: GPUDevice, options: SortOptions): Primitive {
  aDevice(device, 'device');
  checkRequired('createSort', options, SORT_RULES, ['keys', 'values', 'length']);
  const { keys, values, length, firstBit = 0, endBit = 32, label = 'sort' } = options;
  checkLength(label, length, keys, 'keys');
  checkLength(label, length, values, 'values');
  checkDistinct(label, { keys, values }, { lengthFrom: options.lengthFrom?.buffer });
  const whole = Number.isInteger(firstBit) && Number.isInteger(endBit);
  if (!whole || firstBit < 0 || endBit > 32 || firstBit > endBit) {
    throw new RangeError(
      `${label}: bits ${firstBit} to ${endBit}, expected 0 <= firstBit <= endBit <= 32`,
    );
  }
  const copies = options.histogramCopies ?? 1;
  if (!Number.isInteger(copies) || copies < 1 || copies > 8) {
    throw new RangeError(`${label}: histogramCopies is ${copies}, expected 1 to 8`);
  }

  const lanes = resolveTuning(device, options, DEFAULTS, fitsMemory(device));
  const { workgroupSize, itemsPerLane, maxBlocks } = lanes;
  const narrow = lanes.maxTeam <= 32 && options.wideMasks !== true;
  const mode: RankMode = !lanes.subgroups ? 'portable' : narrow ? 'narrow' : 'wide';
  const text = { mode, workgroupSize, itemsPerLane, copies };
  const constants = { ...teamConstants(lanes), SCRATCH: scratchWords(lanes) };
  const kernel = (entry: SortEntry) => ({
    label: `${label}: ${entry}`,
    code: sortWgsl(entry, text),
    entry,
    constants: entry === 'scatterTiles' ? { ...constants, FEW_BLOCKS } : constants,
  });

  const tile = workgroupSize * itemsPerLane;
  const tiles = Math.ceil(length / tile);
  const blocks = Math.min(tiles, maxBlocks);
  const passes = Math.ceil((endBit - firstBit) / DIGIT_BITS);
  const own: GPUBuffer[] = [];
  const make = (name: string, words: number): GPUBuffer => {
    const buffer = storageBuffer(device, `${label}: ${name}`, words);
    own.push(buffer);
    return buffer;
  };
  const keysBinding = wordsBinding(keys, length).binding;
  const valuesBinding = wordsBinding(values, length).binding;
  const steps: Step[] = [];
  const digits: number[][] = [];

  if (tiles <= 1) digits.push([firstBit, endBit, 0]);
  else {
    // passes of nearly equal width
    for (let p = 0, bit = firstBit; p < passes; p++) {
      const bits = Math.ceil((endBit - bit) / (passes - p));
      digits.push([bit, 2 ** bits - 1, blocks]);
      bit += bits;
    }
  }
  const bindings = lengthBindings(device, label, length, options.lengthFrom, digits);

  if (tiles === 1 && passes > 0) {
    const head = { 0: bindings.params[0]!, 1: bindings.lengthCell };
    const both = { 6: keysBinding, 7: valuesBinding };
    steps.push(step(device, kernel('sortTile'), { ...head, ...both }, 1));
  } else if (tiles > 1 && passes > 0) {
    const pairs = [
      { keys: keysBinding, values: valuesBinding },
      {
        keys: wordsBinding(make('keys', length), length).binding,
        values: wordsBinding(make('values', length), length).binding,
      },
    ];
    const counts = make('counts', blocks * DIGITS);
    const totals = make('totals', DIGITS);
    for (let p = 0; p < passes; p++) {
      const from = pairs[p % 2]!;
      const to = pairs[1 - (p % 2)]!;
      const params = bindings.params[p]!;
      const head = { 0: params, 1: bindings.lengthCell };
      const source = { 2: from.keys };
      steps.push(step(device, kernel('countDigits'), { ...head, ...source, 3: counts }, blocks));
      if (blocks > FEW_BLOCKS) {
        steps.push(step(device, kernel('scanDigits'), { 0: params, 3: counts, 4: totals }, DIGITS));
      }
      const sums = { 3: counts, 4: totals };
      const move = { 5: from.values, 6: to.keys, 7: to.values };
      const all = { ...head, ...source, ...sums, ...move };
      steps.push(step(device, kernel('scatterTiles'), all, blocks));
    }
    if (passes % 2 === 1) {
      const [back, from] = [pairs[0]!, pairs[1]!];
      const ends = { 2: from.keys, 5: from.values, 6: back.keys, 7: back.values };
      const head = { 0: bindings.params[0]!, 1: bindings.lengthCell };
      steps.push(step(device, kernel('copyPairs'), { ...head, ...ends }, blocks));
    }
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
