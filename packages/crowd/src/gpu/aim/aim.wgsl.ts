// Preferred velocities on the device, one invocation per slot: straight to a goal each, or along
// the headings of a field.
import { opaqueWgsl } from '../numbers/opaque.wgsl.ts';
import { sceneWgsl } from '../scene.wgsl.ts';
import { TRAITS } from '../state/words.ts';

/** 32-bit words of the uniform `Aim`, in order; from `x` on they are f32. */
export const AIM_WORDS = [
  'width',
  'height',
  'layers',
  'goals',
  'x',
  'y',
  'xLow',
  'yLow',
  'perCell',
  'speed',
  'arrive',
  'spare',
] as const;
export type AimWord = (typeof AIM_WORDS)[number];
/** The first word that is f32. */
export const AIM_FLOATS = 4;

const head = /* wgsl */ `
override WG: u32 = 256;
struct Aim {
  width: u32,
  height: u32,
  layers: u32,
  // slots below this number have a goal
  goals: u32,
  x: f32,
  y: f32,
  xLow: f32,
  yLow: f32,
  perCell: f32,
  speed: f32,
  arrive: f32,
  spare: f32,
}
@group(0) @binding(1) var<uniform> aim: Aim;
@group(0) @binding(2) var<storage, read> position: array<vec4f>;
@group(0) @binding(3) var<storage, read> traits: array<f32>;
@group(0) @binding(4) var<storage, read_write> preferred: array<f32>;

fn wantedSpeed(slot: u32) -> f32 { return min(aim.speed, traits[${TRAITS}u * slot + 1u]); }
fn putPreferred(slot: u32, velocity: vec2f) {
  preferred[slot] = velocity.x;
  preferred[scene.capacity + slot] = velocity.y;
}
`;

const goals = /* wgsl */ `
// x and y, then what f32 leaves of them
@group(0) @binding(5) var<storage, read> goals: array<vec4f>;

@compute @workgroup_size(WG)
fn aimAtGoals(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  // an agent that has no goal is left alone
  let end = min(scene.end, aim.goals);
  for (var slot = id.x; slot < end; slot += groups.x * WG) {
    let at = position[slot];
    let goal = goals[slot];
    let d = vec2f(opaque(goal.x - at.x), opaque(goal.y - at.y)) + (goal.zw - at.zw);
    let distance = length(d);
    var velocity = vec2f();
    // in the last tick the agent reaches its goal and does not pass it
    let speed = min(wantedSpeed(slot), distance / scene.dt);
    if (distance > aim.arrive) { velocity = d * (speed / distance); }
    putPreferred(slot, velocity);
  }
}
`;

const field = /* wgsl */ `
// a unit vector per cell; 0, 0: no path, or a goal
@group(0) @binding(5) var<storage, read> headings: array<vec2f>;
@group(0) @binding(6) var<storage, read> layerOf: array<u32>;

fn headingAt(layer: u32, cell: vec2i) -> vec2f {
  let c = vec2u(cell);
  // in u32, columns left of 0 lie beyond the width and rows above 0 beyond the height
  if (c.x >= aim.width || c.y >= aim.height) { return vec2f(); }
  return headings[(layer * aim.height + c.y) * aim.width + c.x];
}

@compute @workgroup_size(WG)
fn aimAlongField(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var slot = id.x; slot < scene.end; slot += groups.x * WG) {
    let p = position[slot];
    let d = vec2f(opaque(p.x - aim.x), opaque(p.y - aim.y)) + (p.zw - vec2f(aim.xLow, aim.yLow));
    let at = d * aim.perCell;
    let cell = vec2i(floor(at));
    var layer = 0u;
    if (aim.layers > 1u) { layer = min(layerOf[slot], aim.layers - 1u); }
    let own = headingAt(layer, cell);
    // The headings of the four nearest cells, weighted by distance. Headings at 90 degrees or more
    // to the heading of the agent's own cell are left out.
    let corner = vec2i(floor(at - 0.5f));
    let weight = at - 0.5f - vec2f(corner);
    var sum = vec2f();
    for (var q = 0; q < 4; q++) {
      let byX = (q & 1) != 0;
      let byY = (q & 2) != 0;
      let h = headingAt(layer, corner + vec2i(i32(byX), i32(byY)));
      let w = select(1f - weight.x, weight.x, byX) * select(1f - weight.y, weight.y, byY);
      if (dot(h, own) > 0f) { sum += w * h; }
    }
    let size = length(sum);
    var velocity = vec2f();
    if (size > 0f) { velocity = sum * (wantedSpeed(slot) / size); }
    putPreferred(slot, velocity);
  }
}
`;

export const goalsWgsl: string = sceneWgsl + opaqueWgsl + head + goals;
export const fieldWgsl: string = sceneWgsl + opaqueWgsl + head + field;
