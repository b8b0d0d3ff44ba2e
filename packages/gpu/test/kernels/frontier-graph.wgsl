const NONE = 0xffffffffu;
// words of the state: see layout.ts
const SELECTIONS = 1u;
const WAITING = 2u;
const FAR = 3u;
const FAR_ADDED = 4u;
const PENDING = 24u;
const RELAXED = 25u;
const UNRESOLVED = 26u;
const RAN = 27u;
const STUCK = 28u;
const SEEDS = 32u; // the slot of each source, NONE: the source is blocked

struct Params {
  dispatch: u32,   // number of the dispatch modulo 3; in passes for parents: number of the pass
  sources: u32,
  slots: u32,      // of one source: whole tiles
  tiles: u32,
  nodes: u32,
  stride: u32,     // words of one source in the results
  unreached: u32,  // the label of nodes that were not reached
  window: u32,     // labels from here on wait for the next epoch
  width: u32,      // grids: cells of a row
  height: u32,     // grids: rows
  tilesX: u32,     // grids: tiles of a row of tiles
  straight: u32,   // uniform grids: ticks of a straight step
  diagonal: u32,   // uniform grids: ticks of a diagonal step
  // a label. near-far: width of a bucket; mcmillan: how far above the least label nodes are
  // settled, a cost of 1; tiled: tiles whose key is further than this above the least key of their
  // source wait
  delta: u32,
}

/**
 * Where the record of a dispatch begins. record(params.dispatch + 2u) is the record of the dispatch
 * before, because k + 2 = k - 1 modulo 3; record(params.dispatch + 1u) is that of the next one.
 */
fn record(dispatch: u32) -> u32 { return 8u * (dispatch % 3u); }

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> state: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read_write> dist: array<atomic<u32>>;

override WORKGROUP_SIZE: u32;
override RULE: u32;        // NEAR_FAR, MCMILLAN or ORTEGA
override QUEUE: u32;       // entries of a near list that workgroup memory has room for
override LONE_FAR: u32;    // most far nodes that workgroup 0 selects from alone
override LONE_PHASES: u32; // most phases of one dispatch
override HEAVY: u32;       // nodes with at least this many arcs are relaxed by a whole workgroup

const RELAX = 1u;
const SELECT = 2u;
const DONE = 0u;

const NEAR_FAR = 0u;
const MCMILLAN = 1u;
const ORTEGA = 2u;

// near-far: the last phase that put the node on near. Other rules: 1 while the node is on far.
@group(0) @binding(3) var<storage, read_write> listMark: array<atomic<u32>>;
// four sections of sources * slots words: near of even phases, near of odd phases, far of even
// selections, far of odd selections. An entry is source * slots + slot
@group(0) @binding(4) var<storage, read_write> lists: array<u32>;

struct Phase {
  mode: u32,
  number: u32,
  selection: u32,
  near: u32,      // nodes on the near list that the phase reads
  far: u32,       // nodes on far at the start of the phase
}

// the phase that the workgroup runs
var<workgroup> now: Phase;
// the near lists of even and odd phases, as far as workgroup memory has room for them
var<workgroup> queue: array<u32, 2 * QUEUE>;
// nodes added to the near list of the next phase; those from QUEUE on went to storage
var<workgroup> queued: atomic<u32>;
// flush: where the nodes of the workgroup begin in the near list in storage
var<workgroup> room: u32;
// far nodes that workgroup 0, running alone, has added in the current phase
var<workgroup> farAdded: atomic<u32>;
// the number, and the entries, of nodes with at least HEAVY arcs that wait for relaxHeavy; an
// invocation adds at most one before relaxHeavy takes them all
var<workgroup> heavyCount: atomic<u32>;
var<workgroup> heavy: array<u32, WORKGROUP_SIZE>;
// relaxHeavy: heavyCount as it was when relaxHeavy began
var<workgroup> heavyNow: u32;

fn nearBase(number: u32) -> u32 { return (number & 1u) * params.sources * params.slots; }
fn farBase(selection: u32) -> u32 {
  return (2u + (selection & 1u)) * params.sources * params.slots;
}

// Per source: the least waiting key, in four places for four selections in turn; the last selection
// in which the source had nodes; the number of these selections. Four, because a selection reads
// the least keys of the two selections before it, lowers its own, and clears those of the next.
fn leastAt(selection: u32, source: u32) -> u32 {
  return SEEDS + params.sources * (1u + (selection & 3u)) + source;
}
fn lastAt(source: u32) -> u32 { return SEEDS + params.sources * 5u + source; }
fn iterationsAt(source: u32) -> u32 { return SEEDS + params.sources * 6u + source; }

