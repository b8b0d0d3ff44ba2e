// Contraction hierarchies, src/hierarchy/. Building: contract.ts (the loop; importance in
// order-queue.ts, the graph that is left in arc-lists.ts, witness.ts decides which shortcuts are
// needed). Searching: state.ts (the hierarchy in memory), query.ts (one path: upward searches from
// both ends), top.ts (the distances between the highest ranks, where both searches end), unpack.ts
// (the path of a query), sweep.ts (PHAST: distances to all nodes), tree.ts (one tree with parents,
// after a sweep), table.ts (many to many). layout.ts names all records.
export { REFERENCE } from './state';
export { ARC_WORDS, LIST_IN, LIST_LEVEL, LIST_OUT, NODE_WORDS, SHORTCUT } from './layout';
export { contractLoad, contractNodes, contractSome, contractWeigh } from './contract';
export { hierarchyBind } from './state';
export { hierarchyDist, hierarchySearch, hierarchySettled, queryCreate } from './query';
export { hierarchyUnpack, pathAddress, pathCost, unpackCreate, unpackPlaces } from './unpack';
export { sweepBegin, sweepBind, sweepDown, sweepSource, sweepUp } from './sweep';
export { tableBegin, tableSort, tableSource, tableTarget } from './table';
export { treeBind, treeDistances, treeFinish, treeParents, treeScratch } from './tree';
export { topBind, topFill } from './top';
