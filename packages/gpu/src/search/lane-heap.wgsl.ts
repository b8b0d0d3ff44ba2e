// One invocation answers one query on any map, with a binary heap and records in storage and lazy
// deletion: the kernel of the studies of agents on grids and roads (Bleiweiss 2008), for all three
// algorithms. What is better is queued once more; entries of settled nodes are skipped.
//
// Record of a node: label (u32 ticks or f32 bits), generation << 5 | closed << 4, the node before it.
import { LANE_HEAD, LANE_MAIN } from './lane-head.wgsl.ts';

const HEAD = /* wgsl */ `
struct Params {
  queryCount: u32, limit: u32, pathWords: u32, slots: u32,
  generation: u32, nodeCount: u32, firstOut: u32, outArcs: u32,
  x: u32, y: u32, component: u32, original: u32,
  compact: u32, heapSize: u32, scale: f32, straight: u32,
  diagonal: u32, pad0: u32, pad1: u32, pad2: u32,
}
/** Weights are whole numbers, else f32. */
override TICKS: bool = true;
/** The order is that of the heuristic alone, and the first way to a node stays. */
override GREEDY: bool = false;
@group(0) @binding(6) var<storage, read_write> records: array<vec4u>;
/** Key, node. */
@group(0) @binding(7) var<storage, read_write> heap: array<vec2u>;
`;

