// What all grid searches of one solver share: the map, the answer, room for paths, and the records
// of searches on cells. Theta* and jump points have records of their own.
//
// Ticks may wrap around 2^32 on paths of more than a million steps (2^32 / 3363). Only differences
// between the ticks of cells in the queue are used, and those stay far below 2^31.

import { CELLS, DIAGONALS, PATH } from './layout';
import { reallocate } from '@wayfield/wasm/assembly/env';

// the second word of a record: see layout.ts
export const CLOSED: u32 = 16;
export const SOURCE: u32 = 8;
/** The first number that the 27 bits of a record cannot hold: all records are cleared instead. */
const GENERATIONS: u32 = 1 << 27;

let width: u32 = 0;
let height: u32 = 0;
let moves: usize = 0;
let records: usize = 0;
/** Eight i32: what a step in each direction adds to the cell number. */
let deltas: usize = 0;
let neighbours: u32 = 8;
/** Ticks of a straight and of a diagonal step. */
let straightTicks: u32 = 1;
let diagonalTicks: u32 = 1;
let generation: u32 = 0;
/**
 * Address of the answer, see layout.ts: a call for each field would take as long as expanding a
 * cell.
 */
let answer: usize = 0;
/** Address of the paths, one behind the other, u32 cells. */
let paths: usize = 0;
/** Cells that `paths` has room for, and cells of the kept paths, behind which the next one goes. */
let pathCapacity: u32 = 0;
let pathsKept: u32 = 0;

/** Gives the answer its 16 bytes, and the path room for `cells` cells, which grows by itself. */
export function answerBind(answerAt: usize, path: usize, cells: u32): void {
  answer = answerAt;
  store<u32>(answerAt, <u32>path, PATH);
  paths = path;
  pathCapacity = cells;
  pathsKept = 0;
}

/** Writes the number of settled cells into the answer. */
export function setSettled(count: u32): void {
  store<u32>(answer, count);
}

/**
 * Room for a path of `count` cells, behind the paths that are kept, and its place in the answer. A
 * path that was reserved before and not kept is overwritten. May move all paths.
 */
export function reservePath(count: u32): usize {
  if (pathsKept + count > pathCapacity) growPaths(pathsKept + count);
  const path = paths + ((<usize>pathsKept) << 2);
  store<u32>(answer, count, CELLS);
  store<u32>(answer, <u32>path, PATH);
  return path;
}

/**
 * Makes room for `needed` cells. The result has less than 2^32 bytes: the paths kept have at most
 * MOST_CELLS of block.ts and one path, a path at most all cells of a map, fewer than 2^32 / 14.
 */
function growPaths(needed: u32): void {
  let room = pathCapacity;
  while (room < needed) room <<= 1;
  paths = reallocate(paths, (<usize>pathsKept) << 2, (<usize>room) << 2);
  pathCapacity = room;
}

/** Keeps the first `cells` cells at `paths`; 0 starts over. The next path goes behind them. */
export function keepPaths(cells: u32): void {
  pathsKept = cells;
}

/** Address of the paths that are kept; reservePath may move them. */
export function keptPaths(): usize {
  return paths;
}

export function setDiagonals(count: u32): void {
  store<u32>(answer, count, DIAGONALS);
}

export function answerSettled(): u32 {
  return load<u32>(answer);
}

export function answerCells(): u32 {
  return load<u32>(answer, CELLS);
}

export function answerDiagonals(): u32 {
  return load<u32>(answer, DIAGONALS);
}

export function answerPath(): usize {
  return <usize>load<u32>(answer, PATH);
}

/**
 * Binds the solver to a map and to its records (8 bytes per cell, zeroed). `scratch` is 32 bytes
 * for the table of steps.
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
  setDelta(0, 1);
  setDelta(1, -1);
  setDelta(2, w);
  setDelta(3, -w);
  setDelta(4, w + 1);
  setDelta(5, w - 1);
  setDelta(6, 1 - w);
  setDelta(7, -1 - w);
}

function setDelta(d: u32, delta: i32): void {
  store<i32>(deltas + ((<usize>d) << 2), delta);
}

/** Chooses the moves, and with them the agent size, of the next searches on cells. */
export function gridUseMoves(movesAt: usize): void {
  moves = movesAt;
}

/** For tests: sets the generation of the last search. */
export function gridGenerationSet(last: u32): void {
  generation = last;
}

/**
 * Starts a new generation of records and returns its number, 1 to 2^27 - 1. After the largest one
 * it clears the records and begins again; `bidirectionalSearch` then clears the backward ones.
 */
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
 * Targets of a one-to-many search are one bit per cell. Clears the bit of `cell` and tells whether
 * it was set.
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

export function gridWidth(): u32 {
  return width;
}

export function gridMoves(): usize {
  return moves;
}

export function gridRecords(): usize {
  return records;
}

export function gridDeltas(): usize {
  return deltas;
}

export function gridNeighbours(): u32 {
  return neighbours;
}

export function gridStraightTicks(): u32 {
  return straightTicks;
}

export function gridDiagonalTicks(): u32 {
  return diagonalTicks;
}

export function gridGeneration(): u32 {
  return generation;
}
