// The settings of McMillan, "Comparison of Pathfinding Algorithms Using the GPGPU" (Edinburgh
// Napier, 2014).

import { flag, object, whole } from '@wayfield/check';
import type { DiffusionMap, DiffusionOptions, SettleReport } from '../types.ts';

const side = /* @__PURE__ */ whole(1, 2 ** 15);
const cells = /* @__PURE__ */ whole();
const settled = /* @__PURE__ */ object(
  { converged: flag, steps: cells, unreachable: cells },
  'a SettleReport',
);

/** The study's sequential program: nothing outside the map, values down to 2^-149 kept. */
export const MCMILLAN_SEQUENTIAL: DiffusionOptions = {
  rule: 'average',
  border: 'zero',
  precision: 'f32',
  flushToZero: false,
};

/**
 * The study's GPU program, as the kernel is printed and as its compiler rounded: small values
 * flushed to 0.
 */
export const MCMILLAN_PARALLEL: DiffusionOptions = {
  rule: 'average',
  border: 'clamp',
  precision: 'f32',
  flushToZero: true,
};

/** The strength of the goal behind the study's tables. */
export const MCMILLAN_STRENGTH = 1024;
/** The most iterations that the study's program does on its second set of maps. */
export const MCMILLAN_CAP = 1000;

/**
 * A map of the study's first set: n x n, no obstacle; the path goes from cell 0 to the goal, cell n
 * * n - 1.
 */
export function mcmillanOpenMap(n: number): DiffusionMap {
  side(n, 'n');
  return { width: n, height: n, neighbours: 8, terrain: new Float32Array(n * n).fill(1) };
}

/**
 * Steps until no cell of an open map is 0, as Table 5.1 prints them by size of the map.
 * `MCMILLAN_SEQUENTIAL` and `MCMILLAN_PARALLEL` give 13 of the 14 counts. They differ in the
 * parallel count of 2048: printed 65,091, ours 71,021. The printed count also breaks the table's
 * own growth of about 4.1 from row to row.
 */
export const MCMILLAN_TABLE_5_1: readonly {
  readonly n: number;
  readonly sequential: number;
  readonly parallel: number;
}[] = [
  { n: 32, sequential: 31, parallel: 31 },
  { n: 64, sequential: 68, parallel: 75 },
  { n: 128, sequential: 224, parallel: 261 },
  { n: 256, sequential: 866, parallel: 1026 },
  { n: 512, sequential: 3507, parallel: 4175 },
  { n: 1024, sequential: 14382, parallel: 17176 },
  { n: 2048, sequential: 59256, parallel: 65091 },
];

/**
 * What the study's program counts where `settle({ limit: cap })` gave this report: it looks for
 * zeros in every passable cell, so that it runs to its cap where a cell is cut off or out of the
 * reach of f32.
 */
export function mcmillanIterations(report: SettleReport, cap: number = MCMILLAN_CAP): number {
  settled(report, 'report');
  cells(cap, 'cap');
  return report.converged && report.unreachable === 0 ? report.steps : cap;
}

/**
 * What the study prints of its six maps of 32 x 32 cells (Tables 5.3 and 5.4, and the paths of
 * section 5.2.1): iterations of the parallel programs, and cells of the paths from cell 0 to the
 * last one, 0 = no path. The maps themselves are lost. The maps in `maps/` are drawn to the study's
 * descriptions alone, so that their counts differ from these.
 */
export const MCMILLAN_TABLE_5_3: readonly {
  readonly map: number;
  readonly diffusionIterations: number;
  readonly diffusionNodes: number;
  readonly dijkstraNodes: number;
  readonly dijkstraIterations: number;
}[] = [
  {
    map: 1,
    diffusionIterations: 31,
    diffusionNodes: 32,
    dijkstraNodes: 32,
    dijkstraIterations: 32,
  },
  {
    map: 2,
    diffusionIterations: 38,
    diffusionNodes: 39,
    dijkstraNodes: 49,
    dijkstraIterations: 132,
  },
  {
    map: 3,
    diffusionIterations: 49,
    diffusionNodes: 38,
    dijkstraNodes: 41,
    dijkstraIterations: 159,
  },
  {
    map: 4,
    diffusionIterations: 1000,
    diffusionNodes: 61,
    dijkstraNodes: 61,
    dijkstraIterations: 219,
  },
  {
    map: 5,
    diffusionIterations: 1000,
    diffusionNodes: 0,
    dijkstraNodes: 0,
    dijkstraIterations: 72,
  },
  {
    map: 6,
    diffusionIterations: 31,
    diffusionNodes: 47,
    dijkstraNodes: 47,
    dijkstraIterations: 203,
  },
];
