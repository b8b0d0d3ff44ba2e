// One to all: PHAST (Delling, Goldberg, Nowatzyk and Werneck 2011). First the arcs that climb from
// the sources are relaxed, rank after rank upward. Then one sweep over all ranks, each after the
// ranks above it, relaxes the arcs that lead down to it. Distances of up to 16 sources lie side by
// side, so every arc is read once for all of them.
//
// The place of a rank is its position in the order of the sweep; distances lie by place. A sweep to
// some targets (RPHAST: Delling, Goldberg and Werneck 2011) covers only the first places: the
// targets, and the ranks from which arcs lead down to a target. The climb from the sources may
// reach ranks at later places.
//
// Order of calls: sweepBind, sweepBegin, sweepSource for each source, sweepUp, sweepDown.

import { NEXT_ROW, WEIGHT } from '../layout';
import { LANES_12, LANES_4, LANES_8 } from './layout';
import { firstArcOf, hierarchyNodeCount } from './state';

/** Rows by place: the arcs that lead down to it, pairs of the upper end's place and weight. */
let downRows: usize = 0;
let downArcs: usize = 0;
/** The number of places that a sweep covers. */
let covered: usize = 0;
/** One byte per place: 1 if the climb reached it, so that it has distances; 0 between sweeps. */
let marks: usize = 0;
/** The place of each rank, u32. */
let places: usize = 0;
/** One bit per rank: reached, its arcs up are still to be relaxed; 0 between sweeps. */
let waiting: usize = 0;
/** The first u64 of `waiting` that may have a bit. */
let lowest: usize = 0;
/** Distances, f32: that of lane l at place p lies (p * lanes + l) * 4 bytes further. */
let dists: usize = 0;
/** log2 of the bytes of a place. */
let shift: usize = 2;

/** Binds rows, arcs, marks, places and waiting bits, and the number of places that sweeps cover. */
export function sweepBind(
  rowsAt: usize,
  arcsAt: usize,
  marksAt: usize,
  placesAt: usize,
  waitingAt: usize,
  coveredCount: u32,
): void {
  covered = coveredCount;
  downRows = rowsAt;
  downArcs = arcsAt;
  marks = marksAt;
  places = placesAt;
  waiting = waitingAt;
}

/** Begins a sweep of 1 << `power` lanes with its distances at `at`. */
export function sweepBegin(at: usize, power: u32): void {
  dists = at;
  shift = <usize>power + 2;
  lowest = usize.MAX_VALUE;
}

/** The address of a rank's distances. A rank not reached before gets Infinity and a waiting bit. */
function reach(rank: usize): usize {
  const place = <usize>load<u32>(places + (rank << 2));
  const at = dists + (place << shift);
  if (!load<u8>(marks + place)) {
    store<u8>(marks + place, 1);
    for (let end = at + ((<usize>1) << shift), p = at; p < end; p += 4) store<f32>(p, Infinity);
    const word = waiting + ((rank >> 6) << 3);
    store<u64>(word, load<u64>(word) | ((<u64>1) << (rank & 63)));
  }
  return at;
}

/** Begins a lane at a rank with a cost. Of several costs for one lane and rank the least counts. */
export function sweepSource(rank: u32, lane: u32, cost: f32): void {
  const at = reach(rank) + ((<usize>lane) << 2);
  store<f32>(at, min(load<f32>(at), cost));
  lowest = min(lowest, <usize>rank >> 6);
}

/** Climbs from all sources to every rank that arcs up lead to, rank after rank. */
export function sweepUp(): void {
  const words = (<usize>hierarchyNodeCount() + 63) >> 6;
  for (let i = lowest; i < words; i++) {
    // arcs lead up: bits set meanwhile are in this word at higher ranks, or in later words
    for (;;) {
      const word = load<u64>(waiting + (i << 3));
      if (!word) break;
      store<u64>(waiting + (i << 3), word & (word - 1));
      climb((i << 6) | <usize>ctz(word));
    }
  }
}

/** Relaxes the arcs up from a rank in all lanes. */
function climb(rank: usize): void {
  const at = dists + ((<usize>load<u32>(places + (rank << 2))) << shift);
  const end = firstArcOf(((<u32>rank) << 1) + 1);
  for (let a = firstArcOf((<u32>rank) << 1); a < end; a += 8) {
    const upper = reach(load<u32>(a));
    if (shift == 2) {
      const sum = load<f32>(at) + load<f32>(a, WEIGHT);
      if (sum < load<f32>(upper)) store<f32>(upper, sum);
      continue;
    }
    const weight = v128.load32_splat(a, 4);
    for (let lane: usize = 0, bytes = (<usize>1) << shift; lane < bytes; lane += 16) {
      const sum = f32x4.add(load<v128>(at + lane), weight);
      store<v128>(upper + lane, f32x4.pmin(load<v128>(upper + lane), sum));
    }
  }
}

