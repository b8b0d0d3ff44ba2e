// The text that invocation-heap.wgsl.ts and invocation-queues.wgsl.ts share. In both kernels one
// invocation answers one query after another by itself.
//
// A record counts as unvisited unless it has the generation of the search under way, so records are
// cleared only when generations run out.

/**
 * The head of both kernels, to be put after SEARCH_BINDINGS. Reads queryCount, limit, pathWords,
 * workspaces and generation of `params`.
 */
export const INVOCATION_HEAD = /* wgsl */ `
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
`;

/**
 * The entry point `answer`, one invocation per workspace. The text must come after the function
 * `answerOne(q, generation)`.
 */
export const INVOCATION_MAIN = /* wgsl */ `
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
`;
