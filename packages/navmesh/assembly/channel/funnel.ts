// The funnel of the current path (Lee and Preparata 1984): from the apex, the last turn that is
// certain, the shortest paths to both ends of the portal that was crossed last. This file keeps the
// entries of the funnel: the left chain, the apex, the right chain, one after another in memory.
// vertex-chains.ts (points) and circle-chains.ts (discs) give the chains new ends.

import { reallocate } from '../env';
import { Circle, Entry, ENTRY, HAS_RADIUS } from './layout';
import { addTurn, copyEntries } from './turns';
import { NONE } from '../sides';

let block: usize = 0;
let room: usize = 0;
/** The middle of the block, where funnels are put. */
let middle: usize = 0;
/** Addresses of three entries: the end of the left chain, the apex, the end of the right chain. */
let headEntry: usize = 0;
let apexEntry: usize = 0;
let tailEntry: usize = 0;
let apexTurnValue: u32 = NONE;
/**
 * Whether paths that cannot be the shortest are pruned as soon as a turn becomes certain. On in a
 * search from the source; off where paths start at the target or through a given channel.
 */
let prunes: bool = false;

export function funnelBind(address: usize, bytes: usize): void {
  block = address;
  room = bytes;
  middle = block + ((room / ENTRY) >> 1) * ENTRY;
}

/** Makes room for `most` entries on each side of the apex. The current funnel may be lost. */
export function funnelRoom(most: u32): void {
  const bytes = <usize>(2 * most + 3) * ENTRY;
  if (room >= bytes) return;
  funnelBind(reallocate(block, 0, bytes << 1), bytes << 1);
}

/** Whether there is room for one more entry beyond the end of a chain. */
export function hasRoom(end: usize, isLeft: bool): bool {
  return isLeft ? end != block : end + 2 * ENTRY <= block + room;
}

/** The end of the left chain: the lowest address of the funnel. */
export function head(): usize {
  return headEntry;
}
export function apex(): usize {
  return apexEntry;
}
/** The end of the right chain: the highest address of the funnel. */
export function tail(): usize {
  return tailEntry;
}
export function setApex(entry: usize): void {
  apexEntry = entry;
}
/** Makes another entry the end of the left or of the right chain. */
export function setEnd(entry: usize, isLeft: bool): void {
  // no branch: `isLeft` need not be a constant
  headEntry = isLeft ? entry : headEntry;
  tailEntry = isLeft ? tailEntry : entry;
}
/** The number in turns.ts of the certain turn that the apex is. */
export function apexTurn(): u32 {
  return apexTurnValue;
}
export function setApexTurn(turn: u32): void {
  apexTurnValue = turn;
}

export function setPruning(on: bool): void {
  prunes = on;
}
export function isPruning(): bool {
  return prunes;
}

/** A funnel that is a point, the start of a path. */
export function funnelBegin(x: f64, y: f64, vertex: u32): void {
  apexEntry = middle;
  headEntry = apexEntry;
  tailEntry = apexEntry;
  const entry = changetype<Entry>(apexEntry);
  entry.x = x;
  entry.y = y;
  entry.length = 0;
  entry.vertex = vertex;
  if (HAS_RADIUS) {
    const circle = changetype<Circle>(apexEntry);
    circle.hand = 0;
    circle.fromX = 0;
    circle.fromY = 0;
    circle.portal = NONE;
  }
  apexTurnValue = addTurn(apexEntry, NONE);
}

export function entryX(entry: usize): f64 {
  return changetype<Entry>(entry).x;
}
export function entryY(entry: usize): f64 {
  return changetype<Entry>(entry).y;
}
export function entryLength(entry: usize): f64 {
  return changetype<Entry>(entry).length;
}
export function entryVertex(entry: usize): u32 {
  return changetype<Entry>(entry).vertex;
}
export function entryHand(entry: usize): f64 {
  return HAS_RADIUS ? changetype<Circle>(entry).hand : 0;
}

/** How many bytes the funnel takes. */
export function funnelBytes(): usize {
  return tailEntry - headEntry + ENTRY;
}
export function leftBytes(): usize {
  return apexEntry - headEntry;
}
/** Writes the funnel, in order from left to right. */
export function funnelSave(address: usize): void {
  copyEntries(address, headEntry, funnelBytes());
}
/** Reads a saved funnel again. `leftSize`: the bytes of its left chain. */
export function funnelLoad(address: usize, leftSize: usize, bytes: usize, turn: u32): void {
  apexEntry = middle;
  headEntry = apexEntry - leftSize;
  tailEntry = headEntry + bytes - ENTRY;
  apexTurnValue = turn;
  copyEntries(headEntry, address, bytes);
}
/**
 * Makes the funnel at another address, such as a label's funnel, the current one until
 * `funnelReturn`, without a copy. Until then only lengths may be asked for.
 */
export function funnelLend(address: usize, leftSize: usize, bytes: usize, turn: u32): void {
  lentHead = headEntry;
  lentApex = apexEntry;
  lentTail = tailEntry;
  lentTurn = apexTurnValue;
  headEntry = address;
  apexEntry = address + leftSize;
  tailEntry = address + bytes - ENTRY;
  apexTurnValue = turn;
}
export function funnelReturn(): void {
  headEntry = lentHead;
  apexEntry = lentApex;
  tailEntry = lentTail;
  apexTurnValue = lentTurn;
}
let lentHead: usize = 0;
let lentApex: usize = 0;
let lentTail: usize = 0;
let lentTurn: u32 = NONE;

/**
 * Whether the funnel at another address, of the same size, has the same corners, or circles, as the
 * current one.
 */
export function isSameFunnel(address: usize): bool {
  const shift = address - headEntry;
  for (let i = headEntry; i <= tailEntry; i += ENTRY) {
    if (entryVertex(i) != entryVertex(i + shift)) return false;
    if (HAS_RADIUS && entryHand(i) != entryHand(i + shift)) return false;
  }
  return true;
}
