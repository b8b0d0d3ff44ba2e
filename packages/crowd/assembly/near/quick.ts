// The quick search for the nearest agents: all agents within a guessed distance, ranked by
// counting. If there are as many as the agent looks for, the nearest are among them.

import { f32At, putF32, putU32, u32At } from '../columns';
import { filterOf, lineOf } from '../grid/sort';
import { Place, Scratch, World } from '../layout-world';
import { RANK_LIMIT } from '../limits';
import { placeAt } from '../world';
import { PATTERNS } from './patterns';

/**
 * The quick search has no answer. Either more than `RANK_LIMIT` agents lie within a distance that
 * it tries. Or the last distance is below the neighbour distance, and too few agents lie within it.
 */
export const FAILED: u32 = 0xffffffff;
/** Distances that are tried. */
const TRIES: u32 = 2;
/** Factor from the first distance to the second: about twice the area. Chosen by speed. */
const NEXT_GUESS: f64 = 1.4;
/**
 * Upper bound on two rounding errors: the error of an agent's column and row, as a part of the side
 * of a cell, and the error of a distance in f32, as a part of the distance.
 */
export const MARGIN: f64 = 1e-6;
/** Bytes before x in a `Place`; y follows, so that one vector load takes both. */
const POSITION: usize = offsetof<Place>('x');

/**
 * The squared distance from an agent to the one at `place`: the differences in x and y are rounded
 * to f32, then squared and added in f32. The GPU computes the same number, so both order neighbours
 * alike. In f64, noise in the last bit would decide ties.
 */
export function squareBetween(self: Place, place: u32): f64 {
  const other = placeAt(place);
  const dx = <f32>(other.x - self.x);
  const dy = <f32>(other.y - self.y);
  return <f64>(dx * dx + dy * dy);
}

/**
 * Writes the places of the `most` nearest agents within `distance` of the agent at `own` to
 * `scratch.near`, the nearest first. Returns their number, or FAILED. `guess` is the distance that
 * is tried first, at most `distance`.
 */
export function findQuick(
  w: World,
  own: u32,
  most: u32,
  guess: f64,
  distance: f64,
  scratch: Scratch,
): u32 {
  let radius = guess;
  for (let tries: u32 = 0; tries < TRIES; tries++) {
    const within = radius * radius;
    const count = gather(w, own, radius, filterOf(w, within), scratch);
    if (count > RANK_LIMIT) return FAILED;
    const left = measureAll(own, count, within, scratch);
    if (left >= most || radius >= distance) return rank(left, most, scratch);
    radius = min(distance, radius * NEXT_GUESS);
  }
  return FAILED;
}

/**
 * Writes the places whose squared f32 distance is at most `limit` to `scratch.rank`, including the
 * agent's own. Returns their number; above `RANK_LIMIT` the list is incomplete.
 */