/** Nodes with a label below this are near after the given selection; 0 before the first one. */
fn threshold(selection: u32, source: u32) -> u32 {
  if (selection == 0u) { return 0u; }
  let least = atomicLoad(&state[leastAt(selection - 1u, source)]);
  // No node of this source waits with a key below the window. ortega: the key of a node without
  // arcs is at or above the window, and such nodes are selected too.
  if (least >= params.window) { return select(params.window, 0xffffffffu, RULE == ORTEGA); }
  // An inclusive threshold is 1 above the largest label that it selects. near-far: where rounding
  // makes least + delta no larger than least, the threshold is least + 1.
  var limit = least;
  if (RULE == NEAR_FAR) { limit = max(plus(least, params.delta), least + 1u); }
  if (RULE == MCMILLAN) { limit = plus(least, params.delta) + 1u; }
  if (RULE == ORTEGA) { limit = least + 1u; }
  return min(limit, params.window);
}

fn modeOf(near: u32, far: u32) -> u32 {
  if (near > 0u) { return RELAX; }
  return select(DONE, SELECT, far > 0u);
}

/** The phase after one that left these numbers of near and far nodes. */
fn phaseAfter(number: u32, selection: u32, near: u32, far: u32) -> Phase {
  let mode = modeOf(near, far);
  return Phase(
    mode,
    number + select(1u, 0u, mode == DONE),
    selection + select(0u, 1u, mode == SELECT),
    near,
    far,
  );
}

/** The first phase of this dispatch; workgroup 0 writes it to the record. */
fn openPhase(local: u32, workgroup: u32) -> Phase {
  if (local == 0u) {
    let before = record(params.dispatch + 2u);
    now = phaseAfter(
      atomicLoad(&state[before]),
      atomicLoad(&state[before + SELECTIONS]),
      atomicLoad(&state[before + WAITING]),
      atomicLoad(&state[before + FAR]) + atomicLoad(&state[before + FAR_ADDED]),
    );
    if (workgroup == 0u) {
      let mine = record(params.dispatch);
      atomicStore(&state[mine], now.number);
      atomicStore(&state[mine + SELECTIONS], now.selection);
      atomicAdd(&state[RAN], select(1u, 0u, now.mode == DONE));
      // a selection writes a new far list
      atomicStore(&state[mine + FAR], select(now.far, 0u, now.mode == SELECT));
      let next = record(params.dispatch + 1u);
      atomicStore(&state[next + WAITING], 0u);
      atomicStore(&state[next + FAR_ADDED], 0u);
    }
  }
  // uniform: what follows contains barriers
  return workgroupUniformLoad(&now);
}

/**
 * Adds to the near list of the next phase: in workgroup memory while there is room, else in
 * storage.
 */
fn pushNear(phase: Phase, entry: u32) {
  let i = atomicAdd(&queued, 1u);
  if (i < QUEUE) {
    queue[(phase.number & 1u) * QUEUE + i] = entry;
  } else {
    let at = atomicAdd(&state[record(params.dispatch) + WAITING], 1u);
    lists[nearBase(phase.number) + at] = entry;
  }
}

fn pushFar(phase: Phase, entry: u32, alone: bool) {
  var i = 0u;
  if (alone) {
    i = atomicAdd(&farAdded, 1u);
  } else {
    i = atomicAdd(&state[record(params.dispatch) + FAR_ADDED], 1u);
  }
  // entries that the far list has already: a selection begins a new list
  let before = select(phase.far, 0u, phase.mode == SELECT);
  lists[farBase(phase.selection) + before + i] = entry;
}

