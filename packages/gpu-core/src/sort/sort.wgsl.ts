// Stable least-significant-digit radix sort of key/value pairs, reduce-then-scan per digit of 8
// bits (Merrill & Grimshaw 2011). Decoupled look-back (Onesweep) would save reads of the keys, but
// it waits for other workgroups, and WebGPU does not promise that these make progress:
//
//   countDigits    every block counts its digits: counts[digit * blocks + block]
//   scanDigits     one workgroup per digit turns its row into sums of earlier blocks, and a total
//   scatterTiles   every block sorts its tiles by the digit in workgroup memory and writes runs out
//
// Few blocks need no scanDigits: scatterTiles adds up the rows itself. sortTile sorts what fits in
// one tile by all digits in a single dispatch.
import { blocksWgsl } from '../parallel/blocks.wgsl.ts';
import { scanTileWgsl } from '../parallel/scan-tile.wgsl.ts';
import { ADD_U32, teamsWgsl } from '../parallel/teams.wgsl.ts';
import { DIGIT_BITS, DIGITS, type RankMode, rankWgsl } from './rank.wgsl.ts';

// Parameters of the passes over one digit: its lowest bit, its mask, the number of blocks.
const DIGIT_PARAMS = ['firstBit', 'digitMask', 'blocks'];

const countKernel = /* wgsl */ `
@group(0) @binding(2) var<storage, read> keysIn: array<u32>;
@group(0) @binding(3) var<storage, read_write> counts: array<u32>;
var<workgroup> histogram: array<atomic<u32>, DIGITS * COPIES>;

fn countKey(key: u32, local: u32) {
  // copies spread the additions when many keys share a digit
  let digit = digitOf(key, params.firstBit, params.digitMask);
  atomicAdd(&histogram[digit * COPIES + (local % COPIES)], 1u);
}

@compute @workgroup_size(WG)
fn countDigits(
  @builtin(local_invocation_index) local: u32,
  @builtin(workgroup_id) id: vec3u,
) {
  let length = actualLength();
  let tiles = blockTiles(length, TILE, id.x, params.blocks);
  for (var tile = tiles.x; tile < tiles.y; tile++) {
    let first = tile * TILE + local;
    if ((tile + 1u) * TILE <= length) {
      // a full tile: independent loads, then the additions
      var keys: array<u32, ITEMS>;
      for (var i = 0u; i < ITEMS; i++) { keys[i] = keysIn[first + i * WG]; }
      for (var i = 0u; i < ITEMS; i++) { countKey(keys[i], local); }
    } else {
      for (var j = first; j < length; j += WG) { countKey(keysIn[j], local); }
    }
  }
  workgroupBarrier(); // publishes histogram
  for (var digit = local; digit < DIGITS; digit += WG) {
    var count = 0u;
    for (var c = 0u; c < COPIES; c++) { count += atomicLoad(&histogram[digit * COPIES + c]); }
    counts[digit * params.blocks + id.x] = count;
  }
}
`;

const scanKernel = /* wgsl */ `
@group(0) @binding(3) var<storage, read_write> counts: array<u32>;
@group(0) @binding(4) var<storage, read_write> totals: array<u32>;

@compute @workgroup_size(WG)
fn scanDigits(@builtin(local_invocation_index) local: u32, @builtin(workgroup_id) id: vec3u) {
  enterTeam(local);
  let row = id.x * params.blocks;
  var carry = 0u;
  for (var first = 0u; first < params.blocks; first += WG * PER_INVOCATION) {
    var sums: array<u32, PER_INVOCATION>;
    for (var k = 0u; k < PER_INVOCATION; k++) {
      let block = first + placeOf(k);
      sums[k] = 0u; // explicitly: Dawn leaves a variable of a loop body as the last round left it
      if (block < params.blocks) { sums[k] = counts[row + block]; }
    }
    let all = scanTile(&sums);
    for (var k = 0u; k < PER_INVOCATION; k++) {
      let block = first + placeOf(k);
      if (block < params.blocks) { counts[row + block] = carry + sums[k]; }
    }
    carry += all;
  }
  if (local == 0u) { totals[id.x] = carry; }
}
`;

const scatterKernel = /* wgsl */ `
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
`;

// Parameters of sortTile: the lowest bit to sort by, one past the highest.
const TILE_PARAMS = ['firstBit', 'endBit'];

const tileKernel = /* wgsl */ `
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
  for (var shift = params.firstBit; shift < params.endBit; shift += ${DIGIT_BITS}u) {
    let bits = min(${DIGIT_BITS}u, params.endBit - shift);
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
`;

// After an odd number of passes the pairs are in the scratch buffers: copyPairs brings them back.
const copyKernel = /* wgsl */ `
@group(0) @binding(2) var<storage, read> keysIn: array<u32>;
@group(0) @binding(5) var<storage, read> valuesIn: array<u32>;
@group(0) @binding(6) var<storage, read_write> keysOut: array<u32>;
@group(0) @binding(7) var<storage, read_write> valuesOut: array<u32>;

@compute @workgroup_size(WG)
fn copyPairs(
  @builtin(local_invocation_index) local: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) count: vec3u,
) {
  let length = actualLength();
  for (var j = id.x * WG + local; j < length; j += count.x * WG) {
    keysOut[j] = keysIn[j];
    valuesOut[j] = valuesIn[j];
  }
}
`;

/** What the texts depend on. */
export interface SortText {
  readonly mode: RankMode;
  readonly workgroupSize: number;
  readonly itemsPerInvocation: number;
  /** Copies of the histogram that countDigits keeps. */
  readonly copies: number;
}

/** The entry points of the kernel `sort`; what each does is said at the head of this file. */
export type SortEntry = 'countDigits' | 'scanDigits' | 'scatterTiles' | 'sortTile' | 'copyPairs';

const kernels: Readonly<Record<SortEntry, string>> = {
  countDigits: countKernel,
  scanDigits: scanKernel,
  scatterTiles: scatterKernel,
  sortTile: tileKernel,
  copyPairs: copyKernel,
};

/** The kernel `sort` with this entry point; each declares the bindings that it uses. */
export function sortWgsl(entry: SortEntry, text: SortText): string {
  const { mode, workgroupSize, itemsPerInvocation, copies } = text;
  // digits per invocation; the row scan takes more at a time, rows being longer than DIGITS
  const perInvocation = entry === 'scanDigits' ? 4 : Math.max(1, Math.ceil(DIGITS / workgroupSize));
  const subgroups = mode !== 'portable';
  const sizes = /* wgsl */ `
const PER_INVOCATION = ${perInvocation}u;
const ITEMS = ${itemsPerInvocation}u;
const COPIES = ${copies}u;
`;
  const head = teamsWgsl(subgroups, ADD_U32) + sizes + scanTileWgsl(subgroups);
  const own = entry === 'sortTile' ? TILE_PARAMS : DIGIT_PARAMS;
  return head + rankWgsl(mode) + blocksWgsl(own) + kernels[entry];
}
