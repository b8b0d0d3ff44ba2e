// Kernels that write the host's changes into buffers, and tests of whole fields.
import { fillTemplate } from '../template.ts';
import { recordWgsl } from './control.wgsl.ts';
import { paramsWgsl } from '../memory/params.wgsl.ts';

/** Needs the parameters and `masks`. */
const reachedWgsl = /* wgsl */ `
fn layerOf(i: u32) -> u32 { return params.chosen[i / 4u][i % 4u]; }

/** Which of four cells a goal of the layer reaches. */
fn reached(layer: u32, x4: u32, y: u32) -> vec4<bool> {
  let word = masks[(params.layers + layer) * params.maskPitch * params.height
    + y * params.maskPitch + (x4 >> 3u)];
  return (vec4u(word >> (4u * (x4 & 7u))) & vec4u(1u, 2u, 4u, 8u)) != vec4u();
}
`;

/** Writes single words at given places of a buffer. Entry point: scatter. */
export const scatterWgsl = /* wgsl */ `
// the first entry: the number of writes; then place and word of each
@group(0) @binding(0) var<storage, read> writes: array<vec2u>;
@group(0) @binding(1) var<storage, read_write> target_: array<u32>;

@compute @workgroup_size(256)
fn scatter(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let end = writes[0].x;
  for (var i = id.x; i < end; i += groups.x * 256u) {
    target_[writes[i + 1u].x] = writes[i + 1u].y;
  }
}
`;

/** `scatterWgsl` for halves of words, whose other half another invocation may write. */
export const scatterHalvesWgsl = /* wgsl */ `
// the first entry: the number of writes; then place (in halves) and half of each
@group(0) @binding(0) var<storage, read> writes: array<vec2u>;
@group(0) @binding(1) var<storage, read_write> target_: array<atomic<u32>>;

@compute @workgroup_size(256)
fn scatter(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let end = writes[0].x;
  for (var i = id.x; i < end; i += groups.x * 256u) {
    let half = writes[i + 1u].x;
    let shift = 16u * (half & 1u);
    atomicAnd(&target_[half >> 1u], ~(0xffffu << shift));
    atomicOr(&target_[half >> 1u], writes[i + 1u].y << shift);
  }
}
`;

/** As `clear` of the tests below, for fields of halves. Entry point: clear. */
export const clearHalvesWgsl: string = /* wgsl */ `
${paramsWgsl}
@group(0) @binding(1) var<storage, read_write> field: array<vec2u>;
@group(0) @binding(2) var<storage, read> masks: array<u32>;
${reachedWgsl}

@compute @workgroup_size(256)
fn clear(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let layer = layerOf(id.y);
  let base = layer * params.pitch * params.height;
  for (var i = id.x; i < params.pitch * params.height; i += groups.x * 256u) {
    let keep = reached(layer, i % params.pitch, i / params.pitch);
    if (all(keep)) { continue; }
    let bits = select(vec4u(), vec4u(0xffffu, 0xffff0000u, 0xffffu, 0xffff0000u), keep);
    field[base + i] &= vec2u(bits.x | bits.y, bits.z | bits.w);
  }
}
`;

const fieldsWgsl = (log: boolean): string => /* wgsl */ `
@group(0) @binding(1) var<storage, read_write> field: array<vec4u>;
@group(0) @binding(2) var<storage, read> masks: array<u32>;
@group(0) @binding(3) var<storage, read_write> control: array<atomic<u32>>;
@group(0) @binding(4) var<storage, read> older: array<vec4u>;

const VECTORS = ${log ? 2 : 1}u;
${reachedWgsl}`;

