// What a sort needs beside its sweeps (sweep.wgsl.ts): sortTile sorts what fits in one tile by all
// digits in a single dispatch, and copyPairs brings pairs back after an odd number of passes.
import { blocksWgsl } from '../parallel/blocks.wgsl.ts';
import { scanTileWgsl } from '../parallel/scan-tile.wgsl.ts';
import { ADD_U32, teamsWgsl } from '../parallel/teams.wgsl.ts';
import { DIGIT_BITS, DIGITS, type RankMode, rankWgsl } from './rank.wgsl.ts';

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
}

/** The entry points of the kernel `sort`. */
export type SortEntry = 'sortTile' | 'copyPairs';

/** The kernel `sort` with this entry point; each declares the bindings that it uses. */
export function sortWgsl(entry: SortEntry, text: SortText): string {
  const { mode, workgroupSize, itemsPerInvocation } = text;
  if (entry === 'copyPairs') return `override WG: u32 = 256;\n${blocksWgsl([])}${copyKernel}`;
  const subgroups = mode !== 'portable';
  const sizes = /* wgsl */ `
const PER_INVOCATION = ${Math.max(1, Math.ceil(DIGITS / workgroupSize))}u;
const ITEMS = ${itemsPerInvocation}u;
`;
  const head = teamsWgsl(subgroups, ADD_U32) + sizes + scanTileWgsl(subgroups);
  return head + rankWgsl(mode) + blocksWgsl(TILE_PARAMS) + tileKernel;
}
