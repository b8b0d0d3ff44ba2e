// Builds the list of each cell: per hub the via corners, at which shortest paths from points of the
// cell to the hub may turn first (via labels of Du, Shen and Cheema 2023). `cellLists` of
// src/labels/build.ts calls `listsSome`; ends.ts and join.ts read the lists. Hubs of rank below
// `TOP` are top hubs, all others further hubs. A list fills whole cache lines and has, in words:
//
//   number of via corners, of top hubs, of further hubs, and of entries of top hubs
//   1 bit per block of the map: whether a further hub lies there
//   f32 unit of lengths, the longest length / 65,535; number of all entries; two words of 0
//   1 bit per top rank: whether the list has the hub
//   per top hub: f32 lower bound on the length to the hub from any point of the cell
//   per top hub: the place of its first entry in the next column; then the length of that column
//   per entry of a top hub: its number among the entries of labels; u16 length from the via corner
//   to the hub in units, rounded down; u16 place of the via corner among those of the list
//   per via corner: its number; u16 with a bit for each part of the cell that sees the corner from
//   all its points; a u16 of 0
//   per further hub: its rank, ascending; NONE fills the ranks up to a multiple of four
//   for further hubs as for top hubs: bounds, first entries, entries (same via corners)
//
// Two ends of a query that are far apart share top hubs only, so the words of top hubs come first.

import { reallocate } from '@wayfield/wasm/assembly/env';
import { get as at, NONE, set } from '@wayfield/wasm/assembly/words';
import { cornerCount, HEADS } from '@wayfield/navmesh/assembly/tangent/graph';
import { pointX, pointY } from '@wayfield/navmesh/assembly/tangent/view';
import { HEAD_BITS, WALL_LEFT, WALL_RIGHT } from '@wayfield/navmesh/assembly/tangent/walls';
import {
  cellCount,
  cellColumns,
  cellMinX,
  cellMinY,
  cellOfPoint,
  cellSize,
  firstCorner,
  firstTriangle,
  pairItem,
  pairNext,
  pairSees,
  shapeOf,
} from './cells';
import { below, fillFloats, floatAt, lengthOf, setFloatAt } from './floats';
import { labelEnd, labelFirst, labelLength, labelNumber, labelRank, labelStep } from './labels';
import { hubCorner } from './order';
import { seesCorner } from './ray';
import { clip, SHAPE_BYTES, shapeDistance, shapeX, shapeY } from './shapes';

/** Hubs of a rank below 512 are top hubs: their 512 bits fill a cache line. */
export const TOP: u32 = 512;
/** Words of a cache line. The words of a list are a multiple of this number. */
const LINE: u32 = 16;
// The words of a list at which parts of its head begin; LIST_HEAD is the size of the head.
export const LIST_BLOCKS: u32 = 4;
export const LIST_UNIT: u32 = 12;
export const LIST_ENTRIES: u32 = 13;
export const LIST_BITS: u32 = 16;
export const LIST_HEAD: u32 = 32;
/** Blocks of the map along an edge, and all of them. */
const BLOCK_SIDE: u32 = 16;
export const BLOCKS: u32 = 256;

/** The number of ranks of further hubs, with the NONE that fill the last group of four. */
export function paddedHubs(hubs: u32): u32 {
  return (hubs + 3) & ~3;
}
/** The number of words of a list, rounded up to a whole cache line. */
function wordsOf(usedCorners: u32, top: u32, further: u32, entryCount: u32): u32 {
  const hubWords = 2 * (top + further) + 2 + paddedHubs(further);
  return (LIST_HEAD + hubWords + 2 * (usedCorners + entryCount) + LINE - 1) & ~(LINE - 1);
}
/** Bytes from the start of an entry of a list to its length, and to the place of its via corner. */
export const ENTRY_LENGTH: usize = 4;
export const ENTRY_VIA: usize = 6;
/** The largest number of units of a length: lengths are u16. */
const MOST_UNITS: f64 = 65_535;
/** The largest number of via corners of a list: their places are u16. */
const MOST: u32 = 65_535;

