// What all graph searches of one instance share.
//
// The graph: firstOut as in `Graph`, nodes + 1 u32; arcs as pairs of u32 head and f32 weight, read
// with one load; coordinates as pairs of f32.
//
// Record of a node, 8 bytes, from the highest bit down: 32 - nodeBits bits of generation, 31 bits
// of dist (the bits of an f32 >= 0), 1 bit CLOSED, nodeBits bits of parent (the source has itself).
// Generations count down, so a record of an older search is larger than any of the present one: one
// comparison with a record (`worstRecord`) asks both whether a node is new and whether a path is
// shorter.

/** The bits of an f32 >= 0. */
export const DIST_MASK: u32 = 0x7fffffff;

let nodeCount: u32 = 0;
let firstOut: usize = 0;
let arcs: usize = 0;
/** 0 where the graph has no coordinates. */
let coordinates: usize = 0;
let records: usize = 0;
/** Records of the backward side of two-sided searches, or 0. */
let backwardRecords: usize = 0;
/** How many bits of a record lie below its dist. */
let distShift: u64 = 1;
/** The bit of a record that says CLOSED: settled with this dist. */
let closedBit: u64 = 1;
/** The generation of the last search. After 0 the next search clears the records. */
let generation: u32 = 0;
/** Nodes settled by the last search. */
let settled: u32 = 0;

/**
 * Binds the instance to a graph and to records, 8 bytes per node, of one side or both. The room of
 * records is a multiple of four nodes: `graphTreeInto` and tree.ts write vectors.
 */
export function graphBind(
  nodes: u32,
  firstOutAt: usize,
  arcsAt: usize,
  coordinatesAt: usize,
  recordsAt: usize,
  backwardRecordsAt: usize,
): void {
  nodeCount = nodes;
  firstOut = firstOutAt;
  arcs = arcsAt;
  coordinates = coordinatesAt;
  records = recordsAt;
  backwardRecords = backwardRecordsAt;
  const nodeBits = nodes < 2 ? 1 : 32 - clz(nodes - 1);
  distShift = <u64>nodeBits + 1;
  closedBit = (<u64>1) << (<u64>nodeBits);
  generation = 0;
}

/** Starts a new generation of records, the next lower number. */
export function nextGeneration(): void {
  if (generation == 0) {
    memory.fill(records, 0xff, (<usize>nodeCount) << 3);
    if (backwardRecords) memory.fill(backwardRecords, 0xff, (<usize>nodeCount) << 3);
    // cleared records are all ones, the largest generation: the next one begins below
    generation = (0xffffffff >> (<u32>distShift - 1)) - 1;
  } else {
    generation--;
  }
}

/** Call when something else is written where the records are: the next search clears them. */
export function forgetRecords(): void {
  generation = 0;
}

/** The dists of tree.ts, u32 each, which overwrite the records. */
export function treeDists(): usize {
  return records;
}

/** The generation above 31 bits of dist that are 0: a record of dist 0 >> distShift. */
export function generationBits(): u64 {
  return (<u64>generation) << 31;
}

/** The record of a node in one of the two arrays of records. */
export function recordOf(table: usize, node: u32): u64 {
  return load<u64>(table + ((<usize>node) << 3));
}

/** The lowest bit of the dist of a record: to multiply a dist by it is to shift it there. */
export function distUnit(): u64 {
  return (<u64>1) << distShift;
}

/**
 * The largest record of this generation with dist 0: all bits below the dist are 1. With b the bits
 * of a dist d, b * distUnit() + worstRecord() is below the record of a node if the node is new in
 * this search or its dist is larger than d.
 */
export function worstRecord(): u64 {
  return (((<u64>generation) << 31) << distShift) + distUnit() - 1;
}

/** Whether the last search gave the node of this record a dist. */
export function isReached(record: u64): bool {
  return record >> (distShift + 31) == generation;
}

export function distOf(record: u64): f32 {
  return reinterpret<f32>(<u32>(record >> distShift) & 0x7fffffff);
}

export function parentOf(record: u64): u32 {
  return <u32>(record & (closedBit - 1));
}

export function setSettled(count: u32): void {
  settled = count;
}

/** Nodes settled by the last search, for the host. */
export function graphSettledCount(): u32 {
  return settled;
}

export function graphNodeCount(): u32 {
  return nodeCount;
}

export function graphFirstOut(): usize {
  return firstOut;
}

export function graphArcs(): usize {
  return arcs;
}

export function graphCoordinates(): usize {
  return coordinates;
}

export function graphRecords(): usize {
  return records;
}

export function graphBackwardRecords(): usize {
  return backwardRecords;
}

export function graphDistShift(): u64 {
  return distShift;
}

export function graphClosedBit(): u64 {
  return closedBit;
}

export function graphGeneration(): u32 {
  return generation;
}
