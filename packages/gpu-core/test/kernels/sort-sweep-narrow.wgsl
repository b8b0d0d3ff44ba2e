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

const PER_INVOCATION = 1u;
const ITEMS = 4u;
const DIGITS = 256u;

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
  firstBit: u32,
  digitMask: u32,
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

override SCRATCH: u32 = 8192; // words: the larger of the team tables and the tile
var<workgroup> scratch: array<atomic<u32>, SCRATCH>;

alias Mask = u32;
fn ballot(bit: bool) -> Mask { return subgroupBallot(bit).x; }
fn lanesBelow() -> Mask { return (1u << lane) - 1u; }
fn countLanes(m: Mask) -> u32 { return countOneBits(m); }
// not by firstTrailingBit, for which Tint writes 25 instructions
fn lowestBit(m: u32) -> u32 { return countOneBits((m & (0u - m)) - 1u); }
fn firstLane(m: Mask) -> u32 { return lowestBit(m); }

const TEAM_TABLES = 1u;
fn allLanes() -> Mask { return ballot(true); }
// the lanes of `same` whose bit is this lane's: the ballot, or where this bit is 0 its complement
fn agree(same: Mask, bit: bool) -> Mask {
  let ones = ballot(bit);
  return same & select(~ones, ones, bit);
}
fn rankInTeam(digit: u32, i: u32, all: Mask) -> u32 {
  var same = all;
  same = agree(same, (digit & 1u) != 0u);
  same = agree(same, (digit & 2u) != 0u);
  same = agree(same, (digit & 4u) != 0u);
  same = agree(same, (digit & 8u) != 0u);
  same = agree(same, (digit & 16u) != 0u);
  same = agree(same, (digit & 32u) != 0u);
  same = agree(same, (digit & 64u) != 0u);
  same = agree(same, (digit & 128u) != 0u);
  let below = countLanes(same & lanesBelow());
  // The lowest lane adds for all lanes with its digit. The shuffle waits for its result, so this
  // item is counted before the next one.
  var before = 0u;
  if (below == 0u) {
    before = atomicAdd(&scratch[teamIndex * DIGITS + digit], countLanes(same));
  }
  return subgroupShuffle(before, firstLane(same)) + below;
}

@group(0) @binding(2) var<storage, read> keysIn: array<u32>;
@group(0) @binding(3) var<storage, read_write> states: array<atomic<u32>>;
@group(0) @binding(5) var<storage, read> starts: array<u32>;
@group(0) @binding(6) var<storage, read> valuesIn: array<u32>;
@group(0) @binding(7) var<storage, read_write> keysOut: array<u32>;
@group(0) @binding(8) var<storage, read_write> valuesOut: array<u32>;
override TILE: u32 = WG * ITEMS;
// for each digit: the place of a key in the output minus its place in the tile
var<workgroup> digitShift: array<u32, DIGITS>;
// for digit placeOf(k): the number of keys of the tile, and the place in the tile of the first one
var<private> digitCount: array<u32, PER_INVOCATION>;
var<private> digitStart: array<u32, PER_INVOCATION>;

fn digitOf(key: u32) -> u32 { return (key >> params.firstBit) & params.digitMask; }

// A state is a number of keys with a digit: those of a tile (OWN, the aggregate), or those of all
// tiles up to its end (ALL, the inclusive prefix). 30 bits suffice: the largest binding has room
// for 2^30 - 1 keys. 0 is missing.
const OWN = 0x40000000u;
const ALL = 0x80000000u;
const COUNT = 0x3fffffffu;
override SPINS: u32 = 64;
const AHEAD = 8u; // states that are loaded at a time

// for digit placeOf(k): the number of keys in the tiles looked at, and the tiles not looked at yet
var<private> digitBefore: array<u32, PER_INVOCATION>;
var<private> tilesLeft: array<u32, PER_INVOCATION>;
var<private> isSettled: array<bool, PER_INVOCATION>;
var<workgroup> missedBy: atomic<u32>;
var<workgroup> missed: u32;
var<workgroup> missedCount: array<atomic<u32>, DIGITS>;

/** Counts the digits of a tile whose workgroup has not done so yet. */
fn countMissed(tile: u32, local: u32, length: u32) {
  for (var d = local; d < DIGITS; d += WG) { atomicStore(&missedCount[d], 0u); }
  workgroupBarrier(); // publishes the empty counts
  let end = min(length, (tile + 1u) * TILE);
  for (var j = tile * TILE + local; j < end; j += WG) {
    atomicAdd(&missedCount[digitOf(keysIn[j])], 1u);
  }
  workgroupBarrier(); // publishes the counts
  for (var k = 0u; k < PER_INVOCATION; k++) {
    let digit = placeOf(k);
    if (digit >= DIGITS) { continue; }
    // a state that the tile's own workgroup stores meanwhile is the same, or larger (ALL)
    let state = select(OWN, ALL, tile == 0u) | atomicLoad(&missedCount[digit]);
    atomicMax(&states[tile * DIGITS + digit], state);
  }
  workgroupBarrier(); // the counts have been read
}

