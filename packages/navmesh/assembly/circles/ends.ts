// The tangents from the source, and those to the target.

import { reallocate } from '../env';
import { nodeAt, place, placed } from './circles';

/** Of the source, 40 bytes: f64 x and y of where it arrives, its length, the place there; u32 the node; whether it is known how far the target is from there. */
let starts: usize = 0;
let startRoom: u32 = 0;
export let startCount: u32 = 0;
const START: usize = 40;
/** Of the target, in nodes: the search; f64 the place where it leaves; its length; x and y of where it leaves. */
export const AIMED: usize = 40;
export const AIM_PLACE: usize = 48;
export const AIM_LENGTH: usize = 56;
export const AIM_X: usize = 64;
export const AIM_Y: usize = 72;
/** The nodes with one. */
let aims: usize = 0;
let aimRoom: u32 = 0;
export let aimCount: u32 = 0;

let search: u32 = 0;
let isTarget: bool = false;

export function endsBind(startList: usize, startMost: u32, aimList: usize, aimMost: u32): void {
  starts = startList;
  startRoom = startMost;
  aims = aimList;
  aimRoom = aimMost;
}

export function endsBegin(number: u32): void {
  search = number;
  startCount = 0;
  aimCount = 0;
}
/** Which end is seen from. */
export function endsOf(target: bool): void {
  isTarget = target;
}

export function startAt(i: u32): usize {
  return starts + <usize>i * START;
}
export function aimAt(i: u32): u32 {
  return load<u32>(aims + ((<usize>i) << 2));
}

/** A tangent to the circle that has just been put on, from end to (x, y). */
export function see(x: f64, y: f64, length: f64): void {
  if (isTarget) aim(x, y, length);
  else start(x, y, length);
}

function start(x: f64, y: f64, length: f64): void {
  if (startCount == startRoom) {
    starts = reallocate(starts, <usize>startRoom * START, <usize>startRoom * START * 2);
    startRoom <<= 1;
  }
  const at = startAt(startCount++);
  store<f64>(at, x);
  store<f64>(at, y, 8);
  store<f64>(at, length, 16);
  store<f64>(at, place, 24);
  store<u32>(at, placed, 32);
  store<u32>(at, 0, 36);
}

function aim(x: f64, y: f64, length: f64): void {
  if (aimCount == aimRoom) {
    aims = reallocate(aims, (<usize>aimRoom) << 2, (<usize>aimRoom) << 3);
    aimRoom <<= 1;
  }
  store<u32>(aims + ((<usize>aimCount) << 2), placed);
  aimCount++;
  const node = nodeAt(placed);
  store<u32>(node, search, AIMED);
  store<f64>(node, place, AIM_PLACE);
  store<f64>(node, length, AIM_LENGTH);
  store<f64>(node, x, AIM_X);
  store<f64>(node, y, AIM_Y);
}
