// The list of each cell: per hub the corners through which shortest paths from points of the cell
// to the hub may lead first (via labels of Du, Shen and Cheema 2023). A list has, in words:
//
//   number of corners, of hubs, and of entries
//   per corner: its number
//   per hub: its rank, ascending, then NONE up to a multiple of four; per hub and one more: its
//   first entry
//   per entry: f32 length from the corner to the hub, rounded down; u16 place of the corner among
//   those of the list; u16 place of the hub in the label of the corner

import { reallocate } from '../env';
import { at, NONE, set } from '../sides';
import { cornerCount, HEADS } from '../tangent/graph';
import { pointX, pointY } from '../tangent/view';
import { HEAD_BITS, WALL_LEFT, WALL_RIGHT } from '../tangent/walls';
import {
  cellCount,
  cellMinX,
  cellMinY,
  cellSize,
  firstCorner,
  firstTriangle,
  pairItem,
  pairNext,
  shapeOf,
} from './cells';
import { below, fillFloats, floatAt, setFloatAt } from './floats';
import { entryLength, entryRank, entryStep, labelEnd, labelFirst } from './labels';
import { hubCorner } from './order';
import { seesCorner } from './ray';
import { clip, SHAPE_BYTES, shapeDistance, shapeX, shapeY } from './shapes';

/** The number of ranks of a list, with those that fill up the last group of four. */
export function paddedHubs(hubs: u32): u32 {
  return (hubs + 3) & ~3;
}
/** Words before the corners of a list. */
export const LIST_HEAD: u32 = 3;
export const ENTRY_VIA: usize = 4;
export const ENTRY_PLACE: usize = 6;
/** The most corners of a list, and the most hubs of a label. */
const MOST: u32 = 65_535;

// The corners that see the cell: u32 number, f64 distance to the current part of the cell, f64
// length to its centre, u8 whether the centre sees the corner, u32 place in the list.
let corners: usize = 0;
let distances: usize = 0;
let lengths: usize = 0;
let areSeen: usize = 0;
let places: usize = 0;
let room: u32 = 0;
let count: u32 = 0;

// Candidates: f64 length from the corner to the hub, u32 corner among those that see the cell, u32
// next candidate of the same hub, u32 whether it is kept, u32 entry of the label.
let candidates: usize = 0;
let candidateRoom: u32 = 0;
let candidateCount: u32 = 0;
const CANDIDATE: usize = 24;
const VIA: usize = 8;
const NEXT: usize = 12;
const KEPT: usize = 16;
const ENTRY: usize = 20;

/** u32 per rank: the first candidate, NONE if the cell has none; f64 per rank: least length. */
let heads: usize = 0;
let least: usize = 0;
/** The ranks that have candidates, u32 each. */
let hubs: usize = 0;
let hubCount: u32 = 0;

/** Lists of the latest cells, in words. */
let out: usize = 0;
let outRoom: u32 = 0;
let outCount: u32 = 0;
let shape: usize = 0;
/** Bounds on lengths may be wrong by this share. */
const ROUNDING: f64 = 1e-9;

export function listsBegin(): void {
  const total = cornerCount();
  heads = reallocate(heads, 0, (<usize>total + 1) << 2);
  hubs = reallocate(hubs, 0, (<usize>total + 1) << 2);
  least = reallocate(least, 0, (<usize>total + 1) << 3);
  memory.fill(heads, 255, (<usize>total) << 2);
  fillFloats(least, total, Infinity);
  if (shape == 0) shape = reallocate(0, 0, 2 * SHAPE_BYTES);
}

export function listsAddress(): usize {
  return out;
}
export function listsWords(): u32 {
  return outCount;
}

/**
 * Makes the lists of the cells from `from` on, until they have `most` words, and writes where each
 * list ends into `ends`, in words from `base` on. Returns the next cell; NONE if a number of
 * a list does not fit 16 bits.
 */
