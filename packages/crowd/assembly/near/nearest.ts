// The nearest agents of one agent, exactly: by (squared distance in f32, slot), among those within
// its neighbour distance that are in a group of its mask and on its storey. The agent's cell and
// the eight around it come first; the rest of the rows follow only where an agent there could
// still be nearer.
//
// f32 distances, four at a time, sort out agents that are too far; `filterOf` leaves room for their
// rounding, so that they decide nothing.

import { f32At, f64At, putF32, putF64, putU32, u32At } from '../columns';
import { filterOf, lineOf } from '../grid/sort';
import { Place, Scratch, World } from '../layout-world';
import { RANK_LIMIT } from '../limits';
import { placeAt } from '../world';
import { PATTERNS } from './patterns';

/** Where x and y stand in a place, one behind the other. */
const POSITION: usize = offsetof<Place>('x');

// the search under way
let world: World = changetype<World>(0);
let own: u32 = 0;
let most: u32 = 0;
let found: u32 = 0;
let near: usize = 0;
let squares: usize = 0;
/** Agents farther than this are of no use; squared. */
let reach: f64 = 0;
let filter: f32 = 0;

/**
 * Finds at most `limit` neighbours of the agent at `place`; returns their number. Their places and
 * squared distances stand in `scratch`, the nearest first.
 */
export function findNearest(
  w: World,
  place: u32,
  limit: u32,
  distance: f64,
  scratch: Scratch,
): u32 {
  if (limit == 0) return 0;
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
  if (rankBlock(self, row, column, scratch)) return found;

  const left = column - <u32>(column > 0);
  const right = min(column + 1, columns - 1);
  const bottom = row - <u32>(row > 0);
  const top = min(row + 1, rows - 1);
  scanRow(row, left, right);
  if (row > bottom) scanRow(bottom, left, right);
  if (row < top) scanRow(top, left, right);

  // nothing nearer is left if the bound lies inside the block of cells, or the block is the grid
  const side = 1 / w.perUnit;
  const lowX = column > 1 ? self.x - (w.originX + <f64>left * side) : Infinity;
  const highX = right < columns - 1 ? w.originX + <f64>(right + 1) * side - self.x : Infinity;
  const lowY = row > 1 ? self.y - (w.originY + <f64>bottom * side) : Infinity;
  const highY = top < rows - 1 ? w.originY + <f64>(top + 1) * side - self.y : Infinity;
  // rounding may put an agent into the cell beside its own
  const inside = max(0, min(min(lowX, highX), min(lowY, highY)) - side * 1e-6);
  if (reach >= inside * inside) scanRest(self, left, right, bottom, top);
  return found;
}

/**
 * Tries the quick search: agents within one cell's side lie in the block of nine cells. If there
 * are `most` of them, or the side covers the whole reach, the nearest are among them. Returns false
 * if not, or if they are too many to rank.
 */
function rankBlock(self: Place, row: u32, column: u32, scratch: Scratch): bool {
  const w = world;
  const inside = w.inside * w.inside;
  const all = reach <= inside;
  const within = all ? reach : inside;
  const count = gather(row, column, filterOf(w, within), scratch);
  if (count > RANK_LIMIT) return false;
  const left = measureAll(self, count, within, scratch);
  if (left < most && !all) return false;
  found = rank(left, scratch);
  return true;
}

/** Collects the places of the block whose f32 distance passes the filter; returns their number. */
function gather(row: u32, column: u32, limit: f32, scratch: Scratch): u32 {
  const w = world;
  const columns = w.columns;
  const first = column - <u32>(column > 0);
  const last = min(column + 1, columns - 1);
  const top = min(row + 1, w.rows - 1);
  const x = f32x4.splat(f32At(w.nearX, own));
  const y = f32x4.splat(f32At(w.nearY, own));
  const bound = f32x4.splat(limit);
  const nearX = w.nearX,
    nearY = w.nearY;
  const to = scratch.rank;
  let count: u32 = 0;
  for (let r = row - <u32>(row > 0); r <= top; r++) {
    const from = u32At(w.cells, r * columns + first);
    const end = u32At(w.cells, r * columns + last + 1);
    for (let place = from; place < end; place += 4) {
      const at = (<usize>place) << 2;
      const dx = f32x4.sub(v128.load(nearX + at), x);
      const dy = f32x4.sub(v128.load(nearY + at), y);
      const square = f32x4.add(f32x4.mul(dx, dx), f32x4.mul(dy, dy));
      let hits = i32x4.bitmask(f32x4.le(square, bound));
      if (end - place < 4) hits &= (1 << (end - place)) - 1;
      // the hits, moved together
      const four = i32x4.add(i32x4.splat(place), i32x4(0, 1, 2, 3));
      const pattern = v128.load(PATTERNS + ((<usize>hits) << 4));
      v128.store(to + ((<usize>count) << 2), i8x16.swizzle(four, pattern));
      count += popcnt(hits);
      if (count > RANK_LIMIT) return count;
    }
  }
  return count;
}

