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
  /** The number of triangles that hold the source of the query. */
  querySourceCount(): number;
  /** 1 where the shortest path is proven. */
  queryRun(until: number): number;

  /** 1 where a point is far enough from walls and vertices. */
  isClear(triangle: number, x: number, y: number, radius: number): number;
  searchBegin(sx: number, sy: number, tx: number, ty: number, radius: number): void;
  searchTarget(triangle: number, hasNodes: boolean): void;
  /** 1 where the straight path from this triangle is the shortest. */
  searchStraight(triangle: number): number;
  searchSource(triangle: number): void;
  /** Goes for a first path, whatever its length, until so many states. */
  searchFirst(most: number): void;
  /** Until so many states in all: 1 where nothing is left. */
  searchRun(until: number): number;
  /** 1 where there were more states than there are numbers for. */
  searchIsFull(): number;
  searchCost(): number;
  searchLowerBound(): number;
  searchExpanded(): number;
  searchPoints(): number;
  searchPointCount(): number;
}