const BODY = /* wgsl */ `
fn at_node(v: u32) -> vec2f {
  return vec2f(bitcast<f32>(map[params.x + v]), bitcast<f32>(map[params.y + v]));
}
fn entry(i: u32) -> vec2u { return heap[place(i, params.heapSize)]; }
fn set_entry(i: u32, e: vec2u) { heap[place(i, params.heapSize)] = e; }
fn record(v: u32) -> vec4u { return records[place(v, params.nodeCount)]; }
fn set_record(v: u32, r: vec4u) { records[place(v, params.nodeCount)] = r; }

fn sum(key: u32, weight: u32) -> u32 {
  // a greedy path can have more ticks than fit: INF - 1 says so
  if (TICKS && GREEDY) { return select(key + weight, INF - 1u, key >= INF - 1u - weight); }
  if (TICKS) { return key + weight; }
  return bitcast<u32>(bitcast<f32>(key) + bitcast<f32>(weight));
}

/** The order in which nodes are taken. */
fn order(v: u32, key: u32, target_at: vec2f) -> u32 {
  if (HEURISTIC == 0u) { return select(key, 0u, GREEDY); }
  let d = abs(at_node(v) - target_at);
  let most = max(d.x, d.y);
  let few = min(d.x, d.y);
  if (TICKS && !GREEDY) {
    // cells are whole numbers, so these are exact in ticks
    if (HEURISTIC == 1u) { return key + u32(d.x + d.y) * params.straight; }
    if (HEURISTIC == 2u && params.straight > 1u) {
      return key + u32(most) * params.straight + u32(few) * (params.diagonal - params.straight);
    }
    // rounded down by one more tick, because the f32 before it may have been rounded up
    let ticks = u32(f32(params.straight) * select(length(d), most + 0.41421354 * few, HEURISTIC == 2u));
    return key + max(ticks, 1u) - 1u;
  }
  var h = length(d);
  if (HEURISTIC == 1u) { h = d.x + d.y; }
  if (HEURISTIC == 2u) { h = most + 0.41421354 * few; }
  if (GREEDY) { return bitcast<u32>(h); }
  return bitcast<u32>(bitcast<f32>(key) + params.scale * h);
}

/** Puts an entry into the heap, of which \`size\` entries are in use. */
fn push(size: u32, e: vec2u) {
  var i = size;
  // Bound: the heap's height, since i halves.
  while (i > 0u) {
    let up = (i - 1u) >> 1u;
    let other = entry(up);
    if (other.x <= e.x) { break; }
    set_entry(i, other);
    i = up;
  }
  set_entry(i, e);
}

/** Closes the gap that its first entry left in a heap of which \`size\` entries remain. */
fn sift(size: u32) {
  let e = entry(size);
  var i = 0u;
  // Bound: the heap's height, since i doubles.
  loop {
    var down = 2u * i + 1u;
    if (down >= size) { break; }
    var least = entry(down);
    if (down + 1u < size) {
      let right = entry(down + 1u);
      if (right.x < least.x) {
        least = right;
        down += 1u;
      }
    }
    if (e.x <= least.x) { break; }
    set_entry(i, least);
    i = down;
  }
  set_entry(i, e);
}

fn answer_one(q: u32, generation: u32) {
  let source = map[params.compact + queries[q]];
  let goal = map[params.compact + queries[params.queryCount + q]];
  var status = FOUND;
  if (source == NONE) { status = SOURCE_BLOCKED; }
  else if (goal == NONE) { status = TARGET_BLOCKED; }
  else if (map[params.component + source] != map[params.component + goal]) { status = NO_PATH; }
  if (status != FOUND) {
    report(q, status, INF, 0u, 0u, 0u);
    return;
  }
  let stamp = generation << 5u;
  let target_at = at_node(goal);
  set_record(source, vec4u(0u, stamp, NONE, 0u));
  var u = source;
  var size = 0u;
  var settled = 0u;
  var key = INF;
  var stuck = true;
  // Bound: of each arc at most one entry, because settled nodes are not opened again.
  for (var taken = 0u; taken <= params.heapSize; taken++) {
    let at = record(u);
    if ((at.y & CLOSED) == 0u) {
      records[place(u, params.nodeCount)].y = at.y | CLOSED;
      settled += 1u;
      if (u == goal) {
        key = at.x;
        stuck = false;
        break;
      }
      let last = map[params.firstOut + u + 1u];
      for (var a = map[params.firstOut + u]; a < last; a++) {
        let v = map[params.outArcs + 2u * a];
        let g = sum(at.x, map[params.outArcs + 2u * a + 1u]);
        let old = record(v);
        let known = (old.y ^ stamp) < 32u;
        if (known && ((old.y & CLOSED) != 0u || g >= old.x)) { continue; }
        if (GREEDY && known) {
          // of parallel arcs, which are all one to this search, the cheapest
          if (old.z == u) { set_record(v, vec4u(g, stamp, u, 0u)); }
          continue;
        }
        set_record(v, vec4u(g, stamp, u, 0u));
        push(size, vec2u(order(v, g, target_at), v));
        size += 1u;
      }
    }
    if (size == 0u) {
      stuck = false;
      break;
    }
    u = entry(0u).y;
    size -= 1u;
    if (size > 0u) { sift(size); }
  }
  if (stuck) {
    report(q, STUCK, INF, settled, 0u, 0u);
    return;
  }
  if (key == INF || RESULT == 0u) {
    report(q, select(FOUND, NO_PATH, key == INF), key, settled, 0u, 0u);
    return;
  }
  var count = 1u;
  var v = goal;
  var next = goal;
  // Bound: a path has at most all nodes.
  while (v != source && count <= params.nodeCount) {
    next = v;
    v = record(v).z;
    count += 1u;
  }
  if (RESULT == 1u) {
    report(q, FOUND, key, settled, map[params.original + next], 0u);
    return;
  }
  let at = take_room(count);
  if (at == INF) {
    report(q, AGAIN, key, settled, count, 0u);
    return;
  }
  v = goal;
  for (var i = count; i > 0u; i--) {
    paths[at + i - 1u] = map[params.original + v];
    v = record(v).z;
  }
  report(q, FOUND, key, settled, at, count);
}
`;

/** The text of the kernel. Entry point: answer, one invocation per slot. */
export const LANE_HEAP_WGSL: string = HEAD + LANE_HEAD + BODY + LANE_MAIN;
