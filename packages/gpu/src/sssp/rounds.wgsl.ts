// What the kernels of the tree solver share: parameters, the state words (layout.ts) and, for the
// rule 'tiled', rounds with their work lists.
//
// A dispatch of rule 'tiled' is one round: it relaxes the tiles that the round before put on its
// list and makes the list of the next round. WebGPU orders dispatches, not workgroups; nothing here
// needs more. A dispatch of the other rules runs one phase or several: see frontier.wgsl.ts.
//
// A label is the bits of an f32 sum, or a number of ticks; both order as u32. `dist` holds the
// labels. `relaxedLabel` holds the label that each node had when it was last relaxed: a node with
// dist < relaxedLabel is still to be relaxed. Both have `slots` words per source, tile by tile. A
// slot is where the words of a node are; some slots have no node.
import {
  FAR,
  FAR_ADDED,
  PENDING,
  RAN,
  RECORD_WORDS,
  RELAXED,
  SELECTIONS,
  SOURCE_WORDS,
  STUCK,
  UNRESOLVED,
  WAITING,
} from './layout.ts';

/** Bindings 0 to 2. */
export const paramsWgsl: string = /* wgsl */ `
const NONE = 0xffffffffu;
// words of the state: see layout.ts
const SELECTIONS = ${SELECTIONS}u;
const WAITING = ${WAITING}u;
const FAR = ${FAR}u;
const FAR_ADDED = ${FAR_ADDED}u;
const PENDING = ${PENDING}u;
const RELAXED = ${RELAXED}u;
const UNRESOLVED = ${UNRESOLVED}u;
const RAN = ${RAN}u;
const STUCK = ${STUCK}u;
const SEEDS = ${SOURCE_WORDS}u; // the slot of each source, NONE: the source is blocked

struct Params {
  dispatch: u32,   // number of the dispatch modulo 3; in passes for parents: number of the pass
  sources: u32,
  slots: u32,      // of one source: whole tiles
  tiles: u32,
  nodes: u32,
  stride: u32,     // words of one source in the results
  unreached: u32,  // the label of nodes that were not reached
  window: u32,     // labels from here on wait for the next epoch
  width: u32,      // grids: cells of a row
  height: u32,     // grids: rows
  tilesX: u32,     // grids: tiles of a row of tiles
  straight: u32,   // uniform grids: ticks of a straight step
  diagonal: u32,   // uniform grids: ticks of a diagonal step
  // a label. near-far: width of a bucket; mcmillan: how far above the least label nodes are
  // settled, a cost of 1; tiled: tiles whose key is further than this above the least key of their
  // source wait
  delta: u32,
}

/**
 * Where the record of a dispatch begins. record(params.dispatch + 2u) is the record of the dispatch
 * before, because k + 2 = k - 1 modulo 3; record(params.dispatch + 1u) is that of the next one.
 */
fn record(dispatch: u32) -> u32 { return ${RECORD_WORDS}u * (dispatch % 3u); }

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> state: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read_write> dist: array<atomic<u32>>;
`;

/**
 * Bindings 3 to 5 of rule 'tiled', and its rounds. Every waiting tile has a key: the least label
 * that it has to relax. Every source has the least key of its tiles. Both are stored inverted, so
 * that 0 means none. Keys are written in one round and read in the next, so a tile has two places
 * for them. Least keys have three, as records do, because a round also clears those of the next.
 */
