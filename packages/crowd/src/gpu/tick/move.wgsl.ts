// Moves each agent by its new velocity, one invocation per place.
import { opaqueWgsl } from '../numbers/opaque.wgsl.ts';
import { sceneWgsl } from '../scene.wgsl.ts';

const move = /* wgsl */ `
override WG: u32 = 64;
// below this share of the largest speed, the heading stays
const TURNING = 0.01f;
@group(0) @binding(1) var<storage, read_write> tally: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read> near: array<u32>;
@group(0) @binding(3) var<storage, read> places: array<vec4f>;
@group(0) @binding(4) var<storage, read> traits: array<u32>;
@group(0) @binding(5) var<storage, read_write> position: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> motion: array<vec4f>;
@group(0) @binding(7) var<storage, read_write> rest: array<u32>;
@group(0) @binding(8) var<storage, read> preferred: array<f32>;
var<workgroup> idle: atomic<u32>;


/** A coordinate in two parts plus a small number. */
fn advanced(high: f32, low: f32, by: f32) -> vec2f {
  let s = opaque(high + by);
  let t = s - high;
  let tail = ((high - (s - t)) + (by - t)) + low;
  let sum = opaque(s + tail);
  return vec2f(sum, tail - (sum - s));
}
fn before(a: vec2f, b: vec2f) -> bool { return a.x < b.x || (a.x == b.x && a.y < b.y); }
fn bounded(a: vec2f, low: vec2f, high: vec2f) -> vec2f {
  if (before(a, low)) { return low; }
  if (before(high, a)) { return high; }
  return a;
}

@compute @workgroup_size(WG)
fn moveAgents(
  @builtin(global_invocation_id) id: vec3u,
  @builtin(local_invocation_index) local: u32,
  @builtin(num_workgroups) groups: vec3u,
) {
  let agents = atomicLoad(&tally[scene.capacity + AGENTS]);
  for (var place = id.x; place < agents; place += groups.x * WG) {
    let at = places[place];
    let slot = bitcast<u32>(places[2u * scene.capacity + place].x);
    let velocity = bitcast<vec2f>(vec2u(near[place], near[scene.capacity + place]));
    let step = velocity * scene.dt;
    let x = bounded(
      advanced(at.x, at.z, step.x),
      vec2f(scene.minX, scene.minXLow),
      vec2f(scene.maxX, scene.maxXLow),
    );
    let y = bounded(
      advanced(at.y, at.w, step.y),
      vec2f(scene.minY, scene.minYLow),
      vec2f(scene.maxY, scene.maxYLow),
    );
    position[slot] = vec4f(x.x, y.x, x.y, y.y);
    let fast = length(velocity);
    var heading = motion[slot].zw;
    if (fast > TURNING * bitcast<f32>(traits[9u * slot + 1u])) { heading = velocity / fast; }
    motion[slot] = vec4f(velocity, heading);
    let isIdle = preferred[slot] == 0f && preferred[scene.capacity + slot] == 0f;
    let state = rest[5u * slot + 4u];
    rest[5u * slot + 4u] = (state & ~255u) | select(MOVING, IDLE, isIdle);
    if (isIdle) { atomicAdd(&idle, 1u); }
  }
  workgroupBarrier(); // publishes the sum of this workgroup
  if (local == 0u) { atomicAdd(&tally[scene.capacity + IDLE_COUNT], atomicLoad(&idle)); }
}
`;

export const moveWgsl: string = sceneWgsl + opaqueWgsl + move;
