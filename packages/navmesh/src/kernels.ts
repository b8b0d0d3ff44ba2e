/** The exports of assembly/index.ts. Addresses are bytes. */
export interface Kernels {
  meshBind(
    points: number,
    vertexCount: number,
    sides: number,
    polygons: number,
    exits: number,
  ): void;
  searchBind(
    nodes: number,
    nodeRoom: number,
    roots: number,
    rootRoom: number,
    vertices: number,
    latest: number,
    heap: number,
    heapRoom: number,
    epsilon: number,
    mostNodes: number,
  ): void;
  searchBegin(startX: number, startY: number, targetX: number, targetY: number): void;
  searchStart(polygon: number): void;
  searchTarget(polygon: number): void;
  searchExpandStart(polygon: number): void;
  /** Stops the program where there would be as many nodes as was said. */
  searchRun(maxExpanded: number): number;
  searchExpanded(): number;
  pathTurns(): number;
  pathWrite(address: number): void;
}
