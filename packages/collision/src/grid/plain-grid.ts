import type { Host } from '../host.ts';
import { APART, COUNT, type Kernels, SCATTER } from '../kernels.gen.ts';
import type { LevelPlan } from './plan-grid.ts';

/**
 * The steps of sorting bodies into a plain grid: COUNT counts the bodies of each cell, SCATTER
 * moves them to their places as records, APART takes the records apart into columns.
 */
export type PlainStep = typeof COUNT | typeof SCATTER | typeof APART;

/** Slots, places or rows from `from` to `to` − 1. Steps of sorting need a `from` divisible by 4. */
export interface Part {
  readonly from: number;
  readonly to: number;
}

/** Makes the kernels of plain grids work on this grid. */
export function bindPlain(kernels: Kernels, { origin, perUnit, size }: LevelPlan): void {
  kernels.plainBind(...origin, perUnit, ...size);
}

/** One step for a part of the bodies. `shared`: other threads do the same step for other parts. */
export function plainStep(
  { kernels, three }: Pick<Host, 'kernels' | 'three'>,
  plan: LevelPlan,
  step: PlainStep,
  shared: boolean,
  { from, to }: Part,
): void {
  bindPlain(kernels, plan);
  kernels.plainStep(step, three ? 1 : 0, shared ? 1 : 0, from, to);
}

/** Sorts n slots, of which none is free, into a plain grid. */
export function sortPlain(host: Host, plan: LevelPlan, n: number): void {
  const all = { from: 0, to: n };
  plainStep(host, plan, COUNT, false, all);
  host.kernels.prefixSum(plan.cells);
  plainStep(host, plan, SCATTER, false, all);
  plainStep(host, plan, APART, false, all);
}

/**
 * Sorts the live bodies of n slots into a plain grid. `still`: only those of the still layer. Slots
 * left out get the last places, behind all cells.
 */
export function sortSome(host: Host, plan: LevelPlan, still: boolean, n: number): void {
  const { kernels, three } = host;
  const all = { from: 0, to: n };
  bindPlain(kernels, plan);
  kernels.plainCountSome(three ? 1 : 0, still ? 1 : 0, n, plan.cells);
  kernels.prefixSum(plan.cells + 1);
  plainStep(host, plan, SCATTER, false, all);
  plainStep(host, plan, APART, false, all);
}
