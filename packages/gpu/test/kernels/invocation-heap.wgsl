struct Params {
  queryCount: u32, limit: u32, pathWords: u32, workspaces: u32,
  generation: u32, nodeCount: u32, firstOut: u32, outArcs: u32,
  x: u32, y: u32, component: u32, original: u32,
  nodeOf: u32, heapSize: u32, scale: f32, straight: u32,
  diagonal: u32, pad0: u32, pad1: u32, pad2: u32,
}

const INF = 0xffffffffu;
const NONE = 4294967295u;
const FOUND = 1u;
const NO_PATH = 3u;
const SOURCE_BLOCKED = 4u;
const TARGET_BLOCKED = 5u;
/** The path found no room in this wave: the host asks again. */
const NO_ROOM = 250u;
/** The search did not end within its bound. */
const STUCK = 251u;
/** Places in the counters. */
const NEXT_QUERY = 0u;
const PATH_TOP = 1u;

/** 0: costs alone, 1: the node after the source, 2: whole paths. */
override RESULT: u32 = 2;

@group(0) @binding(0) var<uniform> params: Params;
/** Sources, then targets. */
@group(0) @binding(2) var<storage, read> queries: array<u32>;
/** Sections of queryCount words: see layout.ts. */
@group(0) @binding(3) var<storage, read_write> results: array<u32>;
@group(0) @binding(4) var<storage, read_write> counters: array<atomic<u32>>;
@group(0) @binding(5) var<storage, read_write> paths: array<u32>;

fn report(q: u32, status: u32, label: u32, settledCount: u32, pathAt: u32, pathLength: u32) {
  results[q] = status;
  results[1u * params.queryCount + q] = label;
  results[2u * params.queryCount + q] = settledCount;
  results[3u * params.queryCount + q] = pathAt;
  results[4u * params.queryCount + q] = pathLength;
}

/** Weights and labels are whole numbers, else f32. */
override TICKS: bool = true;
/** Keys are the heuristic alone, and the first label of a node stays. */
override GREEDY: bool = false;
@group(0) @binding(6) var<storage, read_write> records: array<vec4u>;
/** Entries: key, node. */
@group(0) @binding(7) var<storage, read_write> heap: array<vec2u>;

/** Bits of a record below the generation. */
const CLOSED = 16u;
const SOURCE = 8u;

override WORKGROUP_SIZE: u32 = 64;
/** 0 zero, 1 manhattan, 2 octile, 3 euclidean. */
override HEURISTIC: u32 = 0;
/** Entries i of all workspaces lie together, as in Bleiweiss 2008; else workspace by workspace. */
override INTERLEAVED: bool = false;

/** Sections of problem.ts, or of queues() in invocation-engine.ts. */
@group(0) @binding(1) var<storage, read> map: array<u32>;
/** The i-th query to take: see order.wgsl.ts. */
@group(0) @binding(8) var<storage, read> queryOrder: array<u32>;

var<private> workspace: u32;

/** Where entry i of this workspace is, given "each" entries per workspace. */
fn place(i: u32, each: u32) -> u32 {
  return select(workspace * each + i, i * params.workspaces + workspace, INTERLEAVED);
}

/**
 * Takes count words of paths; INF where there is no room. Once paths is full the counter stays,
 * so that it cannot wrap around.
 */
fn takeRoom(count: u32) -> u32 {
  if (atomicLoad(&counters[PATH_TOP]) >= params.pathWords) { return INF; }
  let at = atomicAdd(&counters[PATH_TOP], count);
  return select(INF, at, at <= params.pathWords && count <= params.pathWords - at);
}

/** The distance that HEURISTIC names, in cells or metres. */
fn distanceOf(d: vec2f) -> f32 {
  if (HEURISTIC == 1u) { return d.x + d.y; }
  // 0.41421354 is the f32 below sqrt(2) - 1
  if (HEURISTIC == 2u) { return max(d.x, d.y) + 0.41421354 * min(d.x, d.y); }
  return length(d);
}

/** Lower bound on the ticks of a path. */
fn boundInTicks(d: vec2f) -> u32 {
  let columns = u32(d.x);
  let rows = u32(d.y);
  if (HEURISTIC == 1u) { return (columns + rows) * params.straight; }
  if (HEURISTIC == 2u) {
    let most = max(columns, rows);
    let few = min(columns, rows);
    // with 4 neighbours both steps have the ticks of a straight one
    let corner = params.diagonal - params.straight;
    if (corner == 0u) { return (most + ((few * 1696u) >> 12u)) * params.straight; }
    return most * params.straight + few * corner;
  }
  return hypotenuse(columns * params.straight, rows * params.straight);
}

/** a * a: low word, high word. */
fn square(a: u32) -> vec2u {
  let low = a & 0xffffu;
  let high = a >> 16u;
  let cross = low * high;
  let sum = low * low + (cross << 17u);
  return vec2u(sum, high * high + (cross >> 15u) + select(0u, 1u, sum < (cross << 17u)));
}

/** The largest whole number whose square is at most a * a + b * b; a + b is below 2^32. */
fn hypotenuse(a: u32, b: u32) -> u32 {
  var sum = square(a);
  let other = square(b);
  sum.x += other.x;
  sum.y += other.y + select(0u, 1u, sum.x < other.x);
  // WGSL allows the length a relative error of 12 * 2^-24, below 2^-20, roundings of a and b
  // included. The answer differs from near by at most twice that error
  let near = u32(length(vec2f(f32(a), f32(b))));
  let reach = (near >> 19u) + 2u;
  var root = near - min(near, reach);
  // the answer is at most 2 * reach above root; the loop finds the difference bit by bit
  for (var bits = firstLeadingBit(2u * reach) + 1u; bits > 0u; bits--) {
    let next = root + (1u << (bits - 1u));
    let s = square(next);
    if (s.y < sum.y || (s.y == sum.y && s.x <= sum.x)) { root = next; }
  }
  return root;
}