export function listsSome(from: u32, most: u32, ends: usize, base: u32): u32 {
  outCount = 0;
  let cell = from;
  const last = cellCount();
  for (; cell < last && outCount < most; cell++) {
    if (firstTriangle(cell) != NONE) {
      findCorners(cell);
      for (let i: u32 = 0; i < count; i++) addCandidates(cell, i);
      for (let p = firstTriangle(cell); p != NONE; p = pairNext(p)) keepIn(cell, pairItem(p));
      if (!write()) return NONE;
      for (let h: u32 = 0; h < hubCount; h++) set(heads, at(hubs, h), NONE);
    }
    set(ends, cell, base + outCount);
  }
  return cell;
}

function findCorners(cell: u32): void {
  count = 0;
  candidateCount = 0;
  hubCount = 0;
  for (let p = firstCorner(cell); p != NONE; p = pairNext(p)) {
    if (count == room) {
      const bytes = (<usize>count) << 2;
      room = max(1024, 2 * count);
      corners = reallocate(corners, bytes, (<usize>room) << 2);
      places = reallocate(places, bytes, (<usize>room) << 2);
      distances = reallocate(distances, 0, (<usize>room) << 3);
      lengths = reallocate(lengths, 0, (<usize>room) << 3);
      areSeen = reallocate(areSeen, 0, room);
    }
    set(corners, count++, pairItem(p));
  }
}

/**
 * Adds the hubs of a corner to which a path from some point of the cell can turn at the corner
 * towards the wall there.
 */
function addCandidates(cell: u32, i: u32): void {
  const corner = at(corners, i);
  const px = pointX(corner);
  const py = pointY(corner);
  const side = cellSize();
  const minX = cellMinX(cell);
  const minY = cellMinY(cell);
  const slack = 1e-6 * side;
  const isIn =
    px >= minX - slack &&
    px <= minX + side + slack &&
    py >= minY - slack &&
    py <= minY + side + slack;
  // the directions from the corner to the cell: all between two corners of the cell
  const cx = minX + 0.5 * side - px;
  const cy = minY + 0.5 * side - py;
  let leftX = cx;
  let leftY = cy;
  let rightX = cx;
  let rightY = cy;
  for (let k: u32 = 0; k < 4; k++) {
    const x = minX + (k & 1 ? side : 0) - px;
    const y = minY + (k & 2 ? side : 0) - py;
    if (leftX * y - leftY * x > 0) {
      leftX = x;
      leftY = y;
    }
    if (rightX * y - rightY * x < 0) {
      rightX = x;
      rightY = y;
    }
  }
  const far = abs(cx) + abs(cy) + 2 * side;
  for (let e = labelFirst(corner), end = labelEnd(corner); e < end; e++) {
    const step = entryStep(e);
    const next = step & HEADS;
    if (!isIn && next != corner) {
      const x = pointX(next) - px;
      const y = pointY(next) - py;
      const walls = step >> HEAD_BITS;
      const leftTurn = x * leftY - y * leftX;
      const rightTurn = x * rightY - y * rightX;
      const rounding = ROUNDING * (abs(x) + abs(y)) * far;
      const isLeft = walls & WALL_LEFT && max(leftTurn, rightTurn) >= -rounding;
      const isRight = walls & WALL_RIGHT && min(leftTurn, rightTurn) <= rounding;
      if (!isLeft && !isRight) continue;
    }
    add(e, i);
  }
}

function candidateAt(i: u32): usize {
  return candidates + <usize>i * CANDIDATE;
}

function add(entry: u32, via: u32): void {
  const rank = entryRank(entry);
  if (candidateCount == candidateRoom) {
    const bytes = <usize>candidateCount * CANDIDATE;
    candidateRoom = max(4096, 2 * candidateCount);
    candidates = reallocate(candidates, bytes, <usize>candidateRoom * CANDIDATE);
  }
  const head = at(heads, rank);
  if (head == NONE) set(hubs, hubCount++, rank);
  const candidate = candidateAt(candidateCount);
  store<f64>(candidate, entryLength(entry));
  store<u32>(candidate, entry, ENTRY);
  store<u32>(candidate, via, VIA);
  store<u32>(candidate, head, NEXT);
  store<u32>(candidate, 0, KEPT);
  set(heads, rank, candidateCount++);
}

