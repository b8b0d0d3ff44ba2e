/** The exports of assembly/index.ts. Addresses are bytes; u32 results arrive signed. */
export interface Kernels {
  bindPositions(base: number, stride: number): void;
  bindColumns(base: number, stride: number): void;
  bindDetails(base: number, stride: number): void;
  bindShapes(address: number): void;
  bindCells(start: number): void;
  buildLevels(n: number, cells: number, boxes: number): void;
  fillRoles(n: number, role: number, details: number): void;
  assignLevels(n: number, levels: number): void;
  halfBounds(n: number): void;
  measureSizes(n: number, out: number): void;
  exploreAreas(
    areas: number,
    masks: number,
    selves: number,
    count: number,
    scratch: number,
    lengths: number,
  ): void;
  measure(n: number, three: number, out: number): void;
  levelsBind(address: number, count: number, three: number): void;
  fillPlaces(n: number): number;
  treeBuild(n: number): void;
  listNearest(
    from: number,
    to: number,
    k: number,
    square: number,
    entries: number,
    begins: number,
    lengths: number,
  ): void;
  listNeighbours(from: number, to: number, square: number, begins: number, lengths: number): void;
  placeRows(n: number, from: number, begins: number, first: number, to: number): void;
  sortPairs(pairs: number, count: number, n: number, starts: number, seconds: number): void;
  sortRows(first: number, count: number, slots: number): void;
  sumLengths(first: number, count: number): number;
  outBind(address: number, size: number, most: number): void;
  outAddress(): number;
  outSize(): number;
  outLength(): number;
  outLost(): number;
  levelPairs(from: number, to: number, what: number, how: number, moving: number): void;
  plainStep(
    what: number,
    three: number,
    shared: number,
    from: number,
    to: number,
    ox: number,
    oy: number,
    oz: number,
    inv: number,
    w: number,
    h: number,
  ): void;
  prefixSum(cells: number): void;
  plainPairs2(from: number, to: number, w: number, filtered: number): void;
  plainPairs3(from: number, to: number, w: number, h: number, filtered: number): void;
  plainCountLive(
    three: number,
    n: number,
    cells: number,
    ox: number,
    oy: number,
    oz: number,
    inv: number,
    w: number,
    h: number,
  ): void;
  touchBind(three: number): void;
}
