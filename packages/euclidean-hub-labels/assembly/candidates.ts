// The candidates of a cell: entries of labels that the list of the cell may need. Each candidate
// has a hub, and a via corner that sees the cell and has this hub in its label. lists.ts calls
// `findCandidates` for each cell; keep.ts decides which candidates the list keeps.

import { reallocate } from '@wayfield/wasm/assembly/env';
import { get as at, NONE, set } from '@wayfield/wasm/assembly/words';
import { cornerCount, HEADS } from '@wayfield/navmesh/assembly/tangent/graph';
import { pointX, pointY } from '@wayfield/navmesh/assembly/tangent/view';
import { HEAD_BITS, WALL_LEFT, WALL_RIGHT } from '@wayfield/navmesh/assembly/tangent/walls';
import { cellMinX, cellMinY, cellSize, firstCorner, pairItem, pairNext, pairSees } from './cells';
import { floatAt, setFloatAt } from './floats';
import { labelEnd, labelFirst, labelLength, labelRank, labelStep } from './labels';

// Columns with one value per corner that sees the current cell. `corners`: u32 number of the
// corner. `parts`: u32 with a bit for each part of the cell that sees the corner from all its
// points. `distances`: f64 lower bound on the distance to the corner, from the current piece while
// keep.ts runs, from the whole cell while lists.ts writes.
let corners: usize = 0;
let parts: usize = 0;
let distances: usize = 0;
let room: u32 = 0;
let count: u32 = 0;

// Candidates: f64 length from the via corner to the hub, u32 place of the via corner in the columns
// above, u32 next candidate of the same hub, u32 1 if the list keeps the candidate, u32 entry of
// the label.
let candidates: usize = 0;
let candidateRoom: u32 = 0;
let candidateCount: u32 = 0;
const CANDIDATE: usize = 24;
const VIA: usize = 8;
const NEXT: usize = 12;
const KEPT: usize = 16;
const ENTRY: usize = 20;

/** u32 per rank: the first candidate, NONE if the cell has none. */
let heads: usize = 0;
/** The ranks that have candidates in the current cell, u32 each. */
let hubs: usize = 0;
let hubCountValue: u32 = 0;

/**
 * Tolerance. Upper bounds on lengths are raised by this share plus this length, lower bounds are
 * reduced by this share. A turn whose sine is at most about this number counts as a turn to both
 * sides. The value is a thousand times SUMS. A larger one would only make lists longer; with a
 * smaller one, rounding could drop a corner.
 */
export const ROUNDING: f64 = 1e-9;
/** Points that `cellOfPoint` puts into a cell lie outside it by at most this share of its side. */
export const CELL_ROUNDING: f64 = 1e-6;

/** Allocates what depends on the number of corners; called once per grid. */
export function candidatesBegin(): void {
  const total = cornerCount();
  heads = reallocate(heads, 0, (<usize>total + 1) << 2);
  hubs = reallocate(hubs, 0, (<usize>total + 1) << 2);
  memory.fill(heads, 255, (<usize>total) << 2);
  hubCountValue = 0;
}

/** The number of corners that see the cell. Places of via corners are below this number. */
export function viaCount(): u32 {
  return count;
}
export function viaCorner(via: u32): u32 {
  return at(corners, via);
}
/** A bit for each part of the cell that sees the via corner from all its points. */
export function viaParts(via: u32): u32 {
  return at(parts, via);
}
/** Sets a lower bound on the distance from the current piece, or from the cell, to a via corner. */
export function setViaDistance(via: u32, distance: f64): void {
  setFloatAt(distances, via, distance);
}

/** The number of hubs that have candidates, and the rank of one of them. */
export function hubCount(): u32 {
  return hubCountValue;
}
export function hubAt(i: u32): u32 {
  return at(hubs, i);
}
/** The first candidate of a hub; NONE if the cell has none. */
export function firstCandidate(rank: u32): u32 {
  return at(heads, rank);
}
/** The next candidate of the same hub; NONE behind the last. */
export function nextCandidate(i: u32): u32 {
  return load<u32>(candidateAt(i), NEXT);
}
/** The length from the via corner of a candidate to its hub. */
export function candidateLength(i: u32): f64 {
  return load<f64>(candidateAt(i));
}
export function candidateVia(i: u32): u32 {
  return load<u32>(candidateAt(i), VIA);
}
export function candidateEntry(i: u32): u32 {
  return load<u32>(candidateAt(i), ENTRY);
}
export function isKept(i: u32): bool {
  return load<u32>(candidateAt(i), KEPT) != 0;
}
export function keep(i: u32): void {
  store<u32>(candidateAt(i), 1, KEPT);
}
/** A lower bound on the length from the piece, or the cell, to the hub through a candidate. */
export function boundOf(i: u32): f64 {
  return candidateLength(i) + floatAt(distances, candidateVia(i));
}

/** Finds the candidates of a cell, and drops those of the previous cell. */
export function findCandidates(cell: u32): void {
  for (let h: u32 = 0; h < hubCountValue; h++) set(heads, at(hubs, h), NONE);
  findCorners(cell);
  for (let i: u32 = 0; i < count; i++) addCandidates(cell, i);
}

/** Writes the columns of the corners that see a cell. */
function findCorners(cell: u32): void {
  count = 0;
  candidateCount = 0;
  hubCountValue = 0;
  for (let p = firstCorner(cell); p != NONE; p = pairNext(p)) {
    if (count == room) {
      const bytes = (<usize>count) << 2;
      room = max(1024, 2 * count);
      corners = reallocate(corners, bytes, (<usize>room) << 2);
      parts = reallocate(parts, bytes, (<usize>room) << 2);
      distances = reallocate(distances, 0, (<usize>room) << 3);
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
  const head = firstCandidate(rank);
  if (head == NONE) set(hubs, hubCountValue++, rank);
  const candidate = candidateAt(candidateCount);
  store<f64>(candidate, labelLength(entry));
  store<u32>(candidate, entry, ENTRY);
  store<u32>(candidate, via, VIA);
  store<u32>(candidate, head, NEXT);
  store<u32>(candidate, 0, KEPT);
  set(heads, rank, candidateCount++);
}

/** Sorts the hubs of the cell by rank, in place (Shell 1959, each gap 2.25 times the next). */
export function sortHubs(): void {
  for (let gap = max<u32>(1, (hubCountValue * 4) / 9); ; gap = max<u32>(1, (gap * 4) / 9)) {
    for (let i = gap; i < hubCountValue; i++) {
      const rank = at(hubs, i);
      let k = i;
      for (; k >= gap && at(hubs, k - gap) > rank; k -= gap) set(hubs, k, at(hubs, k - gap));
      set(hubs, k, rank);
    }
    if (gap == 1) return;
  }
}
