// Corridors of agents, compiled to corridors.wasm.
//
// layout.ts, mesh.ts  records; the polygons and sides of the mesh
// slots.ts            the polygons of each corridor
// locate.ts           the polygon that holds a point
// search.ts, near.ts  a search from side to side among a few polygons, also along a line
// follow.ts           a corridor from a route, and moves of its ends
// sleeve.ts, corners.ts, path.ts  portals, and the path through them; discs: arc-funnel of navmesh
// choose-portals.ts   which of several portals between two polygons the path crosses
// strip.ts            whether a disc that moves straight keeps clear of walls
// walks.ts            the kernels that searches over areas need too
// mend.ts             whether a corridor is valid, mending, shorter paths
// rows.ts, host.ts    batches; calls for single slots
// sine.ts             sine and cosine with the bits of V8
// hash.ts             the hash in a snapshot

export { slotHash } from './hash';
export { REACHED, SLOT } from './layout';
export {
  clearRows,
  cornerRows,
  distanceRows,
  moveRows,
  optimizeRows,
  repairRows,
  validRows,
} from './rows';
export {
  mendCreate,
  slotAddress,
  slotClear,
  slotFill,
  slotIsKnown,
  slotIsValid,
  slotLength,
  slotMeasure,
  slotMove,
  slotOptimize,
  slotPolygons,
  slotRepair,
  slotRoom,
  slotSetKnown,
} from './host';
export { searchesSet } from './search';
export { callsSet } from './strip';
export * from './walks';
