// Moves each agent by its new velocity, one invocation per place. `moveAgents` only notes agents
// that may touch a wall. `clipAgents` then moves these, in pairs of f32. So the clipping, which is
// long and needs exact differences, does not slow down other agents.
import { doubleWgsl } from '../numbers/double.wgsl.ts';
import { opaqueWgsl, splitProductWgsl } from '../numbers/opaque.wgsl.ts';
import { sceneWgsl } from '../scene.wgsl.ts';
import { clipWgsl } from '../walls/clip.wgsl.ts';
import { wallsWgsl } from '../walls/walls.wgsl.ts';
import { TRAITS } from '../state/words.ts';

const shared = /* wgsl */ `
override WG: u32 = 64;
// at speeds up to this share of the largest speed, an agent keeps its heading
const TURNING = 0.01f;
@group(0) @binding(1) var<storage, read_write> tally: array<atomic<u32>>;
// three rows by place: velocity x, velocity y, and 1 + the nearest wall in reach of the move (0:
// none)
@group(0) @binding(2) var<storage, read> near: array<u32>;
@group(0) @binding(3) var<storage, read> places: array<vec4f>;
@group(0) @binding(4) var<storage, read> traits: array<u32>;
@group(0) @binding(5) var<storage, read_write> position: array<vec4f>;
@group(0) @binding(7) var<storage, read_write> motion: array<vec4f>;
// from entry 'capacity' on: places of agents that may touch a wall
@group(0) @binding(8) var<storage, read_write> listed: array<u32>;

fn before(a: vec2f, b: vec2f) -> bool { return a.x < b.x || (a.x == b.x && a.y < b.y); }
fn bounded(a: vec2f, low: vec2f, high: vec2f) -> vec2f {
  if (before(a, low)) { return low; }
  if (before(high, a)) { return high; }
  return a;
}
fn differenceOf(a: vec2f, b: vec2f) -> f32 { return opaque(a.x - b.x) + (a.y - b.y); }

fn lowX() -> vec2f { return vec2f(scene.minX, scene.minXLow); }
fn lowY() -> vec2f { return vec2f(scene.minY, scene.minYLow); }
fn highX() -> vec2f { return vec2f(scene.maxX, scene.maxXLow); }
fn highY() -> vec2f { return vec2f(scene.maxY, scene.maxYLow); }

/** The velocity of an agent, without the part that leads out of the bounds in this tick. */
fn velocityAt(place: u32, at: vec4f) -> vec2f {
  let v = bitcast<vec2f>(vec2u(near[place], near[scene.capacity + place]));
  let low = vec2f(differenceOf(lowX(), at.xz), differenceOf(lowY(), at.yw));
  let high = vec2f(differenceOf(highX(), at.xz), differenceOf(highY(), at.yw));
  return clamp(v, low / scene.dt, high / scene.dt);
}
fn slotAt(place: u32) -> u32 { return bitcast<u32>(places[2u * scene.capacity + place].x); }
fn speedOf(slot: u32) -> f32 { return bitcast<f32>(traits[${TRAITS}u * slot + 1u]); }

fn put(slot: u32, x: vec2f, y: vec2f, velocity: vec2f) {
  position[slot] = vec4f(x.x, y.x, x.y, y.y);
  let fast = length(velocity);
  var heading = motion[slot].zw;
  if (fast > TURNING * speedOf(slot)) { heading = velocity / fast; }
  motion[slot] = vec4f(velocity, heading);
}

/** A coordinate in two parts plus a small number. */
fn advanced(high: f32, low: f32, by: f32) -> vec2f {
  let s = opaque(high + by);
  let error = select(high - (s - by), by - (s - high), abs(high) >= abs(by));
  let tail = error + low;
  let sum = opaque(s + tail);
  return vec2f(sum, tail - (sum - s));
}
fn moveFreely(slot: u32, at: vec4f, velocity: vec2f) {
  let x = bounded(advanced(at.x, at.z, velocity.x * scene.dt), lowX(), highX());
  let y = bounded(advanced(at.y, at.w, velocity.y * scene.dt), lowY(), highY());
  put(slot, x, y, velocity);
}
`;

const move = /* wgsl */ `
@compute @workgroup_size(WG)
fn moveAgents(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let agents = atomicLoad(&tally[scene.capacity + AGENTS]);
  for (var place = id.x; place < agents; place += groups.x * WG) {
    let at = places[place];
    let slot = slotAt(place);
    if (near[2u * scene.capacity + place] != 0u) {
      listed[scene.capacity + atomicAdd(&tally[scene.capacity + TO_CLIP], 1u)] = place;
    } else {
      moveFreely(slot, at, velocityAt(place, at));
    }
  }
}
`;

const clip = /* wgsl */ `
fn pair(v: vec2f) -> N { return v; }
fn apart(a: vec2f, b: vec2f) -> N { return sub(a, b); }
fn dot2(ax: N, ay: N, bx: N, by: N) -> N { return add(mul(ax, bx), mul(ay, by)); }
fn cross2(ax: N, ay: N, bx: N, by: N) -> N { return sub(mul(ax, by), mul(ay, bx)); }
`;

const clipMain = /* wgsl */ `
@compute @workgroup_size(WG)
fn clipAgents(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let count = atomicLoad(&tally[scene.capacity + TO_CLIP]);
  for (var i = id.x; i < count; i += groups.x * WG) {
    let place = listed[scene.capacity + i];
    let at = places[place];
    let slot = slotAt(place);
    let velocity = velocityAt(place, at);
    let radius = places[scene.capacity + place].z;
    let level = bitcast<u32>(places[2u * scene.capacity + place].w) & 0xffffu;
    let nearest = near[2u * scene.capacity + place] - 1u;
    goX = mul(num(velocity.x), num(scene.dt));
    goY = mul(num(velocity.y), num(scene.dt));
    let changed = clipMove(at, radius, speedOf(slot) * scene.dt, nearest, level);
    if (!changed) {
      moveFreely(slot, at, velocity);
      continue;
    }
    atomicAdd(&tally[scene.capacity + CLIPPED], 1u);
    var x = add(at.xz, atX);
    var y = add(at.yw, atY);
    var by = vec2f(rounded(div(atX, num(scene.dt))), rounded(div(atY, num(scene.dt))));
    // a slide along a wall may end outside the bounds
    if (before(x, lowX()) || before(highX(), x) || before(y, lowY()) || before(highY(), y)) {
      x = at.xz;
      y = at.yw;
      by = vec2f();
    }
    put(slot, x, y, by);
  }
}
`;

export const moveWgsl: string = sceneWgsl + opaqueWgsl + shared + move;

const numbers = opaqueWgsl + splitProductWgsl + doubleWgsl;
export const clipAgentsWgsl: string =
  sceneWgsl + numbers + shared + clip + wallsWgsl + clipWgsl + clipMain;
