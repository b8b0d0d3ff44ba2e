// States: a gate that is about to be crossed, or the target that was come to, with the funnel of the way there; and the legs of ways.

import { reallocate } from '../env';
import { heapBind, heapClear, heapPush } from '../heap';
import { ENTRY, entryHand, entryVertex } from './entries';
import {
  funnelBytes,
  funnelLoad,
  funnelSave,
  head,
  leftBytes,
  lengthIn,
  root,
  tail,
} from './funnel';
import { NONE } from '../sides';

/** 32 bytes and the funnel: turn, gate (NONE = at the target), leg, bytes of the left chain, of the funnel, kind, f64 least length. */
let states: usize = 0;
let stateRoom: usize = 0;
export let stateEnd: usize = 0;
/** Where the numbers end that the queue has room for. */
let mostNumbers: u32 = 0;
/** Whether there were more states than that: the ways found are not all there are. */
export let isFull: bool = false;
const HEADER: usize = 32;
/** Kinds of states: at a gate, or the target; only estimated; in a triangle, entered over the side in place of the gate, to be left over its right or left side. */
export const AT_GATE: u32 = 0;
export const ESTIMATE: u32 = 1;
export const GOES_RIGHT: u32 = 2;
export const GOES_LEFT: u32 = 3;
export function searchIsFull(): bool {
  return isFull;
}

/**
 * Legs, 16 bytes: the side over which a triangle was left that has several ways on, the leg before, the vertex that the way turns around
 * in the triangle between, the side over which it came to the first of the triangles with several ways on in which it turns around that.
 */
let legs: usize = 0;
let legRoom: u32 = 0;
let legCount: u32 = 0;
/** That of the way at hand. */
export let leg: u32 = NONE;

/** Funnels to come back to, the last first: 24 bytes (turn, leg, bytes of the left chain, of the funnel, the side it came over) behind each. */
let stack: usize = 0;
let stackRoom: usize = 0;
let stackEnd: usize = 0;
const KEPT: usize = 24;

export function statesBind(
  state: usize,
  stateBytes: u32,
  link: usize,
  linkRoom: u32,
  heap: usize,
  heapRoom: u32,
  kept: usize,
  keptBytes: u32,
  most: u32,
): void {
  mostNumbers = most;
  states = state;
  stateRoom = stateBytes;
  legs = link;
  legRoom = linkRoom;
  heapBind(heap, heapRoom);
  stack = kept;
  stackRoom = keptBytes;
}

export function statesForget(): void {
  heapClear();
  stateEnd = 0;
  isFull = false;
  legCount = 0;
  stackEnd = 0;
  leg = NONE;
}

export function setLeg(i: u32): void {
  leg = i;
}
function legAt(i: u32): usize {
  return legs + ((<usize>i) << 4);
}
export function legSide(i: u32): u32 {
  return load<u32>(legAt(i));
}
export function legBefore(i: u32): u32 {
  return load<u32>(legAt(i), 4);
}

/** The way at hand goes on over a side, around a vertex, in a triangle that it came to over a side. */
export function addLeg(side: u32, hub: u32, from: u32): void {
  if (legCount == legRoom) {
    legs = reallocate(legs, (<usize>legRoom) << 4, (<usize>legRoom) << 5);
    legRoom <<= 1;
  }
  const isSame = leg != NONE && load<u32>(legAt(leg), 8) == hub;
  const p = legAt(legCount);
  store<u32>(p, side);
  store<u32>(p, leg, 4);
  store<u32>(p, hub, 8);
  store<u32>(p, isSame ? load<u32>(legAt(leg), 12) : from, 12);
  leg = legCount++;
}

/** Whether the way at hand, which comes over a side, has gone all around a vertex. */
export function isAllAround(side: u32): bool {
  return leg != NONE && load<u32>(legAt(leg), 12) == side;
}

/** Whether the way at hand was over its last leg before. */
export function isLegRepeated(): bool {
  const side = legSide(leg);
  for (let i = legBefore(leg); i != NONE; i = legBefore(i)) if (legSide(i) == side) return true;
  return false;
}

/** Links the legs up to one the other way round; returns where they start then. */
export function turnLegs(from: u32): u32 {
  let previous: u32 = NONE;
  for (let i = from; i != NONE;) {
    const next = legBefore(i);
    store<u32>(legAt(i), previous, 4);
    previous = i;
    i = next;
  }
  return previous;
}

export function keptWays(): usize {
  return stackEnd;
}