function gather(w: World, own: u32, radius: f64, limit: f32, scratch: Scratch): u32 {
  const columns = w.columns;
  const self = placeAt(own);
  const wide = radius + MARGIN * (radius + 1 / w.perUnit);
  const first = lineOf(self.x - wide, w.originX, w.perUnit, columns);
  const last = lineOf(self.x + wide, w.originX, w.perUnit, columns) + 1;
  const bottom = lineOf(self.y - wide, w.originY, w.perUnit, w.rows);
  const top = lineOf(self.y + wide, w.originY, w.perUnit, w.rows);
  const x = f32x4.splat(f32At(w.nearX, own));
  const y = f32x4.splat(f32At(w.nearY, own));
  const bound = f32x4.splat(limit);
  const nearX = w.nearX,
    nearY = w.nearY;
  const to = scratch.rank;
  let count: u32 = 0;
  for (let row = bottom; row <= top; row++) {
    const from = u32At(w.cells, row * columns + first);
    const end = u32At(w.cells, row * columns + last);
    for (let place = from; place < end; place += 4) {
      const at = (<usize>place) << 2;
      const dx = f32x4.sub(v128.load(nearX + at), x);
      const dy = f32x4.sub(v128.load(nearY + at), y);
      const square = f32x4.add(f32x4.mul(dx, dx), f32x4.mul(dy, dy));
      let hits = i32x4.bitmask(f32x4.le(square, bound));
      if (end - place < 4) hits &= (1 << (end - place)) - 1;
      // the places of the hits, without gaps
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
 * Writes the squared distances of the `count` agents in `scratch.rank` to `scratch.rankSquares`,
 * rounded to f32. Drops the agent itself, agents farther than the root of `within`, agents in no
 * group of its mask, and agents on another storey. Returns how many are left.
 */
function measureAll(own: u32, count: u32, within: f64, scratch: Scratch): u32 {
  const self = placeAt(own);
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
 * Puts the `most` nearest of `count` agents in `scratch.rank` into `scratch.near`, in order;
 * returns how many. The rank of an agent is the number of nearer agents, counted without branches.
 * The rank is the agent's index in the list.
 */
function rank(count: u32, most: u32, scratch: Scratch): u32 {
  const end = scratch.rankSquares + ((<usize>count) << 2);
  v128.store(end, f32x4.splat(Infinity));
  const sum = count <= 16 ? rankFew(count, scratch) : rankMany(count, most, scratch);
  // Agents at equal distances get the same rank. The sum of all ranks is then below
  // 0 + 1 + … + count - 1, and they are ranked again, with slots.
  if (sum + sum != count * (count - 1)) rankEquals(count, most, scratch);
  return min(count, most);
}

/** Ranks up to 16 agents, whose distances fit into four vectors; returns the sum of the ranks. */
function rankFew(count: u32, scratch: Scratch): u32 {
  const places = scratch.rank;
  const ranked = scratch.rankSquares;
  const near = scratch.near;
  const far = f32x4.splat(Infinity);
  const a = v128.load(ranked);
  const b = count > 4 ? v128.load(ranked, 16) : far;
  const c = count > 8 ? v128.load(ranked, 32) : far;
  const d = count > 12 ? v128.load(ranked, 48) : far;
  let sum: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const square = f32x4.splat(f32At(ranked, i));
    const ab = i16x8.narrow_i32x4_s(f32x4.lt(a, square), f32x4.lt(b, square));
    const cd = i16x8.narrow_i32x4_s(f32x4.lt(c, square), f32x4.lt(d, square));
    const place = <u32>popcnt(i8x16.bitmask(i8x16.narrow_i16x8_s(ab, cd)));
    sum += place;
    // a rank is below 16, and the list has `NEAR_LIMIT` entries
    putU32(near, place, u32At(places, i));
  }
  return sum;
}

/** Ranks any number of agents; returns the sum of the ranks. */
function rankMany(count: u32, most: u32, scratch: Scratch): u32 {
  const places = scratch.rank;
  const ranked = scratch.rankSquares;
  const end = ranked + ((<usize>count) << 2);
  let sum: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const square = f32x4.splat(f32At(ranked, i));
    let before = i32x4.splat(0);
    for (let at = ranked; at < end; at += 16)
      before = i32x4.sub(before, f32x4.lt(v128.load(at), square));
    const place = sumOf(before);
    sum += place;
    if (place < most) putU32(scratch.near, place, u32At(places, i));
  }
  return sum;
}

/** The sum of four lanes. */
function sumOf(counts: v128): u32 {
  const two = i32x4.add(counts, v128.shuffle<u32>(counts, counts, 2, 3, 0, 1));
  return i32x4.extract_lane(two, 0) + i32x4.extract_lane(two, 1);
}

/** As `rank`, where some distances are equal: of these, the smaller slot is nearer. */
function rankEquals(count: u32, most: u32, scratch: Scratch): void {
  const places = scratch.rank;
  const ranked = scratch.rankSquares;
  for (let i: u32 = 0; i < count; i++) {
    const square = f32At(ranked, i);
    const slot = placeAt(u32At(places, i)).slot;
    let before: u32 = 0;
    for (let j: u32 = 0; j < count; j++) {
      const other = f32At(ranked, j);
      before += <u32>(other < square);
      if (other == square) before += <u32>(placeAt(u32At(places, j)).slot < slot);
    }
    if (before < most) putU32(scratch.near, before, u32At(places, i));
  }
}
