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

const PER_INVOCATION = 1u;
const ITEMS = 4u;

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

override SCRATCH: u32 = 8192; // words: the larger of the team tables and the tile
var<workgroup> scratch: array<atomic<u32>, SCRATCH>;

const TEAM_TABLES = 3u;
fn allLanes() -> u32 { return 0xffffffffu; }
fn rankInTeam(digit: u32, i: u32, all: u32) -> u32 {
  let count = teamIndex * DIGITS + digit;
  let masks = (1u + (i & 1u)) * (WG / TEAM) * DIGITS + count;
  atomicOr(&scratch[masks], 1u << lane);
  workgroupBarrier(); // publishes the masks of this item and the counts of those before
  let same = atomicLoad(&scratch[masks]);
  let before = atomicLoad(&scratch[count]);
  let below = countOneBits(same & ((1u << lane) - 1u));
  workgroupBarrier(); // all have read the masks: the lowest lane may count and clear them
  if (below == 0u) {
    atomicStore(&scratch[count], before + countOneBits(same));
    atomicStore(&scratch[masks], 0u);
  }
  return before + below;
}

const DIGITS = 256u;
override TILE: u32 = WG * ITEMS;

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
    starts[k] = count;
  }
  _ = scanTile(&starts);
  // within the run of a digit, the keys of team 0 come first, then those of team 1, and so on
  for (var k = 0u; k < PER_INVOCATION; k++) {
    let digit = placeOf(k);
    if (digit < DIGITS) {
      var next = starts[k];
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
  endBit: u32,
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

@group(0) @binding(6) var<storage, read_write> keys: array<u32>;
@group(0) @binding(7) var<storage, read_write> values: array<u32>;

@compute @workgroup_size(WG)
fn sortTile(@builtin(local_invocation_index) local: u32) {
  enterTeam(local);
  let length = actualLength();
  var key: array<u32, ITEMS>;
  var value: array<u32, ITEMS>;
  for (var i = 0u; i < ITEMS; i++) {
    let j = itemPlace(i);
    if (j < length) {
      key[i] = keys[j];
      value[i] = values[j];
    } else {
      key[i] = 0xffffffffu; // comes last and stays last
    }
  }
  for (var shift = params.firstBit; shift < params.endBit; shift += 8u) {
    let bits = min(8u, params.endBit - shift);
    let place = rankTile(&key, shift, (1u << bits) - 1u);
    for (var i = 0u; i < ITEMS; i++) { atomicStore(&scratch[place[i]], key[i]); }
    workgroupBarrier(); // publishes the sorted keys
    for (var i = 0u; i < ITEMS; i++) { key[i] = atomicLoad(&scratch[itemPlace(i)]); }
    workgroupBarrier(); // the keys have been read
    for (var i = 0u; i < ITEMS; i++) { atomicStore(&scratch[place[i]], value[i]); }
    workgroupBarrier(); // publishes the sorted values
    for (var i = 0u; i < ITEMS; i++) { value[i] = atomicLoad(&scratch[itemPlace(i)]); }
    workgroupBarrier(); // the values have been read
  }
  for (var i = 0u; i < ITEMS; i++) {
    let j = itemPlace(i);
    if (j < length) {
      keys[j] = key[i];
      values[j] = value[i];
    }
  }
}
