// Contraction hierarchies, src/hierarchy/: building (contract.ts) and searching (query.ts, sweep.ts
// and tree.ts, table.ts, all on state.ts). layout.ts names all records. Files by task:
// architecture/hierarchies.md.
export { REFERENCE } from './state';
export {
  ARC_HOPS,
  ARC_VIA,
  ARC_WEIGHT,
  ARC_WORDS,
  DIGITS,
  LIST_COUNT,
  LIST_IN,
  LIST_OUT,
  NODE_LEVEL,
  NODE_WORDS,
  SHORTCUT,
} from './layout';
export { contractLoad, contractNodes, contractSome, contractWeigh } from './contract';
export { hierarchyBind } from './state';
export {
  hierarchyBegin,
  hierarchyDist,
  hierarchyRun,
  hierarchySearch,
  hierarchySeed,
} from './query';
export { hierarchySettled, queryCreate } from './query';
export { pathAddress, pathCost, unpackPlaces } from './expand';
export { hierarchyUnpack, unpackCreate } from './unpack';
export { sweepBegin, sweepBind, sweepDown, sweepSource, sweepUp } from './sweep';
export { tableBegin, tableSort } from './column-lists';
export { tableSource, tableTarget } from './table';
export { treeBind, treeDistances, treeFinish, treeParents, treeScratch } from './tree';
export { topBind, topFill } from './top';