/**
 * Keeps the candidates that may be shortest from a point of the part of the cell in a triangle. The
 * length from the centre of the part to each hub is known by the candidates that the centre sees;
 * from other points of the part it differs by the distance to the centre at most.
 */
function keepIn(cell: u32, triangle: u32): void {
  const minX = cellMinX(cell);
  const minY = cellMinY(cell);
  const other = shape + SHAPE_BYTES;
  shapeOf(triangle, shape);
  let sides = clip(shape, 3, other, 1, 0, minX);
  sides = clip(other, sides, shape, -1, 0, -minX - cellSize());
  sides = clip(shape, sides, other, 0, 1, minY);
  sides = clip(other, sides, shape, 0, -1, -minY - cellSize());
  if (sides == 0) return;
  let x: f64 = 0;
  let y: f64 = 0;
  for (let i: u32 = 0; i < sides; i++) {
    x += shapeX(shape, i);
    y += shapeY(shape, i);
  }
  x /= <f64>sides;
  y /= <f64>sides;
  let radius: f64 = 0;
  for (let i: u32 = 0; i < sides; i++)
    radius = max(radius, lengthOf(shapeX(shape, i) - x, shapeY(shape, i) - y));
  for (let i: u32 = 0; i < count; i++) {
    const corner = at(corners, i);
    const px = pointX(corner);
    const py = pointY(corner);
    setFloatAt(distances, i, shapeDistance(shape, sides, px, py));
    setFloatAt(lengths, i, lengthOf(px - x, py - y));
    store<u8>(areSeen + i, seesCorner(triangle, x, y, corner) ? 1 : 0);
  }
  for (let i: u32 = 0; i < hubCount; i++) setFloatAt(least, at(hubs, i), fromCentre(at(hubs, i)));
  for (let i: u32 = 0; i < hubCount; i++) keepHub(at(hubs, i), radius);
  for (let i: u32 = 0; i < hubCount; i++) setFloatAt(least, at(hubs, i), Infinity);
}

function lengthOf(x: f64, y: f64): f64 {
  return sqrt(x * x + y * y);
}

/** The least length from the centre to a hub through a candidate that the centre sees. */
function fromCentre(rank: u32): f64 {
  let best = Infinity;
  for (let i = at(heads, rank); i != NONE; i = load<u32>(candidateAt(i), NEXT)) {
    const via = load<u32>(candidateAt(i), VIA);
    if (load<u8>(areSeen + via))
      best = min(best, load<f64>(candidateAt(i)) + floatAt(lengths, via));
  }
  return best;
}

/** Keeps the candidates of a hub that no path over hubs of lower rank makes superfluous. */
function keepHub(rank: u32, radius: f64): void {
  // the least bound on a path through a candidate that is not kept yet
  let bound = Infinity;
  for (let i = at(heads, rank); i != NONE; i = load<u32>(candidateAt(i), NEXT))
    if (load<u32>(candidateAt(i), KEPT) == 0) bound = min(bound, boundOf(candidateAt(i)));
  bound = (bound - ROUNDING) / (1 + ROUNDING) - radius;
  let best = floatAt(least, rank);
  const hub = hubCorner(rank);
  for (let e = labelFirst(hub), end = labelEnd(hub); e < end && bound <= best; e++)
    best = min(best, floatAt(least, entryRank(e)) + entryLength(e));
  if (bound > best) return;
  const most = (best + radius) * (1 + ROUNDING) + ROUNDING;
  for (let i = at(heads, rank); i != NONE; i = load<u32>(candidateAt(i), NEXT))
    if (boundOf(candidateAt(i)) <= most) store<u32>(candidateAt(i), 1, KEPT);
}

