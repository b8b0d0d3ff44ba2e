// Contraction hierarchies: Geisberger, Sanders, Schultes and Delling (2008). Nodes are taken out
// one after another, and a shortcut u -> w replaces the path u -> v -> w over the node v taken out
// where no witness is found. The node of least importance is next. Importance is that of Dibbelt's
// RoutingKit, a sum of three numbers: the level of the node, arcs added per arc removed, and hops
// added per hop removed. The hops of an arc are the arcs of the graph that it stands for.
//
// Order of calls of src/hierarchy/build.ts: contractLoad, contractWeigh for all nodes, contractSome
// until no node is left, then contractNodes.

import { NEXT_ROW, WEIGHT } from '../layout';
import { ARC, HOPS, IN, OUT, SHORTCUT, VIA } from './layout';
import { reallocate } from '@wayfield/wasm/assembly/env';
import { heapBind } from '@wayfield/wasm/assembly/heap';
import {
  appendArc,
  arcsOf,
  contractNodes,
  countOf,
  arcsEnd,
  isOutdated,
  levelOf,
  listsCreate,
  nodeAt,
  offerArc,
  removeArc,
  setArc,
  setLevel,
  setOutdated,
} from './arc-lists';
import { orderCreate, orderLeast, orderMove, orderPop, orderPush, orderSize } from './order-queue';
import { markEnds, witnessCreate, witnessDist, witnessSearch } from './witness';

export { contractNodes };

/** First entries of the heap of witness searches, which grows. */
const HEAP_ENTRIES: u32 = 4096;
/**
 * The importance of a node with at least this many pairs of neighbours counts a shortcut for every
 * pair, without witness searches. Such a node is contracted late.
 */
const MANY: u64 = 1 << 16;
/**
 * After a contraction, the importance of a neighbour with more pairs of neighbours than LAZY is
 * computed again only when it is the least important node. On rome that takes 0.6 of the time of
 * computing all at once, for the same number of arcs.
 */
const LAZY: u32 = 30;

/** The most nodes that one witness search settles: for the importance of a node; to contract it. */
let weighBudget: u32 = 0;
let contractBudget: u32 = 0;

/**
 * Makes the lists of a graph, without self-loops and all but the cheapest of parallel arcs. `weigh`
 * and `contract` are the budgets of witness searches, in settled nodes.
 */
export function contractLoad(
  nodes: u32,
  firstOut: usize,
  head: usize,
  weight: usize,
  weigh: u32,
  contract: u32,
): void {
  weighBudget = weigh;
  contractBudget = contract;
  listsCreate(nodes);
  orderCreate(nodes);
  witnessCreate(nodes);
  heapBind(reallocate(0, 0, (<usize>HEAP_ENTRIES) << 3), HEAP_ENTRIES);
  // u32 per node v: 1 + `before` + the index of arc u -> v in the list of the current u. `before`
  // counts the arcs of the nodes before u, so a value of at most `before` means: no arc u -> v yet
  const places = reallocate(0, 0, (<usize>nodes) << 2);
  let before: u32 = 0;
  for (let u: u32 = 0; u < nodes; u++) {
    const row = firstOut + ((<usize>u) << 2);
    const out = nodeAt(u) + OUT;
    for (let a = load<u32>(row), end = load<u32>(row, NEXT_ROW); a < end; a++) {
      const v = load<u32>(head + ((<usize>a) << 2));
      if (v == u) continue;
      // -0 becomes 0, so that weights order like their bits
      const w = load<f32>(weight + ((<usize>a) << 2)) + 0;
      const at = places + ((<usize>v) << 2);
      const place = load<u32>(at);
      if (place > before) {
        const arc = arcsOf(out) + ((<usize>(place - before - 1)) << 4);
        if (w < load<f32>(arc, WEIGHT)) setArc(arc, w, a, 1);
      } else {
        appendArc(out, v, w, a, 1);
        store<u32>(at, before + countOf(out));
      }
    }
    before += countOf(out);
  }
  for (let u: u32 = 0; u < nodes; u++) {
    const out = nodeAt(u) + OUT;
    const end = arcsEnd(out);
    for (let a = arcsOf(out); a < end; a += ARC) {
      appendArc(nodeAt(load<u32>(a)) + IN, u, load<f32>(a, WEIGHT), load<u32>(a, VIA), 1);
    }
  }
}

/** Computes the importance of nodes `from` to `to` - 1 and puts them into the queue. */
export function contractWeigh(from: u32, to: u32): void {
  for (let v = from; v < to; v++) orderPush(v, importanceOf(v));
}

function hopsOf(arc: usize): u32 {
  return load<u32>(arc, HOPS) & ~SHORTCUT;
}

/**
 * The importance of a node, in thousandths, at most 2^32 - 2. Each count begins at 1, so that
 * nothing is divided by 0 and a node without arcs has a ratio of 1.
 */
