// The corridors of all slots as numbers, from which a program can go on later: `snapshot` and
// `restore` of create-corridors.ts.

import { refuse, typed } from '@wayfield/check';
import type { CorridorHost } from './corridor-host.ts';

/**
 * How many numbers of a slot come before its polygons: the count of polygons, the hash of the
 * corridor or NOT_VALID, and ENDS numbers.
 */
const HEAD = 7;
/** x and y of the agent and of the target, and the radius: the first fields of `Slot`. */
const ENDS = 5;
/** In place of the hash of a corridor that is not known to be valid. */
const NOT_VALID = -1;
const rule = /* @__PURE__ */ typed(Float64Array);

/** The polygons of a slot, a copy. */
export function polygonsOf({ kernels, words }: CorridorHost, slot: number): Int32Array {
  const at = kernels.slotPolygons(slot) >>> 2;
  return Int32Array.from(words().subarray(at, at + kernels.slotLength(slot)));
}

/** Returns how many slots there are, then HEAD numbers and the polygons of each slot. */
export function writeSnapshot(host: CorridorHost): Float64Array {
  const { kernels } = host;
  const all: number[] = [host.slots];
  for (let slot = 0; slot < host.slots; slot++) {
    const polygons = polygonsOf(host, slot);
    // a corridor known to be valid now is valid on any mesh with the same hash (`readSnapshot`)
    const isKnown = polygons.length > 0 && kernels.slotIsKnown(slot) === 1;
    all.push(polygons.length, isKnown ? kernels.slotHash(slot) >>> 0 : NOT_VALID);
    const at = kernels.slotAddress(slot) >>> 3;
    all.push(...host.doubles().subarray(at, at + ENDS));
    for (const p of polygons) all.push(p);
  }
  return Float64Array.from(all);
}

/** Whether a number can be a count, or the number of a polygon. */
const isPlace = (value: number): boolean =>
  value >= 0 && value < 2 ** 31 && Number.isInteger(value);

/** Throws unless the numbers have the form of a snapshot of `slots` slots. */
function checkSnapshot(numbers: Float64Array, slots: number): void {
  rule(numbers, 'numbers');
  if (numbers[0] !== slots)
    refuse('numbers[0]', numbers[0], `the snapshot of corridors of ${slots} slots`);
  let at = 1;
  for (let slot = 0; slot < slots; slot++) {
    const count = numbers[at];
    if (!isPlace(count)) refuse(`numbers[${at}]`, count, 'a count of polygons');
    for (let i = at + 2; i < at + HEAD; i++)
      if (!Number.isFinite(numbers[i])) refuse(`numbers[${i}]`, numbers[i], 'a finite number');
    if (!(numbers[at + 6] >= 0)) refuse(`numbers[${at + 6}]`, numbers[at + 6], 'a radius');
    for (let i = at + HEAD; i < at + HEAD + count; i++)
      if (!isPlace(numbers[i])) refuse(`numbers[${i}]`, numbers[i], 'the number of a polygon');
    at += HEAD + count;
  }
  if (at !== numbers.length) refuse('numbers.length', numbers.length, at);
}

/** Fills all slots from the numbers of `writeSnapshot`. */
export function readSnapshot(host: CorridorHost, numbers: Float64Array): void {
  const { kernels, words, slots } = host;
  checkSnapshot(numbers, slots);
  let at = 1;
  // room for all before the first slot changes: if memory ends, no corridor has changed
  for (let slot = 0; slot < slots; slot++) {
    kernels.slotRoom(slot, numbers[at]);
    at += HEAD + numbers[at];
  }
  at = 1;
  for (let slot = 0; slot < slots; slot++) {
    const first = at + HEAD;
    const end = first + numbers[at];
    const polygons = kernels.slotFill(slot, numbers[at]) >>> 2;
    words().set(numbers.subarray(first, end), polygons);
    host.doubles().set(numbers.subarray(first - ENDS, first), kernels.slotAddress(slot) >>> 3);
    kernels.slotSetKnown(slot, numbers[at + 1] === kernels.slotHash(slot) >>> 0 ? 1 : 0);
    at = end;
  }
}
