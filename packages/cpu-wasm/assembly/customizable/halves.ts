// The halves of a place (an arc of the hierarchy in one direction: layout.ts) tell what its weight
// is made of: one arc of the graph, or the two arcs of a shortcut. Customisation does not record
// halves, since that would double its time. They are found from the weights alone: the lightest arc
// of the graph if it has the weight of the place, else the lower triangle of the lowest rank whose
// sum is that weight. Some sum equals the weight, because it is computed as in customisation, from
// the same f32 values. `HierarchyArcs` of @wayfield/graph states halves in another form: there NONE
// as the second half tells an arc of the graph.

import { DOWN, LEAF, SECOND } from './layout';
import {
  getFloat,
  headOf,
  metricArcOf,
  metricArcs,
  metricFirstOut,
  metricHeads,
  metricLowerArc,
  metricLowerRows,
  metricLowerTail,
  metricNode,
  metricNodes,
  metricRows,
  metricWeights,
  weightOf,
} from './metric';
import { get, NONE, set, words } from '@wayfield/wasm/assembly/words';

/** Halves by place: layout.ts. Both are NONE if no halves exist or were looked for. */
let halves: usize = 0;
/**
 * Whether all halves are of older weights. `renewHalves` then forgets them when some are next asked
 * for, so that customisation itself never writes this array.
 */
let outdated: bool = true;
/** One word per rank: the arc to it from the current rank. */
let arcTo: usize = 0;

/** Takes memory for the halves. Call `metricBind` before. */
export function halvesBind(): void {
  halves = words(4 * <u64>metricArcs());
}

/** Call it when all weights may have changed. */
export function outdateHalves(): void {
  outdated = true;
}

/** Call it when the weights of arc `e`, or the halves of its places, may have changed. */
export function forgetHalves(e: u32): void {
  v128.store(addressOf(e << 1), i32x4.splat(NONE));
}

/** Forgets outdated halves. Every export that calls `findHalves` calls this first. */
export function renewHalves(): void {
  if (!outdated) return;
  memory.fill(halves, 0xff, (<usize>metricArcs()) << 4);
  outdated = false;
}

/** Address of the halves of a place. */
function addressOf(place: u32): usize {
  return halves + ((<usize>place) << 3);
}

function setHalves(place: u32, first: u32, second: u32): void {
  store<u32>(addressOf(place), first);
  store<u32>(addressOf(place), second, SECOND);
}

/** Whether the halves of a place have been found. */
function isKnown(place: u32): bool {
  return firstHalfOf(place) != NONE;
}

/** Finds the halves of a place of finite weight, for `firstHalfOf` and `secondHalfOf`. */
export function findHalves(place: u32): void {
  if (isKnown(place)) return;
  const i = place >> 1,
    u = get(metricHeads(), i);
  const v = owner(i);
  const w = getFloat(metricWeights(), place);
  if (!findLeaf(v, u, place, w)) findTriangle(v, u, place, w);
}

/** The first half of a place; call `findHalves` before. */
export function firstHalfOf(place: u32): u32 {
  return load<u32>(addressOf(place));
}

/** The second half of a place; call `findHalves` before. */
export function secondHalfOf(place: u32): u32 {
  return load<u32>(addressOf(place), SECOND);
}

export function metricHalves(): usize {
  return halves;
}

/** The lower rank of arc e, in whose row the arc is. */
export function owner(e: u32): u32 {
  // binary search: the arcs to one upper end are listed in ascending order
  const u = get(metricHeads(), e);
  let low = get(metricLowerRows(), u),
    high = get(metricLowerRows(), u + 1);
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (get(metricLowerArc(), middle) <= e) low = middle;
    else high = middle;
  }
  return get(metricLowerTail(), low);
}

/**
 * Makes the first arc of the graph of weight `w` between ranks `v` and `u` above it the half of a
 * place. False if there is none.
 */
function findLeaf(v: u32, u: u32, place: u32, w: f32): bool {
  const down = (place & DOWN) != 0;
  const tail = get(metricNode(), down ? u : v),
    to = get(metricNode(), down ? v : u);
  for (let a = get(metricFirstOut(), tail), end = get(metricFirstOut(), tail + 1); a < end; a++) {
    if (headOf(a) != to || weightOf(a) != w) continue;
    setHalves(place, a, LEAF | to);
    return true;
  }
  return false;
}

/** Looks for the lowest triangle under ranks `v` and `u` above it whose sum is `w`. */
function findTriangle(v: u32, u: u32, place: u32, w: f32): void {
  let i = get(metricLowerRows(), v),
    j = get(metricLowerRows(), u);
  const iEnd = get(metricLowerRows(), v + 1),
    jEnd = get(metricLowerRows(), u + 1);
  while (i < iEnd && j < jEnd) {
    const a = get(metricLowerTail(), i),
      b = get(metricLowerTail(), j);
    if (a == b && isSum(get(metricLowerArc(), i), get(metricLowerArc(), j), place, w)) return;
    i += <u32>(a <= b);
    j += <u32>(b <= a);
  }
}

/** Makes arcs e < f of one rank the halves of a place of the arc over them, if their sum is `w`. */
function isSum(e: u32, f: u32, place: u32, w: f32): bool {
  const direction = place & DOWN;
  // the direction up takes e down, then f up; the direction down takes f down, then e up
  const first = direction ? f : e,
    second = direction ? e : f;
  const sum =
    getFloat(metricWeights(), (first << 1) | DOWN) + getFloat(metricWeights(), second << 1);
  if (sum != w || w == Infinity) return false;
  setHalves(place, first, second);
  return true;
}

/** Finds the halves of all places that have some. */
export function findAllHalves(): void {
  if (!arcTo) arcTo = words(metricNodes());
  renewHalves();
  for (let a: u32 = 0, end = get(metricFirstOut(), metricNodes()); a < end; a++) {
    const place = get(metricArcOf(), a);
    if (place == NONE || isKnown(place)) continue;
    if (weightOf(a) == getFloat(metricWeights(), place)) setHalves(place, a, LEAF | headOf(a));
  }
  for (let u: u32 = 0; u < metricNodes(); u++) {
    for (let i = get(metricRows(), u), end = get(metricRows(), u + 1); i < end; i++)
      set(arcTo, get(metricHeads(), i), i);
    for (let k = get(metricLowerRows(), u), last = get(metricLowerRows(), u + 1); k < last; k++) {
      const e = get(metricLowerArc(), k);
      const stop = get(metricRows(), get(metricLowerTail(), k) + 1);
      for (let f = e + 1; f < stop; f++) {
        const up = get(arcTo, get(metricHeads(), f)) << 1;
        if (!isKnown(up)) isSum(e, f, up, getFloat(metricWeights(), up));
        const down = up | DOWN;
        if (!isKnown(down)) isSum(e, f, down, getFloat(metricWeights(), down));
      }
    }
  }
}
