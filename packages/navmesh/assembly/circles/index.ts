export { buildBind as circlesBuildBind, circlesFind, circlesFound, circlesSort } from './build';
export { circlesUse } from './circles';
export { endsBind as circlesEndsBind } from './ends';
export { searchBind as circlesBind } from './search';
export { viewBind as circlesViewBind } from './view';
export {
  landmarksFill as circlesLandmarksFill,
  landmarksLongest as circlesLandmarksLongest,
  landmarksRoom as circlesLandmarksRoom,
} from './landmarks';
export { landmarksBind as circlesLandmarksUse } from '../tangents/landmarks';