// Columns with one entry per corner that sees the current cell. A piece is where a triangle and
// the cell overlap. `corners`: u32 number of the corner. `distances`: f64 distance to the current
// piece, from `keepIn`; then a lower bound on that to the cell, from `writeCorners`. `lengths`: f64
// length to the centre of the piece. `areSeen`: u8 whether the centre sees the corner. `places`:
// u32 place among the via corners of the list, NONE if the corner is not one. `parts`: u32 with a
// bit for each part of the cell that sees the corner from all its points.
let corners: usize = 0;
let distances: usize = 0;
let lengths: usize = 0;
let areSeen: usize = 0;
let places: usize = 0;
let parts: usize = 0;
let room: u32 = 0;
let count: u32 = 0;

// Candidates: pairs of a via corner and a hub that the list of the current cell may need. Each has
// f64 length from the corner to the hub, u32 place of the corner in the columns above, u32 next
// candidate of the same hub, u32 whether the list keeps the candidate, u32 entry of the label.
let candidates: usize = 0;
let candidateRoom: u32 = 0;
let candidateCount: u32 = 0;
const CANDIDATE: usize = 24;
const VIA: usize = 8;
const NEXT: usize = 12;
const KEPT: usize = 16;
const ENTRY: usize = 20;

// u32 per rank: the first candidate, NONE if the cell has none. f64 per rank: the least length from
// the centre of the current piece to the hub, Infinity if there is no candidate.
let heads: usize = 0;
let least: usize = 0;
/** The ranks that have candidates in the current cell, u32 each. */
let hubs: usize = 0;
let hubCount: u32 = 0;

/** The lists that the latest call of `listsSome` made; room and count are in words. */
let out: usize = 0;
let outRoom: u32 = 0;
let outCount: u32 = 0;
/** Two polygons: clipping reads one and writes the other. */
let shape: usize = 0;
/** The unit of lengths in the current list. */
let unit: f64 = 1;
/**
 * Tolerance. Upper bounds on lengths are raised by this share plus this length, lower bounds are
 * reduced by this share. A turn whose sine is at most about this number counts as left and right.
 * The value is a thousand times SUMS. A larger one would only make lists longer; with a smaller
 * one, rounding could drop a corner.
 */
const ROUNDING: f64 = 1e-9;
/** Points that `cellOfPoint` puts into a cell lie outside it by at most this share of its side. */
const CELL_ROUNDING: f64 = 1e-6;

/** Allocates what depends on the number of corners; called once per grid, before `listsSome`. */
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
      findCorners(cell);
      for (let i: u32 = 0; i < count; i++) addCandidates(cell, i);
      for (let p = firstTriangle(cell); p != NONE; p = pairNext(p)) keepIn(cell, pairItem(p));
      if (!write(cell)) return NONE;
      for (let h: u32 = 0; h < hubCount; h++) set(heads, at(hubs, h), NONE);
    }
    set(ends, cell, base + outCount);
  }
  return cell;
}

/** Writes the columns of the corners that see a cell, and forgets the cell before. */
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
      parts = reallocate(parts, bytes, (<usize>room) << 2);
      distances = reallocate(distances, 0, (<usize>room) << 3);
      lengths = reallocate(lengths, 0, (<usize>room) << 3);
      areSeen = reallocate(areSeen, 0, room);
    }
    set(parts, count, pairSees(cell, p));
    set(corners, count++, pairItem(p));
  }
}

/**
 * Adds the candidates of a corner. A hub of the corner's label is a candidate if a path from some
 * point of the cell to the hub can turn at the corner around one of its walls. For a corner inside
 * the cell, all hubs of its label are candidates.
 */
