// Answers queries from trees that were found before: one invocation walks from a node up to the root.

const HEAD = /* wgsl */ `
struct Params {
  queryCount: u32, limit: u32, pathWords: u32, begin: u32,
  stride: u32, unreached: u32, width: u32,
  backward: u32, // 1: the root is the source, so the walk meets the path's end first
  compact: u32, firstOut: u32, outArcs: u32, // of the map
}
const INF = 0xffffffffu;
const NONE = 0xffffffffu;
const FOUND = 1u;
const NO_PATH = 3u;
const AGAIN = 250u;
const STUCK = 251u;
const PATH_TOP = 1u;

/** 0: cost alone, 1: the node after the source, 2: whole paths. */
override RESULT: u32 = 2;
/** Labels may have passed what they can count: instead of them the steps are counted. */
override COUNTS: bool = false;
/** The trees are those of the reverse graph: what the walk costs is added up along it. */
override SUMS: bool = false;

@group(0) @binding(0) var<uniform> params: Params;
/** The nodes to walk from, then the number of the tree of each. */
@group(0) @binding(2) var<storage, read> queries: array<u32>;
/**
 * Sections of queryCount words: status, label (or straight steps), 0 (or diagonal steps), path offset or
 * next node, path length.
 */
@group(0) @binding(3) var<storage, read_write> results: array<u32>;
@group(0) @binding(4) var<storage, read_write> counters: array<atomic<u32>>;
@group(0) @binding(5) var<storage, read_write> paths: array<u32>;
@group(0) @binding(6) var<storage, read> labels: array<u32>;
@group(0) @binding(7) var<storage, read> parents: array<u32>;

fn report(q: u32, status: u32, key: u32, more: u32, at: u32, count: u32) {
  results[q] = status;
  results[params.queryCount + q] = key;
  results[2u * params.queryCount + q] = more;
  results[3u * params.queryCount + q] = at;
  results[4u * params.queryCount + q] = count;
}

`;

/** The cheapest arc from u to v, which are the caller's numbers, on the map of the other kernels. */
const WEIGHTS = /* wgsl */ `
@group(0) @binding(1) var<storage, read> map: array<u32>;
fn weight_of(u: u32, v: u32) -> f32 {
  let from_node = map[params.compact + u];
  let to_node = map[params.compact + v];
  var least = INF;
  for (var a = map[params.firstOut + from_node]; a < map[params.firstOut + from_node + 1u]; a++) {
    if (map[params.outArcs + 2u * a] == to_node) { least = min(least, map[params.outArcs + 2u * a + 1u]); }
  }
  return bitcast<f32>(least);
}
`;
const NO_WEIGHTS = /* wgsl */ `
fn weight_of(u: u32, v: u32) -> f32 { return 0.0; }
`;

const BODY = /* wgsl */ `
fn isStraight(u: u32, v: u32) -> bool {
  let by = max(u, v) - min(u, v);
  return by == params.width || (by == 1u && u / params.width == v / params.width);
}

fn answer_one(q: u32) {
  let base = queries[params.queryCount + q] * params.stride;
  let backward = params.backward == 1u;
  let leaf = queries[q];
  var key = labels[base + leaf];
  if (key == params.unreached) {
    report(q, NO_PATH, INF, 0u, 0u, 0u);
    return;
  }
  if (RESULT == 0u && !COUNTS && !SUMS) {
    report(q, FOUND, key, 0u, 0u, 0u);
    return;
  }
  var count = 1u;
  var straights = 0u;
  var total = 0.0;
  // the node met last before v, and the one met first
  var last = leaf;
  var first = leaf;
  var v = leaf;
  var next = parents[base + v];
  // Bound: a tree has no cycle, so a path has at most all nodes.
  while (next != NONE && count <= params.stride) {
    if (COUNTS && isStraight(v, next)) { straights += 1u; }
    if (SUMS) { total += weight_of(v, next); }
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
  if (SUMS) { key = bitcast<u32>(total); }
  var more = 0u;
  if (COUNTS) {
    key = straights;
    more = count - 1u - straights;
  }
  if (RESULT != 2u) {
    report(q, FOUND, key, more, select(first, last, backward), 0u);
    return;
  }
  // once the room is full the counter stays, so it cannot wrap
  var at = atomicLoad(&counters[PATH_TOP]);
  if (at < params.pathWords) { at = atomicAdd(&counters[PATH_TOP], count); }
  if (at > params.pathWords || count > params.pathWords - at) {
    report(q, AGAIN, key, more, count, 0u);
    return;
  }
  v = leaf;
  for (var i = 0u; i < count; i++) {
    paths[at + select(i, count - 1u - i, backward)] = v;
    v = parents[base + v];
  }
  report(q, FOUND, key, more, at, count);
}

@compute @workgroup_size(64)
fn answer(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var q = params.begin + id.x; q < params.limit; q += groups.x * 64u) { answer_one(q); }
}
`;

/** The text, of which only the one with weights takes a map. Entry point: answer. */
export const traceWgsl = (weights: boolean): string =>
  HEAD + (weights ? WEIGHTS : NO_WEIGHTS) + BODY;
