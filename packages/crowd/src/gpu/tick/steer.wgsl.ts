// The new velocity of each agent, one invocation per place: half-planes of walls, half-planes of
// neighbours, linear program. Velocity and nearest wall overwrite the first three entries of the
// place's list in `near`, which no other invocation reads. The new state of an agent goes to its
// own entries of `rest`.
//
// The text serves two kernels. `steer` works in f32. It notes a place in `doubts` if the answer
// depends on numbers that f32 cannot tell apart, if the program is infeasible, or if more walls are
// near than `steer` has room for. `steerAgain` solves these programs in pairs of f32.
import { intentWgsl } from '../intent/intent.wgsl.ts';
import { agentLinesWgsl } from '../lines/agent-lines.wgsl.ts';
import { doubleWgsl } from '../numbers/double.wgsl.ts';
import { fusedProductWgsl, opaqueWgsl, splitProductWgsl } from '../numbers/opaque.wgsl.ts';
import { plainWgsl } from '../numbers/plain.wgsl.ts';
import { COARSE, FINE, programWgsl } from '../program/program.wgsl.ts';
import { sceneWgsl } from '../scene.wgsl.ts';
import { wallLinesWgsl } from '../walls/wall-lines.wgsl.ts';
import { nearWallsWgsl, wallsWgsl } from '../walls/walls.wgsl.ts';
import { REST, TRAITS } from '../state/words.ts';

export const plainApart = /* wgsl */ `
fn pair(v: vec2f) -> N { return v.x; }
/** a - b of coordinates in two parts. */
fn apart(a: vec2f, b: vec2f) -> N {
  let s = opaque(a.x - b.x);
  let error = select(a.x - (s + b.x), -b.x - (s - a.x), abs(a.x) >= abs(b.x));
  return s + (error + (a.y - b.y));
}
`;

const doubleApart = /* wgsl */ `
fn pair(v: vec2f) -> N { return v; }
/** a - b of coordinates in two parts. */
fn apart(a: vec2f, b: vec2f) -> N { return sub(a, b); }
`;