/** Adds the states before, from the nearest on, up to one of kind ALL or one that stays missing. */
fn goBack(k: u32) {
  let digit = placeOf(k);
  var left = tilesLeft[k];
  var sum = digitBefore[k];
  var spins = 0u;
  // Bound: each round goes at least one tile back, or is one of SPINS + 1 that miss the same state
  while (left > 0u && spins <= SPINS) {
    var state: array<u32, AHEAD>;
    // independent loads, which wait together
    for (var i = 0u; i < AHEAD; i++) {
      state[i] = atomicLoad(&states[(left - 1u - min(i, left - 1u)) * DIGITS + digit]);
    }
    var seen = 0u;
    var next = left;
    for (var i = 0u; i < AHEAD; i++) {
      let s = state[i];
      let counts = seen == i && i < next && s != 0u;
      sum += select(0u, s & COUNT, counts);
      seen += select(0u, 1u, counts);
      next = select(next, 0u, counts && s >= ALL);
    }
    left = next - min(next, seen);
    spins = select(0u, spins + 1u, seen == 0u);
  }
  tilesLeft[k] = left;
  digitBefore[k] = sum;
}

/** Sets digitShift, and publishes the states of kind ALL for the tiles behind. */
fn lookBack(tile: u32, local: u32, length: u32) {
  for (var k = 0u; k < PER_INVOCATION; k++) {
    let isDigit = placeOf(k) < DIGITS;
    tilesLeft[k] = select(0u, tile, isDigit);
    digitBefore[k] = 0u;
    isSettled[k] = !isDigit;
  }
  // Bound: every round but the last counts a missing tile, each lower than the one before
  loop {
    for (var k = 0u; k < PER_INVOCATION; k++) {
      goBack(k);
      if (tilesLeft[k] > 0u) { atomicMax(&missedBy, tilesLeft[k]); }
      if (tilesLeft[k] > 0u || isSettled[k]) { continue; }
      let digit = placeOf(k);
      let before = digitBefore[k];
      if (tile > 0u) {
        atomicStore(&states[tile * DIGITS + digit], ALL | (before + digitCount[k]));
      }
      digitShift[digit] = starts[digit] + before - digitStart[k];
      isSettled[k] = true;
    }
    workgroupBarrier(); // publishes missedBy
    if (local == 0u) { missed = atomicExchange(&missedBy, 0u); }
    let next = workgroupUniformLoad(&missed); // publishes digitShift and the sorted keys too
    if (next == 0u) { break; }
    countMissed(next - 1u, local, length);
  }
}

fn clearTables() {
  atomicStore(&scratch[me + 0u], 0u);
  atomicStore(&scratch[me + 256u], 0u);
  atomicStore(&scratch[me + 512u], 0u);
  atomicStore(&scratch[me + 768u], 0u);
  atomicStore(&scratch[me + 1024u], 0u);
  atomicStore(&scratch[me + 1280u], 0u);
  atomicStore(&scratch[me + 1536u], 0u);
  atomicStore(&scratch[me + 1792u], 0u);
}

fn tally(tile: u32, padding: u32) {
  for (var k = 0u; k < PER_INVOCATION; k++) {
    let digit = placeOf(k);
    digitCount[k] = 0u;
    if (digit >= DIGITS) { continue; }
    var sum = 0u;
  sum += atomicLoad(&scratch[0u * DIGITS + digit]);
  sum += atomicLoad(&scratch[1u * DIGITS + digit]);
  sum += atomicLoad(&scratch[2u * DIGITS + digit]);
  sum += atomicLoad(&scratch[3u * DIGITS + digit]);
  sum += atomicLoad(&scratch[4u * DIGITS + digit]);
  sum += atomicLoad(&scratch[5u * DIGITS + digit]);
  sum += atomicLoad(&scratch[6u * DIGITS + digit]);
  sum += atomicLoad(&scratch[7u * DIGITS + digit]);
    digitCount[k] = sum;
    // keys of places beyond the last pair do not count; their digit is the highest
    let keys = sum - select(0u, padding, digit == params.digitMask);
    atomicStore(&states[tile * DIGITS + digit], select(OWN, ALL, tile == 0u) | keys);
  }
  var begin = digitCount;
  _ = scanTile(&begin);
  digitStart = begin;
  // within the run of a digit, the keys of team 0 come first, then those of team 1, and so on
  for (var k = 0u; k < PER_INVOCATION; k++) {
    let digit = placeOf(k);
    if (digit >= DIGITS) { continue; }
    var next = digitStart[k];
  { let own = atomicLoad(&scratch[0u * DIGITS + digit]); atomicStore(&scratch[0u * DIGITS + digit], next); next += own; }
  { let own = atomicLoad(&scratch[1u * DIGITS + digit]); atomicStore(&scratch[1u * DIGITS + digit], next); next += own; }
  { let own = atomicLoad(&scratch[2u * DIGITS + digit]); atomicStore(&scratch[2u * DIGITS + digit], next); next += own; }
  { let own = atomicLoad(&scratch[3u * DIGITS + digit]); atomicStore(&scratch[3u * DIGITS + digit], next); next += own; }
  { let own = atomicLoad(&scratch[4u * DIGITS + digit]); atomicStore(&scratch[4u * DIGITS + digit], next); next += own; }
  { let own = atomicLoad(&scratch[5u * DIGITS + digit]); atomicStore(&scratch[5u * DIGITS + digit], next); next += own; }
  { let own = atomicLoad(&scratch[6u * DIGITS + digit]); atomicStore(&scratch[6u * DIGITS + digit], next); next += own; }
  { let own = atomicLoad(&scratch[7u * DIGITS + digit]); atomicStore(&scratch[7u * DIGITS + digit], next); next += own; }
  }
}

