// Agents per cell of a field: one invocation per slot.
import { REST } from '../state/words.ts';
import { FREE } from '../../types.ts';
import { opaqueWgsl } from '../numbers/opaque.wgsl.ts';

/** Bytes of the uniform `Cells`. */
export const CELL_BYTES = 48;

export const countWgsl: string = /* wgsl */ `
override WG: u32 = 256;
struct Cells {
  width: u32,
  height: u32,
  end: u32,
  nought: u32,
  x: f32,
  y: f32,
  xLow: f32,
  yLow: f32,
  perCell: f32,
}
@group(0) @binding(0) var<uniform> cells: Cells;
@group(0) @binding(1) var<storage, read> position: array<vec4f>;
@group(0) @binding(2) var<storage, read> rest: array<u32>;
@group(0) @binding(3) var<storage, read_write> counts: array<atomic<u32>>;
fn nought() -> u32 { return cells.nought; }
${opaqueWgsl}
@compute @workgroup_size(WG)
fn countInCells(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var slot = id.x; slot < cells.end; slot += groups.x * WG) {
    if ((rest[${REST}u * slot + ${REST - 1}u] & 0xffu) == ${FREE}u) { continue; }
    let p = position[slot];
    let low = p.zw - vec2f(cells.xLow, cells.yLow);
    let at = (vec2f(opaque(p.x - cells.x), opaque(p.y - cells.y)) + low) * cells.perCell;
    // also false for NaN and for positions too far away
    if (!(at.x >= 0f && at.y >= 0f && at.x < f32(cells.width) && at.y < f32(cells.height))) {
      continue;
    }
    let cell = min(vec2u(at), vec2u(cells.width, cells.height) - 1u);
    atomicAdd(&counts[cell.y * cells.width + cell.x], 1u);
  }
}
`;
