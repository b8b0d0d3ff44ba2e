export { contractLoad, contractNodes, contractSome, contractWeigh } from './contract';
export { hierarchyBind } from './state';
export { hierarchyDist, hierarchySearch, hierarchySettled, queryCreate } from './query';
export { hierarchyUnpack, pathAddress, pathCost, unpackCreate, unpackPlaces } from './unpack';
export { sweepBegin, sweepBind, sweepDown, sweepSource, sweepUp } from './sweep';
export { tableBegin, tableSort, tableSource, tableTarget } from './table';
export { treeBind, treeDistances, treeFinish, treeParents } from './tree';
export { topBind, topFill } from './top';