const steer = /* wgsl */ `
override WG: u32 = 64;
@group(0) @binding(1) var<storage, read_write> near: array<u32>;
// places whose programs are in doubt
@group(0) @binding(2) var<storage, read_write> doubts: array<u32>;
@group(0) @binding(3) var<storage, read> places: array<vec4f>;
@group(0) @binding(4) var<storage, read> traits: array<u32>;
@group(0) @binding(5) var<storage, read> preferred: array<f32>;
// home in two parts or the cruising speed, status with level and stall: each agent's own entries
@group(0) @binding(7) var<storage, read_write> rest: array<u32>;
// the length of the list of each place; the tally begins at word 'capacity'
@group(0) @binding(8) var<storage, read_write> tally: array<atomic<u32>>;

fn traitOf(slot: u32, which: u32) -> f32 { return bitcast<f32>(traits[${TRAITS}u * slot + which]); }

// a factor on distances within which walls count, larger than their rounding
const ROOM = 1.001f;

// an agent that does not have status MOVING and is slower than this share of its largest speed
// gets velocity 0
const RESTING = 5e-4f;

// time horizon for agents, in seconds, of an agent whose program is infeasible
const SOON = 0.5f;

struct Steered { velocity: vec2f, relaxed: u32, deepest: f32, wall: u32, intent: Intent }

fn steerAt(place: u32) -> Steered {
  doubt = false;
  let at = places[place];
  let body = places[scene.capacity + place];
  let facts = bitcast<vec4u>(places[2u * scene.capacity + place]);
  let slot = facts.x;
  let speed = traitOf(slot, 1u);
  let size = atomicLoad(&tally[place]);
  let status = statusOf(facts);
  let wanted = preferredOf(slot);
  let me =
    Agent(place, at, body.xy, body.z, body.w, slot, status, levelOf(facts), speed, size, wanted);
  let intent = intend(me);
  let intendedX = num(intent.velocity.x);
  let intendedY = num(intent.velocity.y);
  let turned = num(intent.turned);
  var px = sub(intendedX, mul(turned, intendedY));
  var py = add(intendedY, mul(turned, intendedX));
  let square = dot2(px, py, px, py);
  if (less(mul(num(speed), num(speed)), square)) {
    let shorter = div(num(speed), root(square));
    px = mul(px, shorter);
    py = mul(py, shorter);
  }
  // a wall counts if the disc can reach it within the wall horizon, or within a longer tick
  let wallHorizon = traitOf(slot, 3u);
  let ahead = max(wallHorizon, scene.dt) * speed;
  let nearCount = findWalls(at, ROOM * (ahead + body.z), facts.w & 0xffffu);
  var nearest = 0u;
  if (nearCount > 0u) {
    let touching = ROOM * (speed * scene.dt + body.z);
    if (!less(num(touching * touching), nearSquare[0])) { nearest = nearWall[0] + 1u; }
  }
  let hard = putWallLines(nearCount, at, body.xy, body.z, wallHorizon);
  let yielding = 1f - body.w;
  let horizon = traitOf(slot, 2u);
  var own = Avoider(body.xy, body.z, yielding, slot, scene.seed, num(0f), speed, scene.dt);
  var deepest = 0f;
  var isInfeasible = false;
  // An infeasible program is built again with a short horizon, and relaxed if it is still
  // infeasible. Half-planes are built and programs are solved at one place of the text each,
  // because compilers inline every call.
  for (var turn = 0u; turn < TURNS; turn++) {
    let soon = select(horizon, min(horizon, max(SOON, scene.dt)), turn > 0u);
    own.perHorizon = div(num(1f), num(soon));
    var count = hard;
    for (var i = 0u; i < size; i++) {
      let p = near[i * scene.capacity + place];
      let there = places[p];
      let other = places[scene.capacity + p];
      let x = apart(there.xz, at.xz);
      let y = apart(there.yw, at.yw);
      let theirs = factsOf(p);
      let stance = stanceOf(facts, theirs, other.w);
      let avoided = Avoided(x, y, other.xy, other.z, other.w, theirs.x, stance);
      deepest = max(deepest, putAgentLine(count, own, avoided));
      if (yielding > 0f) { count++; }
    }
    solve(hard, count, px, py, speed, turn > 0u);
    if (relaxed == 0u || isInfeasible) { break; }
    isInfeasible = true;
  }
  var velocity = vec2f(rounded(foundX), rounded(foundY));
  if (intent.status != MOVING && dot(velocity, velocity) < RESTING * RESTING * speed * speed) {
    velocity = vec2f();
  }
  return Steered(velocity, max(relaxed, u32(isInfeasible)), deepest, nearest, intent);
}

fn put(place: u32, steered: Steered) {
  near[place] = bitcast<u32>(steered.velocity.x);
  near[scene.capacity + place] = bitcast<u32>(steered.velocity.y);
  near[2u * scene.capacity + place] = steered.wall;
  let slot = factsOf(place).x;
  let intent = steered.intent;
  if (intent.stays) {
    let at = bitcast<vec4u>(places[place]);
    for (var i = 0u; i < 4u; i++) { rest[${REST}u * slot + i] = at[i]; }
  } else if (intent.status == MOVING || intent.status == SETTLED) {
    rest[${REST}u * slot] = bitcast<u32>(intent.cruise);
  }
  let level = intent.level | intent.slows;
  rest[${REST}u * slot + 4u] = intent.status | (level << 8u) | (intent.stall << 16u);
}
`;

const sums = /* wgsl */ `
var<workgroup> infeasible: atomic<u32>;
var<workgroup> squeezed: atomic<u32>;
var<workgroup> deepest: atomic<u32>;
var<workgroup> idle: atomic<u32>;
var<workgroup> settled: atomic<u32>;

fn sumUp(steered: Steered) {
  if (steered.relaxed > 0u) { atomicAdd(&infeasible, 1u); }
  if (steered.relaxed == 2u) { atomicAdd(&squeezed, 1u); }
  let status = steered.intent.status;
  if (status == IDLE || status == RETURNING) { atomicAdd(&idle, 1u); }
  if (status == SETTLED) { atomicAdd(&settled, 1u); }
  if (steered.deepest > 0f) { atomicMax(&deepest, bitcast<u32>(steered.deepest)); }
}
fn publish() {
  atomicAdd(&tally[scene.capacity + INFEASIBLE], atomicLoad(&infeasible));
  atomicAdd(&tally[scene.capacity + SQUEEZED], atomicLoad(&squeezed));
  atomicMax(&tally[scene.capacity + DEEPEST], atomicLoad(&deepest));
  atomicAdd(&tally[scene.capacity + IDLE_COUNT], atomicLoad(&idle));
  atomicAdd(&tally[scene.capacity + SETTLED_COUNT], atomicLoad(&settled));
}
`;

