// Tables of costs: sweeps that begin at seeds and end at chosen nodes. The downward half covers
// only ranks that lead down to a target (RPHAST: Delling, Goldberg and Werneck 2011). The kernels
// climb, fallMerged and fallLevel are those of sweeps. table-memory.ts binds the kernels.
import { sweepPartsWgsl } from './sweep.wgsl.ts';

export const tableWgsl: string = /* wgsl */ `${sweepPartsWgsl}
// width: the number of targets; ends: the number of all their ends
struct Table { width: u32, ends: u32 }

@group(0) @binding(10) var<uniform> table: Table;
// 1: the rank of an end, or a rank from which arcs lead down to the rank of an end
@group(0) @binding(12) var<storage, read_write> wanted: array<atomic<u32>>;
@group(0) @binding(13) var<storage, read> firstEnd: array<u32>;  // targets + 1 entries
@group(0) @binding(14) var<storage, read> ends: array<vec2u>;    // rank, bits of the cost
@group(0) @binding(15) var<storage, read_write> costs: array<u32>; // a row of targets per source

fn isWanted(rank: u32) -> bool { return atomicLoad(&wanted[rank]) != 0u; }

/** Marks the ranks of the ends of all targets. */
@compute @workgroup_size(WORKGROUP_SIZE)
fn wantEnds(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var i = id.x; i < table.ends; i += groups.x * WORKGROUP_SIZE) {
    atomicStore(&wanted[ends[i].x], 1u);
  }
}

/**
 * Marks the ranks from which arcs lead down to marked ranks of one level. Levels come from the
 * lowest on; a row has the arcs into a rank from above.
 */
@compute @workgroup_size(WORKGROUP_SIZE)
fn wantAbove(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var i = id.x; i < level.count; i += groups.x * WORKGROUP_SIZE) {
    let rank = level.first + i;
    if (!isWanted(rank)) { continue; }
    let end = rows[rank + 1u];
    for (var a = rows[rank]; a < end; a++) { atomicStore(&wanted[arcs[a].x], 1u); }
  }
}

/** The least cost over the ends of each target. Neighbouring invocations write one row. */
@compute @workgroup_size(WORKGROUP_SIZE)
fn gather(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let count = table.width * batch.quads;
  for (var i = id.x; i < count; i += groups.x * WORKGROUP_SIZE) {
    let column = i % table.width;
    let quad = i / table.width;
    var least = vec4u(INFINITY);
    let last = firstEnd[column + 1u];
    for (var e = firstEnd[column]; e < last; e++) {
      let one = ends[e];
      least = min(least, beyond(dist[one.x * batch.quads + quad], one.y));
    }
    let at = quad * 4u * table.width + column;
    costs[at] = least.x;
    costs[at + table.width] = least.y;
    costs[at + 2u * table.width] = least.z;
    costs[at + 3u * table.width] = least.w;
  }
}
`;
