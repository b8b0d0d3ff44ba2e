// Makes the lists of cells, whose form is that of list-form.ts. `cellLists` of src/labels/build.ts
// calls `listsSome`. For each cell, candidates.ts finds the entries of labels that the list may
// need, keep.ts decides which of them it keeps, and this file writes them.

import { reallocate } from '@wayfield/wasm/assembly/env';
import { get as at, NONE, set } from '@wayfield/wasm/assembly/words';
import { pointX, pointY } from '@wayfield/navmesh/assembly/tangent/view';
import {
  boundOf,
  candidateEntry,
  candidateLength,
  candidatesBegin,
  candidateVia,
  CELL_ROUNDING,
  findCandidates,
  firstCandidate,
  hubAt,
  hubCount,
  isKept,
  nextCandidate,
  ROUNDING,
  setViaDistance,
  sortHubs,
  viaCorner,
  viaCount,
  viaParts,
} from './candidates';
import {
  cellCount,
  cellColumns,
  cellMinX,
  cellMinY,
  cellOfPoint,
  cellSize,
  firstTriangle,
  pairItem,
  pairNext,
} from './cells';
import { below, lengthOf } from './floats';
import { keepBegin, keepIn } from './keep';
import { labelNumber } from './labels';
import {
  BLOCK_SIDE,
  ENTRY_LENGTH,
  ENTRY_VIA,
  LIST_BITS,
  LIST_BLOCKS,
  LIST_ENTRIES,
  LIST_HEAD,
  LIST_UNIT,
  MOST_CORNERS,
  MOST_UNITS,
  paddedHubs,
  TOP,
  wordsOf,
} from './list-form';
import { hubCorner } from './order';

/** The lists that the latest call of `listsSome` made; room and count are in words. */
let out: usize = 0;
let outRoom: u32 = 0;
let outCount: u32 = 0;
/**
 * u32 per corner that sees the current cell: its place among the via corners of the list, NONE if
 * no kept candidate has this corner.
 */
let places: usize = 0;
let placeRoom: u32 = 0;
/** The unit of lengths in the current list. */
let unit: f64 = 1;

/** Allocates what depends on the number of corners; called once per grid, before `listsSome`. */
export function listsBegin(): void {
  candidatesBegin();
  keepBegin();
}

export function listsAddress(): usize {
  return out;
}
export function listsWords(): u32 {
  return outCount;
}

/**
 * Makes the lists of the cells from `from` on, until these lists have `most` words. Writes into
 * `ends` at which word each list ends; `base` is the number of words of all lists before. Returns
 * the next cell, or NONE if a list has more than 65,535 via corners.
 */
export function listsSome(from: u32, most: u32, ends: usize, base: u32): u32 {
  outCount = 0;
  let cell = from;
  const last = cellCount();
  for (; cell < last && outCount < most; cell++) {
    if (firstTriangle(cell) != NONE) {
      findCandidates(cell);
      for (let p = firstTriangle(cell); p != NONE; p = pairNext(p)) keepIn(cell, pairItem(p));
      if (!write(cell)) return NONE;
    }
    set(ends, cell, base + outCount);
  }
  return cell;
}

/** Writes the list of the kept candidates; false if the list has more than 65,535 via corners. */
function write(cell: u32): bool {
  sortHubs();
  let kept: u32 = 0;
  let topKept: u32 = 0;
  let used: u32 = 0;
  let top: u32 = 0;
  let further: u32 = 0;
  let longest: f64 = 0;
  clearPlaces();
  for (let h: u32 = 0; h < hubCount(); h++) {
    const before = kept;
    for (let i = firstCandidate(hubAt(h)); i != NONE; i = nextCandidate(i)) {
      if (!isKept(i)) continue;
      kept++;
      longest = max(longest, candidateLength(i));
      const via = candidateVia(i);
      if (at(places, via) == NONE) set(places, via, used++);
    }
    if (kept == before) continue;
    if (hubAt(h) < TOP) {
      top++;
      topKept = kept;
    } else further++;
  }
  if (used > MOST_CORNERS) return false;
  if (kept == 0) return true;
  const words = wordsOf(used, top, further, kept);
  if (outCount + words > outRoom) {
    const bytes = (<usize>outCount) << 2;
    outRoom = 2 * (outCount + words);
    out = reallocate(out, bytes, (<usize>outRoom) << 2);
  }
  const list = out + ((<usize>outCount) << 2);
  outCount += words;
  memory.fill(list, 0, (<usize>words) << 2);
  set(list, 0, used);
  set(list, 1, top);
  set(list, 2, further);
  set(list, 3, topKept);
  store<f32>(list + (LIST_UNIT << 2), max<f32>(f32.MIN_NORMAL_VALUE, <f32>(longest / MOST_UNITS)));
  set(list, LIST_ENTRIES, kept);
  writeCorners(cell, list);
  return true;
}

