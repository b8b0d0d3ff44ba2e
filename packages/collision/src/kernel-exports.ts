/** The exports of assembly/index.ts. Addresses are bytes; u32 results arrive signed. */
export interface Kernels {
  bindPositions(base: number, stride: number): void;
  bindColumns(base: number, stride: number): void;
  bindDetails(base: number, stride: number): void;
  bindShapes(address: number): void;
  bindCells(start: number): void;
  bindLayers(base: number, stride: number, place: number): void;
  bindRoles(base: number, stride: number): void;
  buildLevels(n: number, cells: number, boxes: number, list: number, place: number): void;
  clearPlaces(n: number): void;
  notePlaces(n: number): void;
  leaveStill(list: number, n: number, nobody: number): void;
  clearRoles(list: number, n: number): void;
  keepStill(pairs: number, count: number, n: number, bits: number): number;
  fillRoles(from: number, to: number, role: number, details: number): void;
  assignLevels(n: number, levels: number, list: number): void;
  halfBounds(n: number, list: number): void;
  measureSizes(n: number, out: number, list: number): void;
  exploreAreas(
    areas: number,
    masks: number,
    selves: number,
    count: number,
    scratch: number,
    begins: number,
    lengths: number,
  ): void;
  listChanged(
    n: number,
    three: number,
    fresh: number,
    stride: number,
    list: number,
    most: number,
  ): number;
  measure(n: number, three: number, out: number): void;
  levelsBind(address: number, count: number, three: number): void;
  fillPlaces(n: number): number;
  treeBind(n: number): void;
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
  placeSome(
    from: number,
    to: number,
    places: number,
    rows: number,
    begins: number,
    first: number,
    out: number,
    sorted: number,
  ): void;
  sortPairs(pairs: number, count: number, n: number, starts: number, seconds: number): void;
  sortRows(first: number, count: number, slots: number): void;
  sumLengths(first: number, count: number): number;
  outBind(address: number, size: number, most: number): void;
  outAddress(): number;
  outAppend(pairs: number, count: number): void;
  outSize(): number;
  outLength(): number;
  outLost(): number;
  levelPairs(from: number, to: number, what: number, how: number, moving: number): void;
  reachPairs(from: number, to: number, what: number, how: number, moving: number): void;
  plainReach(
    three: number,
    filtered: number,
    from: number,
    to: number,
    ox: number,
    oy: number,
    oz: number,
    inv: number,
    w: number,
    h: number,
    d: number,
  ): void;
  takeChanged(list: number, n: number, fresh: number, stride: number, check: number): number;
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
  plainKeys(
    three: number,
    n: number,
    ox: number,
    oy: number,
    oz: number,
    inv: number,
    w: number,
    h: number,
  ): void;
  plainCountSome(
    three: number,
    still: number,
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
