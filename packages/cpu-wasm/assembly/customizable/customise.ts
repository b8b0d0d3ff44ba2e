// Customisation (Dibbelt, Strasser and Wagner 2014). Basic: every arc gets the weight of the
// lightest path over lower nodes, from all lower triangles, from the lowest node up. Perfect: every
// arc gets the weight of a shortest path, from the highest node down. An arc that became lighter is
// no shortest path itself, so searches can leave it out.

import { DOWN, LEAF, UP } from './layout';
import {
  metricArcs,
  metricDownWeight,
  firstOf,
  getFloat,
  metricHeads,
  metricLowerArc,
  metricLowerRows,
  metricLowerTail,
  metricNodes,
  metricRows,
  secondOf,
  setFloat,
  setHalves,
  metricUpWeight,
} from './metric';
import { get, set, words } from '@wayfield/wasm/assembly/words';

/** One word per rank: the arc to it from the current rank. */
let arcTo: usize = 0;

/** Basic customisation of what `takeWeights` left. */
export function customise(): void {
  if (!arcTo) arcTo = words(metricNodes());
  const rowsAt = metricRows(),
    headsAt = metricHeads(),
    up = metricUpWeight(),
    down = metricDownWeight(),
    to = arcTo;
  for (let u: u32 = 0; u < metricNodes(); u++) {
    const begin = get(rowsAt, u),
      end = get(rowsAt, u + 1);
    for (let i = begin; i < end; i++) set(to, get(headsAt, i), i);
    for (let k = get(metricLowerRows(), u), last = get(metricLowerRows(), u + 1); k < last; k++) {
      const e = get(metricLowerArc(), k);
      const stop = get(rowsAt, get(metricLowerTail(), k) + 1);
      const climb = getFloat(up, e),
        descend = getFloat(down, e);
      for (let f = e + 1; f < stop; f++) {
        const g = get(to, get(headsAt, f));
        const upSum = descend + getFloat(up, f),
          downSum = getFloat(down, f) + climb;
        if (upSum < getFloat(up, g)) {
          setFloat(up, g, upSum);
          setHalves(g, UP, e, f);
        }
        if (downSum < getFloat(down, g)) {
          setFloat(down, g, downSum);
          setHalves(g, DOWN, f, e);
        }
      }
    }
  }
}

/** How many arcs each half of the perfect hierarchy has; 0 until `perfect` has run. */
let upCount: u32 = 0;
let downCount: u32 = 0;
/** One word per arc: while `perfect` lowers them its f32 weight, then 1 if it is kept, else 0. */
let exactUp: usize = 0;
let exactDown: usize = 0;

/**
 * Perfect customisation: marks in `exactUp` and `exactDown` the arcs that are shortest paths, and
 * with them the arcs they are made of.
 */
export function perfect(): void {
  if (!exactUp) {
    exactUp = words(metricArcs());
    exactDown = words(metricArcs());
  }
  const bytes = (<usize>metricArcs()) << 2;
  memory.copy(exactUp, metricUpWeight(), bytes);
  memory.copy(exactDown, metricDownWeight(), bytes);
  for (let v = metricNodes(); v > 0; v--) {
    const begin = get(metricRows(), v - 1),
      end = get(metricRows(), v);
    for (let e = begin; e < end; e++) {
      // from the lower of two upper neighbours to all that are above it
      let g = get(metricRows(), get(metricHeads(), e));
      for (let f = e + 1; f < end; f++) {
        const w = get(metricHeads(), f);
        while (get(metricHeads(), g) != w) g++;
        lighten(exactUp, f, getFloat(exactUp, e) + getFloat(exactUp, g));
        lighten(exactUp, e, getFloat(exactUp, f) + getFloat(exactDown, g));
        lighten(exactDown, f, getFloat(exactDown, g) + getFloat(exactDown, e));
        lighten(exactDown, e, getFloat(exactUp, g) + getFloat(exactDown, f));
      }
    }
  }
  for (let i: u32 = 0; i < metricArcs(); i++) {
    mark(exactUp, i, isExact(exactUp, metricUpWeight(), i));
    mark(exactDown, i, isExact(exactDown, metricDownWeight(), i));
  }
  // rounding may have dropped a half of a kept arc: keep it too; halves belong to lower ranks
  upCount = 0;
  downCount = 0;
  for (let k = metricArcs(); k > 0; k--) {
    const i = k - 1;
    if (get(exactUp, i)) {
      upCount++;
      keepHalves(i, UP);
    }
    if (get(exactDown, i)) {
      downCount++;
      keepHalves(i, DOWN);
    }
  }
}

function lighten(table: usize, i: u32, value: f32): void {
  if (value < getFloat(table, i)) setFloat(table, i, value);
}

function isExact(exact: usize, basic: usize, i: u32): bool {
  const w = getFloat(basic, i);
  return w < Infinity && getFloat(exact, i) == w;
}

function mark(table: usize, i: u32, kept: bool): void {
  set(table, i, <u32>kept);
}

function keepHalves(i: u32, way: usize): void {
  const second = secondOf(i, way);
  if (second >= LEAF) return;
  // the first half descends, the second climbs
  set(exactDown, firstOf(i, way), 1);
  set(exactUp, second, 1);
}

/**
 * Writes the kept arcs of one direction, up or down: rows of nodes + 1 words, heads, weights, and
 * the number of each kept arc among all arcs. `number` has a word for every arc of the hierarchy
 * and gets the number of each kept arc among the kept.
 */
export function keepDirection(
  up: bool,
  rowsTo: usize,
  headsTo: usize,
  weightTo: usize,
  placeTo: usize,
  number: usize,
): void {
  const kept = up ? exactUp : exactDown,
    table = up ? metricUpWeight() : metricDownWeight();
  let used: u32 = 0;
  for (let r: u32 = 0; r < metricNodes(); r++) {
    set(rowsTo, r, used);
    for (let i = get(metricRows(), r), end = get(metricRows(), r + 1); i < end; i++) {
      if (!get(kept, i)) continue;
      set(headsTo, used, get(metricHeads(), i));
      setFloat(weightTo, used, getFloat(table, i));
      set(placeTo, used, i);
      set(number, i, used);
      used++;
    }
  }
  set(rowsTo, metricNodes(), used);
}

export function keptUp(): u32 {
  return upCount;
}

export function keptDown(): u32 {
  return downCount;
}
