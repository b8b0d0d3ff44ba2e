// The kernels of searches on grids and graphs, src/grid/, src/graph/ and src/jps/. An instance of
// this module is one searcher: module variables are its state, its memory is that of the map.
//
// Shared: layout.ts (records), status.ts and heuristics.ts (numbers of the host), buckets.ts (queue
// for whole keys), and heap.ts and words.ts of @wayfield/wasm.
// grid/: moves.ts and components.ts derive legal steps, clearance and labels from a map; state.ts
// is the bound map and the records; uniform.ts searches in ticks, weighted.ts in f32, both A* and
// Dijkstra by heuristic.ts; bidirectional.ts and greedy.ts; trace.ts reads paths and trees. graph/:
// build.ts derives labels and the reverse graph; state.ts holds records; queue.ts and expand.ts are
// the step of all exact searches, search.ts (A*, Dijkstra, ALT) and bidirectional.ts drive it;
// heuristic.ts and landmarks.ts bound; greedy.ts; trace.ts reads paths and trees. jps/: layer.ts
// and bitmaps.ts derive bitmaps of stops from moves, scan.ts jumps over them, plus.ts makes the
// tables of JPS+, records.ts and search.ts search, path.ts reads the path. Contraction hierarchies
// and customizable ones are modules of their own, in their folders.
export { ANSWER_BYTES } from './grid/layout';
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
export { answerBind, gridBind, gridUseMoves, reservePath } from './grid/state';
export { buildClearance, buildMoves, buildSuccessors, movesBind } from './grid/moves';
export {
  buildLabels,
  findLabel,
  gridEnds,
  joinNeighbours,
  nearestInComponent,
} from './grid/components';
export { ticksWrapped, uniformBind, uniformPath, uniformSearch } from './grid/uniform';
export { weightedBind, weightedSearch } from './grid/weighted';
export { greedySearch } from './grid/greedy';
export {
  bidirectionalBind,
  bidirectionalSearch,
  keepMeeting,
  TICKS_OVERFLOW,
} from './grid/bidirectional';
export { isSettled, keepTrace, pathCost, treeInto } from './grid/trace';
export { graphBind, graphSettledCount } from './graph/state';
export { graphQueueBind, graphQueueShape, graphSideBytes } from './graph/queue';
export { graphListBind, graphSumLoss } from './graph/expand';
export { graphIsSettled, graphSearch } from './graph/search';
export { graphBackwardBind, graphBidirectionalSearch, graphMeeting } from './graph/bidirectional';
export { graphLandmarksBind } from './graph/landmarks';
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
  graphLabels,
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