/**
 * Writes the squared distances of the agents in `scratch.rank`, rounded to f32; drops the agents
 * that are too far or do not count. Returns how many are left.
 */
function measureAll(self: Place, count: u32, within: f64, scratch: Scratch): u32 {
  const places = scratch.rank;
  const to = scratch.rankSquares;
  const position = v128.load(changetype<usize>(self), POSITION);
  const mask = self.mask;
  const storey = self.storey;
  let left: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const place = u32At(places, i);
    const other = placeAt(place);
    const d = f32x4.demote_f64x2_zero(
      f64x2.sub(v128.load(changetype<usize>(other), POSITION), position),
    );
    const s = f32x4.mul(d, d);
    const square = f32x4.extract_lane(s, 0) + f32x4.extract_lane(s, 1);
    putF32(to, left, square);
    putU32(places, left, place);
    left +=
      <u32>(<f64>square <= within) &
      <u32>(place != own) &
      <u32>((mask & other.group) != 0) &
      <u32>(storey == other.storey);
  }
  return left;
}

/**
 * Puts the nearest of `count` agents in `scratch.rank` into `scratch.near`, in order; returns how
 * many. The rank of an agent is the number of agents before it, which is counted without branches.
 */
function rank(count: u32, scratch: Scratch): u32 {
  const places = scratch.rank;
  const ranked = scratch.rankSquares;
  const end = ranked + ((<usize>count) << 2);
  v128.store(end, f32x4.splat(Infinity));
  const limit = most;
  for (let i: u32 = 0; i < count; i++) {
    const square = f32x4.splat(f32At(ranked, i));
    let before = i32x4.splat(0);
    let equal = i32x4.splat(0);
    for (let at = ranked; at < end; at += 16) {
      const four = v128.load(at);
      before = i32x4.sub(before, f32x4.lt(four, square));
      equal = i32x4.sub(equal, f32x4.eq(four, square));
    }
    let place = sumOf(before);
    if (sumOf(equal) > 1) place += equalsBefore(i, count, scratch);
    if (place < limit) putU32(scratch.near, place, u32At(places, i));
  }
  return min(count, limit);
}

/** The sum of four lanes. */
function sumOf(counts: v128): u32 {
  const two = i32x4.add(counts, v128.shuffle<u32>(counts, counts, 2, 3, 0, 1));
  return i32x4.extract_lane(two, 0) + i32x4.extract_lane(two, 1);
}

/** How many agents at the same distance as number i have smaller slots. */
function equalsBefore(i: u32, count: u32, scratch: Scratch): u32 {
  const square = f32At(scratch.rankSquares, i);
  const slot = placeAt(u32At(scratch.rank, i)).slot;
  let before: u32 = 0;
  for (let j: u32 = 0; j < count; j++) {
    if (f32At(scratch.rankSquares, j) != square) continue;
    before += <u32>(placeAt(u32At(scratch.rank, j)).slot < slot);
  }
  return before;
}

/** Scans what lies within reach outside the block of cells that was scanned. */
function scanRest(self: Place, left: u32, right: u32, bottom: u32, top: u32): void {
  const w = world;
  const columns = w.columns,
    rows = w.rows;
  const margin = 1e-6 / w.perUnit;
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

/** Takes an agent among the nearest if it belongs there. */
function visit(place: u32): void {
  if (place == own) return;
  const self = placeAt(own);
  const other = placeAt(place);
  // rounded to f32: distances that differ by rounding are equal, and the GPU finds the same
  const dx = <f32>(other.x - self.x);
  const dy = <f32>(other.y - self.y);
  const square = <f64>(dx * dx + dy * dy);
  if (square > reach) return;
  if ((self.mask & other.group) == 0 || self.storey != other.storey) return;
  const slot = other.slot;
  let at = found;
  if (found == most) {
    const worst = found - 1;
    // at the bound itself, the smaller slot is nearer
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
