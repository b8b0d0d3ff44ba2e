// Customisation (Dibbelt, Strasser and Wagner 2014). Basic: every arc becomes as light as the paths over
// lower nodes, by going through all triangles from the lowest node up. Perfect: every arc becomes as
// light as a shortest path, by going down again; arcs that were heavier are of no use to a search.

import {
  arcs,
  DOWN,
  downWeight,
  firstOf,
  LEAF,
  getFloat,
  heads,
  lowerArc,
  lowerRows,
  lowerTail,
  nodes,
  rows,
  secondOf,
  setFloat,
  setParts,
  UP,
  upWeight,
} from './metric';
import { get, set, words } from './words';

/** One word per rank: the arc to it from the rank at hand. */
let arcTo: usize = 0;

/** Basic customisation of what `takeWeights` left. */
export function customise(): void {
  if (!arcTo) arcTo = words(nodes);
  const rowsAt = rows,
    headsAt = heads,
    up = upWeight,
    down = downWeight,
    to = arcTo;
  for (let u: u32 = 0; u < nodes; u++) {
    const begin = get(rowsAt, u),
      end = get(rowsAt, u + 1);
    for (let i = begin; i < end; i++) set(to, get(headsAt, i), i);
    for (let k = get(lowerRows, u), last = get(lowerRows, u + 1); k < last; k++) {
      const e = get(lowerArc, k);
      const stop = get(rowsAt, get(lowerTail, k) + 1);
      const climb = getFloat(up, e),
        descend = getFloat(down, e);
      for (let f = e + 1; f < stop; f++) {
        const g = get(to, get(headsAt, f));
        const upSum = descend + getFloat(up, f),
          downSum = getFloat(down, f) + climb;
        if (upSum < getFloat(up, g)) {
          setFloat(up, g, upSum);
          setParts(g, UP, e, f);
        }
        if (downSum < getFloat(down, g)) {
          setFloat(down, g, downSum);
          setParts(g, DOWN, f, e);
        }
      }
    }
  }
}

/** How many arcs each half of the perfect hierarchy has; 0 until `perfect` has run. */
export let keptUp: u32 = 0;
export let keptDown: u32 = 0;
let exactUp: usize = 0;
let exactDown: usize = 0;

/**
 * Perfect customisation: marks in `exactUp` and `exactDown` the arcs that are shortest paths, and with
 * them the arcs they are made of.
 */
export function perfect(): void {
  if (!exactUp) {
    exactUp = words(arcs);
    exactDown = words(arcs);
  }
  const bytes = (<usize>arcs) << 2;
  memory.copy(exactUp, upWeight, bytes);
  memory.copy(exactDown, downWeight, bytes);
  for (let v = nodes; v > 0; v--) {
    const begin = get(rows, v - 1),
      end = get(rows, v);
    for (let e = begin; e < end; e++) {
      // from the lower of two upper neighbours to all that are above it
      let g = get(rows, get(heads, e));
      for (let f = e + 1; f < end; f++) {
        const w = get(heads, f);
        while (get(heads, g) != w) g++;
        lighten(exactUp, f, getFloat(exactUp, e) + getFloat(exactUp, g));
        lighten(exactUp, e, getFloat(exactUp, f) + getFloat(exactDown, g));
        lighten(exactDown, f, getFloat(exactDown, g) + getFloat(exactDown, e));
        lighten(exactDown, e, getFloat(exactUp, g) + getFloat(exactDown, f));
      }
    }
  }
  for (let i: u32 = 0; i < arcs; i++) {
    mark(exactUp, i, isExact(exactUp, upWeight, i));
    mark(exactDown, i, isExact(exactDown, downWeight, i));
  }
  // rounding may have dropped a part of what was kept; parts belong to lower ranks
  keptUp = 0;
  keptDown = 0;
  for (let k = arcs; k > 0; k--) {
    const i = k - 1;
    if (get(exactUp, i)) {
      keptUp++;
      keepParts(i, UP);
    }
    if (get(exactDown, i)) {
      keptDown++;
      keepParts(i, DOWN);
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

function keepParts(i: u32, way: usize): void {
  const upper = secondOf(i, way);
  if (upper >= LEAF) return;
  set(exactUp, upper, 1);
  set(exactDown, firstOf(i, way), 1);
}

/**
 * Writes the kept arcs of one half: rows of nodes + 1 words, heads and weights, and where each arc stands
 * among all; `number` gets the new number of every kept arc, of arcs words.
 */
export function keepHalf(
  up: bool,
  rowsTo: usize,
  headsTo: usize,
  weightTo: usize,
  placeTo: usize,
  number: usize,
): void {
  const kept = up ? exactUp : exactDown,
    table = up ? upWeight : downWeight;
  let used: u32 = 0;
  for (let r: u32 = 0; r < nodes; r++) {
    set(rowsTo, r, used);
    for (let i = get(rows, r), end = get(rows, r + 1); i < end; i++) {
      if (!get(kept, i)) continue;
      set(headsTo, used, get(heads, i));
      setFloat(weightTo, used, getFloat(table, i));
      set(placeTo, used, i);
      set(number, i, used);
      used++;
    }
  }
  set(rowsTo, nodes, used);
}