/**
 * Relaxes the arcs down to each place, in rising order of places: afterwards the distances of all
 * places covered are final. Clears the marks.
 */
export function sweepDown(): void {
  if (shift == 6) sweep16();
  else if (shift == 5) sweep8();
  else if (shift == 4) sweep4();
  else sweep1();
  const rest = <usize>hierarchyNodeCount() - covered;
  if (rest > 0) memory.fill(marks + covered, 0, rest);
}

function sweep1(): void {
  const infinity: f32 = Infinity;
  const table = dists;
  let a = downArcs;
  for (let place: usize = 0; place < covered; place++) {
    const end = downArcs + ((<usize>load<u32>(downRows + (place << 2), NEXT_ROW)) << 3);
    const at = table + (place << 2);
    const mark = marks + place;
    let least = infinity;
    if (load<u8>(mark)) {
      least = load<f32>(at);
      store<u8>(mark, 0);
    }
    for (; a < end; a += 8) {
      const sum = load<f32>(table + ((<usize>load<u32>(a)) << 2)) + load<f32>(a, WEIGHT);
      least = select(sum, least, sum < least);
    }
    store<f32>(at, least);
  }
}

function sweep4(): void {
  const infinity = f32x4.splat(Infinity);
  const table = dists;
  let a = downArcs;
  for (let place: usize = 0; place < covered; place++) {
    const end = downArcs + ((<usize>load<u32>(downRows + (place << 2), NEXT_ROW)) << 3);
    const at = table + (place << 4);
    const mark = marks + place;
    let least = infinity;
    if (load<u8>(mark)) {
      least = load<v128>(at);
      store<u8>(mark, 0);
    }
    for (; a < end; a += 8) {
      const upper = table + ((<usize>load<u32>(a)) << 4);
      const weight = v128.load32_splat(a, 4);
      least = f32x4.pmin(least, f32x4.add(load<v128>(upper), weight));
    }
    store<v128>(at, least);
  }
}

function sweep8(): void {
  const infinity = f32x4.splat(Infinity);
  const table = dists;
  let a = downArcs;
  for (let place: usize = 0; place < covered; place++) {
    const end = downArcs + ((<usize>load<u32>(downRows + (place << 2), NEXT_ROW)) << 3);
    const at = table + (place << 5);
    const mark = marks + place;
    let least0 = infinity,
      least1 = infinity;
    if (load<u8>(mark)) {
      least0 = load<v128>(at);
      least1 = load<v128>(at, LANES_4);
      store<u8>(mark, 0);
    }
    for (; a < end; a += 8) {
      const upper = table + ((<usize>load<u32>(a)) << 5);
      const weight = v128.load32_splat(a, 4);
      least0 = f32x4.pmin(least0, f32x4.add(load<v128>(upper), weight));
      least1 = f32x4.pmin(least1, f32x4.add(load<v128>(upper, LANES_4), weight));
    }
    store<v128>(at, least0);
    store<v128>(at, least1, LANES_4);
  }
}

function sweep16(): void {
  const infinity = f32x4.splat(Infinity);
  const table = dists;
  let a = downArcs;
  for (let place: usize = 0; place < covered; place++) {
    const end = downArcs + ((<usize>load<u32>(downRows + (place << 2), NEXT_ROW)) << 3);
    const at = table + (place << 6);
    const mark = marks + place;
    let least0 = infinity,
      least1 = infinity,
      least2 = infinity,
      least3 = infinity;
    if (load<u8>(mark)) {
      least0 = load<v128>(at);
      least1 = load<v128>(at, LANES_4);
      least2 = load<v128>(at, LANES_8);
      least3 = load<v128>(at, LANES_12);
      store<u8>(mark, 0);
    }
    for (; a < end; a += 8) {
      const upper = table + ((<usize>load<u32>(a)) << 6);
      const weight = v128.load32_splat(a, 4);
      least0 = f32x4.pmin(least0, f32x4.add(load<v128>(upper), weight));
      least1 = f32x4.pmin(least1, f32x4.add(load<v128>(upper, LANES_4), weight));
      least2 = f32x4.pmin(least2, f32x4.add(load<v128>(upper, LANES_8), weight));
      least3 = f32x4.pmin(least3, f32x4.add(load<v128>(upper, LANES_12), weight));
    }
    store<v128>(at, least0);
    store<v128>(at, least1, LANES_4);
    store<v128>(at, least2, LANES_8);
    store<v128>(at, least3, LANES_12);
  }
}
