struct Params {
  queryCount: u32, limit: u32, pathWords: u32, begin: u32,
  stride: u32, unreached: u32, width: u32,
  backward: u32, // 1: the root is the source, so the walk meets the path's end first
  nodeOf: u32, firstOut: u32, outArcs: u32, // sections of the map
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

/** Labels may have passed the window, so straight and diagonal steps are reported instead. */
override COUNTS: bool = false;
/** The trees are those of the reverse graph: costs are added up along the walk. */
override SUMS: bool = false;

@group(0) @binding(6) var<storage, read> labels: array<u32>;
@group(0) @binding(7) var<storage, read> parents: array<u32>;

@group(0) @binding(1) var<storage, read> map: array<u32>;
fn weightOf(u: u32, v: u32) -> f32 {
  let fromNode = map[params.nodeOf + u];
  let toNode = map[params.nodeOf + v];
  var least = INF;
  for (var a = map[params.firstOut + fromNode]; a < map[params.firstOut + fromNode + 1u]; a++) {
    if (map[params.outArcs + 2u * a] == toNode) {
      least = min(least, map[params.outArcs + 2u * a + 1u]);
    }
  }
  return bitcast<f32>(least);
}

/** Whether u and v are cells beside, above or below each other. */
fn isStraight(u: u32, v: u32) -> bool {
  let by = max(u, v) - min(u, v);
  return by == params.width || (by == 1u && u / params.width == v / params.width);
}

fn answerOne(q: u32) {
  let base = queries[params.queryCount + q] * params.stride;
  let backward = params.backward == 1u;
  let leaf = queries[q];
  var label = labels[base + leaf];
  if (label == params.unreached) {
    report(q, NO_PATH, INF, 0u, 0u, 0u);
    return;
  }
  if (RESULT == 0u && !COUNTS && !SUMS) {
    report(q, FOUND, label, 0u, 0u, 0u);
    return;
  }
  var count = 1u;
  var straights = 0u;
  var total = 0.0;
  // the nodes that the walk met last before v, and first after the leaf
  var last = leaf;
  var first = leaf;
  var v = leaf;
  var next = parents[base + v];
  // Bound: a tree has no cycle, so a path has at most all nodes.
  while (next != NONE && count <= params.stride) {
    if (COUNTS && isStraight(v, next)) { straights += 1u; }
    if (SUMS) { total += weightOf(v, next); }
    last = v;
    v = next;
    if (count == 1u) { first = next; }
    count += 1u;
    next = parents[base + v];
  }
  if (next != NONE) {
    report(q, STUCK, INF, 0u, 0u, 0u);
    return;
  }
  if (SUMS) { label = bitcast<u32>(total); }
  var more = 0u;
  if (COUNTS) {
    label = straights;
    more = count - 1u - straights;
  }
  if (RESULT != 2u) {
    report(q, FOUND, label, more, select(first, last, backward), 0u);
    return;
  }
  // once paths is full the counter stays, so that it cannot wrap around
  var at = atomicLoad(&counters[PATH_TOP]);
  if (at < params.pathWords) { at = atomicAdd(&counters[PATH_TOP], count); }
  if (at > params.pathWords || count > params.pathWords - at) {
    report(q, NO_ROOM, label, more, count, 0u);
    return;
  }
  v = leaf;
  for (var i = 0u; i < count; i++) {
    paths[at + select(i, count - 1u - i, backward)] = v;
    v = parents[base + v];
  }
  report(q, FOUND, label, more, at, count);
}

@compute @workgroup_size(64)
fn answer(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var q = params.begin + id.x; q < params.limit; q += groups.x * 64u) { answerOne(q); }
}
