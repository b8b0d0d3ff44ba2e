// One to all: PHAST (Delling, Goldberg, Nowatzyk and Werneck 2011). A search climbs from each source; then
// one sweep from the highest rank to the lowest takes over, for every arc that comes down, what the upper
// end knows. Distances of up to 16 sources lie beside each other, so every arc is read once for all.

import { heapClear, heapEntry, heapPop, heapPush, heapSize } from '../heap';
import { firstOf, nodeCount } from './state';

/** Rows and arcs of `down` alone, as in HierarchyArcs; arcs as pairs of head and weight. */
let downRows: usize = 0;
let downArcs: usize = 0;
/** One byte per rank: a source has reached it; 0 between sweeps. */
let marks: usize = 0;
/** f32 of lane l of rank r at (r * lanes + l) * 4. */
let dists: usize = 0;
/** log2 of the bytes of a rank. */
let shift: usize = 2;

export function sweepBind(rowsAt: usize, arcsAt: usize, marksAt: usize): void {
  downRows = rowsAt;
  downArcs = arcsAt;
  marks = marksAt;
}

/** Begins a sweep of 1 << `power` lanes with its distances at `at`. */
export function sweepBegin(at: usize, power: u32): void {
  dists = at;
  shift = <usize>power + 2;
}

/** The address of a label, after the first touch of a rank has cleared its lanes. */
function label(rank: u32, lane: u32): usize {
  const at = dists + ((<usize>rank) << shift);
  const mark = marks + <usize>rank;
  if (!load<u8>(mark)) {
    store<u8>(mark, 1);
    for (let end = at + ((<usize>1) << shift), p = at; p < end; p += 4) store<f32>(p, Infinity);
  }
  return at + ((<usize>lane) << 2);
}

/** Climbs from a source as far as there are arcs. */
export function sweepSource(source: u32, lane: u32): void {
  heapClear();
  store<f32>(label(source, lane), 0);
  heapPush(heapEntry(0, source));
  while (heapSize() > 0) {
    const entry = heapPop();
    const rank = <u32>entry;
    const dist = reinterpret<f32>(<u32>(entry >> 32));
    if (dist > load<f32>(label(rank, lane))) continue;
    const end = firstOf((rank << 1) + 1);
    for (let a = firstOf(rank << 1); a < end; a += 8) {
      const head = load<u32>(a);
      const sum = dist + load<f32>(a, 4);
      const at = label(head, lane);
      if (sum >= load<f32>(at)) continue;
      store<f32>(at, sum);
      heapPush(heapEntry(sum, head));
    }
  }
}

/** The sweep itself. */
export function sweepDown(): void {
  if (shift == 6) sweep16();
  else if (shift == 5) sweep8();
  else if (shift == 4) sweep4();
  else sweep1();
}

function sweep1(): void {
  const infinity: f32 = Infinity;
  const table = dists;
  let end = downArcs + ((<usize>load<u32>(downRows + ((<usize>nodeCount) << 2))) << 3);
  for (let rank = <usize>nodeCount; rank-- > 0;) {
    const start = downArcs + ((<usize>load<u32>(downRows + (rank << 2))) << 3);
    const at = table + (rank << 2);
    const mark = marks + rank;
    let least = infinity;
    if (load<u8>(mark)) {
      least = load<f32>(at);
      store<u8>(mark, 0);
    }
    for (let a = start; a < end; a += 8) {
      const sum = load<f32>(table + ((<usize>load<u32>(a)) << 2)) + load<f32>(a, 4);
      least = select(sum, least, sum < least);
    }
    store<f32>(at, least);
    end = start;
  }
}

function sweep4(): void {
  const infinity = f32x4.splat(Infinity);
  const table = dists;
  let end = downArcs + ((<usize>load<u32>(downRows + ((<usize>nodeCount) << 2))) << 3);
  for (let rank = <usize>nodeCount; rank-- > 0;) {
    const start = downArcs + ((<usize>load<u32>(downRows + (rank << 2))) << 3);
    const at = table + (rank << 4);
    const mark = marks + rank;
    let least = infinity;
    if (load<u8>(mark)) {
      least = load<v128>(at);
      store<u8>(mark, 0);
    }
    for (let a = start; a < end; a += 8) {
      const upper = table + ((<usize>load<u32>(a)) << 4);
      const weight = v128.load32_splat(a, 4);
      least = f32x4.pmin(least, f32x4.add(load<v128>(upper), weight));
    }
    store<v128>(at, least);
    end = start;
  }
}

function sweep8(): void {
  const infinity = f32x4.splat(Infinity);
  const table = dists;
  let end = downArcs + ((<usize>load<u32>(downRows + ((<usize>nodeCount) << 2))) << 3);
  for (let rank = <usize>nodeCount; rank-- > 0;) {
    const start = downArcs + ((<usize>load<u32>(downRows + (rank << 2))) << 3);
    const at = table + (rank << 5);
    const mark = marks + rank;
    let least0 = infinity,
      least1 = infinity;
    if (load<u8>(mark)) {
      least0 = load<v128>(at);
      least1 = load<v128>(at, 16);
      store<u8>(mark, 0);
    }
    for (let a = start; a < end; a += 8) {
      const upper = table + ((<usize>load<u32>(a)) << 5);
      const weight = v128.load32_splat(a, 4);
      least0 = f32x4.pmin(least0, f32x4.add(load<v128>(upper), weight));
      least1 = f32x4.pmin(least1, f32x4.add(load<v128>(upper, 16), weight));
    }
    store<v128>(at, least0);
    store<v128>(at, least1, 16);
    end = start;
  }
}

function sweep16(): void {
  const infinity = f32x4.splat(Infinity);
  const table = dists;
  let end = downArcs + ((<usize>load<u32>(downRows + ((<usize>nodeCount) << 2))) << 3);
  for (let rank = <usize>nodeCount; rank-- > 0;) {
    const start = downArcs + ((<usize>load<u32>(downRows + (rank << 2))) << 3);
    const at = table + (rank << 6);
    const mark = marks + rank;
    let least0 = infinity,
      least1 = infinity,
      least2 = infinity,
      least3 = infinity;
    if (load<u8>(mark)) {
      least0 = load<v128>(at);
      least1 = load<v128>(at, 16);
      least2 = load<v128>(at, 32);
      least3 = load<v128>(at, 48);
      store<u8>(mark, 0);
    }
    for (let a = start; a < end; a += 8) {
      const upper = table + ((<usize>load<u32>(a)) << 6);
      const weight = v128.load32_splat(a, 4);
      least0 = f32x4.pmin(least0, f32x4.add(load<v128>(upper), weight));
      least1 = f32x4.pmin(least1, f32x4.add(load<v128>(upper, 16), weight));
      least2 = f32x4.pmin(least2, f32x4.add(load<v128>(upper, 32), weight));
      least3 = f32x4.pmin(least3, f32x4.add(load<v128>(upper, 48), weight));
    }
    store<v128>(at, least0);
    store<v128>(at, least1, 16);
    store<v128>(at, least2, 32);
    store<v128>(at, least3, 48);
    end = start;
  }
}
