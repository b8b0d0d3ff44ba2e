// Hub labels, src/hub-labels/: building from a contraction hierarchy (build.ts), distances
// (query.ts), paths (path.ts) and tables (table.ts). layout.ts names the record. Files by task:
// architecture/hub-labels.md.
export { GROUP_BYTES, GROUP_ENTRIES } from './layout';
export { buildAddresses, buildBytes, buildGroups, buildLoad, buildSame, buildSome } from './build';
export { hierarchyArcsBind } from '../hierarchy/state';
export { hubLabelsBind, hubLabelsDist, hubLabelsDistances, hubLabelsSearch } from './query';
export { hubLabelsPathCreate, hubLabelsUnpack } from './path';
export { pathAddress, pathCost, unpackPlaces } from '../hierarchy/expand';
export { tableBegin, tableSort } from '../hierarchy/column-lists';
export { tableRow, tableSource, tableTarget } from './table';