fn positionOf(v: u32) -> vec2f {
  return vec2f(bitcast<f32>(map[params.x + v]), bitcast<f32>(map[params.y + v]));
}
fn entry(i: u32) -> vec2u { return heap[place(i, params.heapSize)]; }
fn setEntry(i: u32, e: vec2u) { heap[place(i, params.heapSize)] = e; }
fn record(v: u32) -> vec4u { return records[place(v, params.nodeCount)]; }
fn setRecord(v: u32, r: vec4u) { records[place(v, params.nodeCount)] = r; }

/** The label at the end of an arc. */
fn sum(label: u32, weight: u32) -> u32 {
  // INF - 1 stands for a greedy path of INF - 1 ticks or more
  if (TICKS && GREEDY) { return select(label + weight, INF - 1u, label >= INF - 1u - weight); }
  if (TICKS) { return label + weight; }
  return bitcast<u32>(bitcast<f32>(label) + bitcast<f32>(weight));
}

/** The key of v: nodes are expanded in ascending order of keys. */
fn keyOf(v: u32, label: u32, targetAt: vec2f) -> u32 {
  if (HEURISTIC == 0u) { return select(label, 0u, GREEDY); }
  let d = abs(positionOf(v) - targetAt);
  if (GREEDY) { return bitcast<u32>(distanceOf(d)); }
  if (TICKS) { return label + boundInTicks(d); }
  return bitcast<u32>(bitcast<f32>(label) + params.scale * distanceOf(d));
}

/** Adds an entry to the heap, which has `size` entries. */
fn push(size: u32, e: vec2u) {
  var i = size;
  // Bound: the heap's height, since i halves.
  while (i > 0u) {
    let up = (i - 1u) >> 1u;
    let other = entry(up);
    if (other.x <= e.x) { break; }
    setEntry(i, other);
    i = up;
  }
  setEntry(i, e);
}

/** Moves the last entry to its place in the heap, whose first entry was taken: `size` remain. */
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
    setEntry(i, least);
    i = down;
  }
  setEntry(i, e);
}

fn answerOne(q: u32, generation: u32) {
  let source = map[params.nodeOf + queries[q]];
  let goal = map[params.nodeOf + queries[params.queryCount + q]];
  var status = FOUND;
  if (source == NONE) { status = SOURCE_BLOCKED; }
  else if (goal == NONE) { status = TARGET_BLOCKED; }
  else if (map[params.component + source] != map[params.component + goal]) { status = NO_PATH; }
  if (status != FOUND) {
    report(q, status, INF, 0u, 0u, 0u);
    return;
  }
  let stamp = generation << 5u;
  let targetAt = positionOf(goal);
  setRecord(source, vec4u(0u, stamp, NONE, 0u));
  var u = source;
  var size = 0u;
  var settled = 0u;
  var label = INF;
  var stuck = true;
  // Bound: each arc pushes at most one entry, because each node is settled at most once.
  for (var taken = 0u; taken <= params.heapSize; taken++) {
    let at = record(u);
    if ((at.y & CLOSED) == 0u) {
      records[place(u, params.nodeCount)].y = at.y | CLOSED;
      settled += 1u;
      if (u == goal) {
        label = at.x;
        stuck = false;
        break;
      }
      let last = map[params.firstOut + u + 1u];
      for (var a = map[params.firstOut + u]; a < last; a++) {
        let v = map[params.outArcs + 2u * a];
        let g = sum(at.x, map[params.outArcs + 2u * a + 1u]);
        let old = record(v);
        // known: the record has this search's generation, in bits 5 and up
        let known = (old.y ^ stamp) < 32u;
        if (known && ((old.y & CLOSED) != 0u || g >= old.x)) { continue; }
        if (GREEDY && known) {
          // greedy keys do not tell parallel arcs apart: keep the cheapest
          if (old.z == u) { setRecord(v, vec4u(g, stamp, u, 0u)); }
          continue;
        }
        setRecord(v, vec4u(g, stamp, u, 0u));
        push(size, vec2u(keyOf(v, g, targetAt), v));
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
  if (label == INF || RESULT == 0u) {
    report(q, select(FOUND, NO_PATH, label == INF), label, settled, 0u, 0u);
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
    report(q, FOUND, label, settled, map[params.original + next], 0u);
    return;
  }
  let at = takeRoom(count);
  if (at == INF) {
    report(q, NO_ROOM, label, settled, count, 0u);
    return;
  }
  v = goal;
  for (var i = count; i > 0u; i--) {
    paths[at + i - 1u] = map[params.original + v];
    v = record(v).z;
  }
  report(q, FOUND, label, settled, at, count);
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn answer(@builtin(global_invocation_id) id: vec3u) {
  workspace = id.x;
  if (workspace >= params.workspaces) { return; }
  var generation = params.generation;
  // Bound: params.limit queries, each taken once.
  loop {
    let i = atomicAdd(&counters[NEXT_QUERY], 1u);
    if (i >= params.limit) { break; }
    answerOne(queryOrder[i], generation);
    generation += 1u;
  }
}
