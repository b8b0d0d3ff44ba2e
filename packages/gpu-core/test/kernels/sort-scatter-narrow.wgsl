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
const ITEMS = 12u;
const COPIES = 1u;

// two halves in turn: a tile may write its half while others still read that of the tile before
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

alias Mask = u32;
fn ballot(bit: bool) -> Mask { return subgroupBallot(bit).x; }
fn lanesBelow() -> Mask { return (1u << lane) - 1u; }
fn countLanes(m: Mask) -> u32 { return countOneBits(m); }
fn firstLane(m: Mask) -> u32 { return firstTrailingBit(m); }

const TEAM_TABLES = 1u;
fn allLanes() -> Mask { return ballot(true); }
fn rankInTeam(digit: u32, i: u32, all: Mask) -> u32 {
  var same = all;
  for (var b = 0u; b < 8u; b++) {
    let bit = (digit >> b) & 1u;
    // the lanes whose bit is the same: the ballot, or where this bit is 0 its complement
    same &= ballot(bit == 1u) ^ Mask(bit - 1u);
  }
  let below = countLanes(same & lanesBelow());
  // The lowest lane adds for all lanes with its digit. The shuffle needs its sum, so this item is
  // counted before the next one.
  var before = 0u;
  if (below == 0u) {
    before = atomicAdd(&scratch[teamIndex * DIGITS + digit], countLanes(same));
  }
  return subgroupShuffle(before, firstLane(same)) + below;
}

const DIGITS = 256u;
override TILE: u32 = WG * ITEMS;
override SCRATCH: u32 = 8192; // words: the larger of the team tables and the tile
var<workgroup> scratch: array<atomic<u32>, SCRATCH>;
// first place of a digit's run in the tile
var<workgroup> digitStart: array<u32, DIGITS>;
// the number of keys of the tile with digit placeOf(k)
var<private> digitCount: array<u32, PER_INVOCATION>;

// the place in its tile of this invocation's item i
fn itemPlace(i: u32) -> u32 { return (teamIndex * ITEMS + i) * teamSize + lane; }

fn digitOf(key: u32, shift: u32, mask: u32) -> u32 { return (key >> shift) & mask; }

// the place in the tile, sorted by the digit, of each of this invocation's keys
fn rankTile(keys: ptr<function, array<u32, ITEMS>>, shift: u32, mask: u32) -> array<u32, ITEMS> {
  let teams = WG / teamSize;
  for (var t = me; t < teams * TEAM_TABLES * DIGITS; t += WG) { atomicStore(&scratch[t], 0u); }
  workgroupBarrier(); // publishes the empty tables

  var place: array<u32, ITEMS>;
  let all = allLanes();
  for (var i = 0u; i < ITEMS; i++) {
    place[i] = rankInTeam(digitOf((*keys)[i], shift, mask), i, all);
  }
  workgroupBarrier(); // publishes the counts of all teams

  // the run of a digit starts after the runs of all lower digits
  var starts: array<u32, PER_INVOCATION>;
  for (var k = 0u; k < PER_INVOCATION; k++) {
    let digit = placeOf(k);
    var count = 0u;
    if (digit < DIGITS) {
      for (var t = 0u; t < teams; t++) { count += atomicLoad(&scratch[t * DIGITS + digit]); }
    }
    digitCount[k] = count;
    starts[k] = count;
  }
  _ = scanTile(&starts);
  // within the run of a digit, the keys of team 0 come first, then those of team 1, and so on
  for (var k = 0u; k < PER_INVOCATION; k++) {
    let digit = placeOf(k);
    if (digit < DIGITS) {
      var next = starts[k];
      digitStart[digit] = next;
      for (var t = 0u; t < teams; t++) {
        let count = atomicLoad(&scratch[t * DIGITS + digit]);
        atomicStore(&scratch[t * DIGITS + digit], next);
        next += count;
      }
    }
  }
  workgroupBarrier(); // publishes the starts of the teams' runs

  for (var i = 0u; i < ITEMS; i++) {
    let digit = digitOf((*keys)[i], shift, mask);
    place[i] += atomicLoad(&scratch[teamIndex * DIGITS + digit]);
  }
  workgroupBarrier(); // scratch is free for the exchange
  return place;
}

