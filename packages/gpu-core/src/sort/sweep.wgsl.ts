// Stable least-significant-digit radix sort of key/value pairs in a single pass over the data per
// digit of 8 bits (Adinets & Merrill, "Onesweep", 2022):
//
//   countAll      counts the digits of all passes in one read of the keys, and clears the states
//   startDigits   turns the counts of each pass into the first place of each digit
//   sweepTiles    sorts a tile by the digit in workgroup memory and learns from the tiles before
//                 how many of their keys have each digit (decoupled look-back)
//
// WebGPU promises no progress between workgroups, so look-back must not wait for another workgroup.
// A workgroup that has found a state missing SPINS + 1 times counts the digits of that tile itself
// (Smith, Levien & Owens, "Decoupled Fallback", 2025). The count is the same whoever makes it.
//
// In sweepTiles, loops over the items of an invocation are written out, and loops over teams if all
// subgroups have one size: arrays that a loop indexes lie in memory instead of registers, and Dawn
// adds a counter to loops whose bound is no constant.
import { blocksWgsl } from '../parallel/blocks.wgsl.ts';
import { scanTileWgsl } from '../parallel/scan-tile.wgsl.ts';
import { ADD_U32, teamsWgsl } from '../parallel/teams.wgsl.ts';
import { DIGIT_BITS, DIGITS, matchWgsl, type RankMode } from './rank.wgsl.ts';

/** Parameters of countAll: the lowest bit of all, one past the highest, the words of states. */
const COUNT_PARAMS = ['firstBit', 'endBit', 'stateWords'];
/** Parameters of a pass: its lowest bit, its mask. */
const SWEEP_PARAMS = ['firstBit', 'digitMask'];

const countKernel = /* wgsl */ `
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
`;

const startKernel = /* wgsl */ `
@group(0) @binding(4) var<storage, read_write> totals: array<u32>;
@group(0) @binding(5) var<storage, read_write> starts: array<u32>;

@compute @workgroup_size(WG)
fn startDigits(@builtin(local_invocation_index) local: u32, @builtin(workgroup_id) id: vec3u) {
  enterTeam(local);
  let row = id.x * DIGITS;
  var sums: array<u32, PER_INVOCATION>;
  for (var k = 0u; k < PER_INVOCATION; k++) {
    let digit = placeOf(k);
    if (digit >= DIGITS) { continue; }
    sums[k] = totals[row + digit];
    totals[row + digit] = 0u; // empty for the next sort
  }
  _ = scanTile(&sums);
  for (var k = 0u; k < PER_INVOCATION; k++) {
    let digit = placeOf(k);
    if (digit < DIGITS) { starts[row + digit] = sums[k]; }
  }
}
`;

const sweepHead = /* wgsl */ `
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
`;

const lookBack = /* wgsl */ `
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
`;

/** What the text of a sweep depends on. */
export interface SweepText {
  readonly mode: RankMode;
  readonly workgroupSize: number;
  readonly itemsPerInvocation: number;
  /** Passes of this sort, 1 to 4: for countAll alone. */
  readonly passes: number;
  /** For tests: the last tile first, so that every look-back meets missing tiles. */
  readonly lastFirst: boolean;
  /** Lanes of every team; undefined if the device has subgroups of several sizes. */
  readonly teamSize: number | undefined;
}

const lines = (count: number, text: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => `  ${text(i)}`).join('\n');

/** `tally`: counts the tile's digits, and turns the teams' counts into the places of their keys. */
function tallyWgsl({ mode, workgroupSize, teamSize }: SweepText): string {
  const teams = teamSize === undefined ? undefined : workgroupSize / teamSize;
  const tables = mode === 'portable' ? 3 : 1;
  const forTeams = (body: (t: string) => string): string =>
    teams === undefined
      ? `for (var t = 0u; t < WG / teamSize; t++) { ${body('t')} }`
      : lines(teams, (t) => body(`${t}u`));
  const clear =
    teams === undefined
      ? `for (var t = me; t < WG / teamSize * DIGITS; t += WG) { atomicStore(&scratch[t], 0u); }`
      : lines(
          Math.ceil((teams * tables * DIGITS) / workgroupSize),
          (i) => `atomicStore(&scratch[me + ${i * workgroupSize}u], 0u);`,
        );
  return /* wgsl */ `
fn clearTables() {
${clear}
}

fn tally(tile: u32, padding: u32) {
  for (var k = 0u; k < PER_INVOCATION; k++) {
    let digit = placeOf(k);
    digitCount[k] = 0u;
    if (digit >= DIGITS) { continue; }
    var sum = 0u;
${forTeams((t) => `sum += atomicLoad(&scratch[${t} * DIGITS + digit]);`)}
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
${forTeams(
  (t) =>
    `{ let own = atomicLoad(&scratch[${t} * DIGITS + digit]);` +
    ` atomicStore(&scratch[${t} * DIGITS + digit], next); next += own; }`,
)}
  }
}
`;
}

