// Paths over areas with costs and over links, compiled to areas.wasm: layout.ts holds all records,
// nodes.ts the points of the graph, search.ts is A* on them. The host is
// src/areas/create-area-search.ts; docs/concepts/areas-and-links.md says what the graph is.

export {
  bind,
  EXTRA_BYTES,
  LINK_BYTES,
  LINK_FLAG,
  NODE_BYTES,
  setExtra,
  setPlaces,
  setLink,
  setNodeSide,
  setSide,
  setSideNodes,
  setTriangle,
  SIDE_BYTES,
  TRIANGLE_BYTES,
} from './layout';
export { heapBind } from '@wayfield/navmesh/assembly/heap';
export {
  isReached,
  reachedRows,
  searchBegin,
  searchExpanded,
  searchGoal,
  searchRun,
  searchStart,
  searchWasCut,
  stepBack,
  stepNode,
  stepVia,
} from './search';
export { nodeX, nodeY } from './nodes';
