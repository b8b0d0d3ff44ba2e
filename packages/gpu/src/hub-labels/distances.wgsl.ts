// A query of hub labels per invocation: the labels of source and target are merged by groups of
// four entries. All 16 pairs of two groups are compared. Then the merge leaves the group with the
// smaller last hub, or both if their last hubs are the same. Every label has at least one group
// (check-labels.ts), so the first read is valid. A group is 32 bytes, the least that most devices
// load from memory at once. So no loaded byte is wasted, although invocations read at distant
// places.
//
// Distances are compared by their bits, which order like the distances because none is negative.

export const distancesWgsl: string = /* wgsl */ `
const INFINITY = 0x7f800000u;
const NONE = 0xffffffffu;
const SIZE = 64u;

struct Batch { count: u32 }
@group(0) @binding(0) var<uniform> batch: Batch;
@group(0) @binding(1) var<storage, read> hubs: array<u32>;          // of each node
@group(0) @binding(2) var<storage, read> forwardFirst: array<u32>;  // first group of each hub
@group(0) @binding(3) var<storage, read> forward: array<vec4u>;     // hubs, bits of distances, …
@group(0) @binding(4) var<storage, read> backwardFirst: array<u32>;
@group(0) @binding(5) var<storage, read> backward: array<vec4u>;
@group(0) @binding(6) var<storage, read> sources: array<u32>;
@group(0) @binding(7) var<storage, read> targets: array<u32>;
@group(0) @binding(8) var<storage, read_write> costs: array<u32>;

/**
 * Component by component: the bits of the sum of both distances where both hubs are the same;
 * INFINITY where they differ, and for NONE, which fills the last group of a label.
 */
fn sums(own: vec4u, dists: vec4f, others: vec4u, otherDists: vec4f) -> vec4u {
  let meets = (own == others) & (own != vec4u(NONE));
  return select(vec4u(INFINITY), bitcast<vec4u>(dists + otherDists), meets);
}

fn distance(source: u32, goal: u32) -> u32 {
  let sourceHub = hubs[source];
  let targetHub = hubs[goal];
  var f = forwardFirst[sourceHub];
  var b = backwardFirst[targetHub];
  let forwardEnd = forwardFirst[sourceHub + 1u];
  let backwardEnd = backwardFirst[targetHub + 1u];
  var own = forward[2u * f];
  var dists = bitcast<vec4f>(forward[2u * f + 1u]);
  var others = backward[2u * b];
  var otherDists = bitcast<vec4f>(backward[2u * b + 1u]);
  var least = vec4u(INFINITY);
  // Bound: each turn leaves a group of at least one of the two labels.
  loop {
    least = min(least, sums(own, dists, others, otherDists));
    least = min(least, sums(own, dists, others.yzwx, otherDists.yzwx));
    least = min(least, sums(own, dists, others.zwxy, otherDists.zwxy));
    least = min(least, sums(own, dists, others.wxyz, otherDists.wxyz));
    let leavesOwn = own.w <= others.w;
    let leavesOther = others.w <= own.w;
    if (leavesOwn) {
      f++;
      if (f >= forwardEnd) { break; }
      own = forward[2u * f];
      dists = bitcast<vec4f>(forward[2u * f + 1u]);
    }
    if (leavesOther) {
      b++;
      if (b >= backwardEnd) { break; }
      others = backward[2u * b];
      otherDists = bitcast<vec4f>(backward[2u * b + 1u]);
    }
  }
  let two = min(least.xy, least.zw);
  return min(two.x, two.y);
}

@compute @workgroup_size(SIZE)
fn distances(
  @builtin(global_invocation_id) id: vec3u,
  @builtin(num_workgroups) workgroups: vec3u,
) {
  for (var i = id.x; i < batch.count; i += workgroups.x * SIZE) {
    costs[i] = distance(sources[i], targets[i]);
  }
}
`;
