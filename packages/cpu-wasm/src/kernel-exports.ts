/** The exports of assembly/index.ts. Addresses are bytes; u32 results arrive signed. */
export interface Kernels {
  bucketsBytes(): number;
  bucketsBind(address: number, pool: number, entries: number): void;
  heapBind(address: number, entries: number): void;
  gridBind(
    width: number,
    height: number,
    neighbours: number,
    straight: number,
    diagonal: number,
    records: number,
    scratch: number,
  ): void;
  gridUseMoves(moves: number): void;
  answerBind(answer: number, path: number, cells: number): void;
  reservePath(count: number): number;
  buildMoves(
    field: number,
    size: number,
    moves: number,
    width: number,
    height: number,
    neighbours: number,
    corners: number,
    x0: number,
    y0: number,
    x1: number,
    y1: number,
  ): void;
  buildClearance(open: number, clearance: number, width: number, height: number): void;
  buildSuccessors(table: number, corners: number): void;
  buildLabels(moves: number, labels: number, width: number, height: number): void;
  joinNeighbours(moves: number, labels: number, width: number, cell: number): void;
  findLabel(labels: number, cell: number): number;
  gridEnds(field: number, size: number, labels: number, source: number, target: number): number;
  nearestInComponent(
    field: number,
    size: number,
    labels: number,
    width: number,
    height: number,
    root: number,
    tx: number,
    ty: number,
  ): number;
  uniformBind(successors: number): void;
  uniformPath(source: number, target: number, heuristic: number, maxSettled: number): number;
  uniformSearch(
    source: number,
    target: number,
    heuristic: number,
    maxSettled: number,
    marks: number,
    open: number,
  ): number;
  ticksWrapped(): number;
  weightedBind(costs: number): void;
  weightedSearch(
    source: number,
    target: number,
    heuristic: number,
    scale: number,
    maxSettled: number,
    marks: number,
    open: number,
  ): number;
  greedySearch(source: number, target: number, heuristic: number, maxSettled: number): number;
  bidirectionalBind(backwardRecords: number): void;
  bidirectionalSearch(source: number, target: number, weighted: number, maxSettled: number): number;
  keepMeeting(): void;
  isSettled(cell: number): number;
  keepTrace(end: number): void;
  pathCost(path: number, count: number): number;
  treeInto(first: number, count: number, factor: number, dist: number, parent: number): void;
  graphBind(
    nodes: number,
    firstOut: number,
    arcs: number,
    coordinates: number,
    records: number,
    backwardRecords: number,
  ): void;
  graphSettledCount(): number;
  graphSideBytes(): number;
  graphQueueBind(address: number, bytes: number): void;
  graphQueueShape(perUnit: number, ordered: number): void;
  graphListBind(address: number, bytes: number): void;
  graphLandmarksBind(
    table: number,
    lanes: number,
    twoWay: number,
    scratch: number,
    unit: number,
    slack: number,
  ): void;
  graphSumLoss(least: number, nodes: number): void;
  graphSearch(
    side: number,
    source: number,
    target: number,
    heuristic: number,
    scale: number,
    maxSettled: number,
    marks: number,
    open: number,
  ): number;
  graphIsSettled(node: number): number;
  graphBackwardBind(firstIn: number, arcs: number): void;
  graphBidirectionalSearch(
    forward: number,
    backward: number,
    source: number,
    target: number,
    maxSettled: number,
  ): number;
  graphMeeting(): number;
  graphGreedySearch(source: number, target: number, heuristic: number, maxSettled: number): number;
  graphSteps(node: number, backward: number): number;
  graphTrace(end: number, out: number, steps: number): void;
  graphTraceBackward(meeting: number, out: number): void;
  graphPathCost(path: number, count: number): number;
  graphTreeInto(first: number, count: number, dist: number, parent: number): void;
  graphNearestReached(target: number): number;
  graphLabels(nodes: number, firstOut: number, arcs: number, labels: number): void;
  graphReverse(
    nodes: number,
    firstOut: number,
    arcs: number,
    firstIn: number,
    reverse: number,
  ): void;
  graphLeadsBack(firstOut: number, arcs: number, node: number): number;
  graphIsSymmetric(nodes: number, firstOut: number, arcs: number): number;
  graphReverseWeights(
    firstOut: number,
    arcs: number,
    firstIn: number,
    reverse: number,
    tail: number,
    head: number,
  ): void;
  graphLargestScale(nodes: number, firstOut: number, arcs: number, coordinates: number): number;
  graphArcScale(coordinates: number, tail: number, arc: number): number;
  jpsLayer(
    layer: number,
    moves: number,
    width: number,
    height: number,
    rows: number,
    columns: number,
    successors: number,
    traits: number,
  ): void;
  jpsBuildBitmaps(layer: number): void;
  jpsUpdateCells(layer: number, cells: number, count: number): void;
  jpsCountPoints(layer: number): number;
  jpsPlusNodes(layer: number, nodes: number, buffer: number): number;
  jpsPlusLists(layer: number, lists: number): void;
  jpsBind(buffer: number): void;
  jpsRecords(layer: number, records: number): void;
  jpsSearch(
    layer: number,
    records: number,
    source: number,
    target: number,
    maxSettled: number,
    plus: number,
  ): number;
  jpsPathLength(): number;
  jpsPathTicks(): number;
  jpsPath(out: number, count: number): void;
}
