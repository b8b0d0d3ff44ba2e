// Queries on a customizable hierarchy: a workgroup climbs the elimination tree from both ends to
// the root (Dibbelt, Strasser and Wagner 2014), without a queue. HALF of its invocations climb from
// the source, the others from the target against the arcs; each relaxes some arcs of the rank.
//
// All upper neighbours of a rank are its ancestors, so the labels of a climb are numbered by the
// depth of their rank: a climb has at most as many labels as the elimination tree has levels. Both
// climbs go towards depth 0 together. When they come to a common ancestor both of its labels are
// final, and their sum is the length of a path.

export const climbWgsl: string = /* wgsl */ `
override LEVELS: u32 = 256;   // labels of a climb
const HALF = 32u;             // invocations of a climb
const INFINITY = 0x7f800000u;
const NONE = 0xffffffffu;

struct Batch { count: u32 }
/** The arcs of a rank are first to end - 1; parent: NONE at a root; depth: 0 at a root. */
struct Rank { first: u32, end: u32, parent: u32, depth: u32 }
@group(0) @binding(0) var<uniform> batch: Batch;
@group(0) @binding(1) var<storage, read> ranks: array<u32>;       // of each node
@group(0) @binding(2) var<storage, read> tree: array<Rank>;
@group(0) @binding(3) var<storage, read> headDepth: array<u32>;   // of the upper end of each arc
@group(0) @binding(4) var<storage, read> weights: array<u32>;     // up and down of each arc
@group(0) @binding(6) var<storage, read> sources: array<u32>;     // nodes
@group(0) @binding(7) var<storage, read> targets: array<u32>;
@group(0) @binding(8) var<storage, read_write> costs: array<u32>; // bits of distances

var<workgroup> labels: array<atomic<u32>, 2u * LEVELS>;
/** Depths that the climbs go through: one more than the larger depth of both ends. */
var<workgroup> depths: u32;

fn plus(label: u32, weight: u32) -> u32 {
  return bitcast<u32>(bitcast<f32>(label) + bitcast<f32>(weight));
}

@compute @workgroup_size(64)
fn climb(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let direction = local / HALF;
  let member = local % HALF;
  let own = direction * LEVELS;
  let across = LEVELS - own;
  for (var query = group.x; query < batch.count; query += groups.x) {
    for (var i = local; i < 2u * LEVELS; i += 2u * HALF) { atomicStore(&labels[i], INFINITY); }
    // the current rank of this climb, and of the other one
    let begin = ranks[sources[query]];
    let goal = ranks[targets[query]];
    var rank = select(goal, begin, direction == 0u);
    var other = select(begin, goal, direction == 0u);
    var mine = tree[rank];
    var others = tree[other];
    if (local == 0u) { depths = max(mine.depth, others.depth) + 1u; }
    workgroupBarrier(); // publishes the cleared labels
    if (member == 0u) { atomicStore(&labels[own + mine.depth], 0u); }
    var best = INFINITY;
    // Bound: depths go down by one, from the deeper of both ends to that of the root
    for (var left = workgroupUniformLoad(&depths); left > 0u; left--) {
      let depth = left - 1u;
      let here = rank != NONE && mine.depth == depth;
      let there = other != NONE && others.depth == depth;
      if (here) {
        let label = atomicLoad(&labels[own + depth]);
        if (there && rank == other) {
          let rest = atomicLoad(&labels[across + depth]);
          if (max(label, rest) < INFINITY) { best = min(best, plus(label, rest)); }
        }
        // a label that is not below the best length found begins no shorter path
        if (label < best) {
          for (var a = mine.first + member; a < mine.end; a += HALF) {
            let sum = plus(label, weights[2u * a + direction]);
            if (sum < INFINITY) { atomicMin(&labels[own + headDepth[a]], sum); }
          }
        }
        rank = mine.parent;
        if (rank != NONE) { mine = tree[rank]; }
      }
      if (there) {
        other = others.parent;
        if (other != NONE) { others = tree[other]; }
      }
      workgroupBarrier(); // publishes the labels of the depths that are left
    }
    if (local == 0u) { costs[query] = best; }
  }
}
`;

/** Gives the arcs of sweeps their weights. */
export const spreadWgsl: string = /* wgsl */ `
@group(0) @binding(0) var<storage, read> weights: array<vec2u>;       // up and down of each arc
@group(0) @binding(1) var<storage, read_write> upArcs: array<vec2u>;  // upper end, weight
@group(0) @binding(2) var<storage, read_write> downArcs: array<vec2u>;

@compute @workgroup_size(256)
fn spread(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  // the sizes of buffers are rounded up, so each array may be longer than there are arcs
  let count = min(arrayLength(&upArcs), arrayLength(&weights));
  for (var a = id.x; a < count; a += groups.x * 256u) {
    let both = weights[a];
    upArcs[a].y = both.x;
    downArcs[a].y = both.y;
  }
}
`;
