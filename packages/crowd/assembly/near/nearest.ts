// The nearest agents of one agent, exactly: by (squared distance in f32, slot), among those within
// its neighbour distance that are in a group of its mask and on its storey. The quick search
// (quick.ts) looks within the agent's span plus what two agents can have moved. The span is about
// the distance of the farthest neighbour in the tick before: see `World.spans`. If it fails,
// `findByCells` searches the agent's cell and the eight around it, and then all other cells in
// which an agent could still be nearer.
//
// Both searches first leave out agents by distances of f32 coordinates, four at a time. `filterOf`
// exceeds the rounding of these distances, so they leave out no neighbour.

import { f32At, f64At, putF32, putF64, putU32, u32At } from '../columns';
import { filterOf, lineOf } from '../grid/sort';
import { Place, Scratch, World } from '../layout-world';
import { placeAt } from '../world';
import { FAILED, findQuick, MARGIN, squareBetween } from './quick';

// the current search of `findByCells`
let world: World = changetype<World>(0);
/** The place of the agent that looks for neighbours. */
let own: u32 = 0;
/** How many neighbours the agent looks for, and how many it has found. */
let most: u32 = 0;
let found: u32 = 0;
/** `scratch.near` and `scratch.nearSquares`. */
let near: usize = 0;
let squares: usize = 0;
/**
 * Squared distance beyond which no agent is a neighbour: first the square of the neighbour
 * distance; once the list is full, the square of its last entry.
 */
let reach: f64 = 0;
/** `filterOf` of `reach`. */
let filter: f32 = 0;

/**
 * Finds at most `limit` neighbours within `distance` of the agent at `place`, which moves by at
 * most `step` in a tick. Returns their number. Writes their places to `scratch.near`, the nearest
 * first, and the agent's span for the next tick.
 */
export function findNearest(
  w: World,
  place: u32,
  limit: u32,
  distance: f64,
  step: f64,
  scratch: Scratch,
): u32 {
  if (limit == 0) return 0;
  const self = placeAt(place);
  const last = abs(<f64>f32At(w.spans, self.slot));
  // both the agent and its farthest neighbour can have moved
  const guess = last > 0 ? last + 2 * step : w.expected;
  let count = findQuick(w, place, limit, min(guess, distance), distance, scratch);
  if (count == FAILED) count = findByCells(w, place, limit, distance, scratch);
  const span = count < limit ? distance : sqrt(squareBetween(self, u32At(scratch.near, limit - 1)));
  putF32(w.spans, self.slot, <f32>span);
  return count;
}

/** The search that always succeeds: see the head of this file. */
function findByCells(w: World, place: u32, limit: u32, distance: f64, scratch: Scratch): u32 {
  world = w;
  own = place;
  most = limit;
  found = 0;
  near = scratch.near;
  squares = scratch.nearSquares;
  reach = distance * distance;
  filter = filterOf(w, reach);
  const self = placeAt(place);
  const columns = w.columns,
    rows = w.rows;
  const column = lineOf(self.x, w.originX, w.perUnit, columns);
  const row = lineOf(self.y, w.originY, w.perUnit, rows);
  const left = column - <u32>(column > 0);
  const right = min(column + 1, columns - 1);
  const bottom = row - <u32>(row > 0);
  const top = min(row + 1, rows - 1);
  scanRow(row, left, right);
  if (row > bottom) scanRow(bottom, left, right);
  if (row < top) scanRow(top, left, right);

  // Distances from the agent to the four sides of the block of nine cells. At a border of the grid
  // the block has no such side, because the cells there hold all agents beyond. An agent outside
  // the block is at least `inside` away.
  const side = 1 / w.perUnit;
  const lowX = column > 1 ? self.x - (w.originX + <f64>left * side) : Infinity;
  const highX = right < columns - 1 ? w.originX + <f64>(right + 1) * side - self.x : Infinity;
  const lowY = row > 1 ? self.y - (w.originY + <f64>bottom * side) : Infinity;
  const highY = top < rows - 1 ? w.originY + <f64>(top + 1) * side - self.y : Infinity;
  // rounding may put an agent into the cell beside its own: MARGIN
  const inside = max(0, min(min(lowX, highX), min(lowY, highY)) - side * MARGIN);
  if (reach >= inside * inside) scanRest(self, left, right, bottom, top);
  return found;
}

/** Scans what lies within reach outside the block of cells that was scanned. */
function scanRest(self: Place, left: u32, right: u32, bottom: u32, top: u32): void {
  const w = world;
  const columns = w.columns,
    rows = w.rows;
  const margin = MARGIN / w.perUnit;
  const wide = sqrt(reach) + margin;
  const low = lineOf(self.y - wide, w.originY, w.perUnit, rows);
  const high = lineOf(self.y + wide, w.originY, w.perUnit, rows);
  for (let row = low; row <= high; row++) {
    const now = sqrt(reach) + margin;
    const first = lineOf(self.x - now, w.originX, w.perUnit, columns);
    const last = lineOf(self.x + now, w.originX, w.perUnit, columns);
    if (row < bottom || row > top) {
      scanRow(row, first, last);
    } else {
      if (first < left) scanRow(row, first, left - 1);
      if (last > right) scanRow(row, right + 1, last);
    }
  }
}

/** Scans the cells of a row from column `first` to column `last`. */
function scanRow(row: u32, first: u32, last: u32): void {
  const w = world;
  const cell = row * w.columns;
  const from = u32At(w.cells, cell + first);
  const to = u32At(w.cells, cell + last + 1);
  const x = f32x4.splat(f32At(w.nearX, own));
  const y = f32x4.splat(f32At(w.nearY, own));
  const nearX = w.nearX,
    nearY = w.nearY;
  let bound = f32x4.splat(filter);
  for (let place = from; place < to; place += 4) {
    const at = (<usize>place) << 2;
    const dx = f32x4.sub(v128.load(nearX + at), x);
    const dy = f32x4.sub(v128.load(nearY + at), y);
    const square = f32x4.add(f32x4.mul(dx, dx), f32x4.mul(dy, dy));
    let hits = i32x4.bitmask(f32x4.le(square, bound));
    if (hits == 0) continue;
    if (to - place < 4) hits &= (1 << (to - place)) - 1;
    while (hits != 0) {
      visit(place + <u32>ctz(hits));
      hits &= hits - 1;
    }
    bound = f32x4.splat(filter);
  }
}

/** Inserts the agent at `place` into the list of the nearest if it belongs there. */
function visit(place: u32): void {
  if (place == own) return;
  const self = placeAt(own);
  const other = placeAt(place);
  const square = squareBetween(self, place);
  if (square > reach) return;
  if ((self.mask & other.group) == 0 || self.storey != other.storey) return;
  const slot = other.slot;
  let at = found;
  if (found == most) {
    const worst = found - 1;
    // of two agents at the same distance, the one with the smaller slot is nearer
    if (square == f64At(squares, worst) && placeAt(u32At(near, worst)).slot < slot) return;
    at = worst;
  } else {
    found++;
  }
  while (at > 0) {
    const before = f64At(squares, at - 1);
    if (before < square) break;
    const holder = u32At(near, at - 1);
    if (before == square && placeAt(holder).slot < slot) break;
    putF64(squares, at, before);
    putU32(near, at, holder);
    at--;
  }
  putF64(squares, at, square);
  putU32(near, at, place);
  if (found == most) {
    reach = f64At(squares, most - 1);
    filter = filterOf(world, reach);
  }
}
