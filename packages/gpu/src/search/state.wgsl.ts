// Where a search keeps its labels, bits, near queue and far pile. Both texts declare the same functions.

/** In workgroup memory, for at most `nodes` nodes. */
export const smallState = (nodes: number): string => /* wgsl */ `
const CAPACITY = ${nodes}u;
var<workgroup> labels: array<atomic<u32>, ${nodes}>;
var<workgroup> waits: array<atomic<u32>, ${Math.ceil(nodes / 32)}>;
var<workgroup> near: array<u32, ${2 * nodes}>;
var<workgroup> far: array<u32, ${nodes}>;
var<private> slot: u32;
fn capacity() -> u32 { return CAPACITY; }
fn label(v: u32) -> u32 { return atomicLoad(&labels[v]); }
fn lower(v: u32, key: u32) -> u32 { return atomicMin(&labels[v], key); }
fn claim(v: u32, key: u32) -> bool { return atomicCompareExchangeWeak(&labels[v], INF, key).exchanged; }
fn mark(v: u32) -> bool { let bit = 1u << (v & 31u); return (atomicOr(&waits[v >> 5u], bit) & bit) == 0u; }
fn unmark(v: u32) { atomicAnd(&waits[v >> 5u], ~(1u << (v & 31u))); }
fn near_at(i: u32) -> u32 { return near[i]; }
fn set_near(i: u32, v: u32) { near[i] = v; }
fn far_at(i: u32) -> u32 { return far[i]; }
fn set_far(i: u32, v: u32) { far[i] = v; }
fn touch(v: u32) {}
fn publish() { workgroupBarrier(); }
fn clear_labels(lane: u32) {
  for (var v = lane; v < params.nodeCount; v += LANES) { atomicStore(&labels[v], INF); }
  for (var w = lane; w < (params.nodeCount + 31u) / 32u; w += LANES) { atomicStore(&waits[w], 0u); }
}
fn clear_touched(lane: u32) { clear_labels(lane); }
`;

/** In storage, for any number of nodes. */
export const LARGE_STATE = /* wgsl */ `
/** Of each slot: nodeCount labels, then a bit per node. All labels INF and all bits 0 between searches. */
@group(0) @binding(6) var<storage, read_write> labels: array<atomic<u32>>;
/** Of each slot: 2 nodeCount words of the near ring, nodeCount of the far pile, nodeCount touched nodes. */
@group(0) @binding(7) var<storage, read_write> lists: array<u32>;
var<private> slot: u32;
fn capacity() -> u32 { return params.nodeCount; }
fn label_base() -> u32 { return slot * (params.nodeCount + (params.nodeCount + 31u) / 32u); }
fn list_base() -> u32 { return slot * 4u * params.nodeCount; }
fn label(v: u32) -> u32 { return atomicLoad(&labels[label_base() + v]); }
fn lower(v: u32, key: u32) -> u32 { return atomicMin(&labels[label_base() + v], key); }
fn claim(v: u32, key: u32) -> bool {
  return atomicCompareExchangeWeak(&labels[label_base() + v], INF, key).exchanged;
}
fn mark(v: u32) -> bool {
  let bit = 1u << (v & 31u);
  return (atomicOr(&labels[label_base() + params.nodeCount + (v >> 5u)], bit) & bit) == 0u;
}
fn unmark(v: u32) {
  atomicAnd(&labels[label_base() + params.nodeCount + (v >> 5u)], ~(1u << (v & 31u)));
}
fn near_at(i: u32) -> u32 { return lists[list_base() + i]; }
fn set_near(i: u32, v: u32) { lists[list_base() + i] = v; }
fn far_at(i: u32) -> u32 { return lists[list_base() + 2u * params.nodeCount + i]; }
fn set_far(i: u32, v: u32) { lists[list_base() + 2u * params.nodeCount + i] = v; }
fn touch(v: u32) { lists[list_base() + 3u * params.nodeCount + atomicAdd(&touched_end, 1u)] = v; }
fn publish() { storageBarrier(); workgroupBarrier(); }
fn clear_labels(lane: u32) {}
fn clear_touched(lane: u32) {
  let count = atomicLoad(&touched_end);
  for (var i = lane; i < count; i += LANES) {
    let v = lists[list_base() + 3u * params.nodeCount + i];
    atomicStore(&labels[label_base() + v], INF);
    atomicStore(&labels[label_base() + params.nodeCount + (v >> 5u)], 0u);
  }
}
`;
