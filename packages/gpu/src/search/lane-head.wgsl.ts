// What the kernels share in which one invocation answers a query by itself.

/** Follows `struct Params`, whose members queryCount, limit and pathWords it reads. */
export const LANE_HEAD = /* wgsl */ `
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
// bits of a record beside the generation
const CLOSED = 16u;
const SOURCE = 8u;

override LANES: u32 = 64;
/** 0 zero, 1 manhattan, 2 octile, 3 euclidean. */
override HEURISTIC: u32 = 0;
/** 0: cost alone, 1: the node after the source, 2: whole paths. */
override RESULT: u32 = 2;
/** Entry i of all slots side by side, as the studies have it, else all entries of a slot. */
override INTERLEAVED: bool = false;

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> map: array<u32>;
/** Sources, then targets. */
@group(0) @binding(2) var<storage, read> queries: array<u32>;
/** Sections of queryCount words: status, label, settled nodes, path offset or next node, path length. */
@group(0) @binding(3) var<storage, read_write> results: array<u32>;
@group(0) @binding(4) var<storage, read_write> counters: array<atomic<u32>>;
@group(0) @binding(5) var<storage, read_write> paths: array<u32>;
/** The order in which queries are taken. */
@group(0) @binding(8) var<storage, read> order_of: array<u32>;

var<private> slot: u32;

fn report(q: u32, status: u32, key: u32, taken: u32, at: u32, count: u32) {
  results[q] = status;
  results[params.queryCount + q] = key;
  results[2u * params.queryCount + q] = taken;
  results[3u * params.queryCount + q] = at;
  results[4u * params.queryCount + q] = count;
}

/** Place of entry i of this slot where each of the slots has so many entries. */
fn place(i: u32, each: u32) -> u32 {
  return select(slot * each + i, i * params.slots + slot, INTERLEAVED);
}

/** Room for a path; INF where there is none. Once it is full the counter stays, so it cannot wrap. */
fn take_room(count: u32) -> u32 {
  if (atomicLoad(&counters[PATH_TOP]) >= params.pathWords) { return INF; }
  let at = atomicAdd(&counters[PATH_TOP], count);
  return select(INF, at, at <= params.pathWords && count <= params.pathWords - at);
}
`;

/** Follows `answer_one(q, generation)`. Entry point: answer, one invocation per slot. */
export const LANE_MAIN = /* wgsl */ `
@compute @workgroup_size(LANES)
fn answer(@builtin(global_invocation_id) id: vec3u) {
  slot = id.x;
  if (slot >= params.slots) { return; }
  var generation = params.generation;
  // Bound: params.limit queries, each taken once.
  loop {
    let i = atomicAdd(&counters[NEXT_QUERY], 1u);
    if (i >= params.limit) { break; }
    answer_one(order_of[i], generation);
    generation += 1u;
  }
}
`;