/** A lower bound on the length to the hub through a candidate. */
function boundOf(candidate: usize): f64 {
  return load<f64>(candidate) + floatAt(distances, load<u32>(candidate, VIA));
}

/** Sorts the hubs by rank (Shell 1959, each gap 2.25 times the next). */
function sortHubs(): void {
  for (let gap = max<u32>(1, (hubCount * 4) / 9); ; gap = max<u32>(1, (gap * 4) / 9)) {
    for (let i = gap; i < hubCount; i++) {
      const rank = at(hubs, i);
      let k = i;
      for (; k >= gap && at(hubs, k - gap) > rank; k -= gap) set(hubs, k, at(hubs, k - gap));
      set(hubs, k, rank);
    }
    if (gap == 1) return;
  }
}

/** Writes the list of the kept candidates; false if a number does not fit 16 bits. */
function write(): bool {
  sortHubs();
  let kept: u32 = 0;
  let used: u32 = 0;
  let hubsKept: u32 = 0;
  let longest: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    set(places, i, NONE);
    longest = max(longest, labelEnd(at(corners, i)) - labelFirst(at(corners, i)));
  }
  for (let h: u32 = 0; h < hubCount; h++) {
    const before = kept;
    for (let i = at(heads, at(hubs, h)); i != NONE; i = load<u32>(candidateAt(i), NEXT)) {
      if (load<u32>(candidateAt(i), KEPT) == 0) continue;
      kept++;
      const via = load<u32>(candidateAt(i), VIA);
      if (at(places, via) == NONE) set(places, via, used++);
    }
    if (kept > before) hubsKept++;
  }
  if (used > MOST || longest > MOST) return false;
  if (kept == 0) return true;
  const words = LIST_HEAD + used + paddedHubs(hubsKept) + hubsKept + 1 + 2 * kept;
  if (outCount + words > outRoom) {
    const bytes = (<usize>outCount) << 2;
    outRoom = 2 * (outCount + words);
    out = reallocate(out, bytes, (<usize>outRoom) << 2);
  }
  const list = out + ((<usize>outCount) << 2);
  outCount += words;
  set(list, 0, used);
  set(list, 1, hubsKept);
  set(list, 2, kept);
  const cornersAt = list + ((<usize>LIST_HEAD) << 2);
  for (let i: u32 = 0; i < count; i++)
    if (at(places, i) != NONE) set(cornersAt, at(places, i), at(corners, i));
  writeEntries(cornersAt + ((<usize>used) << 2), hubsKept);
  return true;
}

function writeEntries(ranksAt: usize, hubsKept: u32): void {
  const firstsAt = ranksAt + ((<usize>paddedHubs(hubsKept)) << 2);
  let to = firstsAt + ((<usize>hubsKept + 1) << 2);
  let entry: u32 = 0;
  let hub: u32 = 0;
  for (let h: u32 = 0; h < hubCount; h++) {
    const rank = at(hubs, h);
    const begun = entry;
    for (let i = at(heads, rank); i != NONE; i = load<u32>(candidateAt(i), NEXT)) {
      const candidate = candidateAt(i);
      if (load<u32>(candidate, KEPT) == 0) continue;
      const via = load<u32>(candidate, VIA);
      const first = labelFirst(at(corners, via));
      store<f32>(to, below(load<f64>(candidate)));
      store<u16>(to, <u16>at(places, via), ENTRY_VIA);
      store<u16>(to, <u16>(load<u32>(candidate, ENTRY) - first), ENTRY_PLACE);
      to += 8;
      entry++;
    }
    if (entry == begun) continue;
    set(ranksAt, hub, rank);
    set(firstsAt, hub, begun);
    hub++;
  }
  set(firstsAt, hub, entry);
  for (; hub < paddedHubs(hubsKept); hub++) set(ranksAt, hub, NONE);
}
