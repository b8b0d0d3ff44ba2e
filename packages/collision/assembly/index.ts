// The kernels of collision search, compiled to WebAssembly. Folders mirror src/:
//
//   bodies/   columns.ts: where all arrays lie, by slot and by place; ingest.ts: bodies from the
//             caller are measured, compared and taken; details.ts: bounds and sizes
//   shapes/   touch.ts: do two shapes touch (the rules of src/shapes/touches.ts)
//   grid/     plain.ts: the fast grid for circles of similar size; levels.ts and build.ts: grids
//             for all other bodies, and the words of the filter (fillRoles); range.ts: cells of an
//             area
//   pairs/    plain-pairs.ts and pairs.ts: pairs of a plain grid, and of levels; order.ts:
//             canonical order
//   layers/   the still layer, which stays sorted from update to update
//   lists/    neighbours.ts (within a radius), nearest.ts (the k nearest), explore.ts (areas)
//   out.ts    the answer that is being written
//
// Files layout*.ts hold all byte offsets. Module variables are the binding of an instance: the host
// binds columns, cells, levels or a plain grid, shapes and the answer before it calls a search.
// Other files read these variables through functions of the file that owns them, and never write.
//
// The build writes the interface of these exports, and the values of the constants, to
// src/kernels.gen.ts.
export {
  bindCells,
  bindColumns,
  bindDetails,
  bindLayers,
  bindPositions,
  bindRoles,
  bindShapes,
} from './bodies/columns';
export { buildLevels, CONTACTS, fillRoles, SEEN, SIGHTINGS } from './grid/build';
export { assignLevels, halfBounds, measureSizes } from './bodies/details';
export { exploreAreas } from './lists/explore';
export { listChanged, measure, takeChanged } from './bodies/ingest';
export { clearPlaces, clearRoles, keepStill, leaveStill, notePlaces } from './layers/layers';
export { levelsBind } from './grid/levels';
export { fillPlaces, listNearest, treeBind, treeBuild } from './lists/nearest';
export { listNeighbours, placeRows, placeSome } from './lists/neighbours';
export { sortPairs, sortRows, sumLengths } from './pairs/order';
export { outAddress, outAppend, outBind, outLength, outLost, outSize } from './out';
export { BOUNDS, CIRCLES, levelPairs, reachPairs, SHAPED } from './pairs/pairs';
export {
  APART,
  COUNT,
  plainBind,
  plainCountSome,
  plainKeys,
  plainStep,
  prefixSum,
  SCATTER,
} from './grid/plain';
export { plainPairs, plainReach } from './pairs/plain-pairs';
export { touchBind } from './shapes/touch';
export { MEASURE_BYTES, SIZES_BYTES } from './bodies/layout-measures';
export { SHAPE_BYTES } from './shapes/layout-shape';
export {
  LEVEL_BYTES,
  LEVEL_END_PLACE,
  LEVEL_FIRST_CELL,
  LEVEL_FIRST_PLACE,
  LEVEL_LARGEST_HALF,
  LEVEL_ORIGIN_X,
  LEVEL_PER_UNIT,
  LEVEL_SLACK,
  LEVEL_SPAN,
  LEVEL_WIDTH,
  LEVEL_WRAPS,
} from './grid/layout-level';
