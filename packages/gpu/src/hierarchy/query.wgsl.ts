// A contraction hierarchy query (Geisberger et al. 2008) per workgroup: half of it searches upwards from the
// source, half from the target, backwards. A side's labels are a hash table in workgroup memory; its next
// rank is the smallest label that is not settled, found by looking at all; the arcs of a rank are divided
// among the invocations of the side. Ranks of the top are reached, not settled: the way between two of them is looked
// up, for all pairs that the sides have reached (a distance table as in Highway Hierarchies Star, Delling, Sanders,
// Schultes and Wagner 2006).
// Label: bits of an f32 >= 0, with the highest bit set once it is settled.

export const queryWgsl: string = /* wgsl */ `
override SLOTS: u32 = 256;
const SIDE = 32u;
const INFINITY = 0x7f800000u;
const SETTLED = 0x80000000u;
const NONE = 0xffffffffu;

struct Batch { count: u32, topFirst: u32, topCount: u32 }
@group(0) @binding(0) var<uniform> batch: Batch;
@group(0) @binding(1) var<storage, read> rows: array<u32>;    // of rank * 2 + side, one more: up, down, up, …
@group(0) @binding(2) var<storage, read> arcs: array<vec2u>;  // upper end, bits of the weight
@group(0) @binding(3) var<storage, read> ranks: array<u32>;   // of each node
@group(0) @binding(4) var<storage, read> ends: array<vec2u>;  // source and target, nodes
@group(0) @binding(5) var<storage, read_write> costs: array<u32>; // NONE: too many ranks for the slots
@group(0) @binding(6) var<storage, read> top: array<u32>;     // bits of the distances between its ranks

var<workgroup> keys: array<atomic<u32>, 2u * SLOTS>;   // ranks
var<workgroup> labels: array<atomic<u32>, 2u * SLOTS>;
var<workgroup> used: array<atomic<u32>, 2>;
var<workgroup> least: array<atomic<u32>, 2>;
var<workgroup> slot: array<atomic<u32>, 2>;
var<workgroup> stalled: array<atomic<u32>, 2>;
var<workgroup> best: atomic<u32>;
var<workgroup> full: atomic<u32>;
var<workgroup> over: u32;
/** Slots with ranks of the top, of each side. */
var<workgroup> entered: array<u32, 2u * SLOTS>;
var<workgroup> enteredCount: array<atomic<u32>, 2>;

fn hash(rank: u32) -> u32 { return (rank * 0x9e3779b1u) >> 16u; }

/** The label of a rank on a side, settled or not; INFINITY where it has none. */
fn labelOf(side: u32, rank: u32) -> u32 {
  var at = hash(rank) & (SLOTS - 1u);
  // Bound: one slot is free.
  for (var probe = 0u; probe < SLOTS; probe++) {
    let key = atomicLoad(&keys[side * SLOTS + at]);
    if (key == rank) { return atomicLoad(&labels[side * SLOTS + at]) & ~SETTLED; }
    if (key == NONE) { return INFINITY; }
    at = (at + 1u) & (SLOTS - 1u);
  }
  return INFINITY;
}

/** There is a free slot: the caller has seen to it. */
fn offer(side: u32, rank: u32, label: u32) {
  var at = hash(rank) & (SLOTS - 1u);
  // Bound: one slot is free; an exchange may fail without cause, and 63 others try. A query that does not
  // find its slot counts as one with too few slots.
  for (var probe = 0u; probe < 64u * SLOTS; probe++) {
    let entry = side * SLOTS + at;
    var key = atomicLoad(&keys[entry]);
    if (key == NONE) {
      let swap = atomicCompareExchangeWeak(&keys[entry], NONE, rank);
      if (swap.exchanged) {
        atomicAdd(&used[side], 1u);
        key = rank;
      } else if (swap.old_value == NONE) {
        continue;
      } else {
        key = swap.old_value;
      }
    }
    if (key == rank) {
      // settled labels are smaller already; none becomes settled meanwhile
      if (atomicLoad(&labels[entry]) < SETTLED || atomicLoad(&labels[entry]) == NONE) {
        atomicMin(&labels[entry], label);
      }
      return;
    }
    at = (at + 1u) & (SLOTS - 1u);
  }
  atomicStore(&full, 1u);
}

fn plus(label: u32, weight: u32) -> u32 {
  if (label == INFINITY) { return INFINITY; }
  return bitcast<u32>(bitcast<f32>(label) + bitcast<f32>(weight));
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
    for (var i = local; i < 2u * SLOTS; i += 2u * SIDE) {
      atomicStore(&keys[i], NONE);
      atomicStore(&labels[i], NONE);
    }
    if (lane == 0u) {
      atomicStore(&used[side], 0u);
      atomicStore(&enteredCount[side], 0u);
    }
    if (local == 0u) {
      atomicStore(&best, INFINITY);
      atomicStore(&full, 0u);
    }
    workgroupBarrier();
    if (lane == 0u) {
      offer(side, ranks[ends[query][side]], 0u);
      atomicStore(&least[side], NONE);
    }
    workgroupBarrier();

    // Bound: each turn settles a slot of a side that works; else the query counts as one with too few slots.
    for (var turns = 0u; ; turns++) {
      // the smallest open label of each side
      var mine = NONE;
      var place = 0u;
      for (var i = lane; i < SLOTS; i += SIDE) {
        let label = atomicLoad(&labels[side * SLOTS + i]);
        if (label < mine && atomicLoad(&keys[side * SLOTS + i]) < batch.topFirst) {
          mine = label;
          place = i;
        }
      }
      atomicMin(&least[side], mine);
      workgroupBarrier();
      let key = atomicLoad(&least[side]);
      if (mine == key) { atomicStore(&slot[side], place); }
      if (local == 0u) {
        // an open label is below INFINITY, so below best while nothing is found
        let bound = atomicLoad(&best);
        let low = min(atomicLoad(&least[0]), atomicLoad(&least[1]));
        over = select(0u, 1u, low >= bound || atomicLoad(&full) != 0u || turns > 2u * SLOTS);
        if (turns > 2u * SLOTS) { atomicStore(&full, 1u); }
      }
      if (lane == 0u) { atomicStore(&stalled[side], 0u); }
      // publishes slot and stalled too
      if (workgroupUniformLoad(&over) != 0u) { break; }

      let bound = atomicLoad(&best);
      let working = key < bound;
      let entry = side * SLOTS + atomicLoad(&slot[side]);
      var rank = 0u;
      var start = 0u;
      var end = 0u;
      if (working) {
        rank = atomicLoad(&keys[entry]);
        let row = rank * 2u + side;
        start = rows[row];
        end = rows[row + 1u];
        // a higher rank that leads down to this one on a shorter path: the row of the other side
        let last = rows[(row ^ 1u) + 1u];
        for (var a = rows[row ^ 1u] + lane; a < last; a += SIDE) {
          let arc = arcs[a];
          if (plus(labelOf(side, arc.x), arc.y) < key) { atomicStore(&stalled[side], 1u); }
        }
      }
      workgroupBarrier();
      if (working && lane == 0u) {
        atomicStore(&labels[entry], key | SETTLED);
        let other = labelOf(1u - side, rank);
        if (other != INFINITY) { atomicMin(&best, plus(other, key)); }
        // every head may need a slot, and one stays free, where looking ends
        if (atomicLoad(&used[side]) + end - start >= SLOTS) { atomicStore(&full, 1u); }
      }
      if (lane == 0u) { atomicStore(&least[side], NONE); }
      workgroupBarrier();
      if (working && atomicLoad(&stalled[side]) == 0u && atomicLoad(&full) == 0u) {
        let limit = atomicLoad(&best);
        for (var a = start + lane; a < end; a += SIDE) {
          let arc = arcs[a];
          let sum = plus(key, arc.y);
          if (sum < limit) { offer(side, arc.x, sum); }
        }
      }
      workgroupBarrier();
    }

    // all have left the loop: labels stand, none of the top is settled
    for (var i = lane; i < SLOTS; i += SIDE) {
      let entry = side * SLOTS + i;
      let key = atomicLoad(&keys[entry]);
      if (key != NONE && key >= batch.topFirst) {
        entered[side * SLOTS + atomicAdd(&enteredCount[side], 1u)] = entry;
      }
    }
    workgroupBarrier();
    let across = atomicLoad(&enteredCount[1]);
    let pairs = atomicLoad(&enteredCount[0]) * across;
    for (var i = local; i < pairs; i += 2u * SIDE) {
      let a = entered[i / across];
      let b = entered[SLOTS + i % across];
      let row = (atomicLoad(&keys[a]) - batch.topFirst) * batch.topCount;
      let through = top[row + atomicLoad(&keys[b]) - batch.topFirst];
      if (through == INFINITY) { continue; }
      atomicMin(&best, plus(plus(atomicLoad(&labels[a]), through), atomicLoad(&labels[b])));
    }
    workgroupBarrier();
    if (local == 0u) {
      costs[query] = select(atomicLoad(&best), NONE, atomicLoad(&full) != 0u);
    }
    // nobody clears the table before the first has read the best of it
    workgroupBarrier();
  }
}
`;
