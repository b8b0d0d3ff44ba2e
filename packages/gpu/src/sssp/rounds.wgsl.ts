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
export const STUCK = 28;
export const SOURCE_WORDS = 32;

/** Bindings 0 to 2. */
export const paramsWgsl = /* wgsl */ `
const NONE = 0xffffffffu;
const PENDING = 24u;     // 1 when a label beyond the window waits for the next epoch
const RELAXED = 25u;     // tiles relaxed so far, modulo 2^32
const UNRESOLVED = 26u;  // nodes whose parent is still to be found
const RAN = 27u;         // dispatches that had something to do
const STUCK = 28u;       // 1 when a loop was left by its bound: there is no result
const SEEDS = 32u;       // the slot of each source, NONE for a blocked one; more words per source follow

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
  delta: u32,      // width of a bucket, a label; tiles: how far behind the front they wait
}

// three records of 8 words in turn; words 2 to 4 count what waits for the next dispatch
fn record(phase: u32) -> u32 { return 8u * (phase % 3u); }

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> state: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read_write> dist: array<atomic<u32>>;
`;

/**
 * Bindings 3 to 5, and the rounds: a record holds the number of the round and, in word 2, the tiles put on its
 * list. Every waiting tile has a key, the smallest label that it has to relax; a source has the smallest key
 * of its tiles. Both are stored inverted, so that 0 is none, and written in one round to be read in the
 * next: keys in two places in turn, the smallest ones in three, as records are.
 */
export const roundsWgsl = /* wgsl */ `
@group(0) @binding(3) var<storage, read_write> done: array<u32>;
// the number of the round that put each tile on its list, then keys of even rounds, of odd rounds
@group(0) @binding(4) var<storage, read_write> stamp: array<atomic<u32>>;
@group(0) @binding(5) var<storage, read_write> lists: array<u32>;

var<workgroup> opened: vec2u;

fn keyOf(round: u32, tile: u32) -> u32 {
  return (1u + (round & 1u)) * params.sources * params.tiles + tile;
}

fn leastOf(phase: u32, source: u32) -> u32 {
  return SEEDS + params.sources * (1u + phase % 3u) + source;
}

/** Makes room for the smallest keys of the next round; for one row of invocations. */
fn clearLeast(first: u32, by: u32) {
  for (var s = first; s < params.sources; s += by) {
    atomicStore(&state[leastOf(params.phase + 1u, s)], 0u);
  }
}

/** Number of this round, and how many tiles wait: 0 when all is done. */
fn openRound(lane: u32, workgroup: u32) -> vec2u {
  if (lane == 0u) {
    let before = record(params.phase + 2u);
    let count = atomicLoad(&state[before + 2u]);
    opened = vec2u(atomicLoad(&state[before]) + select(0u, 1u, count > 0u), count);
    if (workgroup == 0u) {
      atomicStore(&state[record(params.phase)], opened.x);
      atomicStore(&state[record(params.phase + 1u) + 2u], 0u);
      atomicAdd(&state[RAN], select(0u, 1u, count > 0u));
    }
  }
  // uniform: the loops over waiting tiles contain barriers
  return workgroupUniformLoad(&opened);
}

/** Puts a tile (source * tiles + tile) on the list of the next round, once, with a label that it has to relax. */
fn activate(round: u32, tile: u32, label: u32) {
  let key = keyOf(round, tile);
  if (atomicLoad(&stamp[key]) < ~label && atomicMax(&stamp[key], ~label) < ~label) {
    let least = leastOf(params.phase, tile / params.tiles);
    if (atomicLoad(&state[least]) < ~label) { atomicMax(&state[least], ~label); }
  }
  // most calls find the stamp already there, and a load is cheaper than an exchange
  if (atomicLoad(&stamp[tile]) == round || atomicExchange(&stamp[tile], round) == round) { return; }
  let i = atomicAdd(&state[record(params.phase) + 2u], 1u);
  lists[(round & 1u) * params.sources * params.tiles + i] = tile;
}
`;

/**
 * What tiles are taken by. With many sources there is work enough for the whole device, and less to do
 * where tiles far behind the front wait until it is near: their labels would only be lowered again.
 */
export const turnsWgsl = /* wgsl */ `
var<workgroup> turn: u32;

/** The i-th waiting tile of this round, or NONE when it was put off until the next. */
fn takeTile(lane: u32, round: u32, i: u32) -> u32 {
  if (lane == 0u) {
    let tile = lists[((round + 1u) & 1u) * params.sources * params.tiles + i];
    let label = ~atomicExchange(&stamp[keyOf(round + 1u, tile)], 0u);
    let least = ~atomicLoad(&state[leastOf(params.phase + 2u, tile / params.tiles)]);
    if (label > plus(least, params.delta)) {
      turn = NONE;
      activate(round, tile, label);
    } else {
      turn = tile;
      atomicAdd(&state[RELAXED], 1u);
    }
  }
  // uniform: what follows contains barriers
  return workgroupUniformLoad(&turn);
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
  for (var i = id.x; i < 3u * params.sources * params.tiles; i += groups.x * 256u) {
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
  let tile = id.x * params.tiles + slot / SLOTS_PER_TILE;
  lists[i] = tile;
  atomicStore(&stamp[keyOf(0u, tile)], ~0u);
  atomicStore(&state[leastOf(2u, id.x)], ~0u);
}
`;