function importanceOf(v: u32): u32 {
  const out = nodeAt(v) + OUT,
    into = nodeAt(v) + IN;
  const outEnd = arcsEnd(out),
    inEnd = arcsEnd(into);
  let removed: u64 = 1,
    removedHops: u64 = 1,
    added: u64 = 1,
    addedHops: u64 = 1;
  for (let a = arcsOf(out); a < outEnd; a += ARC) removedHops += hopsOf(a);
  for (let a = arcsOf(into); a < inEnd; a += ARC) removedHops += hopsOf(a);
  const arcsOut = countOf(out),
    arcsIn = countOf(into);
  removed += arcsOut + arcsIn;
  if (<u64>arcsOut * <u64>arcsIn >= MANY) {
    added += <u64>arcsOut * <u64>arcsIn;
    addedHops += removedHops * <u64>max(arcsOut, arcsIn);
  } else if (arcsOut > 0) {
    const largest = markEnds(v);
    for (let a = arcsOf(into); a < inEnd; a += ARC) {
      if (!searchFrom(a, v, out, largest, weighBudget)) continue;
      const u = load<u32>(a);
      const toV = load<f32>(a, WEIGHT);
      const hops = hopsOf(a);
      for (let b = arcsOf(out); b < outEnd; b += ARC) {
        const w = load<u32>(b);
        if (w == u || !isNeeded(w, toV + load<f32>(b, WEIGHT))) continue;
        added++;
        addedHops += hops + hopsOf(b);
      }
    }
  }
  const importance =
    1000 * <u64>levelOf(v) + (1000 * added) / removed + (1000 * addedHops) / removedHops;
  return <u32>min(importance, <u64>0xfffffffe);
}

/**
 * Searches witnesses for the paths u -> v -> w of one u. `into` is the arc u -> v, `out` the list
 * of arcs out of v. False where there is no such path, because v leads only back to u.
 */
function searchFrom(into: usize, v: u32, out: usize, largest: f32, budget: u32): bool {
  const u = load<u32>(into);
  const count = countOf(out);
  let open = count;
  // the path u -> v -> u needs no witness, so u is not counted in `open`
  if (count == 1) {
    if (load<u32>(arcsOf(out)) == u) return false;
  } else {
    const end = arcsEnd(out);
    for (let b = arcsOf(out); b < end; b += ARC) {
      if (load<u32>(b) == u) {
        open--;
        break;
      }
    }
  }
  const toV = load<f32>(into, WEIGHT);
  witnessSearch(u, v, toV, toV + largest, open, budget);
  return true;
}

/** Whether the path over v to `w`, of length `over`, has no witness in the last search. */
function isNeeded(w: u32, over: f32): bool {
  return witnessDist(w) > over;
}

/**
 * Takes at most `count` nodes from the queue. Contracts each, or puts it back if its importance,
 * computed again, is no longer the least. Returns how many are left.
 */
export function contractSome(count: u32): u32 {
  for (let i: u32 = 0; i < count && orderSize() > 0; i++) {
    const v = orderPop();
    if (isOutdated(v)) {
      setOutdated(v, 0);
      const importance = importanceOf(v);
      if (orderSize() > 0 && importance > orderLeast()) {
        orderPush(v, importance);
        continue;
      }
    }
    contractNode(v);
  }
  return orderSize();
}

/**
 * Has the importance of a contracted node's neighbour computed again: now where that is cheap, else
 * when the node is the least important.
 */
function reweigh(v: u32): void {
  if (countOf(nodeAt(v) + OUT) * countOf(nodeAt(v) + IN) > LAZY) setOutdated(v, 1);
  else orderMove(v, importanceOf(v));
}

/**
 * Contracts a node: adds the shortcuts that its paths need, takes it out of the lists of its
 * neighbours, raises their levels above its own and weighs them again. Its own lists stay.
 */
function contractNode(v: u32): void {
  const out = nodeAt(v) + OUT,
    into = nodeAt(v) + IN;
  const level = levelOf(v) + 1;
  if (countOf(out) > 0 && countOf(into) > 0) {
    const outEnd = arcsEnd(out),
      inEnd = arcsEnd(into);
    const largest = markEnds(v);
    for (let a = arcsOf(into); a < inEnd; a += ARC) {
      if (!searchFrom(a, v, out, largest, contractBudget)) continue;
      const u = load<u32>(a);
      const toV = load<f32>(a, WEIGHT);
      for (let b = arcsOf(out); b < outEnd; b += ARC) {
        const w = load<u32>(b);
        const over = toV + load<f32>(b, WEIGHT);
        if (w != u && isNeeded(w, over)) {
          offerArc(u, w, over, v, SHORTCUT | min(hopsOf(a) + hopsOf(b), SHORTCUT - 1));
        }
      }
    }
  }
  const outEnd = arcsEnd(out),
    inEnd = arcsEnd(into);
  for (let b = arcsOf(out); b < outEnd; b += ARC) {
    const w = load<u32>(b);
    removeArc(nodeAt(w) + IN, v);
    setLevel(w, max(levelOf(w), level));
  }
  for (let a = arcsOf(into); a < inEnd; a += ARC) {
    const u = load<u32>(a);
    removeArc(nodeAt(u) + OUT, v);
    setLevel(u, max(levelOf(u), level));
  }
  for (let b = arcsOf(out); b < outEnd; b += ARC) {
    reweigh(load<u32>(b));
  }
  for (let a = arcsOf(into); a < inEnd; a += ARC) {
    const u = load<u32>(a);
    // most neighbours are on both sides
    if (!isOut(out, u)) reweigh(u);
  }
}

/** Whether a list has an arc to `u`. */
function isOut(out: usize, u: u32): bool {
  const end = arcsEnd(out);
  for (let b = arcsOf(out); b < end; b += ARC) if (load<u32>(b) == u) return true;
  return false;
}
