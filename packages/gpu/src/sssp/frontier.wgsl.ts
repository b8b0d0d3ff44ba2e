// Frontier Dijkstra with two lists: `near` nodes are relaxed at once, `far` ones wait for the threshold.
// A phase is either RELAX (relaxes the near list) or SELECT (moves the threshold of every source and
// takes the nodes below it from far to near). The rules differ in the threshold and in where improved
// nodes go:
//   near-far   (Davidson et al. 2014)        smallest waiting label + delta; below it straight to near
//   mcmillan   (McMillan 2014)               smallest waiting label + 1, inclusive; always to far
//   ortega     (Ortega-Arranz et al. 2013)   smallest (label + cheapest arc out), inclusive; to far
//
// Every dispatch runs one phase with all workgroups, or, while the lists are short, as many phases as
// it can with workgroup 0 alone and the near list in workgroup memory. What the next dispatch has to
// do follows from the record of the one before, so no workgroup reads what another one writes in the
// same dispatch. Records take turns, as in rounds.wgsl.ts:
//   0 number of the phase   1 number of selections so far   2 near nodes for the next phase
//   3 far nodes before this phase   4 far nodes added in this phase   5 phase: 0 none, 1 any
import { graphRowsWgsl, uniformGridRowsWgsl, weightedGridRowsWgsl } from './frontier-rows.wgsl.ts';
import { paramsWgsl } from './rounds.wgsl.ts';

/** What `RULE` means. */
export const RULES = { 'near-far': 0, mcmillan: 1, ortega: 2 } as const;

