// Sorts agents into cells: a counting sort by slots.
//
//   begin    chooses the side of cells from the density of the last tick; clears counts and tally
//   count    counts the agents of each cell; the count before is the agent's rank
//   (scan)   turns counts into first places
//   scatter  copies what neighbours need of an agent to its place
//
// Ranks come from atomics, so the order within a cell differs from run to run. No answer depends on
// that order: neighbours are sorted by distance and slot, and each agent writes its own entries.
import { cellsWgsl, sceneWgsl } from '../scene.wgsl.ts';
import { REST, TRAITS } from '../state/words.ts';

const begin = /* wgsl */ `
override WG: u32 = 256;
// the side of a cell, as a part of the distance within which the usual number of neighbours is
// expected; 1.1 is chosen by speed
const SIDE = 1.1f;
// a cell is at least this part of the largest neighbour distance: keys depend on it, see cellsWgsl
const FINEST = 0.0625f;

@group(0) @binding(1) var<storage, read_write> plan: Plan;
@group(0) @binding(2) var<storage, read_write> cells: array<u32>;
@group(0) @binding(3) var<storage, read_write> rank: array<u32>;

@compute @workgroup_size(WG)
fn begin(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var i = id.x; i <= scene.cells; i += groups.x * WG) { cells[i] = 0u; }
  if (id.x != 0u) { return; }
  let agents = rank[scene.capacity + AGENTS];
  for (var i = 0u; i < TALLY_WORDS; i++) { rank[scene.capacity + i] = 0u; }
  let reach = max(scene.largestReach, 1e-6f);
  if (agents > 0u && plan.side > 0f) {
    // A rank counts the agents that came before in the cell. So twice the mean of all ranks is the
    // mean number of others in the cell of an agent.
    let others = max(2f * f32(plan.others) / f32(agents), 0.25f);
    let usual = f32(max(scene.usualNeighbours, 1u));
    plan.side = SIDE * plan.side * sqrt(usual / (3.1415927f * others));
  } else {
    plan.side = reach;
  }
  plan.side = clamp(plan.side, FINEST * reach, reach);
  plan.perUnit = 1f / plan.side;
  plan.others = 0u;
}
`;

const count = /* wgsl */ `
override WG: u32 = 256;
@group(0) @binding(1) var<storage, read_write> plan: array<atomic<u32>, 4>;
@group(0) @binding(2) var<storage, read_write> cells: array<atomic<u32>>;
@group(0) @binding(3) var<storage, read> position: array<vec4f>;
@group(0) @binding(4) var<storage, read> rest: array<u32>;
@group(0) @binding(5) var<storage, read_write> rank: array<atomic<u32>>;
var<workgroup> agents: atomic<u32>;
var<workgroup> others: atomic<u32>;

@compute @workgroup_size(WG)
fn count(
  @builtin(global_invocation_id) id: vec3u,
  @builtin(local_invocation_index) local: u32,
  @builtin(num_workgroups) groups: vec3u,
) {
  let perUnit = bitcast<f32>(atomicLoad(&plan[1]));
  var own = 0u;
  var ranks = 0u;
  for (var slot = id.x; slot < scene.end; slot += groups.x * WG) {
    if ((rest[${REST}u * slot + 4u] & 255u) == FREE) { continue; }
    let q = quotient(position[slot], perUnit);
    let before = atomicAdd(&cells[keyOf(lineOf(q.x), lineOf(q.y))], 1u);
    atomicStore(&rank[slot], before);
    own++;
    // bounded, so that the sum over 2^22 agents fits a u32
    ranks += min(before, 1023u);
  }
  atomicAdd(&agents, own);
  atomicAdd(&others, ranks);
  workgroupBarrier(); // publishes the sums of this workgroup
  if (local == 0u) {
    atomicAdd(&rank[scene.capacity + AGENTS], atomicLoad(&agents));
    atomicAdd(&plan[2], atomicLoad(&others));
  }
}
`;

const scatter = /* wgsl */ `
override WG: u32 = 256;
@group(0) @binding(1) var<storage, read> plan: Plan;
@group(0) @binding(2) var<storage, read> cells: array<u32>;
@group(0) @binding(3) var<storage, read> position: array<vec4f>;
@group(0) @binding(4) var<storage, read> rest: array<u32>;
@group(0) @binding(5) var<storage, read> rank: array<u32>;
@group(0) @binding(6) var<storage, read> motion: array<vec4f>;
@group(0) @binding(7) var<storage, read> traits: array<u32>;
@group(0) @binding(8) var<storage, read_write> places: array<vec4f>;

@compute @workgroup_size(WG)
fn scatter(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var slot = id.x; slot < scene.end; slot += groups.x * WG) {
    let state = rest[${REST}u * slot + 4u];
    if ((state & 255u) == FREE) { continue; }
    let at = position[slot];
    let q = quotient(at, plan.perUnit);
    let place = cells[keyOf(lineOf(q.x), lineOf(q.y))] + rank[slot];
    let t = ${TRAITS}u * slot;
    places[place] = at;
    places[scene.capacity + place] =
      vec4f(motion[slot].xy, bitcast<f32>(traits[t]), bitcast<f32>(traits[t + 5u]));
    let storey = traits[t + 8u] & 0xffffu;
    places[2u * scene.capacity + place] =
      bitcast<vec4f>(vec4u(slot, traits[t + 6u], traits[t + 7u], storey | (state << 16u)));
  }
}
`;

const head = sceneWgsl + cellsWgsl;
export const beginWgsl: string = head + begin;
export const countWgsl: string = head + count;
export const scatterWgsl: string = head + scatter;
