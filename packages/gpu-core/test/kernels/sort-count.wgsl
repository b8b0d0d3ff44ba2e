override WG: u32 = 256;
const PASSES = 4u;

const PER_INVOCATION = 1u;
const ITEMS = 4u;
const DIGITS = 256u;

struct Params {
  capacity: u32,    // most elements there can be
  lengthIndex: u32, // word of lengthCell that holds the number of elements
  firstBit: u32,
  endBit: u32,
  stateWords: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> lengthCell: array<u32>;

fn actualLength() -> u32 { return min(params.capacity, lengthCell[params.lengthIndex]); }

/** The first tile of a block, and one past its last. */
fn blockTiles(length: u32, tile: u32, block: u32, blocks: u32) -> vec2u {
  let tiles = (length + tile - 1u) / tile;
  let each = (tiles + blocks - 1u) / blocks;
  let first = min(block * each, tiles);
  return vec2u(first, min(first + each, tiles));
}

@group(0) @binding(2) var<storage, read> keysIn: array<u32>;
@group(0) @binding(3) var<storage, read_write> states: array<u32>;
@group(0) @binding(4) var<storage, read_write> totals: array<atomic<u32>>;
override TILE: u32 = WG * ITEMS;
var<workgroup> histogram: array<atomic<u32>, PASSES * DIGITS>;

fn countKey(key: u32) {
  let width = (params.endBit - params.firstBit + PASSES - 1u) / PASSES;
  for (var p = 0u; p < PASSES; p++) {
    let shift = params.firstBit + p * width;
    let bits = min(width, params.endBit - shift);
    atomicAdd(&histogram[p * DIGITS + ((key >> shift) & ((1u << bits) - 1u))], 1u);
  }
}

@compute @workgroup_size(WG)
fn countAll(
  @builtin(local_invocation_index) local: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  for (var i = id.x * WG + local; i < params.stateWords; i += groups.x * WG) { states[i] = 0u; }
  let length = actualLength();
  let tiles = blockTiles(length, TILE, id.x, groups.x);
  for (var tile = tiles.x; tile < tiles.y; tile++) {
    let first = tile * TILE + local;
    if ((tile + 1u) * TILE <= length) {
      // a full tile: independent loads, then the additions
      var keys: array<u32, ITEMS>;
      for (var i = 0u; i < ITEMS; i++) { keys[i] = keysIn[first + i * WG]; }
      for (var i = 0u; i < ITEMS; i++) { countKey(keys[i]); }
    } else {
      for (var j = first; j < length; j += WG) { countKey(keysIn[j]); }
    }
  }
  workgroupBarrier(); // publishes histogram
  for (var d = local; d < PASSES * DIGITS; d += WG) {
    let count = atomicLoad(&histogram[d]);
    if (count > 0u) { atomicAdd(&totals[d], count); }
  }
}