export const roundsWgsl: string = /* wgsl */ `
@group(0) @binding(3) var<storage, read_write> relaxedLabel: array<u32>;
// three sections of sources * tiles words: the last round that put the tile on its list, keys of
// even rounds, keys of odd rounds
@group(0) @binding(4) var<storage, read_write> stamp: array<atomic<u32>>;
// two sections of sources * tiles words: the tiles (source * tiles + tile) to relax in even rounds,
// in odd rounds
@group(0) @binding(5) var<storage, read_write> lists: array<u32>;

var<workgroup> opened: vec2u;

/** Index in stamp of the key of a tile after this round. */
fn keyAt(round: u32, tile: u32) -> u32 {
  return (1u + (round & 1u)) * params.sources * params.tiles + tile;
}

/** Index in state of the least key of a source after this dispatch. */
fn leastAt(dispatch: u32, source: u32) -> u32 {
  return SEEDS + params.sources * (1u + dispatch % 3u) + source;
}

/**
 * Clears the least keys of the next round. Called by all invocations of workgroup 0, or by those of
 * one row of workgroups: \`first\` is the number of an invocation, \`by\` how many there are.
 */
fn clearLeast(first: u32, by: u32) {
  for (var s = first; s < params.sources; s += by) {
    atomicStore(&state[leastAt(params.dispatch + 1u, s)], 0u);
  }
}

/** The number of this round and of the tiles on its list; without tiles the last round's and 0. */
fn openRound(local: u32, workgroup: u32) -> vec2u {
  if (local == 0u) {
    let before = record(params.dispatch + 2u);
    let count = atomicLoad(&state[before + WAITING]);
    opened = vec2u(atomicLoad(&state[before]) + select(0u, 1u, count > 0u), count);
    if (workgroup == 0u) {
      atomicStore(&state[record(params.dispatch)], opened.x);
      atomicStore(&state[record(params.dispatch + 1u) + WAITING], 0u);
      atomicAdd(&state[RAN], select(0u, 1u, count > 0u));
    }
  }
  // uniform: the loops over waiting tiles contain barriers
  return workgroupUniformLoad(&opened);
}

/**
 * Puts a tile (source * tiles + tile) on the list of the next round, unless the tile is there, and
 * lowers the key of the tile to a label that the tile has to relax.
 */
fn activate(round: u32, tile: u32, label: u32) {
  let key = keyAt(round, tile);
  if (atomicLoad(&stamp[key]) < ~label && atomicMax(&stamp[key], ~label) < ~label) {
    let least = leastAt(params.dispatch, tile / params.tiles);
    if (atomicLoad(&state[least]) < ~label) { atomicMax(&state[least], ~label); }
  }
  // in most calls the tile has this stamp already, and a load is cheaper than an exchange
  if (atomicLoad(&stamp[tile]) == round || atomicExchange(&stamp[tile], round) == round) { return; }
  let i = atomicAdd(&state[record(params.dispatch) + WAITING], 1u);
  lists[(round & 1u) * params.sources * params.tiles + i] = tile;
}
`;

/**
 * Takes tiles from the list. A tile waits for another round if its key is more than params.delta
 * above the least key of its source, the front: its labels would be lowered again. Waiting pays
 * only where the fronts of all sources keep the device busy (TreeTuning.orderFrom); otherwise
 * params.delta is as large as it can be. Waiting halved the time of 1,024 searches on a road
 * network.
 */
export const takeTileWgsl = /* wgsl */ `
var<workgroup> taken: u32;

/** The i-th tile on the list of this round; NONE: the tile waits for the next round. */
fn takeTile(local: u32, round: u32, i: u32) -> u32 {
  if (local == 0u) {
    let tile = lists[((round + 1u) & 1u) * params.sources * params.tiles + i];
    let label = ~atomicExchange(&stamp[keyAt(round + 1u, tile)], 0u);
    let least = ~atomicLoad(&state[leastAt(params.dispatch + 2u, tile / params.tiles)]);
    if (label > plus(least, params.delta)) {
      taken = NONE;
      activate(round, tile, label);
    } else {
      taken = tile;
      atomicAdd(&state[RELAXED], 1u);
    }
  }
  // uniform: what follows contains barriers
  return workgroupUniformLoad(&taken);
}
`;

/**
 * Entry points fill (all nodes unreached), then seed (the sources). The state is 0 but for SEEDS.
 */
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
    relaxedLabel[i] = params.unreached;
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
  // the sources make the list of round 0, counted in the record before that of dispatch 0
  let i = atomicAdd(&state[record(2u) + WAITING], 1u);
  let tile = id.x * params.tiles + slot / SLOTS_PER_TILE;
  lists[i] = tile;
  atomicStore(&stamp[keyAt(0u, tile)], ~0u);
  atomicStore(&state[leastAt(2u, id.x)], ~0u);
}
`;
