/** The exports of assembly/discs/index.ts. Addresses are bytes. */
export interface DiscKernels {
  funnelBind(funnel: number, bytes: number, turns: number, turnRoom: number): void;
  pointsBind(points: number, room: number): void;
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

  meshBind(x: number, y: number, corner: number, twin: number, exit: number, width: number): void;
  reachBind(table: number, doubtful: number): void;
  nearBind(stamps: number): void;
  channelBind(
    sides: number,
    sideRoom: number,
    extras: number,
    points: number,
    pointRoom: number,
  ): void;
  setDelaunay(isDelaunay: boolean): void;
  searchBind(
    states: number,
    stateBytes: number,
    legs: number,
    legRoom: number,
    marks: number,
    ways: number,
    heap: number,
    heapRoom: number,
    path: number,
    pathRoom: number,
    chainRoom: number,
  ): void;
  /** 1 where a point is far enough from walls and vertices. */
  isClear(triangle: number, x: number, y: number, radius: number): number;
  searchBegin(
    sx: number,
    sy: number,
    tx: number,
    ty: number,
    radius: number,
    maxExpanded: number,
  ): void;
  searchTarget(triangle: number): void;
  searchSource(triangle: number): void;
  searchRun(): number;
  /** 1 where the sources have to be given and the search run once more. */
  searchIsOpen(): number;
  searchExpanded(): number;
  searchPoints(): number;
  searchPointCount(): number;
}