function addCandidates(cell: u32, i: u32): void {
  const corner = at(corners, i);
  const px = pointX(corner);
  const py = pointY(corner);
  const side = cellSize();
  const minX = cellMinX(cell);
  const minY = cellMinY(cell);
  const slack = CELL_ROUNDING * side;
  const isIn =
    px >= minX - slack &&
    px <= minX + side + slack &&
    py >= minY - slack &&
    py <= minY + side + slack;
  // seen from the corner, the cell lies between a leftmost and a rightmost corner of the cell
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
    const step = labelStep(e);
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

/** Adds a candidate: an entry of a label, and the place of its corner in the columns. */
function add(entry: u32, via: u32): void {
  const rank = labelRank(entry);
  if (candidateCount == candidateRoom) {
    const bytes = <usize>candidateCount * CANDIDATE;
    candidateRoom = max(4096, 2 * candidateCount);
    candidates = reallocate(candidates, bytes, <usize>candidateRoom * CANDIDATE);
  }
  const head = at(heads, rank);
  if (head == NONE) set(hubs, hubCount++, rank);
  const candidate = candidateAt(candidateCount);
  store<f64>(candidate, labelLength(entry));
  store<u32>(candidate, entry, ENTRY);
  store<u32>(candidate, via, VIA);
  store<u32>(candidate, head, NEXT);
  store<u32>(candidate, 0, KEPT);
  set(heads, rank, candidateCount++);
}

/**
 * Keeps the candidates on a shortest path from some point of the piece, which is where a triangle
 * and the cell overlap. The candidates that the centre of the piece sees give the length from the
 * centre to each hub. The piece is convex and without walls, so the length from any other point
 * differs from that by at most the point's distance to the centre.
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

/** The least length from the centre of the piece to a hub, over corners that the centre sees. */
function fromCentre(rank: u32): f64 {
  let best = Infinity;
  for (let i = at(heads, rank); i != NONE; i = load<u32>(candidateAt(i), NEXT)) {
    const via = load<u32>(candidateAt(i), VIA);
    if (load<u8>(areSeen + via))
      best = min(best, load<f64>(candidateAt(i)) + floatAt(lengths, via));
  }
  return best;
}

/**
 * Keeps the candidates of a hub that may give a shortest path from a point of the piece. From every
 * point, some path to the hub is at most `best` + `radius` long: it leads over the centre, and
 * perhaps over a hub of lower rank. So a candidate with a larger lower bound is not kept. Once
 * `best` is below `bound`, all candidates are too long or kept already, and nothing is left to do.
 */
function keepHub(rank: u32, radius: f64): void {
  // the least bound on a path through a candidate that is not kept yet
  let bound = Infinity;
  for (let i = at(heads, rank); i != NONE; i = load<u32>(candidateAt(i), NEXT))
    if (load<u32>(candidateAt(i), KEPT) == 0) bound = min(bound, boundOf(candidateAt(i)));
  bound = (bound - ROUNDING) / (1 + ROUNDING) - radius;
  let best = floatAt(least, rank);
  const hub = hubCorner(rank);
  for (let e = labelFirst(hub), end = labelEnd(hub); e < end && bound <= best; e++)
    best = min(best, floatAt(least, labelRank(e)) + labelLength(e));
  if (bound > best) return;
  const most = (best + radius) * (1 + ROUNDING) + ROUNDING;
  for (let i = at(heads, rank); i != NONE; i = load<u32>(candidateAt(i), NEXT))
    if (boundOf(candidateAt(i)) <= most) store<u32>(candidateAt(i), 1, KEPT);
}

/** A lower bound on the length from the piece, or the cell, to the hub through a candidate. */
function boundOf(candidate: usize): f64 {
  return load<f64>(candidate) + floatAt(distances, load<u32>(candidate, VIA));
}

/** Sorts the hubs of the cell by rank, in place (Shell 1959, each gap 2.25 times the next). */
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

/** Writes the list of the kept candidates; false if the list has more than 65,535 via corners. */
function write(cell: u32): bool {
  sortHubs();
  let kept: u32 = 0;
  let topKept: u32 = 0;
  let used: u32 = 0;
  let top: u32 = 0;
  let further: u32 = 0;
  let longest: f64 = 0;
  for (let i: u32 = 0; i < count; i++) set(places, i, NONE);
  for (let h: u32 = 0; h < hubCount; h++) {
    const before = kept;
    for (let i = at(heads, at(hubs, h)); i != NONE; i = load<u32>(candidateAt(i), NEXT)) {
      if (load<u32>(candidateAt(i), KEPT) == 0) continue;
      kept++;
      longest = max(longest, load<f64>(candidateAt(i)));
      const via = load<u32>(candidateAt(i), VIA);
      if (at(places, via) == NONE) set(places, via, used++);
    }
    if (kept == before) continue;
    if (at(hubs, h) < TOP) {
      top++;
      topKept = kept;
    } else further++;
  }
  if (used > MOST) return false;
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

/** Writes the via corners of a list, its hubs with their entries, and its bits. */
function writeCorners(cell: u32, list: usize): void {
  const top = at(list, 1);
  const further = at(list, 2);
  const bounds = list + ((<usize>LIST_HEAD) << 2);
  const firsts = bounds + ((<usize>top) << 2);
  const entriesAt = firsts + ((<usize>top + 1) << 2);
  const cornersAt = entriesAt + ((<usize>at(list, 3)) << 3);
  for (let i: u32 = 0; i < count; i++) {
    setFloatAt(distances, i, distanceTo(cell, at(corners, i)));
    if (at(places, i) == NONE) continue;
    set(cornersAt, 2 * at(places, i), at(corners, i));
    set(cornersAt, 2 * at(places, i) + 1, at(parts, i));
  }
  unit = <f64>load<f32>(list + (LIST_UNIT << 2));
  const next = writeHubs(0, top, bounds, firsts, entriesAt);
  for (let h: u32 = 0; h < next; h++)
    if (isKept(at(hubs, h))) setBit(list + (LIST_BITS << 2), at(hubs, h));
  const ranks = cornersAt + ((<usize>at(list, 0)) << 3);
  const furtherBounds = ranks + ((<usize>paddedHubs(further)) << 2);
  const furtherFirsts = furtherBounds + ((<usize>further) << 2);
  const furtherEntries = furtherFirsts + ((<usize>further + 1) << 2);
  writeHubs(next, further, furtherBounds, furtherFirsts, furtherEntries);
  let hub: u32 = 0;
  for (let h = next; h < hubCount; h++) {
    if (!isKept(at(hubs, h))) continue;
    set(ranks, hub++, at(hubs, h));
    setBit(list + (LIST_BLOCKS << 2), blockOf(hubCorner(at(hubs, h))));
  }
  for (; hub < paddedHubs(further); hub++) set(ranks, hub, NONE);
}

/** Whether a hub has a candidate that is kept. */
function isKept(rank: u32): bool {
  for (let i = at(heads, rank); i != NONE; i = load<u32>(candidateAt(i), NEXT))
    if (load<u32>(candidateAt(i), KEPT) != 0) return true;
  return false;
}

/** Writes the next `total` hubs with kept candidates, from `hubs[from]` on; returns the next. */
function writeHubs(from: u32, total: u32, bounds: usize, firsts: usize, entriesAt: usize): u32 {
  let to = entriesAt;
  let h = from;
  for (let hub: u32 = 0; hub < total; h++) {
    const begun = to;
    let bound = Infinity;
    for (let i = at(heads, at(hubs, h)); i != NONE; i = load<u32>(candidateAt(i), NEXT)) {
      const candidate = candidateAt(i);
      if (load<u32>(candidate, KEPT) == 0) continue;
      const via = load<u32>(candidate, VIA);
      store<u32>(to, labelNumber(load<u32>(candidate, ENTRY)));
      store<u16>(to, <u16>unitsOf(load<f64>(candidate)), ENTRY_LENGTH);
      store<u16>(to, <u16>at(places, via), ENTRY_VIA);
      to += 8;
      bound = min(bound, boundOf(candidate));
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