const TESTS = /* wgsl */ `
var<workgroup> largest: atomic<u32>;

@compute @workgroup_size(256)
fn clear(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let layer = layerOf(id.y);
  let base = layer * params.pitch * params.height;
  for (var i = id.x; i < params.pitch * params.height; i += groups.x * 256u) {
    let keep = reached(layer, i % params.pitch, i / params.pitch);
    if (all(keep)) { continue; }
    let at = VECTORS * (base + i);
    field[at] = select(vec4u(), field[at], keep);
#if log
    field[at + 1u] = select(vec4u(), field[at + 1u], keep);
#end
  }
}

@compute @workgroup_size(256)
fn lack(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let layer = layerOf(id.y);
  let base = layer * params.pitch * params.height;
  var found = false;
  for (var i = id.x; i < params.pitch * params.height; i += groups.x * 256u) {
    let nought = field[VECTORS * (base + i)] == vec4u();
    if (any(nought)) {
      found = found || any(nought & reached(layer, i % params.pitch, i / params.pitch));
    }
  }
  if (found) { atomicStore(&control[record(layer, params.phase + 2u) + 3u], 1u); }
}

/** |after - before| / after, infinite where scent was lost. */
fn change(after: f32, kAfter: i32, before: f32, kBefore: i32) -> f32 {
  if (after == 0f) { return select(bitcast<f32>(0x7f800000u + params.nought), 0f, before == 0f); }
#if log
  let d = kBefore - kAfter;
  // k of a cell without scent is 0, however small its next scent
  if (d < -1 || before == 0f) { return 1f; }
  // m is at least 1 and less than 2^96: then the change is 2^127 or more
  if (d > 2 || (d > 1 && before >= 0x1p31)) {
    return bitcast<f32>(0x7f800000u + params.nought);
  }
  let a = after * select(1f, 0x1p-96, d > 0);
  let b = before * select(select(1f, 0x1p96, d > 1), 0x1p-96, d < 0);
  return abs(a - b) / a;
#else
  // a difference below 2^-126 must not become 0
  let scale = select(1f, 0x1p60, max(after, before) < 0x1p-40);
  return abs(after * scale - before * scale) / (after * scale);
#end
}

@compute @workgroup_size(256)
fn compare(
  @builtin(global_invocation_id) id: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
  let layer = layerOf(id.y);
  let base = layer * params.pitch * params.height;
  var most = 0f;
  for (var i = id.x; i < params.pitch * params.height; i += groups.x * 256u) {
    let at = VECTORS * (base + i);
    let a = bitcast<vec4f>(field[at]);
    let b = bitcast<vec4f>(older[at]);
#if log
    let ka = bitcast<vec4i>(field[at + 1u]);
    let kb = bitcast<vec4i>(older[at + 1u]);
#else
    let ka = vec4i();
    let kb = vec4i();
#end
    for (var c = 0u; c < 4u; c++) { most = max(most, change(a[c], ka[c], b[c], kb[c])); }
  }
  if (most > 0f) { atomicMax(&largest, bitcast<u32>(most)); }
  // gathers what all invocations found; floats above 0 are ordered as their bits are
  workgroupBarrier();
  if (lane == 0u && atomicLoad(&largest) != 0u) {
    atomicMax(&control[record(layer, 0u) + 6u], atomicLoad(&largest));
  }
}

/** Ends a layer that lacks scent somewhere and does not change any more. */
@compute @workgroup_size(64)
fn stall(@builtin(local_invocation_index) lane: u32) {
  if (lane >= params.chosenCount) { return; }
  let layer = layerOf(lane);
  let most = atomicExchange(&control[record(layer, 0u) + 6u], 0u);
  let r = record(layer, params.phase);
  if (atomicLoad(&control[r]) != RUN || atomicLoad(&control[r + 3u]) == 0u || most != 0u) {
    return;
  }
  let base =
    atomicAdd(&control[r + 1u], atomicLoad(&control[r + 2u])) + atomicLoad(&control[r + 2u]);
  if (base % STALL_INTERVAL == 0u) { atomicStore(&control[r], STALLED); }
  else { atomicStore(&control[r + 1u], base - atomicLoad(&control[r + 2u])); }
}

/** Counts the steps of layers that have not ended; ends those with a change within tolerance. */
@compute @workgroup_size(64)
fn judge(@builtin(local_invocation_index) lane: u32) {
  if (lane >= params.chosenCount) { return; }
  let r = record(layerOf(lane), 0u);
  if (atomicLoad(&control[r]) == DONE) { return; }
  atomicAdd(&control[r + 1u], params.limit);
  let most = atomicExchange(&control[r + 6u], 0u);
  atomicStore(&control[r + 7u], most);
  if (bitcast<f32>(most) <= params.tolerance) { atomicStore(&control[r], DONE); }
}
`;

/**
 * Tests of whole fields; each entry point is a kernel. With a row of workgroups per chosen layer:
 *
 * - clear: cells that no goal reaches become 0
 * - lack: marks the record before the first dispatch if a cell that a goal reaches has no scent
 * - compare: finds the largest change between two fields, relative to the newer one
 *
 * With one workgroup: stall and judge, which end layers by what compare found.
 */
export function testWgsl(log: boolean): string {
  return [paramsWgsl, fieldsWgsl(log), recordWgsl, fillTemplate(TESTS, { log })].join('\n');
}
