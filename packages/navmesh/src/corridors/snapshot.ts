// The corridors of all slots as numbers, so that a program goes on from an earlier moment.

import { refuse, typed } from '@wayfield/check';
import type { Cells } from './cells.ts';
import { type CorridorStore, replaceEnd } from './corridor-store.ts';
import type { CorridorContext } from './corridor-context.ts';

/** Numbers of a slot before its polygons: their count, the hash of the mesh there, the ends. */
const HEAD = 7;
const NOT_VALID = -1;
const rule = /* @__PURE__ */ typed(Float64Array);

/**
 * A hash of the polygons of a slot (FNV-1a, 32 bits): their corners, and which of their sides may
 * be crossed. Equal on equal parts of two meshes.
 */
function hashOf(cells: Cells, { polygons, room, length }: CorridorStore, slot: number): number {
  const floats = new Float64Array(2);
  const words = new Uint32Array(floats.buffer);
  let hash = 0x811c9dc5;
  const mix = (word: number): void => {
    hash = Math.imul(hash ^ word, 0x01000193);
  };
  for (let i = slot * room, end = i + length[slot]; i < end; i++) {
    const p = polygons[i];
    if (!cells.isFree(p)) return 0;
    for (let s = cells.begin(p), last = cells.end(p); s < last; s++) {
      floats[0] = cells.x(s);
      floats[1] = cells.y(s);
      words.forEach(mix);
      mix(cells.across(s) < 0 ? 0 : 1);
    }
  }
  return hash >>> 0;
}

export function writeSnapshot({ cells, store }: CorridorContext): Float64Array {
  const { polygons, room, length, version, x, y, targetX, targetY, radius } = store;
  const all: number[] = [length.length];
  for (let slot = 0; slot < length.length; slot++) {
    // a corridor known to be valid is so on an equal mesh too, which `restore` tells by the hash
    const isValid = length[slot] > 0 && version[slot] === cells.version;
    all.push(length[slot], isValid ? hashOf(cells, store, slot) : NOT_VALID);
    all.push(x[slot], y[slot], targetX[slot], targetY[slot], radius[slot]);
    for (let i = slot * room; i < slot * room + length[slot]; i++) all.push(polygons[i]);
  }
  return Float64Array.from(all);
}

const isPlace = (value: number): boolean =>
  value >= 0 && value < 2 ** 31 && Number.isInteger(value);

/** Throws unless a snapshot of as many slots wrote the numbers. */
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

export function readSnapshot({ cells, store }: CorridorContext, numbers: Float64Array): void {
  checkSnapshot(numbers, store.length.length);
  let at = 1;
  for (let slot = 0; slot < store.length.length; slot++) {
    const end = at + HEAD + numbers[at];
    store.x[slot] = numbers[at + 2];
    store.y[slot] = numbers[at + 3];
    store.targetX[slot] = numbers[at + 4];
    store.targetY[slot] = numbers[at + 5];
    store.radius[slot] = numbers[at + 6];
    const from = Int32Array.from(numbers.subarray(at + HEAD, end));
    replaceEnd(store, slot, 0, { from, first: 0, end: from.length });
    const isSame = numbers[at + 1] === hashOf(cells, store, slot);
    store.version[slot] = isSame ? cells.version : NOT_VALID;
    at = end;
  }
}
