// Polyanya, compiled to kernels.wasm: polyanya.ts is the search, roots.ts holds the turns of paths,
// estimate.ts the lower bounds, layout.ts all records in memory. The host of these exports is
// src/polyanya/create-polyanya.ts.

export { labelsAreFull, loadMesh, setAcross, setPolygon, setSide, setVertex } from './layout';
export {
  pathTurns,
  pathWrite,
  searchBegin,
  searchBind,
  searchExpanded,
  searchExpandStart,
  searchLowerBound,
  searchRun,
  searchStart,
  searchTarget,
} from './polyanya';
export { searchSet } from './roots';
