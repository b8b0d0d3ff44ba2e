// The kernels of searches on grids and graphs. An instance of this module is one searcher: module
// variables are its state, its memory is that of the map. The folders hierarchy, hub-labels,
// subgoals and customizable are modules of their own. Each folder is mirrored by one of src/.
// Where to change what: architecture/changes.md. Which memory is whose: the pages beside it.
export {
  ANSWER_BYTES,
  BLOCK_BYTES,
  BLOCK_COSTS,
  BLOCK_ENDS,
  BLOCK_QUERIES,
  BLOCK_SETTLED,
  BLOCK_STATUSES,
  BLOCK_TARGETS,
  THETA_BYTES,
} from './grid/layout';
export {
  COLUMN_BYTES,
  LAYER_BYTES,
  NODE_BYTES,
  RECORD_BYTES,
  ROW_BYTES,
  TRAITS_BYTES,
} from './jps/layout';
export { EUCLIDEAN, LANDMARKS, MANHATTAN, OCTILE, ZERO } from './heuristics';
export { bucketsBind, bucketsBytes } from './buckets';
export { heapBind } from '@wayfield/wasm/assembly/heap';
export { answerBind, gridBind, gridGenerationSet, gridUseMoves, reservePath } from './grid/state';
export { buildClearance, buildMoves, buildSuccessors, movesBind } from './grid/moves';
export {
  buildComponents,
  findRoot,
  gridEnds,
  joinNeighbours,
  nearestInComponent,
} from './grid/components';
export { ticksWrapped, uniformBind, uniformPath, uniformSearch } from './grid/uniform';
export {
  gridBlock,
  gridBlockBind,
  gridBlockLayer,
  gridBlockPaths,
  gridBlockSearch,
  gridBlockStale,
} from './grid/block';
export { weightedBind, weightedSearch } from './grid/weighted';
export { greedySearch } from './grid/greedy';
export { sightBind } from './grid/sight';
export { thetaBind, thetaLength, thetaPath, thetaSearch } from './grid/theta';
export {
  bidirectionalBind,
  bidirectionalSearch,
  keepMeeting,
  TICKS_OVERFLOW,
} from './grid/bidirectional';
export { isSettled, keepTrace, pathCost, treeInto } from './grid/trace';
export { graphBind, graphSettledCount } from './graph/state';
export { graphQueueBind, graphQueueShape, graphSideBytes } from './graph/queue';
export { graphListBind, graphSumLoss, MOST_ROUNDINGS } from './graph/expand';
export { graphIsSettled, graphSearch } from './graph/search';
export { graphTree, graphTreeParents } from './graph/tree';
export { graphBackwardBind, graphBidirectionalSearch, graphMeeting } from './graph/bidirectional';
export { graphLandmarksBind, LANDMARK_MOST, LANDMARK_UNKNOWN } from './graph/landmarks';
export { graphGreedySearch } from './graph/greedy';
export {
  graphNearestReached,
  graphPathCost,
  graphSteps,
  graphTrace,
  graphTraceBackward,
  graphTreeInto,
} from './graph/trace';
export {
  graphArcScale,
  graphIsSymmetric,
  graphComponents,
  graphLargestScale,
  graphLeadsBack,
  graphReverse,
  graphReverseWeights,
} from './graph/build';
export { jpsLayer } from './jps/layer';
export { jpsBuildBitmaps, jpsCountPoints, jpsUpdateCells } from './jps/bitmaps';
export { jpsPlusLists, jpsPlusNodes } from './jps/plus';
export { jpsRecords } from './jps/records';
export { jpsBind, jpsSearch } from './jps/search';
export { jpsPath, jpsPathLength, jpsPathTicks } from './jps/path';
