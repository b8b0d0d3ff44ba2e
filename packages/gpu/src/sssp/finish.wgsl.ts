// From final labels to results: labels in the order of the nodes, and a parent for every reached
// node but the source. An arc is tight if its weight and the label of its tail sum up to the label
// of its head. The parent is the tail of the first tight arc, by number, from a smaller label: such
// arcs close no cycle. Tight arcs between equal labels (weight 0, or lost in rounding) could close
// a cycle, so a node that has only such arcs waits. In pass after pass, waiting nodes take the
// first such arc whose tail got its parent in an earlier pass.
import { gridWgsl, uniformStepsWgsl, weightedStepsWgsl } from './grid-steps.wgsl.ts';
import { paramsWgsl } from './rounds.wgsl.ts';

const resultsWgsl = /* wgsl */ `
// The buffer marks, one word per slot (graphs) or node (grids): the pass in which a node got its
// parent; NONE: it has no parent yet
@group(0) @binding(3) var<storage, read_write> parentPass: array<atomic<u32>>;
@group(0) @binding(8) var<storage, read_write> labels: array<u32>;
@group(0) @binding(9) var<storage, read_write> parents: array<u32>;

/** Whether all labels are final: no node waits after this dispatch, nor for another epoch. */
fn isFinished() -> bool {
  let last = record(params.dispatch);
  let near = atomicLoad(&state[last + WAITING]);
  let far = atomicLoad(&state[last + FAR]) + atomicLoad(&state[last + FAR_ADDED]);
  return near + far + atomicLoad(&state[PENDING]) == 0u;
}
`;

export const graphFinishWgsl: string =
  paramsWgsl +
  resultsWgsl +
  /* wgsl */ `
@group(0) @binding(4) var<storage, read> firstIn: array<u32>;     // slots + 1 entries
@group(0) @binding(5) var<storage, read> arcsIn: array<vec2u>;    // tail slot, bits of the weight
@group(0) @binding(6) var<storage, read> nodeOfSlot: array<u32>;  // NONE: no node
/** Parents as ranks: the number of the arc among the arcs into the node, instead of its tail. */
override RANKS: bool = false;

@compute @workgroup_size(256)
fn collect(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  if (!isFinished()) { return; }
  for (var slot = id.x; slot < params.slots; slot += groups.x * 256u) {
    let node = nodeOfSlot[slot];
    if (node == NONE) { continue; }
    labels[id.y * params.stride + node] = atomicLoad(&dist[id.y * params.slots + slot]);
  }
}

/** Finds the parent of a slot. Each source has a row of workgroups. */
fn findParent(source: u32, slot: u32, passNumber: u32) {
  let node = nodeOfSlot[slot];
  if (node == NONE) { return; }
  let base = source * params.slots;
  let d = atomicLoad(&dist[base + slot]);
  var parent = NONE;
  if (d != params.unreached && slot != atomicLoad(&state[SEEDS + source])) {
    let end = firstIn[slot + 1u];
    for (var a = firstIn[slot]; a < end; a++) {
      let arc = arcsIn[a];
      let begin = atomicLoad(&dist[base + arc.x]);
      if (bitcast<u32>(bitcast<f32>(begin) + bitcast<f32>(arc.y)) != d) { continue; }
      if (begin < d || (passNumber > 0u && atomicLoad(&parentPass[base + arc.x]) < passNumber)) {
        parent = select(nodeOfSlot[arc.x], a - firstIn[slot], RANKS);
        break;
      }
    }
    if (parent == NONE) {
      if (passNumber == 0u) {
        atomicAdd(&state[UNRESOLVED], 1u);
        atomicStore(&parentPass[base + slot], NONE);
      }
    } else {
      if (passNumber > 0u) { atomicSub(&state[UNRESOLVED], 1u); }
      atomicStore(&parentPass[base + slot], passNumber);
    }
  } else {
    atomicStore(&parentPass[base + slot], 0u);
  }
  parents[source * params.stride + node] = parent;
}

@compute @workgroup_size(256)
fn findParents(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  if (!isFinished()) { return; }
  for (var slot = id.x; slot < params.slots; slot += groups.x * 256u) {
    findParent(id.y, slot, 0u);
  }
}

@compute @workgroup_size(256)
fn findMoreParents(
  @builtin(global_invocation_id) id: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  for (var slot = id.x; slot < params.slots; slot += groups.x * 256u) {
    if (atomicLoad(&parentPass[id.y * params.slots + slot]) == NONE) {
      findParent(id.y, slot, params.dispatch);
    }
  }
}
`;

const gridFinish = /* wgsl */ `
@compute @workgroup_size(256)
fn collect(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  if (!isFinished()) { return; }
  for (var v = id.x; v < params.nodes; v += groups.x * 256u) {
    let slot = slotOf(v % params.width, v / params.width);
    labels[id.y * params.stride + v] = atomicLoad(&dist[id.y * params.slots + slot]);
  }
}

/** Finds the parent of a cell. Each source has a row of workgroups. */
fn findParent(source: u32, v: u32, passNumber: u32) {
  let base = source * params.stride;
  let d = labels[base + v];
  let x = v % params.width;
  let y = v / params.width;
  let slot = slotOf(x, y);
  var parent = NONE;
  if (d != params.unreached && slot != atomicLoad(&state[SEEDS + source])) {
    let step = stepInto(slot);
    for (var direction = 0u; direction < 8u; direction++) {
      let fromX = u32(i32(x) - stepX(direction));
      let fromY = u32(i32(y) - stepY(direction));
      // a coordinate of -1 is 2^32 - 1 as u32, which is outside of the grid
      if (fromX >= params.width || fromY >= params.height) { continue; }
      if ((movesOf(slotOf(fromX, fromY)) & (1u << direction)) == 0u) { continue; }
      let u = fromY * params.width + fromX;
      let begin = labels[base + u];
      if (begin == params.unreached) { continue; }
      if (!fits(begin, select(step.x, step.y, direction > 3u), d)) { continue; }
      let isEarlier = passNumber > 0u && atomicLoad(&parentPass[base + u]) < passNumber;
      if (comesBefore(begin, d) || isEarlier) {
        parent = u;
        break;
      }
    }
    if (parent == NONE) {
      if (passNumber == 0u) {
        atomicAdd(&state[UNRESOLVED], 1u);
        atomicStore(&parentPass[base + v], NONE);
      }
    } else {
      if (passNumber > 0u) { atomicSub(&state[UNRESOLVED], 1u); }
      atomicStore(&parentPass[base + v], passNumber);
    }
  } else {
    atomicStore(&parentPass[base + v], 0u);
  }
  parents[base + v] = parent;
}

@compute @workgroup_size(256)
fn findParents(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  if (!isFinished()) { return; }
  for (var v = id.x; v < params.nodes; v += groups.x * 256u) { findParent(id.y, v, 0u); }
}

@compute @workgroup_size(256)
fn findMoreParents(
  @builtin(global_invocation_id) id: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  for (var v = id.x; v < params.nodes; v += groups.x * 256u) {
    if (atomicLoad(&parentPass[id.y * params.stride + v]) == NONE) {
      findParent(id.y, v, params.dispatch);
    }
  }
}
`;

const gridResults = paramsWgsl + resultsWgsl + gridWgsl + gridFinish;

export const uniformGridFinishWgsl: string = gridResults + uniformStepsWgsl;
export const weightedGridFinishWgsl: string = gridResults + weightedStepsWgsl;
