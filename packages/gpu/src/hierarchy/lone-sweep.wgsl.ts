// PHAST (Delling, Goldberg, Nowatzyk and Werneck 2011) for one source. The upward half is done on
// the CPU: it reaches a few hundred ranks, which are the seeds. The downward half:
//
//   loneMerged  the highest levels, one after another: one workgroup, distances in workgroup memory
//   loneLevel   one of the wide levels below: an invocation per rank. No arc joins two ranks of a
//               level.
//
// Distances are bits of f32 >= 0, which order like their values. Before loneLevel has run, an entry
// of dist holds INFINITY less the bits of the upward distance: cleared memory means not reached.

/** Entry points loneMerged and loneLevel. */
export const loneSweepWgsl: string = /* wgsl */ `
override WORKGROUP_SIZE: u32 = 256;
override MERGED_WORKGROUP: u32 = 256; // invocations of loneMerged
override MERGED_RANKS: u32 = 4096;    // most ranks of loneMerged
const INFINITY = 0x7f800000u;

struct Level { first: u32, count: u32 }
struct Sweep {
  nodes: u32,
  mergedFirst: u32, // the lowest rank of loneMerged
  levels: u32,
  merged: u32,      // the lowest level of loneMerged
}

@group(0) @binding(0) var<uniform> level: Level;
@group(0) @binding(1) var<uniform> sweep: Sweep;
@group(0) @binding(2) var<storage, read> rows: array<u32>;       // ranks + 1
@group(0) @binding(3) var<storage, read> arcs: array<vec2u>;     // upper end, bits of the weight
@group(0) @binding(4) var<storage, read> nodes: array<u32>;      // of each rank
@group(0) @binding(5) var<storage, read> levelStart: array<u32>; // levels + 1
@group(0) @binding(6) var<storage, read_write> dist: array<u32>; // by rank
@group(0) @binding(7) var<storage, read_write> byNode: array<u32>;
// the first entry: the number of seeds; then rank and bits of the distance
@group(0) @binding(8) var<storage, read> seeds: array<vec2u>;

/** The distance at the end of an arc; INFINITY if the distance at its begin is INFINITY. */
fn beyond(known: u32, weight: u32) -> u32 {
  let sum = bitcast<u32>(bitcast<f32>(known) + bitcast<f32>(weight));
  return select(sum, INFINITY, known == INFINITY);
}

// distances of the ranks of loneMerged, the lowest first
var<workgroup> merged: array<atomic<u32>, MERGED_RANKS>;

/** Lowers the distance of a rank by every shares-th arc from the ranks above. */
fn fallInMerged(rank: u32, share: u32, shares: u32) {
  var least = INFINITY;
  let end = rows[rank + 1u];
  for (var a = rows[rank] + share; a < end; a += shares) {
    let arc = arcs[a];
    least = min(least, beyond(atomicLoad(&merged[arc.x - sweep.mergedFirst]), arc.y));
  }
  if (least < INFINITY) { atomicMin(&merged[rank - sweep.mergedFirst], least); }
}

@compute @workgroup_size(MERGED_WORKGROUP)
fn loneMerged(@builtin(local_invocation_index) local: u32) {
  let count = sweep.nodes - sweep.mergedFirst;
  for (var i = local; i < count; i += MERGED_WORKGROUP) { atomicStore(&merged[i], INFINITY); }
  workgroupBarrier();
  let end = seeds[0].x;
  for (var i = 1u + local; i <= end; i += MERGED_WORKGROUP) {
    let seed = seeds[i];
    if (seed.x >= sweep.mergedFirst) {
      atomicStore(&merged[seed.x - sweep.mergedFirst], seed.y);
    } else {
      dist[seed.x] = INFINITY - seed.y;
    }
  }
  workgroupBarrier();
  for (var l = sweep.levels; l > sweep.merged; l--) {
    let begin = levelStart[l - 1u];
    let ranks = levelStart[l] - begin;
    // invocations that share the arcs of a rank: ranks of levels with few ranks have many arcs
    var shares = 32u;
    for (var i = 0u; i < 5u && shares * ranks > MERGED_WORKGROUP; i++) { shares /= 2u; }
    for (var i = local / shares; i < ranks; i += MERGED_WORKGROUP / shares) {
      fallInMerged(begin + i, local % shares, shares);
    }
    workgroupBarrier(); // publishes the distances of the level
  }
  for (var i = local; i < count; i += MERGED_WORKGROUP) {
    let least = atomicLoad(&merged[i]);
    dist[sweep.mergedFirst + i] = least;
    byNode[nodes[sweep.mergedFirst + i]] = least;
  }
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn loneLevel(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var i = id.x; i < level.count; i += groups.x * WORKGROUP_SIZE) {
    let rank = level.first + i;
    let end = rows[rank + 1u];
    var least = INFINITY - dist[rank];
    for (var a = rows[rank]; a < end; a++) {
      let arc = arcs[a];
      least = min(least, beyond(dist[arc.x], arc.y));
    }
    dist[rank] = least;
    byNode[nodes[rank]] = least;
  }
}
`;
