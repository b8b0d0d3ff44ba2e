const CELLS_PER_INVOCATION = 2u;

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

// bits of the straight and of the diagonal step into each slot, as the host rounded them
@group(0) @binding(7) var<storage, read> steps: array<vec2u>;

fn stepInto(slot: u32) -> vec2u { return steps[slot]; }

fn plus(d: u32, step: u32) -> u32 {
  return bitcast<u32>(bitcast<f32>(d) + bitcast<f32>(step));
}

fn fits(begin: u32, step: u32, to: u32) -> bool { return plus(begin, step) == to; }

/** Only from a smaller label: tight steps between equal labels (rounding) could close a cycle. */
fn comesBefore(begin: u32, to: u32) -> bool { return begin < to; }

override SWEEPS: u32;      // sweeps over the tile between two checks for the end
override CELLS: u32 = TILE_WIDTH * TILE_HEIGHT;
override WORKGROUP_SIZE: u32 = CELLS / CELLS_PER_INVOCATION;

var<workgroup> label: array<atomic<u32>, CELLS>;
var<workgroup> busy: array<atomic<u32>, 2>;
var<workgroup> goOn: u32;

/**
 * The directions of the steps that stay inside the tile, from the cell at x, y of the tile. Masks:
 * 0xa2 is W SW NW, 0x51 E SE NE, 0xc8 N NE NW, 0x34 S SE SW.
 */
fn stepsInside(x: u32, y: u32) -> u32 {
  var leaving = select(0u, 0xa2u, x == 0u) | select(0u, 0x51u, x == TILE_WIDTH - 1u);
  leaving |= select(0u, 0xc8u, y == 0u) | select(0u, 0x34u, y == TILE_HEIGHT - 1u);
  return 0xffu & ~leaving;
}

/**
 * The label of a cell after a step from the neighbour in a direction. NONE unless the neighbour has
 * a label below the window and `legal` has the step of the cell in that direction: then the
 * neighbour has the step back, which costs `step`.
 */
fn after(neighbour: u32, step: u32, legal: u32, direction: u32) -> u32 {
  let ready = neighbour < params.window && (legal & (1u << direction)) != 0u;
  return select(NONE, plus(neighbour, step), ready);
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
    relaxTile(local, round.x, source, entry - source * params.tiles);
    // the next tile takes the place of this one in workgroup memory
    workgroupBarrier();
  }
}

fn relaxTile(local: u32, round: u32, source: u32, tile: u32) {
  let first = tile * CELLS;
  let base = source * params.slots;
  let x = local % TILE_WIDTH;
  let y = local / TILE_WIDTH * CELLS_PER_INVOCATION;
  // the columns beside column x; at an edge of the tile column x itself, to which no step leads
  let left = select(x - 1u, x, x == 0u);
  let right = select(x + 1u, x, x == TILE_WIDTH - 1u);

  var before: array<u32, CELLS_PER_INVOCATION>;  // relaxedLabel of earlier rounds
  var mine: array<u32, CELLS_PER_INVOCATION>;
  var legal: array<u32, CELLS_PER_INVOCATION>;   // bit d: the step in direction d stays inside
  var steps: array<vec2u, CELLS_PER_INVOCATION>;
  for (var k = 0u; k < CELLS_PER_INVOCATION; k++) {
    let v = (y + k) * TILE_WIDTH + x;
    mine[k] = atomicLoad(&dist[base + first + v]);
    before[k] = relaxedLabel[base + first + v];
    legal[k] = movesOf(first + v) & stepsInside(x, y + k);
    steps[k] = stepInto(first + v);
    atomicStore(&label[v], mine[k]);
  }
  if (local == 0u) {
    atomicStore(&busy[0], 0u);
    atomicStore(&busy[1], 0u);
  }
  // publishes the labels to all invocations
  workgroupBarrier();

  // Bound: after sweep k the labels of paths of up to k steps inside the tile are final.
  for (var check = 0u; check < CELLS + 2u; check++) {
    for (var sweep = 0u; sweep < SWEEPS; sweep++) {
      var worked = false;
      // rows beyond the edge are replaced by the edge row, to which no step leads
      let top = select(y - 1u, y, y == 0u) * TILE_WIDTH;
      var above = vec3u(
        atomicLoad(&label[top + left]),
        atomicLoad(&label[top + x]),
        atomicLoad(&label[top + right]),
      );
      var beside = vec3u(
        atomicLoad(&label[y * TILE_WIDTH + left]),
        mine[0],
        atomicLoad(&label[y * TILE_WIDTH + right]),
      );
      for (var k = 0u; k < CELLS_PER_INVOCATION; k++) {
        let row = min(y + k + 1u, TILE_HEIGHT - 1u) * TILE_WIDTH;
        let below = vec3u(
          atomicLoad(&label[row + left]),
          atomicLoad(&label[row + x]),
          atomicLoad(&label[row + right]),
        );
        let m = legal[k];
        let s = steps[k];
        var best = min(after(beside.z, s.x, m, 0u), after(beside.x, s.x, m, 1u));
        best = min(best, min(after(below.y, s.x, m, 2u), after(above.y, s.x, m, 3u)));
        best = min(best, min(after(below.z, s.y, m, 4u), after(below.x, s.y, m, 5u)));
        best = min(best, min(after(above.z, s.y, m, 6u), after(above.x, s.y, m, 7u)));
        if (best < mine[k]) {
          mine[k] = best;
          worked = true;
          atomicStore(&label[(y + k) * TILE_WIDTH + x], best);
        }
        above = vec3u(beside.x, mine[k], beside.z);
        beside = below;
      }
      if (worked && sweep == SWEEPS - 1u) { atomicStore(&busy[check & 1u], 1u); }
      // publishes the labels that this sweep lowered to the next sweep
      workgroupBarrier();
    }
    // the sweeps end if the last one before this check lowered nothing
    if (local == 0u) {
      goOn = atomicLoad(&busy[check & 1u]);
      // the other flag was last read before the last barrier
      atomicStore(&busy[(check + 1u) & 1u], 0u);
    }
    // uniform: all invocations leave the loop, which has barriers, together
    if (workgroupUniformLoad(&goOn) == 0u) { break; }
  }
  if (goOn != 0u && local == 0u) { atomicStore(&state[STUCK], 1u); }

  for (var k = 0u; k < CELLS_PER_INVOCATION; k++) {
    let d = mine[k];
    if (d >= before[k]) { continue; }
    let slot = first + (y + k) * TILE_WIDTH + x;
    // another tile may have lowered the label meanwhile, and then put this tile on the next list
    atomicMin(&dist[base + slot], d);
    if (d >= params.window) {
      atomicStore(&state[PENDING], 1u);
      continue;
    }
    relaxedLabel[base + slot] = d;
    let inside = stepsInside(x, y + k);
    if (inside == 0xffu) { continue; }
    var todo = movesOf(slot) & ~inside;
    let atX = i32(tile % params.tilesX * TILE_WIDTH + x);
    let atY = i32(tile / params.tilesX * TILE_HEIGHT + y + k);
    // Bound: the eight bits of todo, of which each round clears one.
    while (todo != 0u) {
      let direction = firstTrailingBit(todo);
      todo &= todo - 1u;
      let there = slotOf(u32(atX + stepX(direction)), u32(atY + stepY(direction)));
      let step = stepInto(there);
      let further = plus(d, select(step.x, step.y, direction > 3u));
      if (further >= atomicLoad(&dist[base + there])) { continue; }
      if (further < atomicMin(&dist[base + there], further)) {
        activate(round, source * params.tiles + there / CELLS, further);
      }
    }
  }
}
