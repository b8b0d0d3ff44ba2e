struct Params {
  width: u32,
  height: u32,
  pitch: u32,       // vectors of 4 cells in a row
  layers: u32,
  tilesX: u32,
  tilesY: u32,
  maskPitch: u32,   // words of a bit mask in a row
  steps: u32,       // of this dispatch, unless they are counted on the device
  spare: u32,
  nought: u32,      // always 0, but no compiler knows: x | nought keeps products from being fused
  phase: u32,       // number of the dispatch modulo 6
  limit: u32,       // most steps of a call, or of a walk; of 'judge': steps of an interval
  centre: f32,
  tolerance: f32,
  chosenCount: u32, // number of layers of this dispatch
  count: u32,       // items of kernels that work on no cells: walks, pursuers
  planes: array<vec4u, 16>,  // which plane of the factors a layer has
  chosen: array<vec4u, 16>,  // the layers of this dispatch
}
@group(0) @binding(0) var<uniform> params: Params;

@group(0) @binding(1) var<storage, read> factors: array<vec4f>;
@group(0) @binding(2) var<storage, read> source: array<vec4u>;
@group(0) @binding(3) var<storage, read_write> result: array<u32>;
// bits per cell: the active goals of each layer, then the open cells that a goal reaches
@group(0) @binding(4) var<storage, read> masks: array<u32>;
// a word per tile: bit 0, it has scent; bit 1, it lacks scent where a goal reaches; bit 2, it may
// have goals
@group(0) @binding(5) var<storage, read_write> flags: array<u32>;
@group(0) @binding(6) var<storage, read_write> control: array<atomic<u32>>;

/** The i-th chosen layer. */
fn layerOf(i: u32) -> u32 { return params.chosen[i / 4u][i % 4u]; }

fn planeOf(layer: u32) -> u32 { return params.planes[layer / 4u][layer % 4u]; }

const RUN = 0u;
const WAIT = 1u;
const FIX = 2u;
const DONE = 3u;
const LIMIT = 4u;
const STALLED = 5u;
const STALL_INTERVAL = 256u;

fn record(layer: u32, phase: u32) -> u32 {
  return 24u * layer + 8u * (phase % 3u);
}

/** Bit s: after step s + 1 some cell that a goal reaches had no scent. */
fn reportMissing(layer: u32, bits: u32) {
  atomicOr(&control[record(layer, params.phase) + 3u], bits);
}

/** Leaves a tile to the careful kernel. */
fn leaveToCareful(tile: u32) {
  let i = atomicAdd(&control[carefulLeft(params.phase)], 1u);
  atomicStore(&control[24u * params.layers + i], tile);
}

/**
 * How many tiles are left to the careful kernel. Dispatches of even and of odd phase count apart,
 * so that a dispatch can clear the count of the next one.
 */
fn carefulLeft(phase: u32) -> u32 { return record(0u, phase & 1u) + 5u; }

/** How many tiles the tilted kernel left to blocks. */
fn tiltedLeft(phase: u32) -> u32 { return record(0u, 2u) + 5u + (phase & 1u); }

/**
 * Where the list of the tiles left to blocks begins, and the slopes of all tiles. The list of the
 * careful kernel begins right behind the records.
 */
fn tiltedList() -> u32 {
  return (24u + params.tilesX * params.tilesY) * params.layers;
}
fn slopeList() -> u32 { return tiltedList() + params.tilesX * params.tilesY * params.layers; }

/** Empties the lists that the next dispatch fills. */
fn clearLists() {
  atomicStore(&control[carefulLeft(params.phase + 1u)], 0u);
  atomicStore(&control[tiltedLeft(params.phase + 1u)], 0u);
}

const TILE_WIDTH = 56u;
const TILE_HEIGHT = 8u;
const STEPS = 4u;
const HALO_X = 4u;
const PART = 16u;
const PARTS_X = 4u;
const PARTS = 4u;
const SIDE = 24u;
const CELLS = 576u;
const LANE_CELLS = 3;

/** f * 2^e, 1 <= f < 2, or f = 0. */
struct Value { f: f32, e: i32 }

// the part and its halo, with a row and a cell of padding on each side
var<workgroup> fraction: array<f32, 626>;
var<workgroup> exponent: array<i32, 626>;
var<workgroup> count: u32;
var<workgroup> missing: atomic<u32>;

fn at(i: u32) -> Value { return Value(fraction[i], exponent[i]); }

/** The value f * 2^e, with 1 <= f < 2 or f = 0. */
fn normal(f: f32, e: i32) -> Value {
  let bits = bitcast<u32>(f);
  if (bits == 0u) { return Value(0f, 0); }
  return Value(bitcast<f32>((bits & 0x7fffffu) | 0x3f800000u), e + i32(bits >> 23u) - 127);
}

fn sum(a: Value, b: Value) -> Value {
  if (a.f == 0f) { return b; }
  if (b.f == 0f) { return a; }
  let d = a.e - b.e;
  // 26 powers of two down, a value is less than half a unit in the last place (24 bits) of the
  // other
  if (d > 25) { return a; }
  if (d < -25) { return b; }
  let e = max(a.e, b.e);
  let x = a.f * bitcast<f32>(u32(127 + a.e - e) << 23u);
  let y = b.f * bitcast<f32>(u32(127 + b.e - e) << 23u);
  return normal(x + y, e);
}

fn times(a: Value, factor: f32) -> Value { return normal(a.f * factor, a.e); }

