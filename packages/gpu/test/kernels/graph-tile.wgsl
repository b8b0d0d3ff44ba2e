const NODES_PER_INVOCATION = 2u;

const NONE = 0xffffffffu;
// words of the state: see layout.ts
const SELECTIONS = 1u;
const WAITING = 2u;
const FAR = 3u;
const FAR_ADDED = 4u;
const PENDING = 24u;
const RELAXED = 25u;
const UNRESOLVED = 26u;
const RAN = 27u;
const STUCK = 28u;
const SEEDS = 32u; // the slot of each source, NONE: the source is blocked

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
fn record(dispatch: u32) -> u32 { return 8u * (dispatch % 3u); }

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> state: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read_write> dist: array<atomic<u32>>;

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
 * one row of workgroups: `first` is the number of an invocation, `by` how many there are.
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

override WORKGROUP_SIZE: u32;
override SWEEPS: u32;      // sweeps over the tile between two checks for the end
override SLOTS_PER_TILE: u32 = WORKGROUP_SIZE * NODES_PER_INVOCATION;

const LEAVES = 0x80000000u;
const HAS_MORE = 0x8000u;
const HAS_LEAVING = 0x80000000u;

@group(0) @binding(6) var<storage, read> firstArc: array<u32>;  // slots + 1 entries
@group(0) @binding(7) var<storage, read> arcs: array<vec2u>;    // head slot, bits of the weight
@group(0) @binding(8) var<storage, read> packed: array<vec2u>;  // three planes: graph-tile.wgsl.ts

var<workgroup> label: array<atomic<u32>, SLOTS_PER_TILE>;
var<workgroup> busy: array<atomic<u32>, 2>;
var<workgroup> goOn: u32;

fn plus(d: u32, weight: u32) -> u32 {
  return bitcast<u32>(bitcast<f32>(d) + bitcast<f32>(weight));
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn relaxTiles(
  @builtin(local_invocation_index) local: u32,
  @builtin(workgroup_id) workgroup: vec3u,
  @builtin(num_workgroups) workgroups: vec3u,
) {
  let round = openRound(local, workgroup.x);
  if (workgroup.x == 0u) { clearLeast(local, WORKGROUP_SIZE); }
  for (var i = workgroup.x; i < round.y; i += workgroups.x) {
    let entry = takeTile(local, round.x, i);
    if (entry == NONE) { continue; }
    let source = entry / params.tiles;
    let tile = entry - source * params.tiles;
    relaxTile(local, round.x, source, tile);
    // the next tile takes the place of this one in workgroup memory
    workgroupBarrier();
  }
}

fn relaxTile(local: u32, round: u32, source: u32, tile: u32) {
  let first = tile * SLOTS_PER_TILE;
  let base = source * params.slots;
  var before: array<u32, NODES_PER_INVOCATION>;   // relaxedLabel of earlier rounds
  var relaxed: array<u32, NODES_PER_INVOCATION>;  // label with which the node was last relaxed
  var heads: array<vec2u, NODES_PER_INVOCATION>;
  var weights: array<vec4u, NODES_PER_INVOCATION>;
  for (var k = 0u; k < NODES_PER_INVOCATION; k++) {
    let v = local + k * WORKGROUP_SIZE;
    atomicStore(&label[v], atomicLoad(&dist[base + first + v]));
    before[k] = relaxedLabel[base + first + v];
    relaxed[k] = before[k];
    heads[k] = packed[first + v];
    weights[k] = vec4u(packed[params.slots + first + v], packed[2u * params.slots + first + v]);
  }
  if (local == 0u) {
    atomicStore(&busy[0], 0u);
    atomicStore(&busy[1], 0u);
  }
  // publishes the labels to all invocations
  workgroupBarrier();

  // Bound: after sweep k the labels of paths of up to k arcs inside the tile are final.
  for (var check = 0u; check < SLOTS_PER_TILE + 2u; check++) {
    for (var sweep = 0u; sweep < SWEEPS; sweep++) {
      var worked = false;
      for (var k = 0u; k < NODES_PER_INVOCATION; k++) {
        let d = atomicLoad(&label[local + k * WORKGROUP_SIZE]);
        if (d >= relaxed[k]) { continue; }
        relaxed[k] = d;
        worked = true;
        // four loads at once, then an atomic only for labels that fall
        let pair = heads[k];
        let h = vec4u(pair.x, pair.x >> 16u, pair.y, pair.y >> 16u) & vec4u(0x7fffu);
        let w = bitcast<vec4f>(weights[k]);
        let further = bitcast<vec4u>(vec4f(bitcast<f32>(d)) + w);
        let known = vec4u(
          atomicLoad(&label[h.x]),
          atomicLoad(&label[h.y]),
          atomicLoad(&label[h.z]),
          atomicLoad(&label[h.w]),
        );
        if (further.x < known.x) { atomicMin(&label[h.x], further.x); }
        if (further.y < known.y) { atomicMin(&label[h.y], further.y); }
        if (further.z < known.z) { atomicMin(&label[h.z], further.z); }
        if (further.w < known.w) { atomicMin(&label[h.w], further.w); }
        if ((heads[k].x & HAS_MORE) != 0u) {
          let slot = first + local + k * WORKGROUP_SIZE;
          let end = firstArc[slot + 1u];
          for (var a = firstArc[slot] + 4u; a < end; a++) {
            let arc = arcs[a];
            if ((arc.x & LEAVES) != 0u) { break; }
            atomicMin(&label[arc.x - first], plus(d, arc.y));
          }
        }
      }
      if (worked && sweep == SWEEPS - 1u) { atomicStore(&busy[check & 1u], 1u); }
      // publishes the labels that this sweep lowered to the next sweep
      workgroupBarrier();
    }
    // the sweeps end if the last one before this check relaxed nothing
    if (local == 0u) {
      goOn = atomicLoad(&busy[check & 1u]);
      // the other flag was last read before the last barrier
      atomicStore(&busy[(check + 1u) & 1u], 0u);
    }
    // uniform: all invocations leave the loop, which has barriers, together
    if (workgroupUniformLoad(&goOn) == 0u) { break; }
  }
  if (goOn != 0u && local == 0u) { atomicStore(&state[STUCK], 1u); }

  for (var k = 0u; k < NODES_PER_INVOCATION; k++) {
    if (relaxed[k] >= before[k]) { continue; }
    let d = relaxed[k];
    let slot = first + local + k * WORKGROUP_SIZE;
    relaxedLabel[base + slot] = d;
    // another tile may have lowered the label meanwhile, and then put this tile on the next list
    atomicMin(&dist[base + slot], d);
    if ((heads[k].x & HAS_LEAVING) == 0u) { continue; }
    let begin = firstArc[slot];
    for (var a = firstArc[slot + 1u]; a > begin; a--) {
      let arc = arcs[a - 1u];
      if ((arc.x & LEAVES) == 0u) { break; }
      let there = arc.x & ~LEAVES;
      let further = plus(d, arc.y);
      if (further >= atomicLoad(&dist[base + there])) { continue; }
      if (further < atomicMin(&dist[base + there], further)) {
        activate(round, source * params.tiles + there / SLOTS_PER_TILE, further);
      }
    }
  }
}
