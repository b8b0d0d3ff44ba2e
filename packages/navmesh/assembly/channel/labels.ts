// Labels. Each has the funnel of its path so far, and mostly the bottleneck that the path is about
// to cross (kinds of labels: below). The number of a label is its place in memory, in units of 32
// bytes.

import { reallocate } from '../env';
import {
  entryLength,
  funnelBytes,
  funnelLend,
  funnelLoad,
  funnelReturn,
  funnelSave,
  isSameFunnel,
  leftBytes,
  apexTurn,
} from './funnel';
import { Lengths } from './chains';
import { ENTRY, HAS_RADIUS, Label } from './layout';
import { VertexLengths } from './vertex-chains';
import { NONE } from '../sides';

// Kinds of labels.

/**
 * At a bottleneck, in TA* at a side. A disc's label at the target also has this kind, and NONE as
 * its `crossing`.
 */
export const AT_BOTTLENECK: u32 = 0;
/** Of discs: at a bottleneck, with a lower bound by straight lines only, not by the table yet. */
export const ESTIMATE: u32 = 1;
/**
 * Of discs: in a triangle with two sides that lead on. The path has entered the triangle over the
 * side `crossing`. With TURNS_LEFT the path goes on over the left side, `before(crossing)`, with
 * TURNS_RIGHT over the right side, `after(crossing)`.
 */
export const TURNS_LEFT: u32 = 2;
export const TURNS_RIGHT: u32 = 3;

/** Numbers of labels count units of 2^5 = 32 bytes. */
const UNIT: u32 = 5;
const HEADER: usize = offsetof<Label>();

let labels: usize = 0;
let room: usize = 0;
let end: usize = 0;
/**
 * The number of a label must be below this: an entry of the open list has 24 bits for the number.
 * 2^24 units are 512 MiB. A label takes one unit and those of its funnel, so there are fewer labels
 * than numbers.
 */
let most: u32 = 0;
let hasOverflown: bool = false;

export function labelsBind(address: usize, bytes: u32, mostLabels: u32): void {
  labels = address;
  room = bytes;
  most = mostLabels;
}
export function labelsForget(): void {
  end = 0;
  hasOverflown = false;
}
/** Whether labels were left out because all numbers were in use. */
export function isFull(): bool {
  return hasOverflown;
}
/** Where the next label will lie, in bytes from the first one. */
export function labelsEnd(): usize {
  return end;
}

function labelAt(number: u32): Label {
  return changetype<Label>(labels + ((<usize>number) << UNIT));
}
function funnelOf(label: Label): usize {
  return changetype<usize>(label) + HEADER;
}
export function crossingOf(number: u32): u32 {
  return labelAt(number).crossing;
}
export function kindOf(number: u32): u32 {
  return labelAt(number).kind;
}
export function boundOf(number: u32): f64 {
  return labelAt(number).lowerBound;
}
export function linkOf(number: u32): u32 {
  return labelAt(number).link;
}
export function setLink(number: u32, link: u32): void {
  labelAt(number).link = link;
}

/**
 * Adds a label with the current path, and returns its number. If all numbers are in use, the search
 * for points traps, which `guarded` of src/queries/search-engine.ts makes a RangeError. The search
 * for discs goes on until it next asks `isFull`. A label that was added when all numbers were in
 * use must not be opened.
 */
export function addLabel(crossing: u32, lowerBound: f64, kind: u32, link: u32): u32 {
  const bytes = funnelBytes();
  const next = end + HEADER + bytes;
  while (next > room) {
    labels = reallocate(labels, end, room << 1);
    room <<= 1;
  }
  const number = <u32>(end >> UNIT);
  if (number >= most) {
    hasOverflown = true;
    if (!HAS_RADIUS) unreachable();
  }
  const label = labelAt(number);
  label.turn = apexTurn();
  label.crossing = crossing;
  label.link = link;
  label.leftBytes = <u32>leftBytes();
  label.bytes = <u32>bytes;
  label.kind = kind;
  label.lowerBound = lowerBound;
  funnelSave(funnelOf(label));
  end = next;
  return number;
}
/** Gives a label of kind ESTIMATE its lower bound by the table, and makes it AT_BOTTLENECK. */
export function setBound(number: u32, lowerBound: f64): void {
  labelAt(number).kind = AT_BOTTLENECK;
  labelAt(number).lowerBound = lowerBound;
}

/** Makes the path of a label the current path. */
export function resume(number: u32): void {
  const label = labelAt(number);
  funnelLoad(funnelOf(label), label.leftBytes, label.bytes, label.turn);
}

/** Whether a label's funnel has the same corners, or circles, as the current one. */
export function hasSameFunnel(number: u32): bool {
  const label = labelAt(number);
  if (label.bytes != <u32>funnelBytes() || label.leftBytes != <u32>leftBytes()) return false;
  return isSameFunnel(funnelOf(label));
}

/** The length of a label's path up to the apex of its funnel. */
export function apexLengthOf(number: u32): f64 {
  const label = labelAt(number);
  return entryLength(funnelOf(label) + label.leftBytes);
}

/** The length of a label's path on to a point. */
export function labelLengthTo(number: u32, x: f64, y: f64): f64 {
  const label = labelAt(number);
  if (!HAS_RADIUS) {
    const left = funnelOf(label);
    return VertexLengths.within(left, left + label.leftBytes, left + label.bytes - ENTRY, x, y);
  }
  funnelLend(funnelOf(label), label.leftBytes, label.bytes, label.turn);
  const length = Lengths.to(x, y);
  funnelReturn();
  return length;
}

/**
 * The label of the smallest lower bound among those added since `labelsEnd` was `from`; NONE if
 * none was added.
 */
export function bestSince(from: usize): u32 {
  let best: u32 = NONE;
  let least: f64 = Infinity;
  for (let i = from; i < end; i += HEADER + labelAt(<u32>(i >> UNIT)).bytes) {
    const bound = boundOf(<u32>(i >> UNIT));
    if (bound >= least) continue;
    least = bound;
    best = <u32>(i >> UNIT);
  }
  return best;
}