/** Remembers the way at hand, which comes over a side. */
export function pushWay(side: u32): void {
  const bytes = funnelBytes();
  const end = stackEnd + bytes + KEPT;
  if (end > stackRoom) {
    stack = reallocate(stack, stackEnd, end << 1);
    stackRoom = end << 1;
  }
  funnelSave(stack + stackEnd);
  const p = stack + stackEnd + bytes;
  store<u32>(p, root);
  store<u32>(p, leg, 4);
  store<u32>(p, <u32>leftBytes(), 8);
  store<u32>(p, <u32>bytes, 12);
  store<u32>(p, side, 16);
  stackEnd = end;
}

/** The way remembered last is the one at hand again; returns the side it came over. */
export function popWay(): u32 {
  const p = stack + stackEnd - KEPT;
  const bytes = <usize>load<u32>(p, 12);
  stackEnd -= bytes + KEPT;
  leg = load<u32>(p, 4);
  funnelLoad(stack + stackEnd, load<u32>(p, 8), bytes, load<u32>(p));
  return load<u32>(p, 16);
}

/** Of the states that were saved from an address on the one of the least length; NONE where there is none. */
export function leastSince(from: usize): u32 {
  let best: u32 = NONE;
  let least: f64 = Infinity;
  for (let end = from; end < stateEnd; end += HEADER + load<u32>(states + end, 16)) {
    const length = load<f64>(states + end, 24);
    if (length >= least) continue;
    least = length;
    best = <u32>(end >> 5);
  }
  return best;
}

function stateAt(number: u32): usize {
  return states + ((<usize>number) << 5);
}
export function stateGate(number: u32): u32 {
  return load<u32>(stateAt(number), 4);
}
export function stateKind(number: u32): u32 {
  return load<u32>(stateAt(number), 20);
}
export function stateLeast(number: u32): f64 {
  return load<f64>(stateAt(number), 24);
}

/** A new state with the way at hand. */
export function saveState(gate: u32, least: f64, kind: u32 = AT_GATE): u32 {
  const bytes = funnelBytes();
  const end = stateEnd + HEADER + bytes;
  while (end > stateRoom) {
    states = reallocate(states, stateEnd, stateRoom << 1);
    stateRoom <<= 1;
  }
  const number = <u32>(stateEnd >> 5);
  if (number >= mostNumbers) isFull = true;
  const state = stateAt(number);
  store<u32>(state, root);
  store<u32>(state, gate, 4);
  store<u32>(state, leg, 8);
  store<u32>(state, <u32>leftBytes(), 12);
  store<u32>(state, <u32>bytes, 16);
  store<u32>(state, kind, 20);
  store<f64>(state, least, 24);
  funnelSave(state + HEADER);
  stateEnd = end;
  return number;
}

/** A new state that waits for its turn. */
export function openState(gate: u32, least: f64, kind: u32 = AT_GATE): u32 {
  const number = saveState(gate, least, kind);
  if (!isFull) heapPush(least, number);
  return number;
}

/** A state that was only estimated waits once more. */
export function reopenState(number: u32, least: f64): void {
  const state = stateAt(number);
  store<u32>(state, AT_GATE, 20);
  store<f64>(state, least, 24);
  heapPush(least, number);
}

/** The way of a state is the one at hand again. */
export function resume(number: u32): void {
  const state = stateAt(number);
  leg = load<u32>(state, 8);
  funnelLoad(state + HEADER, load<u32>(state, 12), load<u32>(state, 16), load<u32>(state));
}

/** Whether a funnel that lies elsewhere, of the same size as that at hand, has the same circles. */
function isSameFunnel(address: usize): bool {
  const shift = address - head;
  for (let i = head; i <= tail; i += ENTRY) {
    const same = entryVertex(i) == entryVertex(i + shift) && entryHand(i) == entryHand(i + shift);
    if (!same) return false;
  }
  return true;
}

/** Whether a state's funnel has the same circles as that at hand. */
export function hasSameFunnel(number: u32): bool {
  const state = stateAt(number);
  const bytes = <usize>load<u32>(state, 16);
  if (bytes != funnelBytes() || load<u32>(state, 12) != <u32>leftBytes()) return false;
  return isSameFunnel(state + HEADER);
}

/** The length of a state's way on to a point. */
export function stateLengthTo(number: u32, x: f64, y: f64): f64 {
  const state = stateAt(number);
  return lengthIn(
    state + HEADER,
    load<u32>(state, 12),
    load<u32>(state, 16),
    load<u32>(state),
    x,
    y,
  );
}
