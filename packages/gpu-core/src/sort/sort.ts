import { aDevice, checkRequired, SORT_RULES } from '../rules.ts';
import { storageBuffer } from '../buffers.ts';
import { isSoftwareAdapter } from '../device.ts';
import { checkDistinct, checkLength, lengthBindings, wordsBinding } from '../parallel/length.ts';
import { RAKE } from '../parallel/teams.wgsl.ts';
import {
  type GroupShape,
  MOST_WORKGROUPS,
  resolveTuning,
  teamConstants,
} from '../parallel/tuning.ts';
import type { Tuning } from '../parallel/tuning.ts';
import { encodeSteps, type Kernel, type Step, step } from '../pipeline.ts';
import { keeping } from '../keeping.ts';
import type { Primitive, PrimitiveOptions } from '../primitive.ts';
import { DIGITS, type RankMode } from './rank.wgsl.ts';
import { type SortEntry, sortWgsl } from './sort.wgsl.ts';
import { type Pair, sweepParams, sweepSteps } from './sweep.ts';

/** Invocations of a workgroup with subgroups. */
const SUBGROUP_SIZE = 256;
/** Items per invocation of workgroups of 256 for at most `most` pairs. Measured on an H200. */
const ITEMS: readonly (readonly [most: number, items: number])[] = [
  [12 * SUBGROUP_SIZE, 12], // one tile
  [2 ** 18, 6], // more tiles keep more of the device busy
  [2 ** 22, 12],
  [Infinity, 20],
];
/** Most default items that fit in the 16 KiB of workgroup memory that every device has. */
const SAFE_ITEMS = 12;
// 3 tables of 256 words for each of 4 teams take 12 of 16 KiB
const PORTABLE = { workgroupSize: 128, itemsPerInvocation: 16, maxBlocks: MOST_WORKGROUPS };
/** Items of sweeps on software devices, where 16 items, written out, compile for a second. */
const SOFTWARE_ITEMS = 4;

