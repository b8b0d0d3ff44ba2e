// What the kernels of the tree solver share: parameters, the state words, and, for the tiled solver,
// rounds with their work lists.
//
// Every dispatch is one round. It reads the record that the dispatch before it left (how many tiles
// wait, in which list), appends to its own, and clears the one of the next: three records in turn, so
// that no workgroup reads what another one of the same dispatch writes. WebGPU orders dispatches, not
// workgroups; nothing here needs more.
//
// A label is the bits of an f32 sum, or a number of ticks; both are ordered as u32. `dist` holds the
// labels, `done` what each node's label was when it was last relaxed: a node with dist < done is yet
// to be relaxed. Both have `slots` entries for each source, tile by tile.

/** Words of the state: records 0 to 23, the words below, per-source words from SOURCE_WORDS on. */
export const PENDING = 24;
export const RELAXED = 25;
export const UNRESOLVED = 26;
export const RAN = 27;
export const SOURCE_WORDS = 32;

/** Bindings 0 to 2. */
export const paramsWgsl = /* wgsl */ `
const NONE = 0xffffffffu;
const PENDING = 24u;     // 1 when a label beyond the window waits for the next epoch
const RELAXED = 25u;     // tiles relaxed so far, modulo 2^32
const UNRESOLVED = 26u;  // nodes whose parent is still to be found
const RAN = 27u;         // dispatches that had something to do
const SEEDS = 32u;       // the slot of each source, NONE for a blocked one

struct Params {
  phase: u32,      // number of the dispatch modulo 3; of a pass of parents: its number
  sources: u32,
  slots: u32,      // slots of one source: whole tiles
  tiles: u32,
  nodes: u32,
  stride: u32,     // entries of one source in the results
  unreached: u32,  // the label of infinity
  window: u32,     // labels from here on wait for the next epoch
  width: u32,      // grids: cells in a row
  height: u32,
  tilesX: u32,     // grids: tiles in a row
  straight: u32,   // uniform grids: ticks of a step
  diagonal: u32,
  delta: u32,      // width of a bucket, a label
}

// three records of 8 words in turn; words 2 to 4 count what waits for the next dispatch
fn record(phase: u32) -> u32 { return 8u * (phase % 3u); }

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> state: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read_write> dist: array<atomic<u32>>;
`;

/** Bindings 3 to 5, and the rounds: a record holds the number of the round and, in word 2, the tiles put on its list. */
export const roundsWgsl = /* wgsl */ `
@group(0) @binding(3) var<storage, read_write> done: array<u32>;
@group(0) @binding(4) var<storage, read_write> stamp: array<atomic<u32>>;
@group(0) @binding(5) var<storage, read_write> lists: array<u32>;

var<workgroup> opened: vec2u;

/** Number of this round, and how many tiles wait: 0 when all is done. */
fn openRound(lane: u32, workgroup: u32) -> vec2u {
  if (lane == 0u) {
    let before = record(params.phase + 2u);
    let count = atomicLoad(&state[before + 2u]);
    opened = vec2u(atomicLoad(&state[before]) + select(0u, 1u, count > 0u), count);
    if (workgroup == 0u) {
      atomicStore(&state[record(params.phase)], opened.x);
      atomicStore(&state[record(params.phase + 1u) + 2u], 0u);
      atomicAdd(&state[RELAXED], count);
      atomicAdd(&state[RAN], select(0u, 1u, count > 0u));
    }
  }
  // uniform: the loops over waiting tiles contain barriers
  return workgroupUniformLoad(&opened);
}

/** The i-th waiting tile of this round: source * tiles + tile. */
fn waiting(round: u32, i: u32) -> u32 {
  return lists[((round + 1u) & 1u) * params.sources * params.tiles + i];
}

/** Puts a tile on the list of the next round, once. */
fn activate(round: u32, tile: u32) {
  // most calls find the stamp already there, and a load is cheaper than an exchange
  if (atomicLoad(&stamp[tile]) == round || atomicExchange(&stamp[tile], round) == round) { return; }
  let i = atomicAdd(&state[record(params.phase) + 2u], 1u);
  lists[(round & 1u) * params.sources * params.tiles + i] = tile;
}
`;

/** Everything unreached (fill), then the sources (seed). The state is zero but for the seeds. */
export const startWgsl: string =
  paramsWgsl +
  roundsWgsl +
  /* wgsl */ `
override SLOTS_PER_TILE: u32;

@compute @workgroup_size(256)
fn fill(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let end = params.sources * params.slots;
  for (var i = id.x; i < end; i += groups.x * 256u) {
    atomicStore(&dist[i], params.unreached);
    done[i] = params.unreached;
  }
  for (var i = id.x; i < params.sources * params.tiles; i += groups.x * 256u) {
    atomicStore(&stamp[i], 0u);
  }
}

@compute @workgroup_size(64)
fn seed(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= params.sources) { return; }
  let slot = atomicLoad(&state[SEEDS + id.x]);
  if (slot == NONE) { return; }
  atomicStore(&dist[id.x * params.slots + slot], 0u);
  // round 0, in the record before the one of phase 0
  let i = atomicAdd(&state[record(2u) + 2u], 1u);
  lists[i] = id.x * params.tiles + slot / SLOTS_PER_TILE;
}
`;
