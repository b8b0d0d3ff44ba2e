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
}

/** Bits of `rules`, as in assembly/pass.ts. */
export const EIGHT = 1;
export const FLUSH = 2;
export const CLAMP = 4;
export const LOG = 8;
export const COUNT = 16;
/** A factor above 0 and below 2^-26 has been set. */
export const HARSH = 32;