/** Settings of the sort beside those of every primitive. */
export interface SortTuning extends Tuning {
  /** For tests: masks of 128 bits even where subgroups have at most 32 lanes. Default false. */
  readonly wideMasks?: boolean;
  /** For tests: the last tile first, so that each misses all tiles before it. Default false. */
  readonly lastFirst?: boolean;
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

/** Words of workgroup memory that the teams' tables and the exchange of a tile use in turn. */
function scratchWords(shape: GroupShape): number {
  const { subgroups, workgroupSize, minTeam, itemsPerInvocation } = shape;
  const tables = (subgroups ? 1 : 3) * (workgroupSize / minTeam);
  return Math.max(tables * DIGITS, workgroupSize * itemsPerInvocation);
}

function fitsMemory(device: GPUDevice): (shape: GroupShape) => boolean {
  // Beside scratch a kernel has two tables of digits and two words. With subgroups it also has
  // teamValue, the two halves of teamSum and the tickets; without them cell and row. The largest
  // kernel is sweepTiles. 64 bytes are for alignment.
  return (shape) => {
    const { subgroups, workgroupSize, minTeam } = shape;
    const sums = subgroups
      ? (3 * workgroupSize) / minTeam + 1
      : workgroupSize + workgroupSize / RAKE;
    const bytes = 4 * (scratchWords(shape) + 2 * DIGITS + 2 + sums) + 64;
    return bytes <= device.limits.maxComputeWorkgroupStorageSize;
  };
}

/** The shape for at most `length` pairs: the tuning, else the default that fits. */
function shapeFor(device: GPUDevice, tuning: SortTuning, length: number): GroupShape {
  const fits = fitsMemory(device);
  const isShort = length <= PORTABLE.workgroupSize * PORTABLE.itemsPerInvocation;
  const portable =
    isShort || !isSoftwareAdapter(device)
      ? PORTABLE
      : { ...PORTABLE, itemsPerInvocation: SOFTWARE_ITEMS };
  const withItems = (itemsPerInvocation: number): GroupShape => {
    const subgroup = { ...PORTABLE, workgroupSize: SUBGROUP_SIZE, itemsPerInvocation };
    return resolveTuning(device, tuning, { subgroup, portable }, fits);
  };
  const [, items] = ITEMS.find(([most]) => length <= most)!;
  const wanted = items > SAFE_ITEMS && tuning.subgroups !== true ? withItems(items) : undefined;
  return wanted?.subgroups ? wanted : withItems(Math.min(items, SAFE_ITEMS));
}

function checkBits(label: string, firstBit: number, endBit: number): void {
  const whole = Number.isInteger(firstBit) && Number.isInteger(endBit);
  if (!whole || firstBit < 0 || endBit > 32 || firstBit > endBit) {
    throw new RangeError(
      `${label}: bits ${firstBit} to ${endBit}, expected 0 <= firstBit <= endBit <= 32`,
    );
  }
}

/**
 * Stable radix sort of u32 keys with a u32 value each, in place. More pairs than one tile holds
 * (3,072; 2,048 without subgroups) need scratch buffers as large as keys and values. With 32 bits
 * and the default tuning they need 1 to 3 bytes per pair more, on software devices 8.
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
  checkLength(device, label, length, keys, 'keys');
  checkLength(device, label, length, values, 'values');
  checkDistinct(label, { keys, values }, { lengthFrom: options.lengthFrom?.buffer });
  checkBits(label, firstBit, endBit);

  const shape = shapeFor(device, options, length);
  const { workgroupSize, itemsPerInvocation } = shape;
  const narrow = shape.maxTeam <= 32 && options.wideMasks !== true;
  const mode: RankMode = !shape.subgroups ? 'portable' : narrow ? 'narrow' : 'wide';
  const text = { mode, workgroupSize, itemsPerInvocation };
  const constants = { ...teamConstants(shape), SCRATCH: scratchWords(shape) };
  const kernel = (entry: SortEntry): Kernel => ({
    label: `${label}: ${entry}`,
    code: sortWgsl(entry, text),
    entry,
    constants: entry === 'sortTile' ? constants : { WG: workgroupSize },
  });

  const tiles = Math.ceil(length / (workgroupSize * itemsPerInvocation));
  const params = tiles > 1 ? sweepParams(firstBit, endBit, tiles) : [[firstBit, endBit, 0]];
  const pair: Pair = {
    keys: wordsBinding(keys, length).binding,
    values: wordsBinding(values, length).binding,
  };
  const own: GPUBuffer[] = [];
  // the states of many small tiles may exceed a binding
  const { bindings, steps } = keeping((keep) => {
    const made = keep(lengthBindings(device, label, length, options.lengthFrom, params));
    const head = { 0: made.params[0], 1: made.lengthCell };
    const scratch = (name: string, words: number): GPUBuffer => {
      own.push(keep(storageBuffer(device, `${label}: ${name}`, words)));
      return own[own.length - 1];
    };
    const dispatches: Step[] = [];
    if (tiles === 1 && firstBit < endBit) {
      const both = { 6: pair.keys, 7: pair.values };
      dispatches.push(step(device, kernel('sortTile'), { ...head, ...both }, 1));
    } else if (firstBit < endBit && tiles > 1) {
      const { lastFirst = false } = options;
      const sweep = { device, label, shape, mode, lastFirst, constants, scratch, pair, length };
      const swept = sweepSteps({ ...sweep, bindings: made });
      dispatches.push(...swept.steps);
      if (swept.moved) {
        const { keys: from, values: valuesFrom } = swept.moved;
        const ends = { 2: from, 5: valuesFrom, 6: pair.keys, 7: pair.values };
        const blocks = Math.min(tiles, MOST_WORKGROUPS);
        dispatches.push(step(device, kernel('copyPairs'), { ...head, ...ends }, blocks));
      }
    }
    return { bindings: made, steps: dispatches };
  });

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