function clearPlaces(): void {
  const count = viaCount();
  if (count > placeRoom) {
    placeRoom = max(1024, 2 * count);
    places = reallocate(places, 0, (<usize>placeRoom) << 2);
  }
  memory.fill(places, 255, (<usize>count) << 2);
}

/** Writes the via corners of a list, its hubs with their entries, and its bits. */
function writeCorners(cell: u32, list: usize): void {
  const top = at(list, 1);
  const further = at(list, 2);
  const bounds = list + ((<usize>LIST_HEAD) << 2);
  const firsts = bounds + ((<usize>top) << 2);
  const entriesAt = firsts + ((<usize>top + 1) << 2);
  const cornersAt = entriesAt + ((<usize>at(list, 3)) << 3);
  for (let i: u32 = 0; i < viaCount(); i++) {
    setViaDistance(i, distanceTo(cell, viaCorner(i)));
    if (at(places, i) == NONE) continue;
    set(cornersAt, 2 * at(places, i), viaCorner(i));
    set(cornersAt, 2 * at(places, i) + 1, viaParts(i));
  }
  unit = <f64>load<f32>(list + (LIST_UNIT << 2));
  const next = writeHubs(0, top, bounds, firsts, entriesAt);
  for (let h: u32 = 0; h < next; h++)
    if (isInList(hubAt(h))) setBit(list + (LIST_BITS << 2), hubAt(h));
  const ranks = cornersAt + ((<usize>at(list, 0)) << 3);
  const furtherBounds = ranks + ((<usize>paddedHubs(further)) << 2);
  const furtherFirsts = furtherBounds + ((<usize>further) << 2);
  const furtherEntries = furtherFirsts + ((<usize>further + 1) << 2);
  writeHubs(next, further, furtherBounds, furtherFirsts, furtherEntries);
  let hub: u32 = 0;
  for (let h = next; h < hubCount(); h++) {
    if (!isInList(hubAt(h))) continue;
    set(ranks, hub++, hubAt(h));
    setBit(list + (LIST_BLOCKS << 2), blockOf(hubCorner(hubAt(h))));
  }
  for (; hub < paddedHubs(further); hub++) set(ranks, hub, NONE);
}

/** Whether the list has a hub: one of the hub's candidates is kept. */
function isInList(rank: u32): bool {
  for (let i = firstCandidate(rank); i != NONE; i = nextCandidate(i)) if (isKept(i)) return true;
  return false;
}

/**
 * Writes the next `total` hubs with kept candidates, from hub `from` of the cell on; returns the
 * hub of the cell behind the last.
 */
function writeHubs(from: u32, total: u32, bounds: usize, firsts: usize, entriesAt: usize): u32 {
  let to = entriesAt;
  let h = from;
  for (let hub: u32 = 0; hub < total; h++) {
    const begun = to;
    let bound = Infinity;
    for (let i = firstCandidate(hubAt(h)); i != NONE; i = nextCandidate(i)) {
      if (!isKept(i)) continue;
      store<u32>(to, labelNumber(candidateEntry(i)));
      store<u16>(to, <u16>unitsOf(candidateLength(i)), ENTRY_LENGTH);
      store<u16>(to, <u16>at(places, candidateVia(i)), ENTRY_VIA);
      to += 8;
      bound = min(bound, boundOf(i));
    }
    if (to == begun) continue;
    set(firsts, hub, <u32>((begun - entriesAt) >> 3));
    store<f32>(bounds + ((<usize>hub) << 2), below(max<f64>(0, bound * (1 - ROUNDING))));
    hub++;
  }
  set(firsts, total, <u32>((to - entriesAt) >> 3));
  return h;
}

/** A length in units, rounded down. */
function unitsOf(length: f64): u32 {
  let units = min<f64>(MOST_UNITS, floor(length / unit));
  while (units > 0 && units * unit > length) units--;
  return <u32>units;
}

function setBit(bits: usize, i: u32): void {
  const word = bits + ((<usize>(i >> 5)) << 2);
  store<u32>(word, load<u32>(word) | (1 << (i & 31)));
}

/** A lower bound on the distance from the points of a cell to a corner. */
function distanceTo(cell: u32, corner: u32): f64 {
  const x = pointX(corner) - cellMinX(cell);
  const y = pointY(corner) - cellMinY(cell);
  const dx = max<f64>(0, max(-x, x - cellSize()) - CELL_ROUNDING * cellSize());
  const dy = max<f64>(0, max(-y, y - cellSize()) - CELL_ROUNDING * cellSize());
  return lengthOf(dx, dy);
}

/** The block of the map in which a corner lies. */
function blockOf(corner: u32): u32 {
  const cell = cellOfPoint(pointX(corner), pointY(corner));
  const column = ((cell % cellColumns()) * BLOCK_SIDE) / cellColumns();
  return (
    (((cell / cellColumns()) * BLOCK_SIDE) / (cellCount() / cellColumns())) * BLOCK_SIDE + column
  );
}
