// Customisation (Dibbelt, Strasser and Wagner 2014) of the places (layout.ts) of a hierarchy.
// Basic, ranks in rising order: every place is lowered to the sums over its lower triangles, so it
// gets the weight of the lightest path over lower ranks. Perfect, ranks in falling order: every
// place gets the weight of a shortest path between its ends. A place whose perfect weight is below
// its basic one is no shortest path itself, so searches can leave it out.

import { DOWN, LEAF } from './layout';
import { findAllHalves, firstHalfOf, outdateHalves, secondHalfOf } from './halves';
import {
  getFloat,
  metricArcs,
  metricHeads,
  metricLowerArc,
  metricLowerRows,
  metricLowerTail,
  metricNodes,
  metricRows,
  metricWeights,
  setFloat,
} from './metric';
import { get, set, words } from '@wayfield/wasm/assembly/words';

/** One word per rank: the arc to it from the current rank. */
let arcTo: usize = 0;

/** Two f32, up and down of an arc, in the lower half of a vector. */
function pairAt(address: usize): v128 {
  return v128.load64_zero(address);
}

/** The pair of the other order: down, then up. */
function swapped(pair: v128): v128 {
  return v128.shuffle<f32>(pair, pair, 1, 0, 2, 3);
}

/** Lowers the pair at `address` to `sums`, and returns what it is now. */
function lower(address: usize, sums: v128): v128 {
  const least = f32x4.pmin(v128.load64_zero(address), sums);
  v128.store64_lane(address, least, 0);
  return least;
}

/** Basic customisation of the weights that `takeWeights` of metric.ts wrote. */
export function customise(): void {
  if (!arcTo) arcTo = words(metricNodes());
  outdateHalves();
  const rowsAt = metricRows(),
    headsAt = metricHeads(),
    weightsAt = metricWeights(),
    to = arcTo;
  for (let u: u32 = 0; u < metricNodes(); u++) {
    const k = get(metricLowerRows(), u),
      last = get(metricLowerRows(), u + 1);
    if (k == last) continue;
    for (let i = get(rowsAt, u), end = get(rowsAt, u + 1); i < end; i++)
      set(to, get(headsAt, i), i);
    for (let at = k; at < last; at++) {
      const e = get(metricLowerArc(), at);
      const stop = get(rowsAt, get(metricLowerTail(), at) + 1);
      // e joins a lower rank to u, f joins that rank to w above u. From u to w a path takes e down,
      // then f up; from w to u it takes f down, then e up
      const own = swapped(pairAt(weightsAt + ((<usize>e) << 3)));
      for (let f = e + 1; f < stop; f++) {
        const sums = f32x4.add(pairAt(weightsAt + ((<usize>f) << 3)), own);
        lower(weightsAt + ((<usize>get(to, get(headsAt, f))) << 3), sums);
      }
    }
  }
}

/** How many places of each direction `perfect` kept. */
let upCount: u32 = 0;
let downCount: u32 = 0;
/**
 * A word for each place (layout.ts). While `perfect` runs: the perfect weight, f32. Afterwards: 1
 * if the place is kept, else 0.
 */
let exact: usize = 0;

/**
 * Perfect customisation: marks in `exact` the places that are shortest paths and, recursively, the
 * halves of marked places. The weights stay basic. Finds all halves.
 */
export function perfect(): void {
  if (!exact) exact = words(2 * <u64>metricArcs());
  memory.copy(exact, metricWeights(), (<usize>metricArcs()) << 3);
  for (let v = metricNodes(); v > 0; v--) {
    const begin = get(metricRows(), v - 1),
      end = get(metricRows(), v);
    for (let e = begin; e < end; e++) {
      const eAt = exact + ((<usize>e) << 3);
      let own = pairAt(eAt);
      // with v the current rank: e joins v and u, f joins v and w above u, g joins u and w. The
      // sums of e and g may lower f, those of f and g may lower e
      let g = get(metricRows(), get(metricHeads(), e));
      for (let f = e + 1; f < end; f++) {
        const w = get(metricHeads(), f);
        while (get(metricHeads(), g) != w) g++;
        const third = pairAt(exact + ((<usize>g) << 3));
        const other = lower(exact + ((<usize>f) << 3), f32x4.add(own, third));
        own = f32x4.pmin(own, f32x4.add(other, swapped(third)));
      }
      v128.store64_lane(eAt, own, 0);
    }
  }
  const end = metricArcs() << 1;
  for (let place: u32 = 0; place < end; place++) set(exact, place, <u32>isExact(place));
  // rounding can make a half of a kept arc fail `isExact`; keep the half too. Halves are arcs of a
  // lower rank, so their places are lower, and this falling loop reaches them after the arc
  findAllHalves();
  upCount = 0;
  downCount = 0;
  for (let place = end; place > 0;) {
    if (!get(exact, --place)) continue;
    if (place & DOWN) downCount++;
    else upCount++;
    keepHalves(place);
  }
}

/** Whether the basic weight of a place is also its perfect one, that of a shortest path. */
function isExact(place: u32): bool {
  const w = getFloat(metricWeights(), place);
  return w < Infinity && getFloat(exact, place) == w;
}

/** Marks the two halves of a shortcut as kept. */
function keepHalves(place: u32): void {
  const second = secondHalfOf(place);
  if (second >= LEAF) return;
  // the first half descends, the second climbs
  set(exact, (firstHalfOf(place) << 1) | DOWN, 1);
  set(exact, second << 1, 1);
}

/**
 * Writes the arcs that `perfect` kept in one direction, up or down: rows of nodes + 1 words at
 * `rowsTo`, and per kept arc its upper rank, its f32 weight, and at `arcsTo` its number among all
 * arcs. `numberTo`: a word for every arc of the hierarchy, into which kept arcs write their number
 * among the kept ones.
 */
export function keepDirection(
  up: bool,
  rowsTo: usize,
  headsTo: usize,
  weightTo: usize,
  arcsTo: usize,
  numberTo: usize,
): void {
  const direction = up ? 0 : DOWN;
  let used: u32 = 0;
  for (let r: u32 = 0; r < metricNodes(); r++) {
    set(rowsTo, r, used);
    for (let i = get(metricRows(), r), end = get(metricRows(), r + 1); i < end; i++) {
      const place = (i << 1) | direction;
      if (!get(exact, place)) continue;
      set(headsTo, used, get(metricHeads(), i));
      setFloat(weightTo, used, getFloat(metricWeights(), place));
      set(arcsTo, used, i);
      set(numberTo, i, used);
      used++;
    }
  }
  set(rowsTo, metricNodes(), used);
}

/** How many arcs `perfect` kept upward. */
export function keptUp(): u32 {
  return upCount;
}

/** How many arcs `perfect` kept downward. */
export function keptDown(): u32 {
  return downCount;
}
