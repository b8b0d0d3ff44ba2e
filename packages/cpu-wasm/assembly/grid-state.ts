// What every grid search of one solver shares: the map it is bound to and its records.
//
// Record of a cell, 8 bytes: u32 g (ticks, or the bits of an f32 on weighted grids), then u32 meta =
// generation << 5 | CLOSED | SOURCE | direction of arrival. A record of an older generation counts
// as unvisited, so nothing is cleared between queries.
//
// Ticks may wrap around 2^32 on paths of more than a million steps: only differences of the ticks of
// open cells are used, and those stay far below 2^31.

import { reallocate } from './env';

export const CLOSED: u32 = 16;
export const SOURCE: u32 = 8;
export const NONE: u32 = 0xffffffff;
const GENERATIONS: u32 = 1 << 27;

// status codes of Routes
export const FOUND: u32 = 1;
export const NO_PATH: u32 = 3;
export const SOURCE_BLOCKED: u32 = 4;
export const TARGET_BLOCKED: u32 = 5;
export const BUDGET_SPENT: u32 = 6;

/** Heuristics as numbers, in this order. */
export const MANHATTAN: u32 = 1;
export const OCTILE: u32 = 2;
export const EUCLIDEAN: u32 = 3;

export let width: u32 = 0;
export let height: u32 = 0;
export let moves: usize = 0;
export let records: usize = 0;
/** Eight i32: what a step in each direction adds to the cell number. */
export let deltas: usize = 0;
export let neighbours: u32 = 8;
/** Ticks of a straight and of a diagonal step. */
export let straightTicks: u32 = 1;
export let diagonalTicks: u32 = 1;
export let generation: u32 = 0;
/**
 * What the host reads after a search, u32 each: nodes settled, cells on the path, diagonal steps on the path
 * (of `keepTrace` and `uniformPath`), address of the path. A call for each would take as long as
 * expanding a cell.
 */
export let answer: usize = 0;
let pathCapacity: u32 = 0;

/** Gives the answer its 16 bytes, and the path room for `cells` cells, which grows by itself. */
export function answerBind(answerAt: usize, path: usize, cells: u32): void {
  answer = answerAt;
  store<u32>(answerAt, <u32>path, 12);
  pathCapacity = cells;
}

export function setSettled(count: u32): void {
  store<u32>(answer, count);
}

/** Where a path of `count` cells goes; its old content is lost. */
export function reservePath(count: u32): usize {
  store<u32>(answer, count, 4);
  let path = <usize>load<u32>(answer, 12);
  if (count > pathCapacity) {
    let room = pathCapacity;
    while (room < count) room <<= 1;
    path = reallocate(path, 0, (<usize>room) << 2);
    pathCapacity = room;
    store<u32>(answer, <u32>path, 12);
  }
  return path;
}

export function setDiagonals(count: u32): void {
  store<u32>(answer, count, 8);
}

/**
 * Binds the solver to a map and to its records (8 bytes per cell, zeroed). `scratch` is 32 bytes for
 * the table of steps.
 */
export function gridBind(
  mapWidth: u32,
  mapHeight: u32,
  mapNeighbours: u32,
  straight: u32,
  diagonal: u32,
  recordsAt: usize,
  scratch: usize,
): void {
  width = mapWidth;
  height = mapHeight;
  neighbours = mapNeighbours;
  straightTicks = straight;
  diagonalTicks = diagonal;
  records = recordsAt;
  deltas = scratch;
  generation = 0;
  const w = <i32>mapWidth;
  store<i32>(scratch, 1, 0);
  store<i32>(scratch, -1, 4);
  store<i32>(scratch, w, 8);
  store<i32>(scratch, -w, 12);
  store<i32>(scratch, w + 1, 16);
  store<i32>(scratch, w - 1, 20);
  store<i32>(scratch, 1 - w, 24);
  store<i32>(scratch, -1 - w, 28);
}

/** Chooses the moves (and so the agent size) of the next searches. */
export function gridUseMoves(movesAt: usize): void {
  moves = movesAt;
}

/** Starts a new generation of records. */
export function nextGeneration(): u32 {
  if (++generation == GENERATIONS) {
    memory.fill(records, 0, (<usize>(width * height)) << 3);
    generation = 1;
  }
  return generation;
}

/** -1, 0 or 1: the column step of a direction. */
export function stepX(d: u32): i32 {
  // E SE NE: 1, W SW NW: -1, S N: 0; two bits each, plus one
  return <i32>((0b0010_0010_0101_0010 >> (d << 1)) & 3) - 1;
}

/** -1, 0 or 1: the row step of a direction. */
export function stepY(d: u32): i32 {
  return <i32>((0b0000_1010_0010_0101 >> (d << 1)) & 3) - 1;
}

/**
 * Targets of a one-to-many search are one bit per cell. Clears the bit of `cell` and tells whether it
 * was set.
 */
export function takeMark(marks: usize, cell: u32): bool {
  const at = marks + (cell >> 3),
    bit: u32 = 1 << (cell & 7),
    bits = <u32>load<u8>(at);
  if (!(bits & bit)) return false;
  store<u8>(at, bits ^ bit);
  return true;
}

export function cellCount(): u32 {
  return width * height;
}
