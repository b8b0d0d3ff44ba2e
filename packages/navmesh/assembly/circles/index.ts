export { buildBind as circlesBuildBind, circlesFind, circlesFound, circlesSort } from './build';
export { circlesUse } from './circles';
export { endsBind as circlesEndsBind } from './ends';
export { searchBind as circlesBind } from './search';
export { viewBind as circlesViewBind } from './view';
export {
  landmarksBind as circlesLandmarksBind,
  landmarksFill as circlesLandmarksFill,
  landmarksUse as circlesLandmarksUse,
} from './landmarks';
