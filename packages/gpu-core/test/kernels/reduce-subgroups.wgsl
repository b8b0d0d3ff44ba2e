enable subgroups;

alias Value = u32;
const IDENTITY: Value = 0u;
fn combine(a: Value, b: Value) -> Value { return a + b; }
fn reduceTeam(v: Value) -> Value { return subgroupAdd(v); }

override WG: u32 = 256;
// the smallest subgroup size of the device: bounds the number of teams
override MIN_TEAM: u32 = 4;

var<private> teamSize: u32;
var<private> teamIndex: u32;
var<private> lane: u32;
var<private> me: u32;
var<workgroup> tickets: atomic<u32>;
var<workgroup> teamValue: array<Value, WG / MIN_TEAM>;

fn enterTeam(local: u32) {
  teamSize = subgroupAdd(1u);
  lane = subgroupExclusiveAdd(1u);
  var ticket = 0u;
  if (lane == 0u) { ticket = atomicAdd(&tickets, 1u); }
  teamIndex = subgroupBroadcastFirst(ticket);
  me = teamIndex * teamSize + lane;
}

fn reduceGroup(v: Value) -> Value {
  let part = reduceTeam(v);
  if (lane == 0u) { teamValue[teamIndex] = part; }
  workgroupBarrier(); // publishes teamValue
  var all = IDENTITY;
  for (var t = 0u; t < WG / teamSize; t++) { all = combine(all, teamValue[t]); }
  workgroupBarrier(); // teamValue may be written again
  return all;
}
const PER_INVOCATION = 16u;

struct Params {
  capacity: u32,    // most elements there can be
  lengthIndex: u32, // word of lengthCell that holds the number of elements
  outputIndex: u32,
  unused1: u32,
  unused2: u32,
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

@group(0) @binding(2) var<storage, read> source: array<Value>;
@group(0) @binding(3) var<storage, read_write> result: array<Value>;

@compute @workgroup_size(WG)
fn reduceBlocks(
  @builtin(local_invocation_index) local: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) count: vec3u,
) {
  enterTeam(local);
  let length = actualLength();
  let tiles = blockTiles(length, WG * PER_INVOCATION, id.x, count.x);
  var all = IDENTITY;
  for (var tile = tiles.x; tile < tiles.y; tile++) {
    let first = tile * WG * PER_INVOCATION + me;
    if ((tile + 1u) * WG * PER_INVOCATION <= length) {
      // a full tile: independent loads, then the arithmetic
      var v: array<Value, PER_INVOCATION>;
      for (var k = 0u; k < PER_INVOCATION; k++) { v[k] = source[first + k * WG]; }
      for (var k = 0u; k < PER_INVOCATION; k++) { all = combine(all, v[k]); }
    } else {
      for (var i = first; i < length; i += WG) { all = combine(all, source[i]); }
    }
  }
  all = reduceGroup(all);
  if (local == 0u) { result[params.outputIndex + id.x] = all; }
}
