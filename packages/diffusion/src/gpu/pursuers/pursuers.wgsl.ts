// The kernels of pursuers, one invocation per pursuer; pursuers.ts dispatches them. The rules are
// at `PursuerOptions` in src/types.ts. Passes of a tick:
//
//   choose   each pursuer finds its best neighbour. Alone, this pass also moves the pursuer
//   arrive   of pursuers that leave marks: moves them, after the old marks were taken out
//
// Exclusive pursuers take five passes over a word per cell (`claims`):
//
//   occupy   marks the cells where pursuers stand as TAKEN
//   choose   finds the best neighbour that is not TAKEN
//   claim    atomicMax of `claimOf`: of several pursuers the lowest index has the largest claim
//   leave    clears the TAKEN words; no claim is on one of them
//   enter    the pursuer whose claim is still in the word moves, and clears the word
import { descentWgsl } from '../distance/descent.wgsl.ts';
import { NO_DIAGONALS } from '../../model/corners.ts';
import { hasCornerRule, stepRuleWgsl } from '../memory/corners.wgsl.ts';
import { paramsWgsl } from '../memory/params.wgsl.ts';
import { halfWgsl } from '../memory/half.ts';
import { fillTemplate } from '../template.ts';
import type { Held } from '../paths/walk.wgsl.ts';

/** Words of the pursuers' own parameters: four numbers, then `MAX_LAYERS` layers and weights. */
export const TICK_WORDS: number = 4 + 2 * 64;

/** How a pursuer chooses on a scent: by the weighted sum of the layers. */
const CLIMB = /* wgsl */ `
fn rowOf(layer: u32, y: u32) -> u32 { return (layer * params.height + y) * params.pitch * 4u; }

/** The bits of a cell's value; in precision 'log' those of m and of k (params.wgsl.ts). */
fn valueOf(layer: u32, x: u32, y: u32) -> vec2u {
  let at = rowOf(layer, y) + x;
#if log
  let first = 2u * at - (x & 3u);
  return vec2u(field[first], field[first + 4u]);
#else
#if half
  let half = (field[at / 2u] >> (16u * (at & 1u))) & 0xffffu;
  return vec2u(bitcast<u32>(valuesOf(vec2u(half, 0u)).x), 0u);
#else
  return vec2u(field[at], 0u);
#end
#end
}

fn isOpen(x: u32, y: u32) -> bool { return factors[rowOf(0u, y) + x] != 0f; }
#if ruled

fn isOpenCell(x: u32, y: u32) -> bool {
  return x < params.width && y < params.height && isOpen(x, y);
}
{stepRule}
#end

/**
 * The weighted f32 sum of the layers' scents, in units of window 'top'. Scents two or more windows
 * below 'top' count as 0.
 */
fn score(x: u32, y: u32, top: i32) -> f32 {
  var sum = 0f;
  for (var i = 0u; i < tick.used; i++) {
    let value = valueOf(tick.layers[i / 4u][i % 4u], x, y);
    if (value.x == 0u) { continue; }
    var m = bitcast<f32>(value.x);
#if log
    let d = bitcast<i32>(value.y) - top;
    if (d < -1) { continue; }
    if (d == -1) { m *= 0x1p-96; }
#end
    // the product is rounded before it is added, as on the CPU: no multiply-add may be fused
    let part = bitcast<f32>(bitcast<u32>(tick.weights[i / 4u][i % 4u] * m) | params.nought);
    sum += part;
  }
  return sum;
}

/**
 * The neighbour with the highest score, the lowest cell if several have it; the cell itself if no
 * neighbour has a higher score than the cell.
 */
fn choiceFrom(here: u32) -> u32 {
  let x = here % params.width;
  let y = here / params.width;
  var best = here;
  if (!isOpen(x, y)) { return here; }
  // the highest window of all scents that are compared
  var top = -0x40000000;
#if log
  for (var l = 0u; l < tick.used; l++) {
    for (var d = 0u; d < 9u; d++) {
      let toX = x + d % 3u - 1u;
      let toY = y + d / 3u - 1u;
#if !eight
      if ((d & 1u) == 0u && d != 4u) { continue; }
#end
#if ruled
      if (!mayStep(x, y, d)) { continue; }
#end
      if (toX >= params.width || toY >= params.height) { continue; }
      if (d != 4u && !mayEnter(toY * params.width + toX)) { continue; }
      if (!isOpen(toX, toY)) { continue; }
      let value = valueOf(tick.layers[l / 4u][l % 4u], toX, toY);
      if (value.x != 0u) { top = max(top, bitcast<i32>(value.y)); }
    }
  }
#end
  var most = score(x, y, top);
  for (var d = 0u; d < 9u; d++) {
#if eight
    if (d == 4u) { continue; }
#else
    if ((d & 1u) == 0u) { continue; }
#end
#if ruled
    if (!mayStep(x, y, d)) { continue; }
#end
    let toX = x + d % 3u - 1u;
    let toY = y + d / 3u - 1u;
    // in u32, columns left of 0 lie beyond the width and rows above 0 beyond the height
    if (toX >= params.width || toY >= params.height || !isOpen(toX, toY)) { continue; }
    if (!mayEnter(toY * params.width + toX)) { continue; }
    let other = score(toX, toY, top);
    if (other > most) {
      most = other;
      best = toY * params.width + toX;
    }
  }
  return best;
}
`;

