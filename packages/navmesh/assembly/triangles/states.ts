// States: a side that is about to be crossed, with the funnel of the way there. Those that are open lie in a queue by their least
// length, or, in Fringe search, in two lists that nobody sorts.

import { reallocate } from '../env';
import { heapBind, heapClear, heapKey, heapPop, heapPush, heapSize, heapTop, ITEMS } from '../heap';
import {
  apex,
  ENTRY,
  funnelBytes,
  funnelLoad,
  funnelSave,
  head,
  isSameFunnel,
  root,
} from './funnel';
import { NONE } from '../sides';

/** 32 bytes and the funnel: turn, side to be crossed, bytes of the left chain, of the funnel, f64 least length, four bytes that are free, next in a list. */
let states: usize = 0;
let stateRoom: usize = 0;
let stateEnd: usize = 0;
const HEADER: usize = 32;
/** States are numbered by 32 bytes; below this. */
let mostStates: u32 = 0;

export let queued: u32 = 0;
let isFringe: bool = false;
/** Of Fringe search: the states of this round in order, those of the next, and what this one goes up to. */
let now: u32 = NONE;
let later: u32 = NONE;
let laterTail: u32 = NONE;
let limit: f64 = 0;
let nextLimit: f64 = Infinity;

export function statesBind(
  state: usize,
  stateBytes: u32,
  heap: usize,
  heapRoom: u32,
  fringe: bool,
  most: u32,
): void {
  mostStates = most;
  states = state;
  stateRoom = stateBytes;
  heapBind(heap, heapRoom);
  isFringe = fringe;
}

export function statesForget(): void {
  stateEnd = 0;
  queued = 0;
  limit = 0;
  nextLimit = Infinity;
  clearOpen();
}

export function clearOpen(): void {
  heapClear();
  now = NONE;
  later = NONE;
}

function stateAt(number: u32): usize {
  return states + ((<usize>number) << 5);
}
export function stateSide(number: u32): u32 {
  return load<u32>(stateAt(number), 4);
}
/** Where a state's funnel lies, until a state is added. */
export function stateHead(number: u32): usize {
  return stateAt(number) + HEADER;
}
export function stateApex(number: u32): usize {
  return stateAt(number) + HEADER + load<u32>(stateAt(number), 8);
}
export function stateTail(number: u32): usize {
  return stateAt(number) + HEADER + load<u32>(stateAt(number), 12) - ENTRY;
}

/** A new state with the way at hand. */
export function saveState(): u32 {
  const bytes = funnelBytes();
  const end = stateEnd + HEADER + bytes;
  while (end > stateRoom) {
    states = reallocate(states, stateEnd, stateRoom << 1);
    stateRoom <<= 1;
  }
  const number = <u32>(stateEnd >> 5);
  if (number >= mostStates) unreachable();
  const state = stateAt(number);
  store<u32>(state, root);
  store<u32>(state, <u32>(apex - head), 8);
  store<u32>(state, <u32>bytes, 12);
  funnelSave(state + HEADER);
  stateEnd = end;
  return number;
}

/** The way of a state is the one at hand again. */
export function resume(number: u32): void {
  const state = stateAt(number);
  funnelLoad(state + HEADER, load<u32>(state, 8), load<u32>(state, 12), load<u32>(state));
}

/** A new state with the way at hand, which is about to cross a side. */
export function newState(side: u32, least: f64): u32 {
  const number = saveState();
  const state = stateAt(number);
  store<u32>(state, side, 4);
  store<f64>(state, least, 16);
  queued++;
  return number;
}

export function stateLeast(number: u32): f64 {
  return load<f64>(stateAt(number), 16);
}

/** Leaves a state for later. */
export function open(number: u32): void {
  if (isFringe) {
    // next in turn
    store<u32>(stateAt(number), now, 28);
    now = number;
  } else heapPush(stateLeast(number), number);
}

/** Per number of states, 16 bytes: the latest four that came to the same side, and in the word behind them the search that says so. */
let latest: usize = 0;
const LATEST: usize = 20;

export function latestBind(address: usize): void {
  latest = address;
}

/**
 * Whether a state came to this side with the same funnel, and no longer a way: what can be reached by one can be reached by the other. There are
 * as many as ways of the same length multiply, in streets of blocks.
 */
export function isRepeated(number: u32, search: u32): bool {
  const slots = latest + <usize>number * LATEST;
  if (load<u32>(slots, 16) != search) {
    store<u32>(slots, search, 16);
    for (let i: usize = 0; i < 16; i += 4) store<u32>(slots + i, NONE);
    return false;
  }
  const bytes = <u32>funnelBytes();
  for (let i: usize = 0; i < 16; i += 4) {
    const state = load<u32>(slots + i);
    if (state == NONE) break;
    const p = stateAt(state);
    if (
      load<u32>(p, 12) == bytes &&
      load<u32>(p, 8) == <u32>(apex - head) &&
      isSameFunnel(p + HEADER)
    )
      return true;
  }
  return false;
}

/** The state that `isRepeated` has found to be new. */
export function addLatest(number: u32, state: u32): void {
  const slots = latest + <usize>number * LATEST;
  store<u32>(slots, load<u32>(slots, 8), 12);
  store<u32>(slots, load<u32>(slots, 4), 8);
  store<u32>(slots, load<u32>(slots), 4);
  store<u32>(slots, state);
}

/** Takes the next state that can lead to less than `cost`; NONE where there is none. */
export function takeOpen(cost: f64): u32 {
  if (isFringe) return takeFringe(cost);
  if (heapSize() == 0 || (heapTop() & ~ITEMS) > heapKey(cost)) return NONE;
  return <u32>(heapPop() & ITEMS);
}

/** Whether `takeOpen` would give this state, were it open. */
export function isNext(number: u32, cost: f64): bool {
  const least = stateLeast(number);
  if (isFringe || least >= cost) return false;
  return heapSize() == 0 || heapKey(least) <= heapTop();
}

/** Rounds with a limit that rises, depth first in each (Björnsson, Enzenberger, Holte and Schaeffer 2005). */
function takeFringe(cost: f64): u32 {
  let number: u32 = NONE;
  while (number == NONE) {
    if (now == NONE) {
      if (later == NONE || nextLimit >= cost) break;
      now = later;
      later = NONE;
      limit = nextLimit;
      nextLimit = Infinity;
    }
    const state = stateAt(now);
    const least = load<f64>(state, 16);
    const next = load<u32>(state, 28);
    if (least <= limit && least < cost) number = now;
    else if (least < cost) {
      if (later == NONE) later = now;
      else store<u32>(stateAt(laterTail), now, 28);
      laterTail = now;
      store<u32>(state, NONE, 28);
      nextLimit = min(nextLimit, least);
    }
    now = next;
  }
  return number;
}

/** No open state can lead to less; Infinity where there is none. */
export function openBound(): f64 {
  if (isFringe) return now == NONE && later == NONE ? Infinity : now == NONE ? nextLimit : limit;
  return heapSize() == 0 ? Infinity : reinterpret<f64>(heapTop() & ~ITEMS);
}
