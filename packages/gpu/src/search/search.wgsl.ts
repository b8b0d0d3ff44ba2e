// One workgroup answers one query after another: label-correcting search in order of f = g + h with a
// near queue and a far pile (Davidson, Baxter, Garland, Owens: "Work-efficient parallel GPU methods
// for single-source shortest paths", 2014), which is A* with a heuristic and Dijkstra without.
//
// Of each node: its label (best g so far, u32 ticks or f32 bits, which order alike) and a bit that
// says it waits in the near queue or the far pile. A round takes all of the near queue; labels fall by
// atomicMin, and whoever lowers one queues the node unless its bit is set. Bits are cleared, behind a
// barrier, before labels are read, so a label that falls later queues its node again.
//
// The search ends when nothing that waits has f below the label of the target: then no shorter path
// is left. Paths are traced back along tight arcs (label[u] + weight = label[v]).
//
// A search ends within params.rounds rounds and windows (see `mostRounds`), or reports STUCK. Every
// window contains at least its first key: its end is the next representable key or a later one, also
// where all weights are 0 and where the width is lost in rounding.

import { LARGE_STATE, smallState } from './state.wgsl.ts';

/** What the two placements of a search's state share. */
export interface SearchText {
  /** State in workgroup memory, for at most this many nodes; undefined: in storage, any number. */
  readonly smallNodes: number | undefined;
}

const HEAD = /* wgsl */ `
struct Params {
  nodeCount: u32, firstOut: u32, outArcs: u32, firstIn: u32,
  inArcs: u32, x: u32, y: u32, component: u32,
  original: u32, compact: u32, queryCount: u32, limit: u32,
  pathWords: u32, delta: u32, scale: f32, straight: u32,
  diagonal: u32, rounds: u32, pad1: u32, pad2: u32,
}
const INF = 0xffffffffu;
const NONE = 0xffffffffu;
// status codes of Routes, and one of our own: the path found no room, ask again
const FOUND = 1u;
const NO_PATH = 3u;
const SOURCE_BLOCKED = 4u;
const TARGET_BLOCKED = 5u;
const AGAIN = 250u;
// the search did not end within its bound
const STUCK = 251u;
// counters
const NEXT_QUERY = 0u;
const PATH_TOP = 1u;

override LANES: u32 = 64;
/** Invocations that share the arcs of one node. */
override LANES_PER_NODE: u32 = 8;
/** Labels and the order are whole numbers, else f32. */
override INTEGER: bool = true;
/** Weights are whole numbers, else f32. */
override TICKS: bool = true;
/** 0 zero, 1 manhattan, 2 octile, 3 euclidean. */
override HEURISTIC: u32 = 0;
/** The order is that of the heuristic alone, labels count arcs and stay as they are. */
override GREEDY: bool = false;
/** 0: cost alone, 1: the node after the source, 2: whole paths. */
override RESULT: u32 = 2;

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> map: array<u32>;
/** Sources, then targets. */
@group(0) @binding(2) var<storage, read> queries: array<u32>;
/** Sections of queryCount words: status, label, settled nodes, path offset or next node, path length. */
@group(0) @binding(3) var<storage, read_write> results: array<u32>;
@group(0) @binding(4) var<storage, read_write> counters: array<atomic<u32>>;
@group(0) @binding(5) var<storage, read_write> paths: array<u32>;

var<workgroup> query: u32;
var<workgroup> near_start: u32;
var<workgroup> near_end: atomic<u32>;
var<workgroup> far_end: atomic<u32>;
var<workgroup> far_kept: atomic<u32>;
var<workgroup> least: atomic<u32>;
var<workgroup> touched_end: atomic<u32>;
var<workgroup> settled: atomic<u32>;
var<workgroup> chosen: atomic<u32>;
var<workgroup> chosen_label: atomic<u32>;
var<workgroup> other_word: u32;
var<workgroup> shared_word: u32;
var<workgroup> offset: u32;
`;