const KERNELS = /* wgsl */ `
struct Tick {
  used: u32,        // number of layers in the sum
  exclusive: u32,
  defers: u32,      // 1: pursuers move in a later pass, so 'choose' only writes 'chosen'
  spare1: u32,
  layers: array<vec4u, 16>,
  weights: array<vec4f, 16>,
}
@group(0) @binding(1) var<storage, read> field: array<u32>;
@group(0) @binding(2) var<storage, read> {factors}: array<f32>;
@group(0) @binding(3) var<uniform> tick: Tick;
@group(0) @binding(4) var<storage, read_write> position: array<u32>;
@group(0) @binding(5) var<storage, read_write> chosen: array<u32>;
// per cell, for exclusive pursuers: 0 free, TAKEN, or the claim of the pursuer with the lowest
// index that wants the cell
@group(0) @binding(6) var<storage, read_write> claims: array<atomic<u32>>;

// before: the cells of the pursuers before the tick; moved: the number of pursuers that moved
@group(0) @binding(7) var<storage, read> before: array<u32>;
@group(0) @binding(8) var<storage, read_write> moved: array<atomic<u32>>;

var<workgroup> movedHere: atomic<u32>;

/** A pursuer stood here when the tick began. */
const TAKEN = 0xffffffffu;

/** The claim of pursuer i: larger for lower numbers, never 0 or TAKEN. */
fn claimOf(i: u32) -> u32 { return 0xfffffffeu - i; }

fn mayEnter(cell: u32) -> bool {
  return tick.exclusive == 0u || atomicLoad(&claims[cell]) != TAKEN;
}
{choice}
@compute @workgroup_size(256)
fn choose(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var i = id.x; i < params.count; i += groups.x * 256u) {
    let best = choiceFrom(position[i]);
    if (tick.defers == 0u) { position[i] = best; } else { chosen[i] = best; }
  }
}

/** Moves every pursuer to the cell that it chose. */
@compute @workgroup_size(256)
fn arrive(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var i = id.x; i < params.count; i += groups.x * 256u) { position[i] = chosen[i]; }
}

@compute @workgroup_size(256)
fn countMoved(
  @builtin(global_invocation_id) id: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
  var count = 0u;
  for (var i = id.x; i < params.count; i += groups.x * 256u) {
    count += select(0u, 1u, before[i] != position[i]);
  }
  atomicAdd(&movedHere, count);
  // gathers what all invocations counted
  workgroupBarrier();
  if (lane == 0u) { atomicAdd(&moved[0], atomicLoad(&movedHere)); }
}

/** Marks the cells where pursuers stand, before pursuers choose. */
@compute @workgroup_size(256)
fn occupy(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var i = id.x; i < params.count; i += groups.x * 256u) {
    atomicStore(&claims[position[i]], TAKEN);
  }
}

@compute @workgroup_size(256)
fn claim(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var i = id.x; i < params.count; i += groups.x * 256u) {
    if (chosen[i] != position[i]) { atomicMax(&claims[chosen[i]], claimOf(i)); }
  }
}

/** Frees the cells where pursuers stood; no pursuer chose one of these cells. */
@compute @workgroup_size(256)
fn leave(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var i = id.x; i < params.count; i += groups.x * 256u) {
    atomicStore(&claims[position[i]], 0u);
  }
}

/** Moves the pursuers whose claims won, and frees the claimed cells for the next tick. */
@compute @workgroup_size(256)
fn enter(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var i = id.x; i < params.count; i += groups.x * 256u) {
    let there = chosen[i];
    if (there == position[i] || atomicLoad(&claims[there]) != claimOf(i)) { continue; }
    position[i] = there;
    atomicStore(&claims[there], 0u);
  }
}
`;

const OPEN_BY_COST = /* wgsl */ `
fn isOpenCell(x: u32, y: u32) -> bool {
  if (x >= params.width || y >= params.height) { return false; }
  return entering[y * params.pitch * 4u + x] != 0f;
}
`;

/** All kernels of a tick; each entry point is a pass. */
export function pursuersWgsl(held: Held, beside: number): string {
  const ruled = hasCornerRule(beside);
  const choice =
    held === 'cost'
      ? `${ruled ? OPEN_BY_COST : ''}${descentWgsl(beside)}
fn choiceFrom(here: u32) -> u32 { return bestOf(tick.layers[0].x, here); }`
      : (held === 'f16' ? halfWgsl : '') +
        fillTemplate(CLIMB, {
          log: held === 'log',
          half: held === 'f16',
          eight: beside !== NO_DIAGONALS,
          ruled,
          stepRule: stepRuleWgsl(beside),
        });
  const factors = held === 'cost' ? 'entering' : 'factors';
  return paramsWgsl + fillTemplate(KERNELS, { factors, choice });
}