/** The text of sweepTiles. */
function sweepKernel({ itemsPerInvocation, lastFirst, workgroupSize }: SweepText): string {
  const items = (line: (i: number) => string): string => lines(itemsPerInvocation, line);
  const place = (i: number): string => `${i * workgroupSize}u + me`;
  return /* wgsl */ `
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
  let tile = ${lastFirst ? 'tiles - 1u - turn' : 'turn'};
  let first = tile * TILE;
  let count = min(TILE, length - first);
  let at = teamIndex * ITEMS * teamSize + lane;
  // places beyond the last pair get the highest key, so they stay last, from count on
${items((i) => `let at${i} = at + ${i}u * teamSize;`)}
${items((i) => `let key${i} = select(0xffffffffu, keysIn[first + at${i}], at${i} < count);`)}
  clearTables();
  workgroupBarrier(); // publishes the empty tables
  let lanes = allLanes();
${items((i) => `let rank${i} = rankInTeam(digitOf(key${i}), ${i}u, lanes);`)}
  workgroupBarrier(); // publishes the counts of all teams
  tally(tile, TILE - count);
  workgroupBarrier(); // publishes the places of the teams' keys
  let table = teamIndex * DIGITS;
${items((i) => `let to${i} = rank${i} + atomicLoad(&scratch[table + digitOf(key${i})]);`)}
  workgroupBarrier(); // the tables have been read
  // exchange through workgroup memory, so that neighbours write neighbouring words
${items((i) => `atomicStore(&scratch[to${i}], key${i});`)}
  // loaded now, so that the values arrive during the look-back
${items((i) => `let value${i} = valuesIn[first + at${i}];`)}
  lookBack(tile, local, length);
${items((i) => `let sorted${i} = atomicLoad(&scratch[${place(i)}]);`)}
${items((i) => `let out${i} = digitShift[digitOf(sorted${i})] + ${place(i)};`)}
${items((i) => `if (${place(i)} < count) { keysOut[out${i}] = sorted${i}; }`)}
  workgroupBarrier(); // the keys have been read
${items((i) => `atomicStore(&scratch[to${i}], value${i});`)}
  workgroupBarrier(); // publishes the sorted values
${items(
  (i) => `if (${place(i)} < count) { valuesOut[out${i}] = atomicLoad(&scratch[${place(i)}]); }`,
)}
}
`;
}

/** The entry points of the kernel `sweep`, described at the head of this file. */
export type SweepEntry = 'countAll' | 'startDigits' | 'sweepTiles';

/** The kernel `sweep` with this entry point; each declares the bindings that it uses. */
export function sweepWgsl(entry: SweepEntry, text: SweepText): string {
  const { mode, workgroupSize, itemsPerInvocation, passes } = text;
  const subgroups = mode !== 'portable';
  const sizes = /* wgsl */ `
const PER_INVOCATION = ${Math.max(1, Math.ceil(DIGITS / workgroupSize))}u;
const ITEMS = ${itemsPerInvocation}u;
const DIGITS = ${DIGITS}u;
`;
  const params = blocksWgsl(entry === 'countAll' ? COUNT_PARAMS : SWEEP_PARAMS);
  if (entry === 'countAll') {
    const own = `override WG: u32 = 256;\nconst PASSES = ${passes}u;\n`;
    return own + sizes + params + countKernel;
  }
  const head = teamsWgsl(subgroups, ADD_U32) + sizes + scanTileWgsl(subgroups) + params;
  if (entry === 'startDigits') return head + startKernel;
  const parts = matchWgsl(mode) + sweepHead + lookBack + tallyWgsl(text);
  return head + parts + sweepKernel(text);
}

/** Passes of a sort by `bits` bits, and the bits of each pass but the last, which has the rest. */
export function passesOf(bits: number): { readonly passes: number; readonly width: number } {
  const passes = Math.ceil(bits / DIGIT_BITS);
  return { passes, width: passes === 0 ? 0 : Math.ceil(bits / passes) };
}
