// A contraction hierarchy query (Geisberger et al. 2008) per workgroup: half of it searches upwards from the
// source, half from the target, backwards. A side's labels are a hash table in workgroup memory, with a list of
// the slots in use; its next rank is the smallest label that is not settled, found by looking at all of them.
// The arcs of a rank, those to climb and those that may stall it, are divided among the invocations of the side.
// Label: bits of an f32 >= 0, with the highest bit set once it is settled. Heads of a rank's arcs differ, so
// that only the slots themselves are fought for.

const portableWgsl = /* wgsl */ `
fn leastOfTeam(label: u32) -> u32 { return label; }
fn speaksForTeam() -> bool { return true; }
`;

// 32 atomics on one word wait for one another
const subgroupWgsl = /* wgsl */ `
enable subgroups;
fn leastOfTeam(label: u32) -> u32 { return subgroupMin(label); }
fn speaksForTeam() -> bool { return subgroupElect(); }
`;

const searchWgsl = /* wgsl */ `
override SLOTS: u32 = 256;
const SIDE = 32u;
const INFINITY = 0x7f800000u;
const SETTLED = 0x80000000u;
const NONE = 0xffffffffu;

struct Batch { count: u32 }
@group(0) @binding(0) var<uniform> batch: Batch;
@group(0) @binding(1) var<storage, read> rows: array<u32>;    // of rank * 2 + side, one more: up, down, up, …
@group(0) @binding(2) var<storage, read> arcs: array<vec2u>;  // upper end, bits of the weight
@group(0) @binding(3) var<storage, read> ranks: array<u32>;   // of each node
@group(0) @binding(4) var<storage, read> ends: array<vec2u>;  // source and target, nodes
@group(0) @binding(5) var<storage, read_write> costs: array<u32>; // NONE: too many ranks for the slots

var<workgroup> keys: array<atomic<u32>, 2u * SLOTS>;   // ranks, by slot
var<workgroup> labels: array<u32, 2u * SLOTS>;         // by slot
var<workgroup> list: array<u32, 2u * SLOTS>;           // slots in use
var<workgroup> used: array<atomic<u32>, 2>;            // how many
var<workgroup> least: array<atomic<u32>, 2>;
var<workgroup> slot: array<atomic<u32>, 2>;
var<workgroup> stalled: array<atomic<u32>, 2>;
var<workgroup> turn: array<u32, 2>;                    // the label to settle; NONE: the side has ended
var<workgroup> best: atomic<u32>;
var<workgroup> full: atomic<u32>;

fn hash(rank: u32) -> u32 { return ((rank * 0x9e3779b1u) >> 16u) & (SLOTS - 1u); }

/** Where a rank is in the tables of all slots; NONE where it has no label on this side. */
fn find(side: u32, rank: u32) -> u32 {
  var at = hash(rank);
  loop {
    let key = atomicLoad(&keys[side * SLOTS + at]);
    if (key == rank) { return side * SLOTS + at; }
    if (key == NONE) { return NONE; }
    at = (at + 1u) & (SLOTS - 1u);
  }
}

/** Writes the label of a rank, which is at \`known\` or gets a slot: the caller has seen to it that one is free. */
fn put(side: u32, rank: u32, known: u32, label: u32) {
  if (known != NONE) {
    labels[known] = label;
    return;
  }
  var at = hash(rank);
  loop {
    let swap = atomicCompareExchangeWeak(&keys[side * SLOTS + at], NONE, rank);
    if (swap.exchanged) { break; }
    if (swap.old_value != NONE) { at = (at + 1u) & (SLOTS - 1u); }
  }
  labels[side * SLOTS + at] = label;
  list[side * SLOTS + atomicAdd(&used[side], 1u)] = side * SLOTS + at;
}

fn plus(label: u32, weight: u32) -> u32 {
  return bitcast<u32>(bitcast<f32>(label) + bitcast<f32>(weight));
}

/** Whether a sum is better than what is at \`known\`; settled labels are smaller already. */
fn improves(sum: u32, known: u32) -> bool {
  return known == NONE || (labels[known] < SETTLED && sum < labels[known]);
}

@compute @workgroup_size(64)
fn search(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let side = local / SIDE;
  let lane = local % SIDE;
  for (var query = group.x; query < batch.count; query += groups.x) {
    for (var i = local; i < 2u * SLOTS; i += 2u * SIDE) { atomicStore(&keys[i], NONE); }
    if (lane == 0u) {
      atomicStore(&used[side], 0u);
      atomicStore(&least[side], NONE);
    }
    if (local == 0u) {
      atomicStore(&best, INFINITY);
      atomicStore(&full, 0u);
    }
    workgroupBarrier();
    if (lane == 0u) { put(side, ranks[ends[query][side]], NONE, 0u); }
    workgroupBarrier();

    loop {
      // the smallest open label of each side
      var mine = NONE;
      var place = 0u;
      let count = atomicLoad(&used[side]);
      for (var i = lane; i < count; i += SIDE) {
        let at = list[side * SLOTS + i];
        if (labels[at] < mine) {
          mine = labels[at];
          place = at;
        }
      }
      let ours = leastOfTeam(mine);
      if (speaksForTeam()) { atomicMin(&least[side], ours); }
      workgroupBarrier();
      let smallest = atomicLoad(&least[side]);
      // of several it does not matter which
      if (mine == smallest) { atomicStore(&slot[side], place); }
      if (lane == 0u) {
        // an open label is below INFINITY
        let goesOn = smallest < atomicLoad(&best) && atomicLoad(&full) == 0u;
        turn[side] = select(NONE, smallest, goesOn);
        atomicStore(&stalled[side], 0u);
      }
      // publishes the slot too
      let turns = workgroupUniformLoad(&turn);
      if (turns[0] == NONE && turns[1] == NONE) { break; }
      if (lane == 0u) { atomicStore(&least[side], NONE); }

      let key = turns[side];
      let working = key != NONE;
      let settling = atomicLoad(&slot[side]);
      var first = 0u;
      var middle = 0u;
      var end = 0u;
      // what the first arc of this invocation offers
      var head = 0u;
      var known = NONE;
      var offer = NONE;
      if (working) {
        let rank = atomicLoad(&keys[settling]);
        first = rows[2u * rank];
        middle = rows[2u * rank + 1u];
        end = rows[2u * rank + 2u];
        for (var a = first + lane; a < end; a += SIDE) {
          let climbs = (a < middle) == (side == 0u);
          // later arcs to climb have their turn after the barrier
          if (climbs && a >= first + SIDE) { continue; }
          let arc = arcs[a];
          let at = find(side, arc.x);
          if (climbs) {
            let sum = plus(key, arc.y);
            head = arc.x;
            known = at;
            if (improves(sum, at)) { offer = sum; }
          } else if (at != NONE && plus(labels[at] & ~SETTLED, arc.y) < key) {
            atomicStore(&stalled[side], 1u);
          }
        }
        if (lane == SIDE - 1u) {
          let other = find(1u - side, rank);
          if (other != NONE) { atomicMin(&best, plus(labels[other] & ~SETTLED, key)); }
        }
        // every head may need a slot, and one stays free, where looking ends
        if (lane == 0u && count + end - first >= SLOTS) { atomicStore(&full, 1u); }
      }
      workgroupBarrier();
      if (working) {
        if (lane == 0u) { labels[settling] = key | SETTLED; }
        if (atomicLoad(&stalled[side]) == 0u && atomicLoad(&full) == 0u) {
          let limit = atomicLoad(&best);
          if (offer < limit) { put(side, head, known, offer); }
          for (var a = first + lane + SIDE; a < end; a += SIDE) {
            if ((a < middle) != (side == 0u)) { continue; }
            let arc = arcs[a];
            let sum = plus(key, arc.y);
            let at = find(side, arc.x);
            if (sum < limit && improves(sum, at)) { put(side, arc.x, at, sum); }
          }
        }
      }
      workgroupBarrier();
    }
    if (local == 0u) {
      costs[query] = select(atomicLoad(&best), NONE, atomicLoad(&full) != 0u);
    }
    // nobody clears the table before all have left the loop: the uniform load saw to that
  }
}
`;

/** The text of the kernel; with subgroups of at most 32, which never have invocations of both sides. */
export const queryWgsl = (subgroups: boolean): string =>
  (subgroups ? subgroupWgsl : portableWgsl) + searchWgsl;
