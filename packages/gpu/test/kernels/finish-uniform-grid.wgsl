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

// The buffer marks, one word per slot (graphs) or node (grids): the pass in which a node got its
// parent; NONE: it has no parent yet
@group(0) @binding(3) var<storage, read_write> parentPass: array<atomic<u32>>;
@group(0) @binding(8) var<storage, read_write> labels: array<u32>;
@group(0) @binding(9) var<storage, read_write> parents: array<u32>;

/** Whether all labels are final: no node waits after this dispatch, nor for another epoch. */
fn isFinished() -> bool {
  let last = record(params.dispatch);
  let near = atomicLoad(&state[last + WAITING]);
  let far = atomicLoad(&state[last + FAR]) + atomicLoad(&state[last + FAR_ADDED]);
  return near + far + atomicLoad(&state[PENDING]) == 0u;
}

override TILE_WIDTH: u32;
override TILE_HEIGHT: u32;

// two bits per direction: the step's x and y, plus 1
fn stepX(d: u32) -> i32 { return i32((0x2252u >> (2u * d)) & 3u) - 1; }
fn stepY(d: u32) -> i32 { return i32((0x0a25u >> (2u * d)) & 3u) - 1; }

fn slotOf(x: u32, y: u32) -> u32 {
  let tile = y / TILE_HEIGHT * params.tilesX + x / TILE_WIDTH;
  return (tile * TILE_HEIGHT + y % TILE_HEIGHT) * TILE_WIDTH + x % TILE_WIDTH;
}

// one byte per slot: bit d is set where the step in direction d is legal
@group(0) @binding(6) var<storage, read> moves: array<u32>;

fn movesOf(slot: u32) -> u32 { return (moves[slot / 4u] >> (8u * (slot & 3u))) & 0xffu; }

@compute @workgroup_size(256)
fn collect(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  if (!isFinished()) { return; }
  for (var v = id.x; v < params.nodes; v += groups.x * 256u) {
    let slot = slotOf(v % params.width, v / params.width);
    labels[id.y * params.stride + v] = atomicLoad(&dist[id.y * params.slots + slot]);
  }
}

/** Finds the parent of a cell. Each source has a row of workgroups. */
fn findParent(source: u32, v: u32, passNumber: u32) {
  let base = source * params.stride;
  let d = labels[base + v];
  let x = v % params.width;
  let y = v / params.width;
  let slot = slotOf(x, y);
  var parent = NONE;
  if (d != params.unreached && slot != atomicLoad(&state[SEEDS + source])) {
    let step = stepInto(slot);
    for (var direction = 0u; direction < 8u; direction++) {
      let fromX = u32(i32(x) - stepX(direction));
      let fromY = u32(i32(y) - stepY(direction));
      // a coordinate of -1 is 2^32 - 1 as u32, which is outside of the grid
      if (fromX >= params.width || fromY >= params.height) { continue; }
      if ((movesOf(slotOf(fromX, fromY)) & (1u << direction)) == 0u) { continue; }
      let u = fromY * params.width + fromX;
      let begin = labels[base + u];
      if (begin == params.unreached) { continue; }
      if (!fits(begin, select(step.x, step.y, direction > 3u), d)) { continue; }
      let isEarlier = passNumber > 0u && atomicLoad(&parentPass[base + u]) < passNumber;
      if (comesBefore(begin, d) || isEarlier) {
        parent = u;
        break;
      }
    }
    if (parent == NONE) {
      if (passNumber == 0u) {
        atomicAdd(&state[UNRESOLVED], 1u);
        atomicStore(&parentPass[base + v], NONE);
      }
    } else {
      if (passNumber > 0u) { atomicSub(&state[UNRESOLVED], 1u); }
      atomicStore(&parentPass[base + v], passNumber);
    }
  } else {
    atomicStore(&parentPass[base + v], 0u);
  }
  parents[base + v] = parent;
}

@compute @workgroup_size(256)
fn findParents(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  if (!isFinished()) { return; }
  for (var v = id.x; v < params.nodes; v += groups.x * 256u) { findParent(id.y, v, 0u); }
}

@compute @workgroup_size(256)
fn findMoreParents(
  @builtin(global_invocation_id) id: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  for (var v = id.x; v < params.nodes; v += groups.x * 256u) {
    if (atomicLoad(&parentPass[id.y * params.stride + v]) == NONE) {
      findParent(id.y, v, params.dispatch);
    }
  }
}

fn stepInto(slot: u32) -> vec2u { return vec2u(params.straight, params.diagonal); }

fn plus(d: u32, step: u32) -> u32 { return d + step; }

/** Whether two labels, counted modulo the window, differ by the step. */
fn fits(begin: u32, step: u32, to: u32) -> bool {
  let sum = begin + step;
  return select(sum, sum - params.window, sum >= params.window) == to;
}

/**
 * Always true. Labels are counted modulo the window, so a tail may have the larger label. All steps
 * are > 0, so tight steps close no cycle.
 */
fn comesBefore(begin: u32, to: u32) -> bool { return true; }
