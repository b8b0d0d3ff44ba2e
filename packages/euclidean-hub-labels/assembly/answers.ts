// Answers the queries of a block. The host fills the block, calls `queriesRun` and copies the
// answers: `createQueryBlocks` of navmesh. `queriesRun` runs groups of queries and writes every
// column of the answers.

import { reallocate } from '@wayfield/wasm/assembly/env';
import { MOVES_SOURCE, MOVES_TARGET } from '@wayfield/navmesh/assembly/locate/ends';
import { get as at } from '@wayfield/wasm/assembly/words';
import { pointX, pointY } from '@wayfield/navmesh/assembly/tangent/view';
import {
  BLOCK,
  blockBind,
  COST,
  EXPANDED,
  FIRST_POINT,
  LOWER_BOUND,
  PROVEN,
  setByte,
  setFloat,
  setWord,
  STATUS,
} from '@wayfield/navmesh/assembly/queries/block';
import { floatAt, setFloatAt } from './floats';
import { GROUP, groupRun, queryAt } from './group';
import { Query, queryPath, queryPathCount } from './query';

/** The points of the paths of the block, one path after another: f64 x, and f64 y. */
let xs: usize = 0;
let ys: usize = 0;
let room: u32 = 0;
let count: u32 = 0;

export function queriesBind(address: usize): void {
  blockBind(address);
  makeRoom(4 * BLOCK);
}
export function queriesX(): usize {
  return xs;
}
export function queriesY(): usize {
  return ys;
}

function makeRoom(points: u32): void {
  if (points <= room) return;
  room = 2 * points;
  xs = reallocate(xs, (<usize>count) << 3, (<usize>room) << 3);
  ys = reallocate(ys, (<usize>count) << 3, (<usize>room) << 3);
}

/** The bit of `asks` that asks for paths: `ASKS.turns` of navmesh. */
const WANTS_TURNS: u32 = 16;

/** Answers the first `total` queries of the block. `asks`: the bits of `ASKS` of navmesh. */
export function queriesRun(total: u32, asks: u32): void {
  count = 0;
  setWord(FIRST_POINT, 0, 0);
  const moves = asks & (MOVES_TARGET | MOVES_SOURCE);
  for (let i: u32 = 0; i < total; i++) {
    if (i % GROUP == 0) groupRun(i, min(GROUP, total - i), moves);
    const query = queryAt(i % GROUP);
    setFloat(COST, i, query.cost);
    setFloat(LOWER_BOUND, i, query.cost);
    setWord(EXPANDED, i, query.meetingCount);
    setByte(STATUS, i, query.status);
    setByte(PROVEN, i, 1);
    if (asks & WANTS_TURNS && query.cost < Infinity) addPath(query);
    setWord(FIRST_POINT, i + 1, count);
  }
}

/** Appends the path of a query: its source, the corners at which it turns, its target. */
function addPath(query: Query): void {
  const tx = query.target.x;
  const ty = query.target.y;
  const path = queryPath(query);
  const turns = queryPathCount();
  makeRoom(count + turns + 2);
  const first = count;
  put(query.source.x, query.source.y);
  for (let i: u32 = 0; i < turns; i++) {
    const x = pointX(at(path, i));
    const y = pointY(at(path, i));
    // an end of the path may lie at a corner, which would then be written twice
    if (x == floatAt(xs, count - 1) && y == floatAt(ys, count - 1)) continue;
    put(x, y);
  }
  if (count > first + 1 && tx == floatAt(xs, count - 1) && ty == floatAt(ys, count - 1)) count--;
  put(tx, ty);
}

function put(x: f64, y: f64): void {
  setFloatAt(xs, count, x);
  setFloatAt(ys, count, y);
  count++;
}

/**
 * Whether a search ran out of room for its labels; `guarded` of navmesh asks after a trap. Queries
 * of this package only read hub labels, so the answer is always no.
 */
export function labelsAreFull(): bool {
  return false;
}
