// The kernels of searches on grids and graphs. An instance of this module is one searcher: module
// variables are its state, its memory is that of the map. hierarchy/index.ts and
// customizable/index.ts are modules of their own. Each folder is mirrored by one of src/.
//
// Where to change what: files of this folder, and of src/ (test/where.test.ts: they exist).
//
//   fields and sizes of records in memory     layout.ts, grid/layout.ts, graph/layout.ts,
//                                             jps/layout.ts, hierarchy/layout.ts,
//                                             customizable/layout.ts
//   codes of statuses and of heuristics       status.ts, heuristics.ts
//   options, their checks, their errors       src/types.ts, src/options.ts, src/grid/rules.ts,
//                                             src/graph/rules.ts
//   one query, a batch, a batch of a pool     src/searcher.ts, src/batch.ts, src/pool.ts
//   updates of a map                          src/grid/map.ts, src/graph/map.ts
//   legal steps, corner rules, clearance      grid/moves.ts
//   components of a grid, stale labels        grid/components.ts, src/grid/layers.ts
//   A*, Dijkstra on uniform grids, in ticks   grid/uniform.ts, with the queue of buckets.ts
//   the same on weighted grids, in f32        grid/weighted.ts
//   lower bounds on grids                     grid/heuristic.ts
//   A*, Dijkstra, ALT on graphs               graph/search.ts, graph/expand.ts, graph/queue.ts
//   lower bounds on graphs, and their scale   graph/heuristic.ts, src/graph/weights.ts
//   landmarks: bounds; choice and table       graph/landmarks.ts, src/graph/landmarks.ts
//   rounding of f32 sums                      graph/expand.ts: graphSumLoss
//   two-sided, greedy searches                grid/bidirectional.ts, graph/bidirectional.ts,
//                                             grid/greedy.ts, graph/greedy.ts
//   paths that turn anywhere (Theta*)         grid/theta.ts, grid/sight.ts, src/grid/theta.ts
//   paths and trees out of records            grid/trace.ts, graph/trace.ts
//   which cells are jump points, bitmaps      jps/layer.ts, jps/bitmaps.ts
//   jumps, search, tables of JPS+             jps/scan.ts, jps/search.ts, jps/plus.ts
//   order and shortcuts of a hierarchy        hierarchy/contract.ts, hierarchy/witness.ts
//   order of a customizable hierarchy         customizable/dissect.ts, customizable/reduce.ts
//   its weights                               customizable/customise.ts, customizable/update.ts
//   queries, sweeps, tables of hierarchies    hierarchy/query.ts, customizable/query.ts,
//                                             hierarchy/sweep.ts, hierarchy/table.ts
//
// Memory. A map host (src/map-host.ts) owns the blocks of the map, named in src/grid/layout.ts and
// src/graph/layout.ts, for all solvers of that map: they go with the whole memory when the last
// solver is destroyed. A searcher (src/searcher.ts) owns its scratch, which `destroy` frees. The
// blocks of a pool's batch are named in src/pool/job.ts, and freed when it is answered.
export { ANSWER_BYTES, THETA_BYTES } from './grid/layout';
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
