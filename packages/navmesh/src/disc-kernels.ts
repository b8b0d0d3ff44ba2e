/** The exports of assembly/discs/index.ts. Addresses are bytes. */
export interface DiscKernels {
  funnelBind(funnel: number, bytes: number, turns: number, turnRoom: number): void;
  pathBind(points: number, room: number): void;
  turnsBind(turns: number, room: number): void;
  funnelToPoint(
    portals: number,
    count: number,
    sx: number,
    sy: number,
    tx: number,
    ty: number,
    radius: number,
  ): number;
  funnelPoints(): number;
  funnelPointCount(): number;

  meshBind(
    x: number,
    y: number,
    corner: number,
    twin: number,
    exit: number,
    width: number,
    inner: number,
    onward: number,
    strides: number,
    node: number,
    rounding: number,
  ): void;
  reachBind(table: number, doubtful: number): void;
  nearBind(stamps: number, waiting: number): void;
  marksBind(marks: number, ways: number, ends: number): void;
  crossedBind(sides: number, room: number): void;
  besideBind(reaches: number): void;
  statesBind(
    states: number,
    stateBytes: number,
    legs: number,
    legRoom: number,
    heap: number,
    heapRoom: number,
    kept: number,
    keptBytes: number,
    mostStates: number,
  ): void;
  corridorsBind(
    halfWidth: number,
    halfInner: number,
    end: number,
    gateOf: number,
    half: number,
    halfMarks: number,
    pieces: number,
    halfCount: number,
  ): void;
  gatesBind(gates: number, best: number, least: number, doors: number): void;
  searchBind(
    path: number,
    pathRoom: number,
    chainRoom: number,
    targets: number,
    loose: number,
  ): void;
  routeBind(crossed: number): void;
  /** What holds for a radius; a table at 0 is none. */
  stepsBind(first: number, steps: number): void;
  tableBind(table: number, rows: number, radius: number): void;
  /** A row of a table: 1 unless it took more than `mostStates`. */
  searchRow(
    gate: number,
    radius: number,
    address: number,
    rows: number,
    mostStates: number,
  ): number;

  locateBind(
    box: number,
    columns: number,
    rows: number,
    first: number,
    bucketed: number,
    triangles: number,
    epsilon: number,
  ): void;
  endsBind(parents: number, widths: number, sources: number, targets: number): void;
  queryBind(nodeParts: number): void;
  /** A status, FOUND where there may be a way; 16 more where the straight path is the shortest. */
  queryBegin(sx: number, sy: number, tx: number, ty: number, radius: number): number;
  /** The same from the source of the query before to a target in the triangles that are in the list. */
  queryTo(
    sx: number,
    sy: number,
    tx: number,
    ty: number,
    radius: number,
    targetTriangles: number,
  ): number;
  /** The query at hand from its beginning. */
  queryAgain(): number;
  /** The number of triangles that hold the source of the query. */
  querySourceCount(): number;
  /** Whether `circlesUse` has named a graph for the radius at hand. */
  queryUse(hasCircles: boolean): void;
  /** Goes for a first path, whatever its length, until so many states. */
  queryFirst(most: number): void;
  /** 1 where the shortest path is proven. */
  queryRun(until: number): number;
  /** 1 where there were more states than there are numbers for. */
  queryIsFull(): number;
  queryLowerBound(): number;
  queryExpanded(): number;

  circlesBind(states: number, room: number): void;
  circlesViewBind(cones: number, room: number, wanted: number): void;
  circlesEndsBind(starts: number, startRoom: number, aims: number, aimRoom: number): void;
  circlesBuildBind(found: number, room: number, seen: number, seenBy: number, cones: number): void;
  circlesUse(
    radius: number,
    circles: number,
    circleCount: number,
    stamps: number,
    triangles: number,
    triangleCount: number,
    deadEnds: number,
    nodes: number,
    nodeCount: number,
    tangents: number,
  ): void;
  /** How many tangents there are; NONE where there are too many, or too much to be looked into for them. */
  circlesFind(most: number, mostLooks: number): number;
  circlesFound(): number;
  circlesSort(tangents: number): void;
  circlesLandmarksUse(
    lengths: number,
    nexts: number,
    count: number,
    unit: number,
    aims: number,
  ): void;
  circlesLandmarksRoom(lengths: number, order: number, orderOf: number): void;
  circlesLandmarksFill(landmark: number, from: number): void;
  /** Of the lengths filled in last. */
  circlesLandmarksLongest(): number;

  /** 1 where a point is far enough from walls and vertices. */
  isClear(triangle: number, x: number, y: number, radius: number): number;
  searchCost(): number;
  searchPoints(): number;
  searchPointCount(): number;

  /** Of queries with one radius, as in assembly/discs/block.ts. */
  blockBind(address: number): void;
  /** The number of the first that takes more than so many states, or `count`. */
  blockRun(from: number, count: number, radius: number, most: number, wantsPaths: boolean): number;

  /** The paths of several queries in six columns. */
  routesBind(columns: number, room: number): void;
  routesClear(): void;
  /** Adds that of the query at hand; how many points there are of all. */
  routesAdd(): number;
  routesColumn(k: number): number;
}
