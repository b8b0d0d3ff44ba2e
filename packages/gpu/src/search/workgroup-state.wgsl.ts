// Where a workgroup search keeps its labels, waiting bits, near queue and far pile: in workgroup
// memory on maps that fit into it (`stateInWorkgroup`), in storage on all others
// (`stateInStorage`). Both declare the same functions. The constants and params are those of
// workgroup-search.wgsl.ts.
//
//   labelOf(v), lower(v, label)                    read, atomicMin: returns the label before
//   setWaiting(v), clearWaiting(v)                 waiting bits; setWaiting returns whether the bit
//                                                  was clear
//   nearAt, setNear, farAt, setFar                 ring of 2 * capacity() words, pile of capacity()
//                                                  words: never full, see workgroup-search.wgsl.ts
//   touch(v)                                       notes that v got a label in this search; does
//                                                  nothing in workgroup memory
//   clearTouched(local)                            resets labels and bits after a search: in
//                                                  storage those of touched nodes, else all
//   clearLabels(local)                             resets all labels and bits when the kernel
//                                                  starts; does nothing in storage, which
//                                                  clear-labels.wgsl.ts has filled
//   publish()                                      barrier; all see the state after it
//
// stateInStorage keeps for each workspace 1 word per node and 1 bit per node in `labels`, and 4
// words per node in `lists`: near ring 2, far pile 1, touched nodes 1.

/** The state in workgroup memory, for at most `nodes` nodes. */
export const stateInWorkgroup = (nodes: number): string => /* wgsl */ `
const CAPACITY = ${nodes}u;
var<workgroup> labels: array<atomic<u32>, ${nodes}>;
var<workgroup> waits: array<atomic<u32>, ${Math.ceil(nodes / 32)}>;
var<workgroup> near: array<u32, ${2 * nodes}>;
var<workgroup> far: array<u32, ${nodes}>;
var<private> workspace: u32;
fn capacity() -> u32 { return CAPACITY; }
fn labelOf(v: u32) -> u32 { return atomicLoad(&labels[v]); }
fn lower(v: u32, label: u32) -> u32 { return atomicMin(&labels[v], label); }
fn setWaiting(v: u32) -> bool {
  let bit = 1u << (v & 31u);
  return (atomicOr(&waits[v >> 5u], bit) & bit) == 0u;
}
fn clearWaiting(v: u32) { atomicAnd(&waits[v >> 5u], ~(1u << (v & 31u))); }
fn nearAt(i: u32) -> u32 { return near[i]; }
fn setNear(i: u32, v: u32) { near[i] = v; }
fn farAt(i: u32) -> u32 { return far[i]; }
fn setFar(i: u32, v: u32) { far[i] = v; }
fn touch(v: u32) {}
fn publish() { workgroupBarrier(); }
fn clearLabels(local: u32) {
  for (var v = local; v < params.nodeCount; v += WORKGROUP_SIZE) { atomicStore(&labels[v], INF); }
  for (var w = local; w < (params.nodeCount + 31u) / 32u; w += WORKGROUP_SIZE) {
    atomicStore(&waits[w], 0u);
  }
}
fn clearTouched(local: u32) { clearLabels(local); }
`;

/** The state in storage, for any number of nodes. */
export const stateInStorage = /* wgsl */ `
/** Per workspace: nodeCount labels, a waiting bit per node. All INF and 0 between searches. */
@group(0) @binding(6) var<storage, read_write> labels: array<atomic<u32>>;
/** Per workspace: near ring (2 nodeCount words), far pile and touched nodes (nodeCount each). */
@group(0) @binding(7) var<storage, read_write> lists: array<u32>;
var<private> workspace: u32;
fn capacity() -> u32 { return params.nodeCount; }
fn labelBase() -> u32 { return workspace * (params.nodeCount + (params.nodeCount + 31u) / 32u); }
fn listBase() -> u32 { return workspace * 4u * params.nodeCount; }
fn labelOf(v: u32) -> u32 { return atomicLoad(&labels[labelBase() + v]); }
fn lower(v: u32, label: u32) -> u32 { return atomicMin(&labels[labelBase() + v], label); }
fn setWaiting(v: u32) -> bool {
  let bit = 1u << (v & 31u);
  return (atomicOr(&labels[labelBase() + params.nodeCount + (v >> 5u)], bit) & bit) == 0u;
}
fn clearWaiting(v: u32) {
  atomicAnd(&labels[labelBase() + params.nodeCount + (v >> 5u)], ~(1u << (v & 31u)));
}
fn nearAt(i: u32) -> u32 { return lists[listBase() + i]; }
fn setNear(i: u32, v: u32) { lists[listBase() + i] = v; }
fn farAt(i: u32) -> u32 { return lists[listBase() + 2u * params.nodeCount + i]; }
fn setFar(i: u32, v: u32) { lists[listBase() + 2u * params.nodeCount + i] = v; }
fn touch(v: u32) { lists[listBase() + 3u * params.nodeCount + atomicAdd(&touchedEnd, 1u)] = v; }
fn publish() { storageBarrier(); workgroupBarrier(); }
fn clearLabels(local: u32) {}
fn clearTouched(local: u32) {
  let count = atomicLoad(&touchedEnd);
  for (var i = local; i < count; i += WORKGROUP_SIZE) {
    let v = lists[listBase() + 3u * params.nodeCount + i];
    atomicStore(&labels[labelBase() + v], INF);
    atomicStore(&labels[labelBase() + params.nodeCount + (v >> 5u)], 0u);
  }
}
`;