@compute @workgroup_size(WG)
fn sweepTiles(
  @builtin(local_invocation_index) local: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  enterTeam(local);
  let length = actualLength();
  let tiles = (length + TILE - 1u) / TILE;
  let turn = id.y * groups.x + id.x;
  if (turn >= tiles) { return; }
  let tile = turn;
  let first = tile * TILE;
  let count = min(TILE, length - first);
  let at = teamIndex * ITEMS * teamSize + lane;
  // places beyond the last pair get the highest key, so they stay last, from count on
  let at0 = at + 0u * teamSize;
  let at1 = at + 1u * teamSize;
  let at2 = at + 2u * teamSize;
  let at3 = at + 3u * teamSize;
  let key0 = select(0xffffffffu, keysIn[first + at0], at0 < count);
  let key1 = select(0xffffffffu, keysIn[first + at1], at1 < count);
  let key2 = select(0xffffffffu, keysIn[first + at2], at2 < count);
  let key3 = select(0xffffffffu, keysIn[first + at3], at3 < count);
  clearTables();
  workgroupBarrier(); // publishes the empty tables
  let lanes = allLanes();
  let rank0 = rankInTeam(digitOf(key0), 0u, lanes);
  let rank1 = rankInTeam(digitOf(key1), 1u, lanes);
  let rank2 = rankInTeam(digitOf(key2), 2u, lanes);
  let rank3 = rankInTeam(digitOf(key3), 3u, lanes);
  workgroupBarrier(); // publishes the counts of all teams
  tally(tile, TILE - count);
  workgroupBarrier(); // publishes the places of the teams' keys
  let table = teamIndex * DIGITS;
  let to0 = rank0 + atomicLoad(&scratch[table + digitOf(key0)]);
  let to1 = rank1 + atomicLoad(&scratch[table + digitOf(key1)]);
  let to2 = rank2 + atomicLoad(&scratch[table + digitOf(key2)]);
  let to3 = rank3 + atomicLoad(&scratch[table + digitOf(key3)]);
  workgroupBarrier(); // the tables have been read
  // exchange through workgroup memory, so that neighbours write neighbouring words
  atomicStore(&scratch[to0], key0);
  atomicStore(&scratch[to1], key1);
  atomicStore(&scratch[to2], key2);
  atomicStore(&scratch[to3], key3);
  // loaded now, so that the values arrive during the look-back
  let value0 = valuesIn[first + at0];
  let value1 = valuesIn[first + at1];
  let value2 = valuesIn[first + at2];
  let value3 = valuesIn[first + at3];
  lookBack(tile, local, length);
  let sorted0 = atomicLoad(&scratch[0u + me]);
  let sorted1 = atomicLoad(&scratch[256u + me]);
  let sorted2 = atomicLoad(&scratch[512u + me]);
  let sorted3 = atomicLoad(&scratch[768u + me]);
  let out0 = digitShift[digitOf(sorted0)] + 0u + me;
  let out1 = digitShift[digitOf(sorted1)] + 256u + me;
  let out2 = digitShift[digitOf(sorted2)] + 512u + me;
  let out3 = digitShift[digitOf(sorted3)] + 768u + me;
  if (0u + me < count) { keysOut[out0] = sorted0; }
  if (256u + me < count) { keysOut[out1] = sorted1; }
  if (512u + me < count) { keysOut[out2] = sorted2; }
  if (768u + me < count) { keysOut[out3] = sorted3; }
  workgroupBarrier(); // the keys have been read
  atomicStore(&scratch[to0], value0);
  atomicStore(&scratch[to1], value1);
  atomicStore(&scratch[to2], value2);
  atomicStore(&scratch[to3], value3);
  workgroupBarrier(); // publishes the sorted values
  if (0u + me < count) { valuesOut[out0] = atomicLoad(&scratch[0u + me]); }
  if (256u + me < count) { valuesOut[out1] = atomicLoad(&scratch[256u + me]); }
  if (512u + me < count) { valuesOut[out2] = atomicLoad(&scratch[512u + me]); }
  if (768u + me < count) { valuesOut[out3] = atomicLoad(&scratch[768u + me]); }
}
