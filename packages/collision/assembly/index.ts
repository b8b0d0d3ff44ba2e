export {
  bindCells,
  bindColumns,
  bindDetails,
  bindLayers,
  bindPositions,
  bindRoles,
  bindShapes,
} from './arrays';
export { buildLevels, fillRoles } from './build';
export { assignLevels, halfBounds, measureSizes } from './details';
export { exploreAreas } from './explore';
export { listChanged, measure, takeChanged } from './ingest';
export { clearPlaces, clearRoles, keepStill, leaveStill, notePlaces } from './layers';
export { levelsBind } from './levels';
export { fillPlaces, listNearest, treeBind, treeBuild } from './nearest';
export { listNeighbours, placeRows, placeSome } from './neighbours';
export { sortPairs, sortRows, sumLengths } from './order';
export { outAddress, outAppend, outBind, outLength, outLost, outSize } from './out';
export { levelPairs, reachPairs } from './pairs';
export { plainCountSome, plainKeys, plainStep, prefixSum } from './plain';
export { plainPairs2, plainPairs3, plainReach } from './plain-pairs';
export { touchBind } from './touch';
