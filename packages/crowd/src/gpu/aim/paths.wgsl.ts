// A path per agent, followed on the device: what src/guides/path-walk.ts does by corners or by
// sight, in f32 with positions in two parts. One invocation per slot.
import { GUIDE_STATUS } from '../../guides/types.ts';
import { opaqueWgsl } from '../numbers/opaque.wgsl.ts';
import { sceneWgsl } from '../scene.wgsl.ts';
import { sightWgsl } from './sight.wgsl.ts';
import { TRAITS } from '../state/words.ts';

/** Words of a slot in the list of routes: the first point, how many there are, the speed as f32. */
export const ROUTE_WORDS = 3;
/**
 * The state of a slot is a word: the number of the point that the agent aims at (bits 0 to 23), its
 * `GUIDE_STATUS` (from `STATUS_BIT` on), and quarters of the side to the next point (from
 * `QUARTER_BIT` on). Behind the states of all slots stands, per slot, the last point that the agent
 * has reached.
 */
export const STATUS_BIT = 24;
export const QUARTER_BIT = 28;
/** The status of a state. */
export const statusOf = (state: number): number => (state >>> STATUS_BIT) & 15;
/** The point of a state. */
export const pointOf = (state: number): number => state & (2 ** STATUS_BIT - 1);

const head = /* wgsl */ `
override WG: u32 = 256;
struct Following {
  astray: f32,
  arrival: f32,
  slowing: f32,
  lookAhead: u32,
}
@group(0) @binding(1) var<uniform> following: Following;
@group(0) @binding(2) var<storage, read> position: array<vec4f>;
@group(0) @binding(3) var<storage, read> traits: array<u32>;
@group(0) @binding(4) var<storage, read_write> preferred: array<f32>;
@group(0) @binding(5) var<storage, read> routes: array<u32>;
// x and y, then what f32 leaves of them
@group(0) @binding(6) var<storage, read> points: array<vec4f>;
@group(0) @binding(7) var<storage, read_write> state: array<u32>;

const NO_GUIDE = ${GUIDE_STATUS.NONE}u;
const WALKING = ${GUIDE_STATUS.WALKING}u;
const ARRIVED = ${GUIDE_STATUS.ARRIVED}u;
const WAITING = ${GUIDE_STATUS.WAITING}u;
const POINT_MASK = ${2 ** STATUS_BIT - 1}u;
const STATUS_BIT = ${STATUS_BIT}u;
const QUARTER_BIT = ${QUARTER_BIT}u;

/**
 * An aim: point k of a path and quarters of the side to the next point; whether the agent is on its
 * path; the vector from the agent to the aim.
 */
struct Aim {
  k: u32,
  quarters: u32,
  isOn: bool,
  to: vec2f,
}
fn radiusOf(slot: u32) -> f32 { return bitcast<f32>(traits[${TRAITS}u * slot]); }

fn putPreferred(slot: u32, velocity: vec2f) {
  preferred[slot] = velocity.x;
  preferred[scene.capacity + slot] = velocity.y;
}
fn between(a: vec4f, b: vec4f) -> vec2f {
  return vec2f(opaque(b.x - a.x), opaque(b.y - a.y)) + (b.zw - a.zw);
}
`;

const corners = /* wgsl */ `
fn unit(v: vec2f) -> vec2f {
  let size = length(v);
  return v / select(1f, size, size > 0f);
}

/** Whether an agent goes on from point i: it is at the point, or beyond it and within 'astray'. */
fn passesOn(at: vec4f, i: u32, isFirst: bool, radius: f32) -> bool {
  let past = between(points[i], at);
  let away = length(past);
  if (away > following.astray) { return false; }
  if (away <= radius) { return true; }
  var before = vec2f();
  if (!isFirst) { before = unit(between(points[i - 1u], points[i])); }
  // beyond the bisector of the angle at the point
  return dot(past, before + unit(between(points[i], points[i + 1u]))) >= 0f;
}

/** Whether an agent is at most 'astray' from the side of its path that leads to point i. */
fn isBeside(at: vec4f, i: u32, isFirst: bool) -> bool {
  let start = select(i - 1u, i, isFirst);
  let p = between(points[start], at);
  let side = between(points[start], points[i]);
  let square = dot(side, side);
  let t = select(0f, clamp(dot(p, side) / select(1f, square, square > 0f), 0f, 1f), square > 0f);
  return length(p - t * side) <= following.astray;
}

fn follow(slot: u32, at: vec4f, first: u32, last: u32) -> Aim {
  let radius = radiusOf(slot);
  var k = min(state[slot] & POINT_MASK, last);
  for (var tries = 0u; tries < following.lookAhead && k < last; tries++) {
    if (!passesOn(at, first + k, k == 0u, radius)) { break; }
    k++;
  }
  return Aim(k, 0u, isBeside(at, first + k, k == 0u), between(at, points[first + k]));
}
`;

const main = /* wgsl */ `
@compute @workgroup_size(WG)
fn followPaths(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var slot = id.x; slot < scene.end; slot += groups.x * WG) {
    let first = routes[${ROUTE_WORDS}u * slot];
    let count = routes[${ROUTE_WORDS}u * slot + 1u];
    if (count == 0u) {
      // An agent that waits for a path stands. Agents that are no members of the paths are left
      // alone.
      if (((state[slot] >> STATUS_BIT) & 15u) != NO_GUIDE) { putPreferred(slot, vec2f()); }
      continue;
    }
    let last = count - 1u;
    let aim = follow(slot, position[slot], first, last);
    var status = select(WAITING, WALKING, aim.isOn);
    let to = aim.to;
    let away = length(to);
    let isLast = aim.k == last && aim.isOn;
    if (isLast && away <= following.arrival) {
      status = ARRIVED;
      putPreferred(slot, vec2f());
    } else if (away > 0f) {
      var pace = bitcast<f32>(routes[${ROUTE_WORDS}u * slot + 2u]);
      if (isLast && following.slowing > 0f) { pace = min(pace, away / following.slowing); }
      putPreferred(slot, to * (pace / away));
    }
    state[slot] = aim.k | (status << STATUS_BIT) | (aim.quarters << QUARTER_BIT);
  }
}
`;

/** The kernel `followPaths`: by corners, or by what agents see between walls. */
export const pathsWgsl: string = sceneWgsl + opaqueWgsl + head + corners + main;
export const pathsBySightWgsl: string = sceneWgsl + opaqueWgsl + head + sightWgsl + main;
