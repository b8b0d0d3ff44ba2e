// One workgroup answers one query after another by a label-correcting search (Davidson, Baxter,
// Garland, Owens: "Work-efficient parallel GPU methods for single-source shortest paths", 2014).
// Nodes are ordered by key = label + lower bound, which is A* with a heuristic and Dijkstra
// without.
//
// Each node has a label (the least known cost from the source: u32 ticks or f32 bits, which order
// alike) and a waiting bit, set while the node is in the near queue or the far pile. The near queue
// holds the nodes whose key is below the end of the window, the far pile the others. A round
// relaxes the whole near queue. Labels fall by atomicMin; the invocation that lowers a label queues
// the node unless its waiting bit is set. Waiting bits are cleared, behind a barrier, before labels
// are read, so a label that falls later queues its node again. The queues therefore never overflow:
// a node stands in the far pile at most once, and in the near ring at most twice, among the nodes
// that this round relaxes and among those of the next round. The ring has two words per node.
//
// Greedy search takes the same rounds with key = heuristic, and ends once the target has a label.
// It labels each node once, with the number of arcs from the source. So its waiting bits stay set:
// they say which nodes have a label.
//
// The other searches end when no waiting node has a key below `horizon`, which is the label of the
// target and in f32 a little more: then no shorter path is left. Why the bounds are valid is said
// in lower-bound.wgsl.ts. A lower bound need not be consistent: a node whose label falls after the
// node was relaxed is relaxed again, which costs time only. With a bound that overestimates
// (allowInadmissible) the search may end at a longer path. Paths are traced back along tight arcs
// (label of the tail + weight = label of the head).
//
// A search ends within params.rounds rounds and windows (see `mostRounds`), or reports STUCK. Every
// window contains at least its first key: the window ends at the next representable number or
// later, also where all weights are 0 and where the width is lost in rounding.
//
// The state of the search is declared in workgroup-state.wgsl.ts, the shared buffers in layout.ts.
import { SEARCH_BINDINGS } from './layout.ts';
import { LOWER_BOUND } from './lower-bound.wgsl.ts';
import { stateInStorage, stateInWorkgroup } from './workgroup-state.wgsl.ts';

/** The words of `Params`, in their order: the sections of the map (see problem.ts) come first. */
export const WORKGROUP_PARAMS = {
  nodeCount: 0,
  firstOut: 1,
  outArcs: 2,
  firstIn: 3,
  inArcs: 4,
  x: 5,
  y: 6,
  component: 7,
  original: 8,
  nodeOf: 9,
  /** Queries of the wave, and one past the last query of this dispatch. */
  queryCount: 10,
  limit: 11,
  /** Words of `paths`. */
  pathWords: 12,
  /** Width of the window. */
  delta: 13,
  /** What heuristic distances are multiplied by. */
  scale: 14,
  straight: 15,
  diagonal: 16,
  /** Rounds and windows after which a search is given up. */
  rounds: 17,
} as const;

const PARAMS = /* wgsl */ `
struct Params {
  nodeCount: u32, firstOut: u32, outArcs: u32, firstIn: u32,
  inArcs: u32, x: u32, y: u32, component: u32,
  original: u32, nodeOf: u32, queryCount: u32, limit: u32,
  pathWords: u32, delta: u32, scale: f32, straight: u32,
  diagonal: u32, rounds: u32, pad1: u32, pad2: u32,
}
`;

