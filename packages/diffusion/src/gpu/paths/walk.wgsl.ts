// Walks up a layer's scent or down its costs, one invocation per start, some steps per dispatch.
import { descentWgsl } from '../distance/descent.wgsl.ts';
import { hasCornerRule, skipForbidden, stepRuleWgsl } from '../memory/corners.wgsl.ts';
import { paramsWgsl } from '../memory/params.wgsl.ts';

/** The state of a walk: under way, at a goal, at a local maximum that is no goal, out of steps. */
export const WALK = { open: 0, found: 1, top: 2, spent: 3 } as const;

/** What a field holds: scent in one of three forms, or costs. */
export type Held = 'f32' | 'log' | 'f16' | 'cost';

/** The scent of a cell as a key that grows with it, 0 for none; and the best neighbour. */
const ascentWgsl = (held: Held, beside: number): string => /* wgsl */ `${stepRuleWgsl(beside)}
/** Larger for more scent; vec2u() for none. */
fn keyOf(layer: u32, x: u32, y: u32) -> vec2u {
  let at = (layer * params.height + y) * params.pitch * 4u + x;
  ${
    held === 'log'
      ? `let m = field[2u * at - (x & 3u)];
  return select(vec2u(field[2u * at - (x & 3u) + 4u] + 0x80000000u, m), vec2u(), m == 0u);`
      : held === 'f16'
        ? `// halves are ordered as their bits are
  let half = (field[at / 2u] >> (16u * (at & 1u))) & 0xffffu;
  return vec2u(1u, half) * select(0u, 1u, half != 0u);`
        : 'return vec2u(1u, field[at]) * select(0u, 1u, field[at] != 0u);'
  }
}

fn above(a: vec2u, b: vec2u) -> bool { return a.x > b.x || (a.x == b.x && a.y > b.y); }

/**
 * The neighbour with the most scent, the lowest cell if several have it; the cell itself if no
 * neighbour has more scent than the cell.
 */
fn bestOf(layer: u32, cell: u32) -> u32 {
  let x = cell % params.width;
  let y = cell / params.width;
  var best = cell;
  var key = keyOf(layer, x, y);
  if (all(key == vec2u())) { return cell; }
  for (var d = 0u; d < 9u; d++) {
    ${skipForbidden(beside)}
    let toX = x + d % 3u - 1u;
    let toY = y + d / 3u - 1u;
    // in u32, columns left of 0 lie beyond the width and rows above 0 beyond the height
    if (toX >= params.width || toY >= params.height) { continue; }
    let other = keyOf(layer, toX, toY);
    if (above(other, key)) {
      key = other;
      best = toY * params.width + toX;
    }
  }
  return best;
}
`;

/** `isOpenCell`: by 1 / terrain, or by the factors of a plane. */
const openCellWgsl = /* wgsl */ `
@group(0) @binding(6) var<storage, read> entering: array<f32>;

fn isOpenCell(x: u32, y: u32) -> bool {
  // in u32, columns left of 0 lie beyond the width and rows above 0 beyond the height
  if (x >= params.width || y >= params.height) { return false; }
  return entering[y * params.pitch * 4u + x] != 0f;
}
`;

export const walkWgsl = (held: Held, beside: number): string => /* wgsl */ `
${paramsWgsl}
@group(0) @binding(1) var<storage, read> field: array<u32>;
@group(0) @binding(2) var<storage, read> masks: array<u32>;

fn isGoal(layer: u32, x: u32, y: u32) -> bool {
  let word = masks[(layer * params.height + y) * params.maskPitch + x / 32u];
  return ((word >> (x & 31u)) & 1u) != 0u;
}

${
  held === 'cost'
    ? `${openCellWgsl}
fn mayEnter(cell: u32) -> bool { return true; }
${descentWgsl(beside)}`
    : (hasCornerRule(beside) ? openCellWgsl : '') + ascentWgsl(held, beside)
}
/** A walk: its cell, the number of its cells, its WALK state, the place of its cells in 'node'. */
struct Walk { cell: u32, cells: u32, state: u32, at: u32 }
@group(0) @binding(3) var<storage, read_write> walks: array<Walk>;
// one word: 1 if some walk is still under way after the dispatch
@group(0) @binding(4) var<storage, read_write> open: array<atomic<u32>>;
@group(0) @binding(5) var<storage, read_write> node: array<u32>;

fn walk(i: u32, writes: bool) {
  var me = walks[i];
  if (me.state != ${WALK.open}u) { return; }
  let layer = params.chosen[0].x;
  for (var s = 0u; s < params.steps; s++) {
    if (writes) { node[me.at + me.cells - 1u] = me.cell; }
    let x = me.cell % params.width;
    if (isGoal(layer, x, me.cell / params.width)) { me.state = ${WALK.found}u; break; }
    let next = bestOf(layer, me.cell);
    if (next == me.cell) { me.state = ${WALK.top}u; break; }
    if (me.cells > params.limit) { me.state = ${WALK.spent}u; break; }
    me.cell = next;
    me.cells++;
  }
  walks[i] = me;
  if (me.state == ${WALK.open}u) { atomicStore(&open[0], 1u); }
}

@compute @workgroup_size(64)
fn measure(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var i = id.x; i < params.count; i += groups.x * 64u) { walk(i, false); }
}

@compute @workgroup_size(64)
fn write(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var i = id.x; i < params.count; i += groups.x * 64u) { walk(i, true); }
}
`;