/** Lowers the label of a node to label, if that is smaller, and puts the node on its list. */
fn improve(phase: Phase, source: u32, slot: u32, label: u32, alone: bool) {
  let entry = source * params.slots + slot;
  if (label >= atomicLoad(&dist[entry])) { return; }
  let old = atomicMin(&dist[entry], label);
  if (label >= old) { return; }
  if (label >= params.window) {
    atomicStore(&state[PENDING], 1u);
    return;
  }
  if (RULE == NEAR_FAR) {
    if (label < threshold(phase.selection, source)) {
      if (atomicExchange(&listMark[entry], phase.number) != phase.number) {
        pushNear(phase, entry);
      }
      return;
    }
    // If the label falls below the threshold later, the least key stays and is too small. The next
    // selection may then select nothing, but leaves the exact least key.
    atomicMin(&state[leastAt(phase.selection, source)], label);
    // a node that had a label before, at or above the threshold, is on far already
    if (old == params.unreached) { pushFar(phase, entry, alone); }
    return;
  }
  atomicMin(&state[leastAt(phase.selection, source)], keyOf(slot, label));
  if (atomicExchange(&listMark[entry], 1u) == 0u) { pushFar(phase, entry, alone); }
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

/** Relaxes the heavy nodes that relaxEntry collected. All invocations of the workgroup call it. */
fn relaxHeavy(phase: Phase, local: u32, alone: bool) {
  workgroupBarrier();
  if (local == 0u) { heavyNow = atomicExchange(&heavyCount, 0u); }
  let count = workgroupUniformLoad(&heavyNow);
  for (var i = 0u; i < count; i++) {
    let entry = heavy[i];
    let source = entry / params.slots;
    let slot = entry - source * params.slots;
    let d = atomicLoad(&dist[entry]);
    let row = rowOf(slot);
    for (var a = row.x + local; a < row.y; a += WORKGROUP_SIZE) {
      let arc = arcAt(slot, a);
      if (arc.x != NONE) { improve(phase, source, arc.x, plus(d, arc.y), alone); }
    }
  }
  // all invocations have read the list before it is filled again
  if (count > 0u) { workgroupBarrier(); }
}

fn selectEntry(phase: Phase, entry: u32, alone: bool) {
  let source = entry / params.slots;
  let d = atomicLoad(&dist[entry]);
  // near-far: a node with a label below the last threshold went to near; its entry on far is old
  if (RULE == NEAR_FAR && d < threshold(phase.selection - 1u, source)) { return; }
  let last = lastAt(source);
  if (atomicLoad(&state[last]) != phase.selection &&
      atomicExchange(&state[last], phase.selection) != phase.selection) {
    atomicAdd(&state[iterationsAt(source)], 1u);
  }
  if (d < threshold(phase.selection, source)) {
    if (RULE != NEAR_FAR) { atomicStore(&listMark[entry], 0u); }
    pushNear(phase, entry);
  } else {
    pushFar(phase, entry, alone);
    let slot = entry - source * params.slots;
    atomicMin(&state[leastAt(phase.selection, source)], keyOf(slot, d));
  }
}

/** Clears the least keys of the next selection. All invocations of the workgroup call it. */
fn clearLeast(phase: Phase, local: u32) {
  for (var s = local; s < params.sources; s += WORKGROUP_SIZE) {
    atomicStore(&state[leastAt(phase.selection + 1u, s)], NONE);
  }
}

/** Moves near nodes from workgroup memory to storage. All invocations of the workgroup call it. */
fn flush(phase: Phase, local: u32) {
  workgroupBarrier();
  let count = min(atomicLoad(&queued), QUEUE);
  if (local == 0u && count > 0u) {
    room = atomicAdd(&state[record(params.dispatch) + WAITING], count);
  }
  let first = workgroupUniformLoad(&room);
  for (var i = local; i < count; i += WORKGROUP_SIZE) {
    lists[nearBase(phase.number) + first + i] = queue[(phase.number & 1u) * QUEUE + i];
  }
  workgroupBarrier();
  if (local == 0u) { atomicStore(&queued, 0u); }
  workgroupBarrier();
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn step(
  @builtin(local_invocation_index) local: u32,
  @builtin(workgroup_id) workgroup: vec3u,
  @builtin(num_workgroups) workgroups: vec3u,
) {
  let phase = openPhase(local, workgroup.x);
  if (phase.mode == DONE) { return; }
  let waiting = select(phase.near, phase.far, phase.mode == SELECT);
  if (waiting <= select(QUEUE, LONE_FAR, phase.mode == SELECT)) {
    if (workgroup.x == 0u) { stepAlone(phase, local); }
    return;
  }
  if (local == 0u) {
    atomicStore(&queued, 0u);
    atomicStore(&heavyCount, 0u);
  }
  workgroupBarrier();
  let stride = workgroups.x * WORKGROUP_SIZE;
  if (phase.mode == SELECT && workgroup.x == 0u) { clearLeast(phase, local); }
  for (var block = workgroup.x * WORKGROUP_SIZE; block < waiting; block += stride) {
    let i = block + local;
    if (phase.mode == SELECT) {
      if (i < waiting) { selectEntry(phase, lists[farBase(phase.selection - 1u) + i], false); }
    } else {
      if (i < waiting) { relaxEntry(phase, lists[nearBase(phase.number - 1u) + i], false); }
      relaxHeavy(phase, local, false);
    }
    flush(phase, local);
  }
}

/** Runs at most LONE_PHASES phases in one workgroup, until the lists are long or empty. */
fn stepAlone(begin: Phase, local: u32) {
  var phase = begin;
  if (local == 0u) {
    atomicStore(&queued, 0u);
    atomicStore(&heavyCount, 0u);
    atomicStore(&farAdded, 0u);
  }
  if (phase.mode == RELAX) {
    for (var i = local; i < phase.near; i += WORKGROUP_SIZE) {
      queue[((phase.number - 1u) & 1u) * QUEUE + i] = lists[nearBase(phase.number - 1u) + i];
    }
  }
  workgroupBarrier();

  // Bound: LONE_PHASES; the next dispatch goes on with the phase after the last.
  for (var k = 0u; k < LONE_PHASES; k++) {
    if (phase.mode == SELECT) {
      clearLeast(phase, local);
      for (var i = local; i < phase.far; i += WORKGROUP_SIZE) {
        selectEntry(phase, lists[farBase(phase.selection - 1u) + i], true);
      }
    } else {
      for (var block = 0u; block < phase.near; block += WORKGROUP_SIZE) {
        let i = block + local;
        if (i < phase.near) {
          relaxEntry(phase, queue[((phase.number - 1u) & 1u) * QUEUE + i], true);
        }
        relaxHeavy(phase, local, true);
      }
    }
    // publishes the lists and labels of this phase to the whole workgroup
    workgroupBarrier();
    storageBarrier();
    if (local == 0u) {
      let near = atomicLoad(&queued);
      let before = select(phase.far, 0u, phase.mode == SELECT);
      let far = before + atomicLoad(&farAdded);
      let next = phaseAfter(phase.number, phase.selection, near, far);
      // the workgroup stops if the next list is long, if no node waits, or after LONE_PHASES phases
      let long = select(near > QUEUE, far > LONE_FAR, next.mode == SELECT);
      if (next.mode == DONE || long || k + 1u >= LONE_PHASES) {
        let mine = record(params.dispatch);
        atomicStore(&state[mine], phase.number);
        atomicStore(&state[mine + SELECTIONS], phase.selection);
        atomicStore(&state[mine + FAR], far);
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
  flush(phase, local);
}

@compute @workgroup_size(256)
fn fill(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var i = id.x; i < params.sources * params.slots; i += groups.x * 256u) {
    atomicStore(&dist[i], params.unreached);
    atomicStore(&listMark[i], 0u);
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
  if (RULE != NEAR_FAR) { atomicStore(&listMark[entry], 1u); }
  atomicStore(&state[leastAt(0u, id.x)], keyOf(slot, 0u));
  // the seeds are far nodes of phase 0, counted in the record before that of dispatch 0
  let i = atomicAdd(&state[record(2u) + FAR_ADDED], 1u);
  lists[farBase(0u) + i] = entry;
}

const LEAVES = 0x80000000u;

@group(0) @binding(6) var<storage, read> firstArc: array<u32>;  // slots + 1 entries
@group(0) @binding(7) var<storage, read> arcs: array<vec2u>;    // head slot, bits of the weight

fn plus(d: u32, weight: u32) -> u32 {
  return bitcast<u32>(bitcast<f32>(d) + bitcast<f32>(weight));
}
fn rowOf(slot: u32) -> vec2u { return vec2u(firstArc[slot], firstArc[slot + 1u]); }
fn arcAt(slot: u32, a: u32) -> vec2u {
  let arc = arcs[a];
  return vec2u(arc.x & ~LEAVES, arc.y);
}

/** The key of a node: its label; with ortega the label at the end of its cheapest arc out. */
fn keyOf(slot: u32, label: u32) -> u32 {
  if (RULE != ORTEGA) { return label; }
  var least = params.unreached;
  let row = rowOf(slot);
  for (var a = row.x; a < row.y; a++) { least = min(least, arcs[a].y); }
  return plus(label, least);
}