const HEAD = /* wgsl */ `
override WORKGROUP_SIZE: u32 = 64;
/** Invocations that share the arcs of one node. */
override INVOCATIONS_PER_NODE: u32 = 8;
/** Labels and keys count ticks, else both are f32: TICKS and not GREEDY. */
override INTEGER: bool = true;
/** Weights are ticks, else f32. */
override TICKS: bool = true;
/** 0 zero, 1 manhattan, 2 octile, 3 euclidean. */
override HEURISTIC: u32 = 0;
/** Keys are the heuristic alone. Labels count arcs, and the first label of a node stays. */
override GREEDY: bool = false;
/** The sections of problem.ts. */
@group(0) @binding(1) var<storage, read> map: array<u32>;

var<workgroup> query: u32;
/** The near queue: entries nearStart to nearEnd - 1, each at its number modulo the ring's size. */
var<workgroup> nearStart: u32;
var<workgroup> nearEnd: atomic<u32>;
/** Nodes in the far pile. */
var<workgroup> farEnd: atomic<u32>;
/** Nodes that stay in the far pile when the window moves on. */
var<workgroup> farKept: atomic<u32>;
/** The least key in the far pile. */
var<workgroup> least: atomic<u32>;
/** Nodes on the list of touched nodes. */
var<workgroup> touchedEnd: atomic<u32>;
/** Nodes relaxed in this search; a node that is relaxed again counts again. */
var<workgroup> settled: atomic<u32>;
/** trace: the tight arc to go back over, and the label of its tail. */
var<workgroup> chosen: atomic<u32>;
var<workgroup> chosenLabel: atomic<u32>;
/**
 * Two words by which invocation 0 tells all others a value: it stores the value, all read it by
 * workgroupUniformLoad. What they hold changes from use to use.
 */
var<workgroup> otherWord: u32;
var<workgroup> sharedWord: u32;
`;

