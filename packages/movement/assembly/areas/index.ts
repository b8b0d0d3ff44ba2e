// Paths over areas with costs and over links, compiled to areas.wasm: layout.ts has all records,
// nodes.ts the nodes of the graph, search.ts A* on them. src/areas/area-graph.ts writes the graph,
// src/areas/find-path.ts searches. docs/concepts/areas-and-links.md describes the graph.

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
  searchSet,
  searchStart,
  searchWasCut,
  stepBack,
  stepNode,
  stepVia,
} from './search';
export { nodeX, nodeY } from './nodes';