/** The column s(x) of the contract (src/types.ts); with 4 neighbours the cell itself. */
fn column(i: u32) -> Value {
  return sum(sum(at(i - SIDE), at(i + SIDE)), at(i));
}

@compute @workgroup_size(256)
fn repair(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
  if (lane == 0u) { count = PARTS * atomicLoad(&control[carefulLeft(params.phase)]); }
  let end = workgroupUniformLoad(&count);
  for (var job = group.x; job < end; job += groups.x) {
    // tile and steps are uniform, because the steps contain barriers
    if (lane == 0u) { count = atomicLoad(&control[24u * params.layers + job / PARTS]); }
    let tile = workgroupUniformLoad(&count);
    let tiles = params.tilesX * params.tilesY;
    let layer = tile / tiles;
    let part = job % PARTS;
    if (lane == 0u) { count = atomicLoad(&control[record(layer, params.phase) + 2u]); }
    let steps = workgroupUniformLoad(&count);
    let startX = tile % params.tilesX * TILE_WIDTH + part % PARTS_X * PART - STEPS;
    let startY = tile % tiles / params.tilesX * TILE_HEIGHT + part / PARTS_X * PART - STEPS;
    let base = layer * params.pitch * params.height;
    let plane = planeOf(layer) * params.pitch * params.height;
    let maskBase = layer * params.maskPitch * params.height;

    var value = array<Value, LANE_CELLS>();
    var factor = array<f32, LANE_CELLS>();
    // bit 0: a goal; bit 1: must get scent
    var kind = array<u32, LANE_CELLS>();
    for (var n = 0u; n < u32(LANE_CELLS); n++) {
      let i = n * 256u + lane;
      let x = startX + i % SIDE;
      let y = startY + i / SIDE;
      value[n] = Value(0f, 0);
      factor[n] = 0f;
      kind[n] = 0u;
      if (i < CELLS && x < params.width && y < params.height) {
        let v = y * params.pitch + x / 4u;
        let k = bitcast<i32>(source[2u * (base + v) + 1u][x & 3u]);
        value[n] = normal(bitcast<f32>(source[2u * (base + v)][x & 3u]), 96 * k);
        factor[n] = factors[plane + v][x & 3u];
        let word = maskBase + y * params.maskPitch + x / 32u;
        kind[n] = (masks[word] >> (x & 31u)) & 1u;
        let inX = i % SIDE - STEPS;
        let inY = i / SIDE - STEPS;
        let inside = inX < PART && inY < PART && part % PARTS_X * PART + inX < TILE_WIDTH
          && part / PARTS_X * PART + inY < TILE_HEIGHT;
        let reached = masks[word + params.layers * params.maskPitch * params.height] >> (x & 31u);
        if (inside) { kind[n] |= (reached & 1u) << 1u; }
      }
    }
    if (lane == 0u) { atomicStore(&missing, 0u); }

    var lacking = 0u;
    for (var s = 0u; s < steps; s++) {
      for (var n = 0u; n < u32(LANE_CELLS); n++) {
        let i = n * 256u + lane;
        if (i < CELLS) {
          fraction[i + SIDE + 1u] = value[n].f;
          exponent[i + SIDE + 1u] = value[n].e;
        }
      }
      // publishes the field of this step
      workgroupBarrier();
      for (var n = 0u; n < u32(LANE_CELLS); n++) {
        let cell = n * 256u + lane;
        if (cell >= CELLS) { continue; }
        if ((kind[n] & 1u) == 0u) {
          let i = cell + SIDE + 1u;
          var west = column(i - 1u);
          var east = column(i + 1u);
          var above = at(i - SIDE);
          var below = at(i + SIDE);
          // the stencil's sum (src/types.ts)
          var total = sum(sum(west, east), sum(above, below));
          value[n] = times(total, factor[n]);
        }
        if ((kind[n] & 2u) != 0u && value[n].f == 0f) { lacking |= 1u << s; }
      }
      // no invocation overwrites what another one still reads
      workgroupBarrier();
    }

    for (var n = 0u; n < u32(LANE_CELLS); n++) {
      let i = n * 256u + lane;
      let x = startX + i % SIDE;
      let y = startY + i / SIDE;
      let inX = i % SIDE - STEPS;
      let inY = i / SIDE - STEPS;
      let inside = inX < PART && inY < PART && part % PARTS_X * PART + inX < TILE_WIDTH
        && part / PARTS_X * PART + inY < TILE_HEIGHT;
      if (i >= CELLS || !inside || x >= params.width || y >= params.height) { continue; }
      let v = base + y * params.pitch + x / 4u;
      let e = value[n].e;
      // division rounds down only above 0, so 2^20 windows are added before and taken off after
      let k = i32(u32(e + 96 * 0x100000) / 96u) - 0x100000;
      let zero = value[n].f == 0f;
      let m = value[n].f * bitcast<f32>(u32(127 + e - 96 * k) << 23u);
      result[8u * v + (x & 3u)] = select(bitcast<u32>(m), 0u, zero);
      result[8u * v + 4u + (x & 3u)] = select(bitcast<u32>(k), 0u, zero);
    }
    if (lacking != 0u) { atomicOr(&missing, lacking); }
    // gathers what all invocations found
    workgroupBarrier();
    if (lane == 0u && atomicLoad(&missing) != 0u) { reportMissing(layer, atomicLoad(&missing)); }
    // invocation 0 has read 'missing' before the next part clears it
    workgroupBarrier();
  }
}
