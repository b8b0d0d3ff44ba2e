/** The exports of assembly/index.ts. Addresses are bytes. */
export interface Kernels {
  meshBind(
    vertices: number,
    x: number,
    y: number,
    first: number,
    corner: number,
    twin: number,
    owner: number,
    turn: number,
    exit: number,
  ): void;
  searchBind(
    nodes: number,
    nodeRoom: number,
    roots: number,
    rootRoom: number,
    length: number,
    stamp: number,
    start: number,
    target: number,
    way: number,
    latest: number,
    heap: number,
    heapRoom: number,
    epsilon: number,
  ): void;
  searchBegin(startX: number, startY: number, targetX: number, targetY: number): void;
  searchStart(polygon: number): void;
  searchTarget(polygon: number): void;
  searchExpandStart(polygon: number): void;
  searchRun(maxExpanded: number): number;
  searchPushed(): number;
  searchExpanded(): number;
  pathTurns(): number;
  pathWrite(address: number): void;
}