const BODY = /* wgsl */ `
fn xOf(v: u32) -> f32 { return bitcast<f32>(map[params.x + v]); }
fn yOf(v: u32) -> f32 { return bitcast<f32>(map[params.y + v]); }

/** Lower bound on the cost from v to the target, as a label; in greedy search the key. */
fn lowerBound(v: u32, targetAt: vec2f) -> u32 {
  if (HEURISTIC == 0u) { return 0u; }
  let d = abs(vec2f(xOf(v), yOf(v)) - targetAt);
  if (INTEGER) { return boundInTicks(d); }
  return bitcast<u32>(params.scale * distanceOf(d));
}

/** The label at the end of an arc. */
fn sum(label: u32, weight: u32) -> u32 {
  if (GREEDY) { return label + 1u; }
  if (INTEGER) { return label + weight; }
  return bitcast<u32>(bitcast<f32>(label) + bitcast<f32>(weight));
}

/** The key of v: nodes are expanded in ascending order of keys. */
fn keyOf(v: u32, label: u32, targetAt: vec2f) -> u32 {
  if (GREEDY) { return lowerBound(v, targetAt); }
  if (INTEGER) { return label + lowerBound(v, targetAt); }
  return bitcast<u32>(bitcast<f32>(label) + bitcast<f32>(lowerBound(v, targetAt)));
}

/** The end of the window that begins at this key: larger than the key, whatever the width. */
fn window(key: u32) -> u32 {
  if (INTEGER) { return key + max(params.delta, 1u); }
  return max(bitcast<u32>(bitcast<f32>(key) + bitcast<f32>(params.delta)), key + 1u);
}

/** The limit of the search: no node with a key from here on is on a path cheaper than best. */
fn horizon(best: u32) -> u32 {
  if (best == INF || INTEGER) { return best; }
  // keys are rounded, so the key of a node may lie above the cost of a path through the node. A key
  // has up to 15 roundings of 2^-24 each: 12 of the length, as WGSL allows, and one each of the
  // coordinates, the scale and the sum. The factor 1 + 1e-6 makes up for 16. The roundings of the
  // weights along a path are what ROUNDING in lower-bound.wgsl.ts is for. 1e-30 is added because
  // devices may take numbers below 2^-126 for 0, where a factor adds nothing
  return bitcast<u32>(bitcast<f32>(best) * 1.000001 + 1e-30);
}

/** Searches until the label of the target is final. False if params.rounds is exceeded. */
fn search(source: u32, goal: u32, local: u32) -> bool {
  let targetAt = vec2f(xOf(goal), yOf(goal));
  let ring = 2u * capacity();
  if (local == 0u) {
    nearStart = 0u;
    atomicStore(&nearEnd, 1u);
    atomicStore(&farEnd, 0u);
    atomicStore(&settled, 0u);
    atomicStore(&touchedEnd, 0u);
    _ = lower(source, 0u);
    touch(source);
    _ = setWaiting(source);
    setNear(0u, source);
    sharedWord = window(keyOf(source, 0u, targetAt));
  }
  publish();
  var windowEnd = workgroupUniformLoad(&sharedWord);
  var rounds = 0u;
  // Bound: params.rounds, counted by each window and by each of its rounds.
  loop {
    // Each turn is a round, which relaxes all near nodes. Bound: params.rounds.
    loop {
      rounds += 1u;
      if (rounds > params.rounds) { return false; }
      if (local == 0u) { sharedWord = atomicLoad(&nearEnd); }
      let start = workgroupUniformLoad(&nearStart);
      let end = workgroupUniformLoad(&sharedWord);
      if (start == end) { break; }
      if (!GREEDY) {
        for (var i = start + local; i < end; i += WORKGROUP_SIZE) {
          clearWaiting(nearAt(i % ring));
        }
        publish();
      }
      let work = (end - start) * INVOCATIONS_PER_NODE;
      for (var k = local; k < work; k += WORKGROUP_SIZE) {
        let u = nearAt((start + k / INVOCATIONS_PER_NODE) % ring);
        let g = labelOf(u);
        if (!GREEDY && keyOf(u, g, targetAt) >= horizon(labelOf(goal))) { continue; }
        let first = map[params.firstOut + u];
        let last = map[params.firstOut + u + 1u];
        if (k % INVOCATIONS_PER_NODE == 0u) { atomicAdd(&settled, 1u); }
        for (var a = first + k % INVOCATIONS_PER_NODE; a < last; a += INVOCATIONS_PER_NODE) {
          let v = map[params.outArcs + 2u * a];
          let label = sum(g, map[params.outArcs + 2u * a + 1u]);
          if (GREEDY) {
            // waiting bits are not cleared: the invocation that sets the bit of v labels v
            if (labelOf(v) != INF || !setWaiting(v)) { continue; }
            _ = lower(v, label);
            touch(v);
          } else {
            let old = lower(v, label);
            if (label >= old) { continue; }
            if (old == INF) { touch(v); }
          }
          if (v == goal) { continue; }
          let key = keyOf(v, label, targetAt);
          if (!GREEDY && key >= horizon(labelOf(goal))) { continue; }
          if (!GREEDY && !setWaiting(v)) { continue; }
          if (key < windowEnd) { setNear(atomicAdd(&nearEnd, 1u) % ring, v); }
          else { setFar(atomicAdd(&farEnd, 1u), v); }
        }
      }
      if (local == 0u) { nearStart = end; }
      publish();
      if (GREEDY) {
        if (local == 0u) { sharedWord = labelOf(goal); }
        if (workgroupUniformLoad(&sharedWord) != INF) { break; }
      }
    }
    if (local == 0u) {
      sharedWord = atomicLoad(&farEnd);
      atomicStore(&least, INF);
      atomicStore(&farKept, 0u);
      otherWord = labelOf(goal);
    }
    let waiting = workgroupUniformLoad(&sharedWord);
    let best = workgroupUniformLoad(&otherWord);
    if (waiting == 0u || (GREEDY && best != INF)) { break; }
    rounds += 1u;
    let end = horizon(best);
    for (var i = local; i < waiting; i += WORKGROUP_SIZE) {
      let v = farAt(i);
      atomicMin(&least, keyOf(v, labelOf(v), targetAt));
    }
    workgroupBarrier();
    if (local == 0u) { sharedWord = atomicLoad(&least); }
    let next = workgroupUniformLoad(&sharedWord);
    if (next >= end) { break; }
    windowEnd = window(next);
    // The far pile is partitioned in place: nodes that stay are written over words that all
    // invocations have read.
    for (var base = 0u; base < waiting; base += WORKGROUP_SIZE) {
      let i = base + local;
      var v = NONE;
      if (i < waiting) { v = farAt(i); }
      publish();
      if (v != NONE) {
        let key = keyOf(v, labelOf(v), targetAt);
        if (key >= end) { clearWaiting(v); }
        else if (key < windowEnd) { setNear(atomicAdd(&nearEnd, 1u) % ring, v); }
        else { setFar(atomicAdd(&farKept, 1u), v); }
      }
    }
    publish();
    if (local == 0u) { atomicStore(&farEnd, atomicLoad(&farKept)); }
    publish();
  }
  return true;
}

/** Whether an arc of this weight from u is tight: label of u + weight = label, that of its head. */
fn tight(u: u32, weight: u32, label: u32) -> bool {
  let before = labelOf(u);
  return before != INF && sum(before, weight) == label;
}

/**
 * Traces the path from the goal back to the source along tight arcs: at each node the tail with the
 * lowest label, then the arc with the lowest number. Leaves the nodes in the near ring, goal first,
 * and the weights of greedy paths in the far pile. Returns the number of nodes, or 0 where no tight
 * arc comes from a lower label, because an f32 sum did not grow.
 */
fn trace(source: u32, goal: u32, local: u32) -> u32 {
  var v = goal;
  var count = 1u;
  if (local == 0u) { setNear(0u, goal); }
  // Bound: labels fall from node to node, so a path has at most all nodes.
  loop {
    if (v == source) { break; }
    if (count >= params.nodeCount) { return 0u; }
    if (local == 0u) {
      atomicStore(&chosen, INF);
      atomicStore(&chosenLabel, INF);
    }
    workgroupBarrier();
    let label = labelOf(v);
    let first = map[params.firstIn + v];
    let last = map[params.firstIn + v + 1u];
    for (var a = first + local; a < last; a += WORKGROUP_SIZE) {
      let u = map[params.inArcs + 2u * a];
      if (tight(u, map[params.inArcs + 2u * a + 1u], label)) {
        atomicMin(&chosenLabel, labelOf(u));
      }
    }
    workgroupBarrier();
    let lowest = atomicLoad(&chosenLabel);
    for (var a = first + local; a < last; a += WORKGROUP_SIZE) {
      let u = map[params.inArcs + 2u * a];
      if (labelOf(u) == lowest && tight(u, map[params.inArcs + 2u * a + 1u], label)) {
        atomicMin(&chosen, a);
      }
    }
    workgroupBarrier();
    if (local == 0u) { sharedWord = select(INF, atomicLoad(&chosen), lowest < label); }
    let arc = workgroupUniformLoad(&sharedWord);
    if (arc == INF) { return 0u; }
    v = map[params.inArcs + 2u * arc];
    if (local == 0u) {
      setNear(count, v);
      if (GREEDY) {
        // greedy labels do not tell parallel arcs apart: take the cheapest
        var weight = INF;
        for (var a = first; a < last; a++) {
          if (map[params.inArcs + 2u * a] == v) {
            weight = min(weight, map[params.inArcs + 2u * a + 1u]);
          }
        }
        setFar(count - 1u, weight);
      }
    }
    count += 1u;
  }
  publish();
  return count;
}

/**
 * Traces the path by a breadth-first search backwards over tight arcs, for labels that do not grow
 * along every arc (weights of zero, or lost in rounding), where trace() fails. Leaves the nodes in
 * the second half of the near ring, source first. Returns the number of nodes, or 0 where there is
 * no such path.
 */
fn traceWide(source: u32, goal: u32, local: u32) -> u32 {
  for (var v = local; v < params.nodeCount; v += WORKGROUP_SIZE) { clearWaiting(v); }
  publish();
  if (local == 0u) {
    setNear(0u, goal);
    _ = setWaiting(goal);
    nearStart = 0u;
    atomicStore(&nearEnd, 1u);
    sharedWord = 0u;
  }
  publish();
  // farAt(u) is the node after u on the path to the goal.
  // Bound: each round takes nodes that were not waiting before, so there are at most as many rounds
  // as nodes.
  loop {
    if (local == 0u) { otherWord = atomicLoad(&nearEnd); }
    let start = workgroupUniformLoad(&nearStart);
    let end = workgroupUniformLoad(&otherWord);
    if (start == end || workgroupUniformLoad(&sharedWord) == 1u) { break; }
    for (var i = start + local; i < end; i += WORKGROUP_SIZE) {
      let v = nearAt(i);
      let label = labelOf(v);
      for (var a = map[params.firstIn + v]; a < map[params.firstIn + v + 1u]; a++) {
        let u = map[params.inArcs + 2u * a];
        if (!tight(u, map[params.inArcs + 2u * a + 1u], label)) { continue; }
        if (!setWaiting(u)) { continue; }
        setFar(u, v);
        setNear(atomicAdd(&nearEnd, 1u), u);
      }
    }
    publish();
    if (local == 0u) {
      nearStart = end;
      for (var i = end; i < atomicLoad(&nearEnd); i++) {
        if (nearAt(i) == source) { sharedWord = 1u; }
      }
    }
    publish();
  }
  if (local == 0u) {
    var count = 0u;
    var v = source;
    // unless the search from the goal reached the source there is no path
    let reached = sharedWord == 1u || source == goal;
    for (var left = select(0u, params.nodeCount, reached); left > 0u; left--) {
      setNear(capacity() + count, v);
      count += 1u;
      if (v == goal) { break; }
      v = farAt(v);
    }
    sharedWord = select(0u, count, count > 0u && v == goal);
  }
  publish();
  return workgroupUniformLoad(&sharedWord);
}

/** The cost of the greedy path whose weights trace() left in the far pile, from the source on. */
fn costOf(count: u32) -> u32 {
  var total = 0u;
  for (var i = count - 1u; i > 0u; i--) {
    let weight = farAt(i - 1u);
    // INF - 1 stands for a greedy path of INF - 1 ticks or more
    if (TICKS) {
      total = select(total + weight, INF - 1u, total >= INF - 1u - weight);
    } else {
      total = bitcast<u32>(bitcast<f32>(total) + bitcast<f32>(weight));
    }
  }
  return total;
}

fn answerOne(q: u32, local: u32) {
  let source = map[params.nodeOf + queries[q]];
  let goal = map[params.nodeOf + queries[params.queryCount + q]];
  var status = FOUND;
  if (source == NONE) { status = SOURCE_BLOCKED; }
  else if (goal == NONE) { status = TARGET_BLOCKED; }
  else if (map[params.component + source] != map[params.component + goal]) { status = NO_PATH; }
  if (status != FOUND) {
    if (local == 0u) { report(q, status, INF, 0u, 0u, 0u); }
    return;
  }
  let ended = search(source, goal, local);
  if (local == 0u) { sharedWord = labelOf(goal); }
  var label = workgroupUniformLoad(&sharedWord);
  var count = 0u;
  var start = 0u;
  if (!ended) {
    status = STUCK;
  } else if (label == INF) {
    status = NO_PATH;
  } else if (RESULT != 0u || GREEDY) {
    count = trace(source, goal, local);
    if (count == 0u) {
      count = traceWide(source, goal, local);
      start = capacity();
      if (count == 0u) { status = STUCK; }
    }
  }
  // traceWide left the path with its source first, trace with its goal first
  let forward = start != 0u;
  var at = 0u;
  if (RESULT == 2u && count > 0u) {
    if (local == 0u) {
      // once paths is full the counter stays, so that it cannot wrap around
      sharedWord = atomicLoad(&counters[PATH_TOP]);
      if (sharedWord < params.pathWords) { sharedWord = atomicAdd(&counters[PATH_TOP], count); }
    }
    at = workgroupUniformLoad(&sharedWord);
    if (at > params.pathWords || count > params.pathWords - at) {
      status = NO_ROOM;
      at = count;
    } else {
      for (var i = local; i < count; i += WORKGROUP_SIZE) {
        let v = nearAt(select(count - 1u - i, start + i, forward));
        paths[at + i] = map[params.original + v];
      }
    }
  }
  if (RESULT == 1u && count > 0u) {
    let next = min(1u, count - 1u);
    at = map[params.original + nearAt(select(count - 1u - next, start + next, forward))];
  }
  if (local == 0u) {
    if (GREEDY && status == FOUND) { label = costOf(count); }
    let pathLength = select(0u, count, RESULT == 2u && status == FOUND);
    report(q, status, label, atomicLoad(&settled), at, pathLength);
  }
  publish();
  clearTouched(local);
  publish();
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn answer(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) local: u32) {
  workspace = group.x;
  clearLabels(local);
  publish();
  // Bound: params.limit queries, each taken once.
  loop {
    if (local == 0u) { query = atomicAdd(&counters[NEXT_QUERY], 1u); }
    let q = workgroupUniformLoad(&query);
    if (q >= params.limit) { break; }
    answerOne(q, local);
  }
}
`;

/**
 * The kernel `workgroup search`. Entry point: answer, one workgroup per workspace.
 *
 * @param smallNodes the state is in workgroup memory, for at most this many nodes; undefined: the
 *   state is in storage, for any number of nodes
 */
export function workgroupSearchWgsl(smallNodes: number | undefined): string {
  const state = smallNodes === undefined ? stateInStorage : stateInWorkgroup(smallNodes);
  return PARAMS + SEARCH_BINDINGS + HEAD + state + LOWER_BOUND + BODY;
}
