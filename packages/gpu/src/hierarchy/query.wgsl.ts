// A contraction hierarchy query (Geisberger et al. 2008) per workgroup. HALF of its invocations
// search upwards from the source (direction 0), the others upwards from the target along reverse
// arcs (direction 1). The labels of a direction are a hash table in workgroup memory: an entry has
// a rank and its label. A label is the bits of an f32 >= 0, with the highest bit set once the rank
// is settled. Each turn settles the rank with the least label of each direction, found by a look at
// all entries; the arcs of a rank are divided among the invocations of the direction.
//
// The highest ranks, the top (top.ts), are reached and not settled: the distance between two of
// them is looked up for all pairs that the two directions reached (a distance table as in Highway
// Hierarchies Star, Delling, Sanders, Schultes and Wagner 2006). Why a rank may be stalled: see
// docs/concepts/hierarchies.md. A stalled rank relaxes no arcs. It still counts as a meeting point,
// because its label is the length of a path.
//
// A query ends when no label that is left is below the best path found. It fails, with cost NONE,
// when a hash table may have no free entry for the upper ends of a rank: query-runner.ts asks again
// with larger hash tables, and at last by sweeps.

export const queryWgsl: string = /* wgsl */ `
override TABLE_SIZE: u32 = 256; // entries of a hash table
const HALF = 32u;              // invocations of a direction
const INFINITY = 0x7f800000u;
const SETTLED = 0x80000000u;
const NONE = 0xffffffffu;

struct Batch { count: u32, topFirst: u32, topCount: u32 }
@group(0) @binding(0) var<uniform> batch: Batch;
@group(0) @binding(1) var<storage, read> rows: array<u32>;    // row rank * 2 + direction
@group(0) @binding(2) var<storage, read> arcs: array<vec2u>;  // upper end, bits of the weight
@group(0) @binding(3) var<storage, read> ranks: array<u32>;   // of each node
@group(0) @binding(4) var<storage, read> ends: array<vec2u>;  // source and target, nodes
@group(0) @binding(5) var<storage, read_write> costs: array<u32>; // NONE: a hash table is too small
@group(0) @binding(6) var<storage, read> top: array<u32>;     // bits of distances between top ranks

// the hash tables of both directions, one after the other; NONE: the entry is free
var<workgroup> tableRank: array<atomic<u32>, 2u * TABLE_SIZE>;
var<workgroup> labels: array<atomic<u32>, 2u * TABLE_SIZE>;
// Per direction. used: entries in use; least: the least label that is not settled, of ranks below
// the top; nextEntry: the entry of this label; stalled: 1 if the rank of nextEntry is stalled
var<workgroup> used: array<atomic<u32>, 2>;
var<workgroup> least: array<atomic<u32>, 2>;
var<workgroup> nextEntry: array<atomic<u32>, 2>;
var<workgroup> stalled: array<atomic<u32>, 2>;
var<workgroup> best: atomic<u32>;  // the length of the best path found so far
var<workgroup> full: atomic<u32>;  // 1: a hash table is too small
var<workgroup> over: u32;          // 1: the search ends
/** Entries with ranks of the top, per direction. */
var<workgroup> entered: array<u32, 2u * TABLE_SIZE>;
var<workgroup> enteredCount: array<atomic<u32>, 2>;

fn hash(rank: u32) -> u32 { return (rank * 0x9e3779b1u) >> 16u; }

/** The label of a rank in a direction, settled or not; INFINITY if the rank has none. */
fn labelOf(direction: u32, rank: u32) -> u32 {
  var at = hash(rank) & (TABLE_SIZE - 1u);
  // Bound: one entry always stays free, and a probe that finds a free entry ends the look-up.
  for (var probe = 0u; probe < TABLE_SIZE; probe++) {
    let found = atomicLoad(&tableRank[direction * TABLE_SIZE + at]);
    if (found == rank) { return atomicLoad(&labels[direction * TABLE_SIZE + at]) & ~SETTLED; }
    if (found == NONE) { return INFINITY; }
    at = (at + 1u) & (TABLE_SIZE - 1u);
  }
  return INFINITY;
}

/** Lowers the label of a rank, which may be new. The caller has made sure that an entry is free. */
fn offer(direction: u32, rank: u32, label: u32) {
  var at = hash(rank) & (TABLE_SIZE - 1u);
  // Bound: one entry is free, so TABLE_SIZE probes find an entry. A weak exchange may fail without
  // cause, and then its entry is probed again, so 64 times as many probes are allowed. If no probe
  // finds an entry, the query fails as if the hash table were too small.
  for (var probe = 0u; probe < 64u * TABLE_SIZE; probe++) {
    let entry = direction * TABLE_SIZE + at;
    var found = atomicLoad(&tableRank[entry]);
    if (found == NONE) {
      let swap = atomicCompareExchangeWeak(&tableRank[entry], NONE, rank);
      if (swap.exchanged) {
        atomicAdd(&used[direction], 1u);
        found = rank;
      } else if (swap.old_value == NONE) {
        continue;
      } else {
        found = swap.old_value;
      }
    }
    if (found == rank) {
      // a settled label is final: only a label without the bit SETTLED, or NONE, is lowered
      if (atomicLoad(&labels[entry]) < SETTLED || atomicLoad(&labels[entry]) == NONE) {
        atomicMin(&labels[entry], label);
      }
      return;
    }
    at = (at + 1u) & (TABLE_SIZE - 1u);
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
  let direction = local / HALF;
  let member = local % HALF;
  for (var query = group.x; query < batch.count; query += groups.x) {
    for (var i = local; i < 2u * TABLE_SIZE; i += 2u * HALF) {
      atomicStore(&tableRank[i], NONE);
      atomicStore(&labels[i], NONE);
    }
    if (member == 0u) {
      atomicStore(&used[direction], 0u);
      atomicStore(&enteredCount[direction], 0u);
    }
    if (local == 0u) {
      atomicStore(&best, INFINITY);
      atomicStore(&full, 0u);
    }
    workgroupBarrier();
    if (member == 0u) {
      offer(direction, ranks[ends[query][direction]], 0u);
      atomicStore(&least[direction], NONE);
    }
    workgroupBarrier();

    // Bound: each turn settles an entry, and both tables have 2 * TABLE_SIZE. After more turns the
    // query fails as if the tables were too small.
    for (var turns = 0u; ; turns++) {
      // mine: the least label of ranks below the top among this invocation's share of the entries;
      // the bit SETTLED makes settled labels exceed all others
      var mine = NONE;
      var place = 0u;
      for (var i = member; i < TABLE_SIZE; i += HALF) {
        let label = atomicLoad(&labels[direction * TABLE_SIZE + i]);
        let rank = atomicLoad(&tableRank[direction * TABLE_SIZE + i]);
        if (label < mine && rank < batch.topFirst) {
          mine = label;
          place = i;
        }
      }
      atomicMin(&least[direction], mine);
      workgroupBarrier();
      let label = atomicLoad(&least[direction]);
      if (mine == label) { atomicStore(&nextEntry[direction], place); }
      if (local == 0u) {
        // best is INFINITY until a path is found; all finite labels are below INFINITY
        let bound = atomicLoad(&best);
        let low = min(atomicLoad(&least[0]), atomicLoad(&least[1]));
        over = select(0u, 1u, low >= bound || atomicLoad(&full) != 0u || turns > 2u * TABLE_SIZE);
        if (turns > 2u * TABLE_SIZE) { atomicStore(&full, 1u); }
      }
      if (member == 0u) { atomicStore(&stalled[direction], 0u); }
      // the load is a barrier, which publishes nextEntry and stalled as well
      if (workgroupUniformLoad(&over) != 0u) { break; }

      let bound = atomicLoad(&best);
      let working = label < bound;
      let entry = direction * TABLE_SIZE + atomicLoad(&nextEntry[direction]);
      var rank = 0u;
      var start = 0u;
      var end = 0u;
      if (working) {
        rank = atomicLoad(&tableRank[entry]);
        let row = rank * 2u + direction;
        start = rows[row];
        end = rows[row + 1u];
        // The rank is stalled if a path over a higher rank, and an arc down from there, is shorter
        // than the label. These arcs are in the row of the other direction.
        let last = rows[(row ^ 1u) + 1u];
        for (var a = rows[row ^ 1u] + member; a < last; a += HALF) {
          let arc = arcs[a];
          if (plus(labelOf(direction, arc.x), arc.y) < label) {
            atomicStore(&stalled[direction], 1u);
          }
        }
      }
      workgroupBarrier();
      if (working && member == 0u) {
        atomicStore(&labels[entry], label | SETTLED);
        let other = labelOf(1u - direction, rank);
        if (other != INFINITY) { atomicMin(&best, plus(other, label)); }
        // every head may need an entry, and one entry must stay free, which ends look-ups
        if (atomicLoad(&used[direction]) + end - start >= TABLE_SIZE) { atomicStore(&full, 1u); }
      }
      if (member == 0u) { atomicStore(&least[direction], NONE); }
      workgroupBarrier();
      if (working && atomicLoad(&stalled[direction]) == 0u && atomicLoad(&full) == 0u) {
        let limit = atomicLoad(&best);
        for (var a = start + member; a < end; a += HALF) {
          let arc = arcs[a];
          let sum = plus(label, arc.y);
          if (sum < limit) { offer(direction, arc.x, sum); }
        }
      }
      workgroupBarrier();
    }

    // all invocations have left the loop: labels are final, and no rank of the top is settled
    for (var i = member; i < TABLE_SIZE; i += HALF) {
      let entry = direction * TABLE_SIZE + i;
      let rank = atomicLoad(&tableRank[entry]);
      if (rank != NONE && rank >= batch.topFirst) {
        entered[direction * TABLE_SIZE + atomicAdd(&enteredCount[direction], 1u)] = entry;
      }
    }
    workgroupBarrier();
    let across = atomicLoad(&enteredCount[1]);
    let pairs = atomicLoad(&enteredCount[0]) * across;
    for (var i = local; i < pairs; i += 2u * HALF) {
      let a = entered[i / across];
      let b = entered[TABLE_SIZE + i % across];
      let row = (atomicLoad(&tableRank[a]) - batch.topFirst) * batch.topCount;
      let through = top[row + atomicLoad(&tableRank[b]) - batch.topFirst];
      if (through == INFINITY) { continue; }
      atomicMin(&best, plus(plus(atomicLoad(&labels[a]), through), atomicLoad(&labels[b])));
    }
    workgroupBarrier();
    if (local == 0u) {
      costs[query] = select(atomicLoad(&best), NONE, atomicLoad(&full) != 0u);
    }
    // the next query sets best and full only after invocation 0 has read them
    workgroupBarrier();
  }
}
`;
