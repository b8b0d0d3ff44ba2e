diagnostic(off, subgroup_uniformity);
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
const PER_INVOCATION = 2u;

// two halves in turn: while slow subgroups read the half of one tile, others write that of the next
var<workgroup> teamSum: array<u32, 2 * (WG / MIN_TEAM)>;
var<private> turn: u32;

fn placeOf(k: u32) -> u32 { return (teamIndex * PER_INVOCATION + k) * teamSize + lane; }

fn scanTile(values: ptr<function, array<u32, PER_INVOCATION>>) -> u32 {
  var sum = 0u;
  for (var k = 0u; k < PER_INVOCATION; k++) {
    let v = (*values)[k];
    let upTo = subgroupInclusiveAdd(v);
    (*values)[k] = sum + upTo - v;
    sum += subgroupShuffle(upTo, teamSize - 1u);
  }
  let half = turn * (WG / MIN_TEAM);
  turn = 1u - turn;
  if (lane == 0u) { teamSum[half + teamIndex] = sum; }
  workgroupBarrier(); // publishes this half of teamSum
  var before = 0u;
  var all = 0u;
  for (var t = 0u; t < WG / teamSize; t++) {
    let s = teamSum[half + t];
    before += select(0u, s, t < teamIndex);
    all += s;
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

@group(0) @binding(4) var<storage, read> source: array<vec4u>;

fn loadSource(q: u32, length: u32) -> vec4u {
  let first = 4u * q;
  if (first >= length) { return vec4u(0u); }
  let v = source[q];
  return select(vec4u(0u), v, vec4u(first) + vec4u(0u, 1u, 2u, 3u) < vec4u(length));
}

fn loadQuad(q: u32, length: u32) -> vec4u {
  return loadSource(q, length);
}

fn storeQuad(q: u32, v: vec4u, length: u32) {
  let first = 4u * q;
  if (first + 4u <= length) { result[q] = v; return; }
  for (var c = 0u; first + c < length && c < 4u; c++) { result[q][c] = v[c]; }
}
fn finish(all: u32) {} // a scan leaves no total

// The state of a tile is two words, each with 16 bits of a sum: first the low, then the high ones.
// The two highest bits of a word are its kind: OWN for the sum of the tile (the aggregate), ALL for
// the sum of all tiles up to its end (the inclusive prefix). 0 is missing. Two words of different
// kinds are halves of different sums, so the state counts as missing.
const OWN = 0x40000000u;
const ALL = 0x80000000u;
const KIND = 0xc0000000u;
override SPINS: u32 = 64;
override LAST_FIRST: bool = false; // for tests: every look-back meets missing tiles
@group(0) @binding(2) var<storage, read_write> states: array<atomic<u32>>;

@compute @workgroup_size(WG)
fn clearStates(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var i = id.x; i < arrayLength(&states); i += groups.x * WG) { atomicStore(&states[i], 0u); }
}

fn publish(tile: u32, kind: u32, sum: u32) {
  atomicMax(&states[2u * tile], kind | (sum & 0xffffu));
  atomicMax(&states[2u * tile + 1u], kind | (sum >> 16u));
}

var<workgroup> sumBefore: u32;

/** The sum of a tile whose workgroup has not published it yet, by one team. */
fn sumMissed(tile: u32, length: u32) -> u32 {
  var sum = 0u;
  for (var q = lane; q < WG * PER_INVOCATION; q += teamSize) {
    let v = loadQuad(tile * WG * PER_INVOCATION + q, length);
    sum += v.x + v.y + v.z + v.w;
  }
  return reduceTeam(sum);
}

/** The sum of all tiles before this one, by one team; lane i looks at the tile i + 1 before end. */
fn lookBack(tile: u32, length: u32) -> u32 {
  var sum = 0u;
  var end = tile; // tiles not yet looked at
  // Bound: every round goes at least one tile back
  while (end > 0u) {
    let t = 2u * (end - 1u - min(lane, end - 1u));
    var low = 0u;
    var high = 0u;
    for (var spins = 0u; spins <= SPINS; spins++) {
      low = atomicLoad(&states[t]);
      high = atomicLoad(&states[t + 1u]);
      if (subgroupAll(low >= OWN && (low & KIND) == (high & KIND))) { break; }
    }
    let present = low >= OWN && (low & KIND) == (high & KIND);
    // the lane of the nearest tile whose state is missing, and of the nearest one of kind ALL
    let known = subgroupMin(select(lane, teamSize, present || lane >= end));
    let all = subgroupMin(select(teamSize, lane, present && low >= ALL && lane < end));
    let value = (low & 0xffffu) | (high << 16u);
    let counts = lane < min(end, min(known, all + 1u));
    sum += subgroupAdd(select(0u, value, counts));
    if (all < known) { break; }
    end -= min(end, known);
    if (known < teamSize && end > 0u) {
      end--;
      let missed = sumMissed(end, length);
      if (lane == 0u) { publish(end, select(OWN, ALL, end == 0u), missed); }
      sum += missed;
    }
  }
  return sum;
}

@compute @workgroup_size(WG)
fn sweepTiles(
  @builtin(local_invocation_index) local: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) count: vec3u,
) {
  enterTeam(local);
  let length = actualLength();
  let size = WG * PER_INVOCATION * 4u;
  let tiles = (length + size - 1u) / size;
  // At most one round. With the body in a function, a scan on an H200 took a tenth longer.
  for (var turn = id.y * count.x + id.x; turn < tiles; turn += count.x * count.y) {
    let tile = select(turn, tiles - 1u - turn, LAST_FIRST);
    let first = tile * WG * PER_INVOCATION;
    var inside: array<vec4u, PER_INVOCATION>; // the quads, then exclusive prefix sums within each
    var sums: array<u32, PER_INVOCATION>;
    for (var k = 0u; k < PER_INVOCATION; k++) { inside[k] = loadQuad(first + placeOf(k), length); }
    for (var k = 0u; k < PER_INVOCATION; k++) {
      let v = inside[k];
      let xy = v.x + v.y;
      inside[k] = vec4u(0u, v.x, xy, xy + v.z);
      sums[k] = xy + v.z + v.w;
    }
    let own = scanTile(&sums);
    if (me == 0u) { publish(tile, select(OWN, ALL, tile == 0u), own); }
    if (teamIndex == 0u) {
      let before = lookBack(tile, length);
      if (lane == 0u) {
        sumBefore = before;
        if (tile > 0u) { publish(tile, ALL, before + own); }
      }
    }
    workgroupBarrier(); // publishes sumBefore
    let carry = sumBefore;
    for (var k = 0u; k < PER_INVOCATION; k++) {
      storeQuad(first + placeOf(k), inside[k] + vec4u(carry + sums[k]), length);
    }
  }
}
