// Exclusive prefix sum, reduce-then-scan in two dispatches (after Merrill & Grimshaw 2009): every
// workgroup sums its block; then every workgroup adds up the sums of the blocks before its own and
// scans its block tile by tile. No workgroup waits for another one. A scan of one block needs the
// second dispatch alone. Compaction is the same scan over flags, with another load and store.
//
// A scan in place is safe: sumBlocks has read everything before scanBlocks begins, and an
// invocation of scanBlocks loads only quads that it then stores itself. More than ALONE_TILES tiles
// from one buffer into another, with subgroups, are scanned by sweep.wgsl.ts, which reads the input
// once.
//
// PER_INVOCATION counts quads here: four neighbouring words, which an invocation loads at once and
// whose sum is one value of scanTile.
import { ADD_U32, teamsWgsl } from '../parallel/teams.wgsl.ts';
import { blocksWgsl, quadFetchWgsl, quadLoadWgsl } from '../parallel/blocks.wgsl.ts';
import { scanTileWgsl } from '../parallel/scan-tile.wgsl.ts';
import { sweepKernels } from './sweep.wgsl.ts';

const kernels = /* wgsl */ `
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
`;

/** Stores four sums; of an incomplete last quad only the words below the length. */
function quadStore(quads: boolean): string {
  const fast = quads
    ? 'if (first + 4u <= length) { result[q] = v; return; }'
    : `if (first + 4u <= length) {
    result[first] = v.x;
    result[first + 1u] = v.y;
    result[first + 2u] = v.z;
    result[first + 3u] = v.w;
    return;
  }`;
  const word = quads ? 'result[q][c]' : 'result[first + c]';
  return /* wgsl */ `
fn storeQuad(q: u32, v: vec4u, length: u32) {
  let first = 4u * q;
  ${fast}
  for (var c = 0u; first + c < length && c < 4u; c++) { ${word} = v[c]; }
}
fn finish(all: u32) {} // a scan leaves no total
`;
}

/** Binding 3: the result; binding 4: the input, unless the result starts as the input. */
function scanAccess(inPlace: boolean, quads: boolean): string {
  const element = quads ? 'vec4u' : 'u32';
  const words = [0, 1, 2, 3].map((c) => `result[4u * q + ${c}u]`).join(', ');
  const input = inPlace
    ? quadFetchWgsl('result', quads ? 'let v = result[q];' : `let v = vec4u(${words});`)
    : quadLoadWgsl('source', 4, quads);
  return /* wgsl */ `
@group(0) @binding(3) var<storage, read_write> result: array<${element}>;
${input}
fn loadQuad(q: u32, length: u32) -> vec4u {
  return load${inPlace ? 'Result' : 'Source'}(q, length);
}
${quadStore(quads)}`;
}

/**
 * Binding 3: flags; 4: result; 5: the number of kept elements; 6: values, unless indices are kept.
 */
function compactAccess(values: boolean, quads: boolean): string {
  const keptValue = values ? 'values[first + c]' : 'first + c';
  return /* wgsl */ `
${quadLoadWgsl('flags', 3, quads)}
@group(0) @binding(4) var<storage, read_write> result: array<u32>;
@group(0) @binding(5) var<storage, read_write> kept: array<u32>;
${values ? '@group(0) @binding(6) var<storage, read> values: array<u32>;' : ''}
fn loadQuad(q: u32, length: u32) -> vec4u {
  return select(vec4u(0u), vec4u(1u), loadFlags(q, length) != vec4u(0u));
}
fn storeQuad(q: u32, places: vec4u, length: u32) {
  let first = 4u * q;
  let keep = loadQuad(q, length);
  for (var c = 0u; c < 4u; c++) {
    // tested here, because a device may redirect a write past the end to the last word
    if (keep[c] != 0u && places[c] < arrayLength(&result)) { result[places[c]] = ${keptValue}; }
  }
}
fn finish(all: u32) { kept[params.countIndex] = all; }
`;
}

/** What the texts of a scan or compaction depend on. */
export interface ScanText {
  readonly subgroups: boolean;
  /** Quads of four words per invocation and tile. */
  readonly quadsPerInvocation: number;
  /** The scanned buffer can be read as vec4u to its end. */
  readonly quads: boolean;
}

function assemble(
  { subgroups, quadsPerInvocation }: ScanText,
  access: string,
  own: readonly string[],
  entries = kernels,
): string {
  const head = teamsWgsl(subgroups, ADD_U32);
  const size = `const PER_INVOCATION = ${quadsPerInvocation}u;\n`;
  return head + size + scanTileWgsl(subgroups) + blocksWgsl(own) + access + entries;
}

/** The kernels `scan`: entry points sumBlocks, then scanBlocks. */
export function scanWgsl(text: ScanText, inPlace: boolean): string {
  return assemble(text, scanAccess(inPlace, text.quads), []);
}

/** The kernels of a scan that reads the input once: clearStates, then sweepTiles. */
export function scanSweepWgsl(text: ScanText): string {
  // lookBack runs in team 0 alone: the analysis does not see that whole subgroups branch alike
  const off = 'diagnostic(off, subgroup_uniformity);\n';
  return off + assemble(text, scanAccess(false, text.quads), [], sweepKernels);
}

/** The kernels `compact`: the same entry points. @param values values are kept, else indices */
export function compactWgsl(text: ScanText, values: boolean): string {
  return assemble(text, compactAccess(values, text.quads), ['countIndex']);
}
