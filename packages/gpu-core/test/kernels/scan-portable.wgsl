alias Value = u32;
const IDENTITY: Value = 0u;
fn combine(a: Value, b: Value) -> Value { return a + b; }

override WG: u32 = 128;
const TEAM = 32u;
// values that one invocation combines alone, one after another: WG / RAKE invocations do so (8 of
// 128), which saves the log2(WG) barriers of a tree
const RAKE = 16u;

var<private> teamSize: u32;
var<private> teamIndex: u32;
var<private> lane: u32;
var<private> me: u32;
var<workgroup> cell: array<Value, WG>;
var<workgroup> row: array<Value, WG / RAKE>;

fn enterTeam(local: u32) {
  me = local;
  teamSize = TEAM;
  teamIndex = local / TEAM;
  lane = local % TEAM;
}

fn reduceGroup(v: Value) -> Value {
  cell[me] = v;
  workgroupBarrier(); // publishes cell
  if (me < WG / RAKE) {
    var sum = IDENTITY;
    for (var r = 0u; r < RAKE; r++) { sum = combine(sum, cell[me * RAKE + r]); }
    row[me] = sum;
  }
  workgroupBarrier(); // publishes row
  var all = IDENTITY;
  for (var r = 0u; r < WG / RAKE; r++) { all = combine(all, row[r]); }
  workgroupBarrier(); // cell and row may be written again
  return all;
}
const PER_INVOCATION = 2u;

fn placeOf(k: u32) -> u32 { return me * PER_INVOCATION + k; }

fn scanTile(values: ptr<function, array<u32, PER_INVOCATION>>) -> u32 {
  var sum = 0u;
  for (var k = 0u; k < PER_INVOCATION; k++) {
    let v = (*values)[k];
    (*values)[k] = sum;
    sum += v;
  }
  cell[me] = sum;
  workgroupBarrier(); // publishes cell
  if (me < WG / RAKE) {
    var running = 0u;
    for (var r = 0u; r < RAKE; r++) {
      let v = cell[me * RAKE + r];
      cell[me * RAKE + r] = running;
      running += v;
    }
    row[me] = running;
  }
  // publishes row and cell; before its first barrier the next tile writes only cell[me]
  workgroupBarrier();
  var before = cell[me];
  var all = 0u;
  for (var r = 0u; r < WG / RAKE; r++) {
    before += select(0u, row[r], r < me / RAKE);
    all += row[r];
  }
  for (var k = 0u; k < PER_INVOCATION; k++) { (*values)[k] += before; }
  return all;
}

struct Params {
  capacity: u32,    // most elements there can be
  lengthIndex: u32, // word of lengthCell that holds the number of elements
  unused0: u32,
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

@group(0) @binding(3) var<storage, read_write> result: array<vec4u>;

fn loadResult(q: u32, length: u32) -> vec4u {
  let first = 4u * q;
  if (first >= length) { return vec4u(0u); }
  let v = result[q];
  return select(vec4u(0u), v, vec4u(first) + vec4u(0u, 1u, 2u, 3u) < vec4u(length));
}

fn loadQuad(q: u32, length: u32) -> vec4u {
  return loadResult(q, length);
}

fn storeQuad(q: u32, v: vec4u, length: u32) {
  let first = 4u * q;
  if (first + 4u <= length) { result[q] = v; return; }
  for (var c = 0u; first + c < length && c < 4u; c++) { result[q][c] = v[c]; }
}
fn finish(all: u32) {} // a scan leaves no total

@group(0) @binding(2) var<storage, read_write> blockSum: array<u32>;

@compute @workgroup_size(WG)
fn sumBlocks(
  @builtin(local_invocation_index) local: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) count: vec3u,
) {
  enterTeam(local);
  let length = actualLength();
  let tiles = blockTiles(length, WG * PER_INVOCATION * 4u, id.x, count.x);
  var sum = 0u;
  for (var tile = tiles.x; tile < tiles.y; tile++) {
    let first = tile * WG * PER_INVOCATION;
    for (var k = 0u; k < PER_INVOCATION; k++) {
      let v = loadQuad(first + k * WG + local, length);
      sum += v.x + v.y + v.z + v.w;
    }
  }
  let all = reduceGroup(sum);
  if (local == 0u) { blockSum[id.x] = all; }
}

@compute @workgroup_size(WG)
fn scanBlocks(
  @builtin(local_invocation_index) local: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) count: vec3u,
) {
  enterTeam(local);
  let length = actualLength();
  var before = 0u;
  for (var block = local; block < id.x; block += WG) { before += blockSum[block]; }
  var carry = reduceGroup(before);

  let tiles = blockTiles(length, WG * PER_INVOCATION * 4u, id.x, count.x);
  for (var tile = tiles.x; tile < tiles.y; tile++) {
    let first = tile * WG * PER_INVOCATION;
    var inside: array<vec4u, PER_INVOCATION>; // exclusive prefix sums within each quad
    var sums: array<u32, PER_INVOCATION>;
    for (var k = 0u; k < PER_INVOCATION; k++) {
      let v = loadQuad(first + placeOf(k), length);
      let xy = v.x + v.y;
      inside[k] = vec4u(0u, v.x, xy, xy + v.z);
      sums[k] = xy + v.z + v.w;
    }
    let all = scanTile(&sums);
    for (var k = 0u; k < PER_INVOCATION; k++) {
      storeQuad(first + placeOf(k), inside[k] + vec4u(carry + sums[k]), length);
    }
    carry += all;
  }
  if (local == 0u && id.x == count.x - 1u) { finish(carry); }
}