const all = /* wgsl */ `
// the places in doubt of this workgroup: one addition to the tally for all of them
var<workgroup> doubtful: atomic<u32>;
var<workgroup> firstDoubt: u32;

@compute @workgroup_size(WG)
fn steer(
  @builtin(workgroup_id) group: vec3u,
  @builtin(local_invocation_index) local: u32,
  @builtin(num_workgroups) groups: vec3u,
) {
  let agents = atomicLoad(&tally[scene.capacity + AGENTS]);
  for (var first = group.x * WG; first < scene.end; first += groups.x * WG) {
    let place = first + local;
    // if the place is in doubt, its number among those of the workgroup, from 1 on
    var number = 0u;
    if (place < agents) {
      let steered = steerAt(place);
      if (NOTES && (doubt || overfull || steered.relaxed > 0u)) {
        number = atomicAdd(&doubtful, 1u) + 1u;
      } else {
        put(place, steered);
        sumUp(steered);
      }
    }
    if (NOTES) {
      workgroupBarrier(); // publishes the number of places in doubt
      if (local == 0u) {
        let count = atomicExchange(&doubtful, 0u);
        firstDoubt = 0u;
        if (count > 0u) { firstDoubt = atomicAdd(&tally[scene.capacity + DOUBTS], count); }
      }
      let begins = workgroupUniformLoad(&firstDoubt);
      if (number > 0u) { doubts[begins + number - 1u] = place; }
    }
  }
  workgroupBarrier(); // publishes the sums of this workgroup
  if (local == 0u) { publish(); }
}
`;

const again = /* wgsl */ `
@compute @workgroup_size(WG)
fn steerAgain(
  @builtin(global_invocation_id) id: vec3u,
  @builtin(local_invocation_index) local: u32,
  @builtin(num_workgroups) groups: vec3u,
) {
  let count = atomicLoad(&tally[scene.capacity + DOUBTS]);
  for (var i = id.x; i < count; i += groups.x * WG) {
    let place = doubts[i];
    let steered = steerAt(place);
    put(place, steered);
    sumUp(steered);
  }
  workgroupBarrier(); // publishes the sums of this workgroup
  if (local == 0u) { publish(); }
}
`;

/** The numbers that `steer` works in. */
export interface Numbers {
  readonly text: string;
  /** Whether they are finer than f32: chooses the tolerances. */
  readonly isFine: boolean;
  /** Whether the text calls `productError`. */
  readonly hasErrors: boolean;
}

export const PLAIN: Numbers = {
  text: plainWgsl + plainApart,
  isFine: false,
  hasErrors: false,
};
export const DOUBLE: Numbers = {
  text: doubleWgsl + doubleApart,
  isFine: true,
  hasErrors: true,
};

/** What a kernel that steers must have room for, and how it works. */
export interface Steering {
  readonly neighbours: number;
  readonly walls: number;
  readonly numbers: Numbers;
  /** Whether `fma` of the device rounds once. */
  readonly fused: boolean;
}

function head({ neighbours, walls, numbers, fused }: Steering, relaxes: boolean): string {
  const { text, isFine, hasErrors } = numbers;
  const program = programWgsl(neighbours + walls, isFine ? FINE : COARSE, relaxes);
  const wallText = wallsWgsl + nearWallsWgsl(walls) + wallLinesWgsl(isFine ? '1e-9f' : '1e-6f');
  const product = fused ? fusedProductWgsl : splitProductWgsl;
  const arithmetic = opaqueWgsl + (hasErrors ? product : '') + text;
  const turns = `const TURNS = ${relaxes ? 2 : 1}u;\n`;
  return (
    sceneWgsl + turns + arithmetic + program + agentLinesWgsl + wallText + intentWgsl + steer + sums
  );
}

/** The kernel `steer`. One that `notes` leaves what is infeasible or in doubt to `steerAgain`. */
export function steerWgsl(steering: Steering, notes: boolean): string {
  return `const NOTES = ${notes};\n` + head(steering, !notes) + all;
}
/** The kernel `steerAgain`. */
export function steerAgainWgsl(steering: Steering): string {
  return head(steering, true) + again;
}
