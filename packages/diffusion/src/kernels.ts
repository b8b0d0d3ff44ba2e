/** The exports of assembly/index.ts. Addresses are bytes. */
export interface Kernels {
  heapBind(address: number, entries: number): void;
  distances(
    dist: number,
    inverse: number,
    width: number,
    height: number,
    eight: boolean,
    goals: number,
    count: number,
  ): void;
  eikonal: Kernels['distances'];
  logBind(delta: number, block: number): void;
  bindMap(
    width: number,
    height: number,
    rowBytes: number,
    exponents: number,
    rings: number,
    zeroRow: number,
  ): void;
  bindGoals(start: number, x: number, value: number, offset: number): void;
  pass(
    source: number,
    target: number,
    factor: number,
    steps: number,
    first: number,
    last: number,
    top: number,
    bottom: number,
    from: number,
    to: number,
    rules: number,
    centre: number,
    counts: number,
  ): void;
  residual(before: number, after: number, first: number, last: number): number;
  putCell(field: number, cell: number, value: number, offset: number, rules: number): void;
  offsetOf(field: number, cell: number): number;
  pursuersBind(
    width: number,
    height: number,
    rowBytes: number,
    exponents: number,
    eight: boolean,
    open: number,
    layers: number,
    count: number,
    scratch: number,
    taken: number,
  ): void;
  /** How many are elsewhere. */
  pursuersMove(cells: number, chosen: number, count: number, kind: number): number;
  frontBind(
    width: number,
    height: number,
    values: number,
    others: number,
    inverses: number,
    order: number,
    buckets: number,
    goals: number,
    goalCount: number,
  ): void;
  frontSpread(eight: boolean): void;
  frontSort(): void;
  frontSweep(eight: boolean): number;
  frontWrite(field: number, rules: number): void;
  levelsBind(records: number, count: number): void;
  levelBases(): void;
  levelCycle(level: number, visits: number): void;
  levelsNested(cycles: number, visits: number): void;
  fineBind(
    width: number,
    height: number,
    values: number,
    inverses: number,
    oldValues: number,
    offsets: number,
    oldOffsets: number,
    boxes: number,
    scratch: number,
    goals: number,
    goalCount: number,
  ): void;
  fineSweep(forward: boolean, eight: boolean): void;
  /** 0: a cell would be lost. */
  fineNormalise(): number;
  fineKeep(): void;
  fineChange(): number;
  fineBoxes(x: number, y: number): number;
  fineRestrict(
    build: boolean,
    eight: boolean,
    first: number,
    head: number,
    weight: number,
    diagonal: number,
    inflow: number,
    units: number,
  ): number;
  fineCorrect(u: number): void;
  fineFill(t: number, offset: number): void;
  fineRead(field: number, bytes: number): void;
  fineWrite(field: number, rules: number): void;
}

/** Bits of `rules`, as in assembly/pass.ts. */
export const EIGHT = 1;
export const FLUSH = 2;
export const CLAMP = 4;
export const LOG = 8;
export const COUNT = 16;
/** A factor above 0 and below 2^-26 has been set. */
export const HARSH = 32;
