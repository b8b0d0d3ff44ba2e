export { bucketsBind, bucketsBytes } from './buckets';
export { heapBind } from './heap';
export { answerBind, gridBind, gridUseMoves, reservePath } from './grid-state';
export { buildClearance, buildMoves, buildSuccessors } from './grid-moves';
export {
  buildLabels,
  findLabel,
  gridEnds,
  joinNeighbours,
  nearestInComponent,
} from './grid-components';
export { ticksWrapped, uniformBind, uniformPath, uniformSearch } from './grid-uniform';
export { weightedBind, weightedSearch } from './grid-weighted';
export { greedySearch } from './grid-greedy';
export { bidirectionalBind, bidirectionalSearch, keepMeeting } from './grid-bidirectional';
export { isSettled, keepTrace, pathCost, treeInto } from './grid-trace';
export { graphBind, graphSettledCount } from './graph-state';
export { graphQueueBind, graphQueueShape, graphSideBytes } from './graph-queue';
export { graphListBind, graphSumLoss } from './graph-expand';
export { graphIsSettled, graphSearch } from './graph-search';
export { graphBackwardBind, graphBidirectionalSearch, graphMeeting } from './graph-bidirectional';
export { graphLandmarksBind } from './graph-landmarks';
export { graphGreedySearch } from './graph-greedy';
export {
  graphNearestReached,
  graphPathCost,
  graphSteps,
  graphTrace,
  graphTraceBackward,
  graphTreeInto,
} from './graph-trace';
export {
  graphArcScale,
  graphIsSymmetric,
  graphLabels,
  graphLargestScale,
  graphLeadsBack,
  graphReverse,
  graphReverseWeights,
} from './graph-build';
export { jpsLayer } from './jps-layer';
export { jpsBuildBitmaps, jpsCountPoints, jpsUpdateCells } from './jps-bitmaps';
export { jpsPlusLists, jpsPlusNodes } from './jps-plus';
export { jpsRecords } from './jps-records';
export { jpsBind, jpsSearch } from './jps-search';
export { jpsPath, jpsPathLength, jpsPathTicks } from './jps-path';
