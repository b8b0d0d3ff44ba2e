// The dispatches of a sort of more than one tile, which read the data once per pass: see
// sweep.wgsl.ts.
import { type LengthBindings, wordsBinding } from '../parallel/length.ts';
import { type GroupShape, gridOf } from '../parallel/tuning.ts';
import { type Kernel, type Step, step } from '../pipeline.ts';
import { DIGITS, type RankMode } from './rank.wgsl.ts';
import { passesOf, type SweepEntry, type SweepText, sweepWgsl } from './sweep.wgsl.ts';

/** Most workgroups that count digits: 4 for each of 132 cores, measured on an H200. */
const COUNT_GROUPS = 528;

/** Keys and their values. */
export interface Pair {
  readonly keys: GPUBufferBinding;
  readonly values: GPUBufferBinding;
}

/** Options of `sweepSteps`. */
export interface SweepOptions {
  readonly device: GPUDevice;
  readonly label: string;
  readonly shape: GroupShape;
  readonly mode: RankMode;
  readonly lastFirst: boolean;
  /** Overrides of kernels with teams. */
  readonly constants: Readonly<Record<string, number>>;
  /** Makes a scratch buffer of this number of words. */
  readonly scratch: (name: string, words: number) => GPUBuffer;
  /** With parameters by `sweepParams`. */
  readonly bindings: LengthBindings;
  /** The caller's buffers. */
  readonly pair: Pair;
  readonly length: number;
}

/** The parameters of countAll, then those of each pass: none if `firstBit` is `endBit`. */
export function sweepParams(firstBit: number, endBit: number, tiles: number): number[][] {
  const { passes, width } = passesOf(endBit - firstBit);
  const own = [[firstBit, endBit, passes * tiles * DIGITS]];
  for (let p = 0; p < passes; p++) {
    const bit = firstBit + p * width;
    own.push([bit, 2 ** Math.min(width, endBit - bit) - 1, 0]);
  }
  return own;
}

/** The dispatches of all passes. `moved`: where the pairs end, if not in the caller's buffers. */
export function sweepSteps(options: SweepOptions): { steps: Step[]; moved: Pair | undefined } {
  const { device, label, shape, mode, lastFirst, constants, scratch, pair, length } = options;
  const { params, lengthCell } = options.bindings;
  const { workgroupSize, itemsPerInvocation, maxBlocks, minTeam, maxTeam } = shape;
  const passes = params.length - 1;
  const teamSize = minTeam < maxTeam ? undefined : minTeam;
  const sizes = { workgroupSize, itemsPerInvocation, passes };
  const text: SweepText = { mode, lastFirst, teamSize, ...sizes };
  const { SCRATCH, ...teams } = constants;
  const own: Readonly<Record<SweepEntry, Record<string, number>>> = {
    countAll: { WG: workgroupSize },
    startDigits: teams,
    sweepTiles: { ...teams, SCRATCH },
  };
  const kernel = (entry: SweepEntry): Kernel => {
    const code = sweepWgsl(entry, text);
    return { label: `${label}: ${entry}`, code, entry, constants: own[entry] };
  };
  const tiles = Math.ceil(length / (workgroupSize * itemsPerInvocation));
  const pairs: readonly Pair[] = [
    pair,
    {
      keys: wordsBinding(scratch('keys', length), length).binding,
      values: wordsBinding(scratch('values', length), length).binding,
    },
  ];
  const words = tiles * DIGITS;
  const states = scratch('states', passes * words);
  const totals = scratch('totals', passes * DIGITS);
  const starts = scratch('starts', passes * DIGITS);
  const part = (buffer: GPUBuffer, p: number, each: number): GPUBufferBinding => ({
    buffer,
    offset: p * each * 4,
    size: each * 4,
  });
  const counted = { 0: params[0], 1: lengthCell, 2: pair.keys, 3: states, 4: totals };
  const counters = Math.min(tiles, COUNT_GROUPS);
  const steps = [
    step(device, kernel('countAll'), counted, counters),
    step(device, kernel('startDigits'), { 4: totals, 5: starts }, passes),
  ];
  for (let p = 0; p < passes; p++) {
    const [from, to] = [pairs[p % 2], pairs[1 - (p % 2)]];
    const head = { 0: params[1 + p], 1: lengthCell, 2: from.keys };
    const sums = { 3: part(states, p, words), 5: part(starts, p, DIGITS) };
    const all = { ...head, ...sums, 6: from.values, 7: to.keys, 8: to.values };
    const { workgroups, rows } = gridOf(tiles, maxBlocks);
    steps.push({ ...step(device, kernel('sweepTiles'), all, workgroups), rows });
  }
  return { steps, moved: passes % 2 === 1 ? pairs[1] : undefined };
}