const BODY = /* wgsl */ `
fn x_of(v: u32) -> f32 { return bitcast<f32>(map[params.x + v]); }
fn y_of(v: u32) -> f32 { return bitcast<f32>(map[params.y + v]); }

/** Lower bound from v to the target, as a key. */
fn bound(v: u32, target_at: vec2f) -> u32 {
  if (HEURISTIC == 0u) { return 0u; }
  let d = abs(vec2f(x_of(v), y_of(v)) - target_at);
  let most = max(d.x, d.y);
  let few = min(d.x, d.y);
  if (INTEGER) {
    // cells are whole numbers, so these are exact in ticks
    if (HEURISTIC == 1u) { return u32(d.x + d.y) * params.straight; }
    if (HEURISTIC == 2u && params.straight > 1u) {
      return u32(most) * params.straight + u32(few) * (params.diagonal - params.straight);
    }
    // rounded down by one more tick, because the f32 before it may have been rounded up
    let ticks = u32(f32(params.straight) * select(length(d), most + 0.41421354 * few, HEURISTIC == 2u));
    return max(ticks, 1u) - 1u;
  }
  var h = length(d);
  if (HEURISTIC == 1u) { h = d.x + d.y; }
  if (HEURISTIC == 2u) { h = most + 0.41421354 * few; }
  return bitcast<u32>(params.scale * h);
}

fn sum(key: u32, weight: u32) -> u32 {
  if (GREEDY) { return key + 1u; }
  if (INTEGER) { return key + weight; }
  return bitcast<u32>(bitcast<f32>(key) + bitcast<f32>(weight));
}

/** The order in which nodes are taken. */
fn order(v: u32, key: u32, target_at: vec2f) -> u32 {
  if (GREEDY) { return bound(v, target_at); }
  if (INTEGER) { return key + bound(v, target_at); }
  return bitcast<u32>(bitcast<f32>(key) + bitcast<f32>(bound(v, target_at)));
}

/** The end of the window that begins at f: beyond f, whatever the width. */
fn window(f: u32) -> u32 {
  if (INTEGER) { return f + max(params.delta, 1u); }
  return max(bitcast<u32>(bitcast<f32>(f) + bitcast<f32>(params.delta)), f + 1u);
}

/** Nothing with f at or above this can be on a shorter path than one that costs best. */
fn horizon(best: u32) -> u32 {
  if (best == INF || INTEGER) { return best; }
  // sums of f32 are not exact: look a little further
  return bitcast<u32>(bitcast<f32>(best) * 1.000001 + 1e-30);
}

/** False where the search did not end within its bound. */
fn search(source: u32, goal: u32, lane: u32) -> bool {
  let target_at = vec2f(x_of(goal), y_of(goal));
  let ring = 2u * capacity();
  if (lane == 0u) {
    near_start = 0u;
    atomicStore(&near_end, 1u);
    atomicStore(&far_end, 0u);
    atomicStore(&settled, 0u);
    atomicStore(&touched_end, 0u);
    _ = lower(source, 0u);
    touch(source);
    _ = mark(source);
    set_near(0u, source);
    shared_word = window(order(source, 0u, target_at));
  }
  publish();
  var threshold = workgroupUniformLoad(&shared_word);
  var rounds = 0u;
  // Bound: params.rounds, counted by each window and by each of its rounds.
  loop {
    // Rounds: all near nodes, until there is none. Bound: params.rounds.
    loop {
      rounds += 1u;
      if (rounds > params.rounds) { return false; }
      if (lane == 0u) { shared_word = atomicLoad(&near_end); }
      let start = workgroupUniformLoad(&near_start);
      let end = workgroupUniformLoad(&shared_word);
      if (start == end) { break; }
      for (var i = start + lane; i < end; i += LANES) { unmark(near_at(i % ring)); }
      publish();
      let work = (end - start) * LANES_PER_NODE;
      for (var k = lane; k < work; k += LANES) {
        let u = near_at((start + k / LANES_PER_NODE) % ring);
        let g = label(u);
        if (!GREEDY && order(u, g, target_at) >= horizon(label(goal))) { continue; }
        let first = map[params.firstOut + u];
        let last = map[params.firstOut + u + 1u];
        if (k % LANES_PER_NODE == 0u) { atomicAdd(&settled, 1u); }
        for (var a = first + k % LANES_PER_NODE; a < last; a += LANES_PER_NODE) {
          let v = map[params.outArcs + 2u * a];
          let key = sum(g, map[params.outArcs + 2u * a + 1u]);
          if (GREEDY) {
            if (!claim(v, key)) { continue; }
            touch(v);
          } else {
            let old = lower(v, key);
            if (key >= old) { continue; }
            if (old == INF) { touch(v); }
          }
          if (v == goal) { continue; }
          let f = order(v, key, target_at);
          if (!GREEDY && f >= horizon(label(goal))) { continue; }
          if (!mark(v)) { continue; }
          if (f < threshold) { set_near(atomicAdd(&near_end, 1u) % ring, v); }
          else { set_far(atomicAdd(&far_end, 1u), v); }
        }
      }
      if (lane == 0u) { near_start = end; }
      publish();
      if (GREEDY) {
        if (lane == 0u) { shared_word = label(goal); }
        if (workgroupUniformLoad(&shared_word) != INF) { break; }
      }
    }
    if (lane == 0u) {
      shared_word = atomicLoad(&far_end);
      atomicStore(&least, INF);
      atomicStore(&far_kept, 0u);
      other_word = label(goal);
    }
    let waiting = workgroupUniformLoad(&shared_word);
    let best = workgroupUniformLoad(&other_word);
    if (waiting == 0u || (GREEDY && best != INF)) { break; }
    rounds += 1u;
    let end = horizon(best);
    for (var i = lane; i < waiting; i += LANES) {
      let v = far_at(i);
      atomicMin(&least, order(v, label(v), target_at));
    }
    workgroupBarrier();
    if (lane == 0u) { shared_word = atomicLoad(&least); }
    let next = workgroupUniformLoad(&shared_word);
    if (next >= end) { break; }
    threshold = window(next);
    // the pile is parted in place: what a stride of lanes has read is behind what it writes
    for (var base = 0u; base < waiting; base += LANES) {
      let i = base + lane;
      var v = NONE;
      if (i < waiting) { v = far_at(i); }
      publish();
      if (v != NONE) {
        let f = order(v, label(v), target_at);
        if (f >= end) { unmark(v); }
        else if (f < threshold) { set_near(atomicAdd(&near_end, 1u) % ring, v); }
        else { set_far(atomicAdd(&far_kept, 1u), v); }
      }
    }
    publish();
    if (lane == 0u) { atomicStore(&far_end, atomicLoad(&far_kept)); }
    publish();
  }
  return true;
}

/** Whether the arc of this weight from u is the last of a best path to a node with label key. */
fn tight(u: u32, weight: u32, key: u32) -> bool {
  let before = label(u);
  return before != INF && sum(before, weight) == key;
}

/**
 * Walks from the goal back to the source along tight arcs, the lowest label and then the lowest arc
 * first. Leaves the nodes in the near ring, goal first, of greedy paths the weights in the far pile, and
 * returns the number of nodes; 0 where the walk cannot go on, because f32 sums did not grow.
 */
fn trace(source: u32, goal: u32, lane: u32) -> u32 {
  var v = goal;
  var count = 1u;
  if (lane == 0u) { set_near(0u, goal); }
  // Bound: labels fall from node to node, so a path has at most all nodes.
  loop {
    if (v == source) { break; }
    if (count >= params.nodeCount) { return 0u; }
    if (lane == 0u) {
      atomicStore(&chosen, INF);
      atomicStore(&chosen_label, INF);
    }
    workgroupBarrier();
    let key = label(v);
    let first = map[params.firstIn + v];
    let last = map[params.firstIn + v + 1u];
    for (var a = first + lane; a < last; a += LANES) {
      let u = map[params.inArcs + 2u * a];
      if (tight(u, map[params.inArcs + 2u * a + 1u], key)) { atomicMin(&chosen_label, label(u)); }
    }
    workgroupBarrier();
    let lowest = atomicLoad(&chosen_label);
    for (var a = first + lane; a < last; a += LANES) {
      let u = map[params.inArcs + 2u * a];
      if (label(u) == lowest && tight(u, map[params.inArcs + 2u * a + 1u], key)) {
        atomicMin(&chosen, a);
      }
    }
    workgroupBarrier();
    if (lane == 0u) { shared_word = select(INF, atomicLoad(&chosen), lowest < key); }
    let arc = workgroupUniformLoad(&shared_word);
    if (arc == INF) { return 0u; }
    v = map[params.inArcs + 2u * arc];
    if (lane == 0u) {
      set_near(count, v);
      if (GREEDY) {
        // of parallel arcs, which are all one to this search, the cheapest
        var weight = INF;
        for (var a = first; a < last; a++) {
          if (map[params.inArcs + 2u * a] == v) { weight = min(weight, map[params.inArcs + 2u * a + 1u]); }
        }
        set_far(count - 1u, weight);
      }
    }
    count += 1u;
  }
  publish();
  return count;
}

/**
 * The same by breadth-first search backwards over tight arcs, for labels that do not grow along every
 * arc (weights of zero, or too small to count). The nodes are left in the second half of the near
 * ring, source first. Returns the number of nodes; 0 where there is no such path.
 */
fn trace_wide(source: u32, goal: u32, lane: u32) -> u32 {
  for (var v = lane; v < params.nodeCount; v += LANES) { unmark(v); }
  publish();
  if (lane == 0u) {
    set_near(0u, goal);
    _ = mark(goal);
    near_start = 0u;
    atomicStore(&near_end, 1u);
    shared_word = 0u;
  }
  publish();
  // far[u] = the node after u on the way to the goal
  // Bound: each round takes nodes that were not marked before, so there are at most as many as nodes.
  loop {
    if (lane == 0u) { other_word = atomicLoad(&near_end); }
    let start = workgroupUniformLoad(&near_start);
    let end = workgroupUniformLoad(&other_word);
    if (start == end || workgroupUniformLoad(&shared_word) == 1u) { break; }
    for (var i = start + lane; i < end; i += LANES) {
      let v = near_at(i);
      let key = label(v);
      for (var a = map[params.firstIn + v]; a < map[params.firstIn + v + 1u]; a++) {
        let u = map[params.inArcs + 2u * a];
        if (!tight(u, map[params.inArcs + 2u * a + 1u], key)) { continue; }
        if (!mark(u)) { continue; }
        set_far(u, v);
        set_near(atomicAdd(&near_end, 1u), u);
      }
    }
    publish();
    if (lane == 0u) {
      near_start = end;
      for (var i = end; i < atomicLoad(&near_end); i++) { if (near_at(i) == source) { shared_word = 1u; } }
    }
    publish();
  }
  if (lane == 0u) {
    var count = 0u;
    var v = source;
    // The search from the goal came to the source, or there is no path to give.
    let reached = shared_word == 1u || source == goal;
    for (var left = select(0u, params.nodeCount, reached); left > 0u; left--) {
      set_near(capacity() + count, v);
      count += 1u;
      if (v == goal) { break; }
      v = far_at(v);
    }
    shared_word = select(0u, count, count > 0u && v == goal);
  }
  publish();
  return workgroupUniformLoad(&shared_word);
}

/** The cost of the path whose arcs trace() left in the far pile, summed from the source on. */
fn cost_of(count: u32) -> u32 {
  var total = 0u;
  for (var i = count - 1u; i > 0u; i--) {
    let weight = far_at(i - 1u);
    // a greedy path can have more ticks than fit: INF - 1 says so
    if (TICKS) { total = select(total + weight, INF - 1u, total >= INF - 1u - weight); } else { total = bitcast<u32>(bitcast<f32>(total) + bitcast<f32>(weight)); }
  }
  return total;
}

fn answer_one(q: u32, lane: u32) {
  let source = map[params.compact + queries[q]];
  let goal = map[params.compact + queries[params.queryCount + q]];
  var status = FOUND;
  if (source == NONE) { status = SOURCE_BLOCKED; }
  else if (goal == NONE) { status = TARGET_BLOCKED; }
  else if (map[params.component + source] != map[params.component + goal]) { status = NO_PATH; }
  if (status != FOUND) {
    if (lane == 0u) { report(q, status, INF, 0u, 0u, 0u); }
    return;
  }
  let ended = search(source, goal, lane);
  if (lane == 0u) { shared_word = label(goal); }
  var key = workgroupUniformLoad(&shared_word);
  var count = 0u;
  var start = 0u;
  if (!ended) {
    status = STUCK;
  } else if (key == INF) {
    status = NO_PATH;
  } else if (RESULT != 0u || GREEDY) {
    count = trace(source, goal, lane);
    if (count == 0u) {
      count = trace_wide(source, goal, lane);
      start = capacity();
      if (count == 0u) { status = STUCK; }
    }
  }
  let forward = start != 0u;
  var at = 0u;
  if (RESULT == 2u && count > 0u) {
    if (lane == 0u) {
      // once it is full it stays as it is, so that it cannot wrap around
      shared_word = atomicLoad(&counters[PATH_TOP]);
      if (shared_word < params.pathWords) { shared_word = atomicAdd(&counters[PATH_TOP], count); }
    }
    at = workgroupUniformLoad(&shared_word);
    if (at > params.pathWords || count > params.pathWords - at) {
      status = AGAIN;
      at = count;
    } else {
      for (var i = lane; i < count; i += LANES) {
        let v = near_at(select(count - 1u - i, start + i, forward));
        paths[at + i] = map[params.original + v];
      }
    }
  }
  if (RESULT == 1u && count > 0u) {
    let next = min(1u, count - 1u);
    at = map[params.original + near_at(select(count - 1u - next, start + next, forward))];
  }
  if (lane == 0u) {
    if (GREEDY && status == FOUND) { key = cost_of(count); }
    report(q, status, key, atomicLoad(&settled), at, select(0u, count, RESULT == 2u && status == FOUND));
  }
  publish();
  clear_touched(lane);
  publish();
}

fn report(q: u32, status: u32, key: u32, taken: u32, at: u32, count: u32) {
  results[q] = status;
  results[params.queryCount + q] = key;
  results[2u * params.queryCount + q] = taken;
  results[3u * params.queryCount + q] = at;
  results[4u * params.queryCount + q] = count;
}

@compute @workgroup_size(LANES)
fn answer(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  slot = group.x;
  clear_labels(lane);
  publish();
  // Bound: params.limit queries, each taken once.
  loop {
    if (lane == 0u) { query = atomicAdd(&counters[NEXT_QUERY], 1u); }
    let q = workgroupUniformLoad(&query);
    if (q >= params.limit) { break; }
    answer_one(q, lane);
  }
}
`;

/** The text of the search kernel. Entry point: answer, one workgroup per slot. */
export function searchWgsl({ smallNodes }: SearchText): string {
  return HEAD + (smallNodes === undefined ? LARGE_STATE : smallState(smallNodes)) + BODY;
}