struct Params {
  capacity: u32,    // most elements there can be
  lengthIndex: u32, // word of lengthCell that holds the number of elements
  firstBit: u32,
  digitMask: u32,
  blocks: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> lengthCell: array<u32>;

fn actualLength() -> u32 { return min(params.capacity, lengthCell[params.lengthIndex]); }

/** The tiles of a block: the first, and one past the last. */
fn blockTiles(length: u32, tile: u32, block: u32, blocks: u32) -> vec2u {
  let tiles = (length + tile - 1u) / tile;
  let each = (tiles + blocks - 1u) / blocks;
  let first = min(block * each, tiles);
  return vec2u(first, min(first + each, tiles));
}

override FEW_BLOCKS: u32 = 32;
@group(0) @binding(2) var<storage, read> keysIn: array<u32>;
@group(0) @binding(3) var<storage, read> counts: array<u32>;
@group(0) @binding(4) var<storage, read> totals: array<u32>;
@group(0) @binding(5) var<storage, read> valuesIn: array<u32>;
@group(0) @binding(6) var<storage, read_write> keysOut: array<u32>;
@group(0) @binding(7) var<storage, read_write> valuesOut: array<u32>;

// next free place of digit placeOf(k) in the output
var<private> digitNext: array<u32, PER_INVOCATION>;
// place in the output less place in the tile, for the keys of a digit
var<workgroup> digitShift: array<u32, DIGITS>;

// where this block's keys of each digit begin in the output
fn startDigits(block: u32) {
  var starts: array<u32, PER_INVOCATION>;
  var before: array<u32, PER_INVOCATION>;
  for (var k = 0u; k < PER_INVOCATION; k++) {
    let digit = placeOf(k);
    if (digit >= DIGITS) { continue; }
    if (params.blocks > FEW_BLOCKS) {
      before[k] = counts[digit * params.blocks + block];
      starts[k] = totals[digit];
      continue;
    }
    var sum = 0u;
    for (var b = 0u; b < params.blocks; b++) {
      if (b == block) { before[k] = sum; }
      sum += counts[digit * params.blocks + b];
    }
    starts[k] = sum;
  }
  _ = scanTile(&starts);
  for (var k = 0u; k < PER_INVOCATION; k++) { digitNext[k] = starts[k] + before[k]; }
}

@compute @workgroup_size(WG)
fn scatterTiles(@builtin(local_invocation_index) local: u32, @builtin(workgroup_id) id: vec3u) {
  enterTeam(local);
  let length = actualLength();
  let tiles = blockTiles(length, TILE, id.x, params.blocks);
  if (tiles.x == tiles.y) { return; }
  startDigits(id.x);

  for (var tile = tiles.x; tile < tiles.y; tile++) {
    let first = tile * TILE;
    let count = min(TILE, length - first);
    // places beyond the last pair get the highest key, so they stay last, from count on
    var keys: array<u32, ITEMS>;
    for (var i = 0u; i < ITEMS; i++) {
      let j = itemPlace(i);
      keys[i] = select(0xffffffffu, keysIn[first + j], j < count);
    }
    // loaded now, so that the values arrive while the keys are ranked
    var values: array<u32, ITEMS>;
    for (var i = 0u; i < ITEMS; i++) { values[i] = valuesIn[first + itemPlace(i)]; }
    let place = rankTile(&keys, params.firstBit, params.digitMask);
    for (var k = 0u; k < PER_INVOCATION; k++) {
      let digit = placeOf(k);
      if (digit < DIGITS) { digitShift[digit] = digitNext[k] - digitStart[digit]; }
      digitNext[k] += digitCount[k];
    }

    // exchange through workgroup memory, so that neighbours write neighbouring words
    for (var i = 0u; i < ITEMS; i++) { atomicStore(&scratch[place[i]], keys[i]); }
    workgroupBarrier(); // publishes the sorted keys and digitShift
    var outputPlace: array<u32, ITEMS>;
    for (var i = 0u; i < ITEMS; i++) {
      let j = i * WG + me;
      let key = atomicLoad(&scratch[j]);
      outputPlace[i] = digitShift[digitOf(key, params.firstBit, params.digitMask)] + j;
      if (j < count) { keysOut[outputPlace[i]] = key; }
    }
    workgroupBarrier(); // the keys have been read
    for (var i = 0u; i < ITEMS; i++) { atomicStore(&scratch[place[i]], values[i]); }
    workgroupBarrier(); // publishes the sorted values
    for (var i = 0u; i < ITEMS; i++) {
      let j = i * WG + me;
      if (j < count) { valuesOut[outputPlace[i]] = atomicLoad(&scratch[j]); }
    }
    workgroupBarrier(); // the values have been read: the next tile may overwrite them
  }
}