const kernel = /* wgsl */ `
override WORKGROUP_SIZE: u32;
override RULE: u32;        // 0 near-far, 1 mcmillan, 2 ortega
override QUEUE: u32;       // entries of a near list in workgroup memory
override LONE_FAR: u32;    // most far nodes that workgroup 0 selects from alone
override LONE_PHASES: u32; // most phases in one dispatch
override HEAVY: u32;       // from so many arcs on a node is relaxed by the whole workgroup

const RELAX = 1u;
const SELECT = 2u;
const DONE = 0u;

// near-far: the last phase that put a node on near. Other rules: 1 while it is on far.
@group(0) @binding(3) var<storage, read_write> mark: array<atomic<u32>>;
// near of even phases, near of odd ones, far of even selections, far of odd ones: sources * slots each
@group(0) @binding(4) var<storage, read_write> lists: array<u32>;

struct Phase {
  mode: u32,
  number: u32,
  selection: u32,
  near: u32,      // nodes on the near list that it reads
  far: u32,       // nodes on far at its start
}

var<workgroup> now: Phase;
var<workgroup> queue: array<u32, 2 * QUEUE>;
var<workgroup> queued: atomic<u32>;
var<workgroup> room: u32;
var<workgroup> farAdded: atomic<u32>;
var<workgroup> heavyCount: atomic<u32>;
var<workgroup> heavy: array<u32, WORKGROUP_SIZE>;
var<workgroup> heavyNow: u32;

fn nearBase(number: u32) -> u32 { return (number & 1u) * params.sources * params.slots; }
fn farBase(selection: u32) -> u32 {
  return (2u + (selection & 1u)) * params.sources * params.slots;
}

// per source: smallest key waiting, four selections in turn; the last selection it took part in; how
// many those were
fn leastAt(selection: u32, source: u32) -> u32 {
  return SEEDS + params.sources * (1u + (selection & 3u)) + source;
}
fn lastAt(source: u32) -> u32 { return SEEDS + params.sources * 5u + source; }
fn iterationsAt(source: u32) -> u32 { return SEEDS + params.sources * 6u + source; }

/** Labels below this are near after the given selection. */
fn threshold(selection: u32, source: u32) -> u32 {
  if (selection == 0u) { return 0u; }
  let least = atomicLoad(&state[leastAt(selection - 1u, source)]);
  if (least >= params.window) { return select(params.window, 0xffffffffu, RULE == 2u); }
  var limit = least;
  if (RULE == 0u) { limit = max(plus(least, params.delta), least + 1u); }
  if (RULE == 1u) { limit = plus(least, params.delta) + 1u; }
  if (RULE == 2u) { limit = least + 1u; }
  return min(limit, params.window);
}

fn modeOf(near: u32, far: u32) -> u32 {
  if (near > 0u) { return RELAX; }
  return select(DONE, SELECT, far > 0u);
}

fn follow(number: u32, selection: u32, near: u32, far: u32) -> Phase {
  let mode = modeOf(near, far);
  return Phase(
    mode,
    number + select(1u, 0u, mode == DONE),
    selection + select(0u, 1u, mode == SELECT),
    near,
    far,
  );
}

/** What this dispatch begins with; workgroup 0 writes it down for the next one. */
fn openPhase(lane: u32, workgroup: u32) -> Phase {
  if (lane == 0u) {
    let before = record(params.phase + 2u);
    now = follow(
      atomicLoad(&state[before]),
      atomicLoad(&state[before + 1u]),
      atomicLoad(&state[before + 2u]),
      atomicLoad(&state[before + 3u]) + atomicLoad(&state[before + 4u]),
    );
    if (workgroup == 0u) {
      let mine = record(params.phase);
      atomicStore(&state[mine], now.number);
      atomicStore(&state[mine + 1u], now.selection);
      atomicAdd(&state[RAN], select(1u, 0u, now.mode == DONE));
      // a selection writes a new far list
      atomicStore(&state[mine + 3u], select(now.far, 0u, now.mode == SELECT));
      let next = record(params.phase + 1u);
      atomicStore(&state[next + 2u], 0u);
      atomicStore(&state[next + 4u], 0u);
    }
  }
  // uniform: what follows contains barriers
  return workgroupUniformLoad(&now);
}

/** Adds to the near list of the next phase: in workgroup memory while there is room, else in storage. */
fn pushNear(phase: Phase, entry: u32) {
  let i = atomicAdd(&queued, 1u);
  if (i < QUEUE) {
    queue[(phase.number & 1u) * QUEUE + i] = entry;
  } else {
    let at = atomicAdd(&state[record(params.phase) + 2u], 1u);
    lists[nearBase(phase.number) + at] = entry;
  }
}

fn pushFar(phase: Phase, entry: u32, alone: bool) {
  var i = 0u;
  if (alone) {
    i = atomicAdd(&farAdded, 1u);
  } else {
    i = atomicAdd(&state[record(params.phase) + 4u], 1u);
  }
  let before = select(phase.far, 0u, phase.mode == SELECT);
  lists[farBase(phase.selection) + before + i] = entry;
}

/** Lowers the label of a node, the source's first slot being base, and puts the node on its list. */
fn improve(phase: Phase, source: u32, slot: u32, label: u32, alone: bool) {
  let entry = source * params.slots + slot;
  if (label >= atomicLoad(&dist[entry])) { return; }
  let old = atomicMin(&dist[entry], label);
  if (label >= old) { return; }
  if (label >= params.window) {
    atomicStore(&state[PENDING], 1u);
    return;
  }
  if (RULE == 0u) {
    if (label < threshold(phase.selection, source)) {
      if (atomicExchange(&mark[entry], phase.number) != phase.number) { pushNear(phase, entry); }
      return;
    }
    atomicMin(&state[leastAt(phase.selection, source)], label);
    // a node with a label from the threshold on is on far already
    if (old == params.unreached) { pushFar(phase, entry, alone); }
    return;
  }
  atomicMin(&state[leastAt(phase.selection, source)], keyOf(slot, label));
  if (atomicExchange(&mark[entry], 1u) == 0u) { pushFar(phase, entry, alone); }
}

fn relaxEntry(phase: Phase, entry: u32, alone: bool) {
  let source = entry / params.slots;
  let slot = entry - source * params.slots;
  let d = atomicLoad(&dist[entry]);
  let row = rowOf(slot);
  if (row.y - row.x >= HEAVY) {
    let i = atomicAdd(&heavyCount, 1u);
    heavy[i] = entry;
    return;
  }
  for (var a = row.x; a < row.y; a++) {
    let arc = arcAt(slot, a);
    if (arc.x != NONE) { improve(phase, source, arc.x, plus(d, arc.y), alone); }
  }
}

/** Relaxes the nodes with many arcs that this workgroup came across. All invocations call it. */
fn relaxHeavy(phase: Phase, lane: u32, alone: bool) {
  workgroupBarrier();
  if (lane == 0u) { heavyNow = atomicExchange(&heavyCount, 0u); }
  let count = workgroupUniformLoad(&heavyNow);
  for (var i = 0u; i < count; i++) {
    let entry = heavy[i];
    let source = entry / params.slots;
    let slot = entry - source * params.slots;
    let d = atomicLoad(&dist[entry]);
    let row = rowOf(slot);
    for (var a = row.x + lane; a < row.y; a += WORKGROUP_SIZE) {
      let arc = arcAt(slot, a);
      if (arc.x != NONE) { improve(phase, source, arc.x, plus(d, arc.y), alone); }
    }
  }
  // nobody fills the list of heavy nodes again before all have read it
  if (count > 0u) { workgroupBarrier(); }
}

fn selectEntry(phase: Phase, entry: u32, alone: bool) {
  let source = entry / params.slots;
  let d = atomicLoad(&dist[entry]);
  // near-far: it went to near when its label fell below the last threshold
  if (RULE == 0u && d < threshold(phase.selection - 1u, source)) { return; }
  let last = lastAt(source);
  if (atomicLoad(&state[last]) != phase.selection &&
      atomicExchange(&state[last], phase.selection) != phase.selection) {
    atomicAdd(&state[iterationsAt(source)], 1u);
  }
  if (d < threshold(phase.selection, source)) {
    if (RULE != 0u) { atomicStore(&mark[entry], 0u); }
    pushNear(phase, entry);
  } else {
    pushFar(phase, entry, alone);
    let slot = entry - source * params.slots;
    atomicMin(&state[leastAt(phase.selection, source)], keyOf(slot, d));
  }
}

/** A selection uses the least keys of the two before it, writes its own and clears those of the next. */
fn clearLeast(phase: Phase, lane: u32) {
  for (var s = lane; s < params.sources; s += WORKGROUP_SIZE) {
    atomicStore(&state[leastAt(phase.selection + 1u, s)], NONE);
  }
}

/** Moves the near nodes in workgroup memory to storage. All invocations call it. */
fn flush(phase: Phase, lane: u32) {
  workgroupBarrier();
  let count = min(atomicLoad(&queued), QUEUE);
  if (lane == 0u && count > 0u) {
    room = atomicAdd(&state[record(params.phase) + 2u], count);
  }
  let first = workgroupUniformLoad(&room);
  for (var i = lane; i < count; i += WORKGROUP_SIZE) {
    lists[nearBase(phase.number) + first + i] = queue[(phase.number & 1u) * QUEUE + i];
  }
  workgroupBarrier();
  if (lane == 0u) { atomicStore(&queued, 0u); }
  workgroupBarrier();
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn step(
  @builtin(local_invocation_index) lane: u32,
  @builtin(workgroup_id) workgroup: vec3u,
  @builtin(num_workgroups) workgroups: vec3u,
) {
  let phase = openPhase(lane, workgroup.x);
  if (phase.mode == DONE) { return; }
  let waiting = select(phase.near, phase.far, phase.mode == SELECT);
  if (waiting <= select(QUEUE, LONE_FAR, phase.mode == SELECT)) {
    if (workgroup.x == 0u) { stepAlone(phase, lane); }
    return;
  }
  if (lane == 0u) {
    atomicStore(&queued, 0u);
    atomicStore(&heavyCount, 0u);
  }
  workgroupBarrier();
  let stride = workgroups.x * WORKGROUP_SIZE;
  if (phase.mode == SELECT && workgroup.x == 0u) { clearLeast(phase, lane); }
  for (var block = workgroup.x * WORKGROUP_SIZE; block < waiting; block += stride) {
    let i = block + lane;
    if (phase.mode == SELECT) {
      if (i < waiting) { selectEntry(phase, lists[farBase(phase.selection - 1u) + i], false); }
    } else {
      if (i < waiting) { relaxEntry(phase, lists[nearBase(phase.number - 1u) + i], false); }
      relaxHeavy(phase, lane, false);
    }
    flush(phase, lane);
  }
}

/** Phase after phase by one workgroup, until the lists get long or empty. */
fn stepAlone(begin: Phase, lane: u32) {
  var phase = begin;
  if (lane == 0u) {
    atomicStore(&queued, 0u);
    atomicStore(&heavyCount, 0u);
    atomicStore(&farAdded, 0u);
  }
  if (phase.mode == RELAX) {
    for (var i = lane; i < phase.near; i += WORKGROUP_SIZE) {
      queue[((phase.number - 1u) & 1u) * QUEUE + i] = lists[nearBase(phase.number - 1u) + i];
    }
  }
  workgroupBarrier();

  // Bound: LONE_PHASES; the next dispatch goes on from there.
  for (var k = 0u; k < LONE_PHASES; k++) {
    if (phase.mode == SELECT) {
      clearLeast(phase, lane);
      for (var i = lane; i < phase.far; i += WORKGROUP_SIZE) {
        selectEntry(phase, lists[farBase(phase.selection - 1u) + i], true);
      }
    } else {
      for (var block = 0u; block < phase.near; block += WORKGROUP_SIZE) {
        let i = block + lane;
        if (i < phase.near) {
          relaxEntry(phase, queue[((phase.number - 1u) & 1u) * QUEUE + i], true);
        }
        relaxHeavy(phase, lane, true);
      }
    }
    // publishes the lists and labels of this phase to the whole workgroup
    workgroupBarrier();
    storageBarrier();
    if (lane == 0u) {
      let near = atomicLoad(&queued);
      let before = select(phase.far, 0u, phase.mode == SELECT);
      let far = before + atomicLoad(&farAdded);
      let next = follow(phase.number, phase.selection, near, far);
      // leave for all workgroups, for the end, or for the next dispatch
      let long = select(near > QUEUE, far > LONE_FAR, next.mode == SELECT);
      if (next.mode == DONE || long || k + 1u >= LONE_PHASES) {
        let mine = record(params.phase);
        atomicStore(&state[mine], phase.number);
        atomicStore(&state[mine + 1u], phase.selection);
        atomicStore(&state[mine + 3u], far);
        now.mode = DONE;
      } else {
        atomicStore(&queued, 0u);
        atomicStore(&farAdded, 0u);
        now = next;
      }
    }
    // uniform: all invocations leave the loop together
    let next = workgroupUniformLoad(&now);
    if (next.mode == DONE) { break; }
    phase = next;
  }
  flush(phase, lane);
}

@compute @workgroup_size(256)
fn fill(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var i = id.x; i < params.sources * params.slots; i += groups.x * 256u) {
    atomicStore(&dist[i], params.unreached);
    atomicStore(&mark[i], 0u);
  }
  for (var i = id.x; i < params.sources * 4u; i += groups.x * 256u) {
    atomicStore(&state[leastAt(0u, 0u) + i], NONE);
  }
}

@compute @workgroup_size(64)
fn seed(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= params.sources) { return; }
  let slot = atomicLoad(&state[SEEDS + id.x]);
  if (slot == NONE) { return; }
  let entry = id.x * params.slots + slot;
  atomicStore(&dist[entry], 0u);
  if (RULE != 0u) { atomicStore(&mark[entry], 1u); }
  atomicStore(&state[leastAt(0u, id.x)], keyOf(slot, 0u));
  // phase 0, in the record before the one of phase 0
  let i = atomicAdd(&state[record(2u) + 4u], 1u);
  lists[farBase(0u) + i] = entry;
}
`;

const common = paramsWgsl + kernel;

export const graphFrontierWgsl: string = common + graphRowsWgsl;
export const uniformGridFrontierWgsl: string = common + uniformGridRowsWgsl;
export const weightedGridFrontierWgsl: string = common + weightedGridRowsWgsl;
