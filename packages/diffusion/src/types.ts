// The contract of all backends. The numbers are part of it: a backend may store and tile fields as
// it likes, but each cell of each step is the value that the formula below gives, bit for bit.
// Exceptions: method 'steady', storage 'f16' of a GPU (src/gpu/types.ts), and values that a GPU
// flushes in precision 'f32' (`flushToZero`).
//
// One step, from the field T to the field T', for every cell x with the row `mid` it is in, the row
// above (`up`) and the row below (`down`); what lies outside the map is 0:
//
//   s(x)    = (up(x) + down(x)) + mid(x)                  a column of three
//   8:  sum = (s(x - 1) + s(x + 1)) + (up(x) + down(x))
//   4:  sum = (mid(x - 1) + mid(x + 1)) + (up(x) + down(x))
//   T'(x)   = (sum + centre * mid(x)) * factor(x)
//   factor  = fround(terrain * modulation) * rate, centre = 1 / rate - neighbours
//
// Then every active goal cell is set to its strength. Each +, * is one f32 operation, rounded to
// nearest even, in the order of the brackets; `factor` is rounded after each product; `centre` is
// computed in double and rounded once. A centre below 2^-12 becomes 0: `LEAST_CENTRE` in
// src/model/resolve-options.ts says why.
//
// Rule 'average' has rate 1/8 (1/4 with 4 neighbours), so centre is 0 and its term is left out.
// Rule 'heat' with another rate adds it: T' = terrain * (T + rate * Σ(Tn - T)). No product but
// `centre * mid` meets an addition, so that is the only place for a fused multiply-add, which would
// round once instead of twice. WebAssembly has none; GPU kernels pass the product through integers
// (`apart` in src/gpu/step/sum.wgsl.ts, `normal` in careful.wgsl.ts).
//
// With a corner rule other than 'always', up(x) and down(x) in the s of a neighbouring column are 0
// where the rule forbids the diagonal step between that cell and the cell x. Each corner of cells
// is open or closed, for both diagonals at once: `cornerOpen` in src/model/corners.ts.
//
// Border 'clamp' is the kernel printed in McMillan (2014). There mid(x) replaces what lies outside
// the map and beside, above or below the cell x:
//
//   first row      up(x) of the last bracket      last row      down(x) of the last bracket
//   first column   s(x - 1), 4: mid(x - 1)        last column   s(x + 1), 4: mid(x + 1)
//
// Inside an s of another column, values outside the map stay 0.
//
// The stencil's sum stands in these places, each marked by the comment `the stencil's sum
// (src/types.ts)`; a test compares this list with the files that have the mark:
//
//   src/step/reference.ts            referenceStep: cell by cell; tests hold all others against it
//   assembly/step/row.ts             newScent: precision 'f32', WebAssembly
//   assembly/step/corner-row.ts      cornerRow: the same with a corner rule
//   assembly/step/log-row.ts         newLogScent, scaledBlock: 'log', blocks that share a scale
//   assembly/step/log-block.ts       mixedBlock: 'log', blocks that do not
//   assembly/step/edge-cell.ts       edgeCell, edgeLogCell: border 'clamp', cells at an edge
//   src/gpu/step/sum.wgsl.ts         sumWgsl: the text of the three GPU kernels in plain f32,
//   src/gpu/step/blocks.wgsl.ts        blocks,
//   src/gpu/step/tilted.wgsl.ts        tilted, and
//   src/gpu/step/strips.wgsl.ts        strips
//   src/gpu/step/careful.wgsl.ts     repair: the GPU kernel with an exponent for each cell
//
// Method 'steady' adds neighbours as well (assembly/steady/cells.ts, src/gpu/steady/cells.wgsl.ts),
// but only to a tolerance: there the order of the additions is free.
//
// Precision 'log' is the same formula in floating point with 24 significant bits and an exponent
// without bounds: no underflow, no overflow, every operation rounded as f32 rounds. How a value is
// held is up to the backend; the two forms in use are in src/step/log-values.ts. In the windowed
// form m * 2^(96 k), 1 <= m < 2^96 or m = 0, adding takes the larger k of the two and scales the m
// of the other by 2^-96, or drops it where its k is smaller by two or more: then it is below half a
// unit in the last place. The scaling is exact and so safe from contraction. One exact scaling
// brings the product back into the window, because no factor but 0 is below 2^-63 for rule
// 'average' and 2^-80 for 'heat' (`MIN_TERRAIN` in constants.ts).
//
// No backend converts a field from one form into the other: a field stays in the form of its
// backend. Both forms are read as a binary logarithm (`log2OfWindowed`, `log2OfScaled`). Strengths
// enter as m * 2^scale on the CPU (src/step/goal-rows.ts) and by `toWindowed` on the GPU. Pursuers
// on the CPU convert the cells that they compare (assembly/pursuers/pursuers.ts).

import type { CornerRule, Routes } from '@wayfield/graph';
import type { AgentModel, CutModel } from './steering/types.ts';

export type * from './steering/types.ts';

/** A map that scent spreads over. Cell (x, y) is `y * width + x`; y grows downwards. */
export interface DiffusionMap {
  readonly width: number;
  readonly height: number;
  /** 4: beside, above and below. 8: the diagonal ones too, by the corner rule. */
  readonly neighbours: 4 | 8;
  /**
   * With 8 neighbours: at which corners a diagonal neighbour counts. Default 'always', the
   * published stencil: also between two obstacles that touch at a corner, where no disc fits. Give
   * maps of free-moving agents 'never'; pursuers that step from cell to cell may have any.
   */
  readonly corners?: CornerRule;
  /**
   * width * height entries, the part of the scent that each cell lets through: 0 = obstacle, 1 =
   * free ground. The least value above 0 is `MIN_TERRAIN`. Copied; change it by `setTerrain`.
   */
  readonly terrain: Float32Array;
}

export type Rule =
  /**
   * the mean of the neighbours times the terrain: collaborative diffusion (Repenning, 2006;
   * McMillan, 2014)
   */
  | 'average'
  /** the heat equation: a cell keeps what it does not exchange, `rate` with each neighbour */
  | 'heat';

export type Border =
  /** outside the map there is no scent, so the border drains it; the divisor stays the same */
  | 'zero'
  /** a missing neighbour beside, above or below is the cell itself, a missing diagonal one is 0 */
  | 'clamp';

/** What a field holds, and how it is found. */
export type Method =
  /**
   * the scent itself, step by step: moving goals leave trails, cost is one stencil per cell and
   * step
   */
  | 'diffusion'
  /**
   * the scent that `diffusion` tends to, solved for directly: for goals and obstacles that stay a
   * while
   */
  | 'steady'
  /**
   * the cost of a shortest path to the nearest goal, exact: for best paths. After a change the next
   * `settle`, or `step` of one step or more, computes the costs of a layer from scratch; on a GPU
   * it goes on from the present costs where they can only fall. Entering a cell costs the length of
   * the step (1, diagonal √2) over the terrain; see `Metric`. A sum is rounded to f32 and is at
   * least the next f32 above its first term, so that a path leads down from every cell of a finite
   * cost, on any terrain
   */
  | 'distance';

/** What the costs of method 'distance' are costs of. */
export type Metric =
  /** paths from cell to cell: the cheapest for an agent that steps to neighbours */
  | 'graph'
  /**
   * paths in any direction over the ground, each cell with its own slowness, 1 / terrain: the least
   * time of arrival of a front (the eikonal equation), first order upwind. Lines of equal cost are
   * round in free space instead of octagons, so a crowd comes from all directions.
   * `src/distance/eikonal-reference.ts` has the formula
   */
  | 'eikonal';

/**
 * What `createDiffusion` and its siblings on other backends take; constant for the life of the
 * model.
 */
export interface DiffusionOptions {
  /** Names of the layers, one field each: distinct, 1 to 64. Default ['goal']. */
  readonly layers?: readonly string[];
  /** Default 'diffusion'. */
  readonly method?: Method;
  /** Method 'distance' only. Default 'graph'. On a GPU there is 'graph' alone. */
  readonly metric?: Metric;
  /** Default 'average'. Method 'distance' has none. */
  readonly rule?: Rule;
  /**
   * Rule 'heat' only: the part of a difference that crosses per step, 2^-20 to 1 / neighbours.
   * Default 1 / (2 * neighbours).
   */
  readonly rate?: number;
  /** Default 'zero'. */
  readonly border?: Border;
  /**
   * 'f32': the fastest; scent ends where it falls below 2^-126 (2^-149 without `flushToZero`). From
   * a goal of strength 1024 on a map without obstacles, 8 neighbours, that is 55 cells along a
   * diagonal after 60 steps and 100 after 168. On terrain below 1 scent comes to rest: 119 cells
   * away along a diagonal (167 along a row) for terrain 0.9, 45 (61) for 0.5. 'log': the exponent
   * is unbounded, so every cell that a goal reaches gets a value, and points towards the goal;
   * `field` gives its binary logarithm. Default 'log'.
   */
  readonly precision?: 'f32' | 'log';
  /**
   * Precision 'f32' only: a value below 2^-126 becomes 0 at the end of a step. Backends agree on
   * every bit with it, but for two rare cases. A product that only rounding lifts to 2^-126 may
   * become 0 on a GPU. So may what a cell keeps of itself with rule 'heat' and a rate above 1 /
   * (neighbours + 1), where that is below 2^-126. Without `flushToZero` a GPU may flush or not.
   * Either way values differ by up to 2^-126 per step. Default true; the study's sequential program
   * needs false.
   */
  readonly flushToZero?: boolean;
}

/** The goals of one layer. A cell may appear once. */
export interface Goals {
  readonly cell: ArrayLike<number>;
  /**
   * One strength for all, or one per cell: `MIN_STRENGTH` (2^-126) to `MAX_STRENGTH` (2^100), so
   * that no sum of f32 passes its range. Default `DEFAULT_STRENGTH`. Method 'distance' checks it,
   * but costs do not depend on it.
   */
  readonly strength?: number | ArrayLike<number>;
}

export interface SettleOptions {
  /**
   * 'front': until every cell that a goal reaches is above 0; the count of steps is exact.
   * 'residual': until no cell changes by more than `tolerance` of its new value in one step; looked
   * at after every `RESIDUAL_INTERVAL` steps of this call. A number: that many steps. Default
   * 'front'.
   *
   * Methods 'steady' and 'distance' run to their own end for 'front' and 'residual'. A number
   * bounds the sweeps and cycles of method 'steady'; method 'distance' takes no notice.
   */
  readonly until?: 'front' | 'residual' | number;
  /**
   * At most this many steps of a layer. Default 1,000,000. Method 'steady': at most this many
   * sweeps and cycles, and 1,000 unless `until` is a number.
   */
  readonly limit?: number;
  /**
   * The relative change of a cell in one step up to which 'residual' is reached. Default 2^-10.
   *
   * Method 'steady': the relative change that the last cycle may make. Where sweeps end the call:
   * the error that they leave, by their rate of convergence. Where a cycle leaves at most half of
   * the error, as on maps without obstacles or with scattered ones, the error left is at most this.
   * On the CPU a call also ends with 'residual' where changes below 2^-34 no longer shrink.
   * Method 'distance' takes no notice.
   */
  readonly tolerance?: number;
  /**
   * Layers to settle, by name; one that is named twice is settled once. Default all. A layer
   * without active goals takes no steps.
   */
  readonly layers?: readonly string[];
  /**
   * Checked between two parts of the work: passes of at most 16 steps, cycles or sweeps of method
   * 'steady', layers of method 'distance', batches of up to some 2,000 dispatches on a GPU. On the
   * calling thread at least 8 ms lie between two checks. An aborted call throws the signal's reason
   * and leaves the field at a whole step. Method 'steady' leaves it as before the call or, if
   * sweeps have handed over to cycles, as these sweeps found it; on a GPU after a whole cycle.
   */
  readonly signal?: AbortSignal;
  /**
   * Called as often as the signal is checked, with the steps that this call has done so far, of all
   * layers together: 0 on a GPU with method 'distance', which solves all layers at once. On the
   * calling thread it must not step, settle or change the model; reading is fine.
   */
  readonly onProgress?: (steps: number) => void;
}

/** Why `settle` ended. */
export type SettleReason =
  /** every cell that a goal reaches is above 0 */
  | 'front'
  /**
   * the last step changed no cell by more than the tolerance, or the solver of the method is done
   */
  | 'residual'
  /** the number of steps asked for */
  | 'steps'
  /** `limit` was reached first */
  | 'limit'
  /**
   * asked for 'front', cells are still 0, but the field no longer changes: what would reach them is
   * below the least f32. Tested after every `STALL_INTERVAL` steps. Precision 'log' does not stall
   */
  | 'stalled'
  /** no layer has a goal on an open cell: all fields are 0 (distance: `Infinity`) */
  | 'no-goal';

export interface SettleReport {
  /**
   * Steps done by this call, the most of any layer. Method 'steady': sweeps and cycles; 'distance':
   * 1 where costs were computed, else 0.
   */
  readonly steps: number;
  /** Whether what was asked for was reached: false for 'limit', 'stalled' and 'no-goal'. */
  readonly converged: boolean;
  readonly reason: SettleReason;
  /** Open cells that no active goal reaches, the most of any layer settled; their scent is 0. */
  readonly unreachable: number;
  /**
   * The largest relative change in the last step that was tested, of all layers; NaN where none
   * was tested. Method 'distance': 0.
   */
  readonly residual: number;
}

export interface RouteOptions {
  /** Give up, BUDGET_SPENT, after this many steps. Default: the number of cells. */
  readonly maxSteps?: number;
  /** Writes into the arrays of this earlier result where they are large enough. */
  readonly reuse?: Routes;
}

/**
 * A set of pursuers. Each of them stands on a cell and, once a tick, looks at its neighbours'
 * scores Σ weight[layer] * value(layer), summed in the order of the model's layers in f32, and
 * steps to the best if it is better than where it stands; of equal ones to the lowest cell.
 * Obstacles are never entered. In precision 'log' values are compared in windowed form m * 2^(96
 * k): with K the largest k among all cells and layers looked at, each value counts as m * 2^(96 (k
 * - K)), and as 0 where k is two or more below K. All pursuers look at the same field and move at
 * the same time.
 *
 * With method 'distance' pursuers go where `next` says, down the costs of one layer: `weights`
 * names that layer alone, with a weight above 0. `emit` and `modulate` are refused there: costs
 * change by `settle` or `step`, not by ticks, and take no notice of modulations. Instead give the
 * cells of the pursuers to `setGoals`, or raise the costs of crowded cells by `setTerrain`, and
 * settle.
 */
export interface PursuerOptions {
  /** Where they start: cells. */
  readonly cell: ArrayLike<number>;
  /**
   * By layer name: above 0 attracts, below 0 repels; layers not named do not count. At least one.
   * Magnitudes are at most `MAX_WEIGHT` (2^20), so that no score passes the range of f32.
   */
  readonly weights: Readonly<Record<string, number>>;
  /**
   * Each pursuer's cell is a goal of this layer, beside those set by `setGoals`, so that others may
   * be drawn to it or, by a weight below 0, keep away. Where both name a cell, the larger strength
   * counts.
   */
  readonly emit?: { readonly layer: string; readonly strength: number };
  /**
   * Repenning's collaboration: the scent of this layer that passes through a pursuer's cell is
   * multiplied by λ, `MIN_TERRAIN` to 1, so that pursuers behind look for other paths. Several in
   * one cell count once, with the least λ.
   */
  readonly modulate?: { readonly layer: string; readonly factor: number };
  /**
   * One pursuer per cell. A cell that was taken when the tick began is not entered. Of several
   * pursuers that choose the same cell the one with the lowest index gets it; the others stay.
   * Pursuers that start on one cell, or are placed there, share it until they leave; none of them
   * bars the others. Default false.
   */
  readonly exclusive?: boolean;
}

/** What every backend says and takes at once; changes are seen by the next step. */
export interface DiffusionModel extends CutModel {
  readonly backend: 'js' | 'wasm' | 'gpu';
  readonly width: number;
  readonly height: number;
  readonly neighbours: 4 | 8;
  /** 'always' where the map names none. */
  readonly corners: CornerRule;
  readonly layers: readonly string[];
  readonly method: Method;
  readonly metric: Metric;
  readonly rule: Rule;
  /** The rate in use: 1 / neighbours for rule 'average'. */
  readonly rate: number;
  readonly border: Border;
  readonly precision: 'f32' | 'log';
  readonly flushToZero: boolean;
  /**
   * Bytes held in WebAssembly memory or on the GPU. Arrays in JavaScript, 12 bytes a cell, are not
   * counted.
   */
  readonly memoryBytes: number;
  /**
   * Replaces all goals of a layer; the field is kept (warm start) except at the goals
   * themselves and in regions that no goal reaches any more, which become 0. A goal on an obstacle
   * is accepted and emits nothing until the cell opens. Throws RangeError for an unknown layer, a
   * cell out of range or named twice, a strength outside its limits, TypeError for what is no list;
   * then nothing has changed.
   */
  setGoals(layer: string, goals: Goals): void;
  /**
   * New terrain for these cells, one value for all or one each. Fields are kept (warm start); a
   * cell that becomes an obstacle holds 0 at once (distance: `Infinity`). Throws RangeError for a
   * cell out of range, a list of another length and values that `DiffusionMap.terrain` may not
   * have, TypeError for what is no list; then nothing has changed.
   */
  setTerrain(cells: ArrayLike<number>, terrain: number | ArrayLike<number>): void;
  /**
   * Replaces all modulations of a layer: scent that passes through `cells[i]` is multiplied by
   * `factor` there, on top of the terrain. `MIN_TERRAIN` to 1; the product with the terrain is
   * raised to `MIN_TERRAIN` where it is less. Of a cell named twice the least factor counts. Method
   * 'distance' takes no notice of it. Throws RangeError for an unknown layer, a cell out of range,
   * a list of another length and other factors, TypeError for what is no list; then nothing has
   * changed.
   */
  setModulation(layer: string, cells: ArrayLike<number>, factor: number | ArrayLike<number>): void;
  /** Open cells from which no active goal of this layer can be reached. */
  unreachable(layer: string): number;
  /** Sets the fields to 0 (distance: `Infinity`), goals excepted: a cold start. */
  reset(): void;
}

/** A model on the calling thread. */
export interface Diffusion extends DiffusionModel, AgentModel {
  /**
   * Steps all layers `count` times, default 1. Method 'steady': at most `count` sweeps and cycles
   * of each layer; 'distance': computes costs that are out of date, where `count` is not 0. Throws
   * TypeError or RangeError for what is no count.
   */
  step(count?: number): void;
  /**
   * Steps or solves the layers until `options.until`. Throws TypeError or RangeError for options
   * that are not valid, and the reason of an aborted `signal`.
   */
  settle(options?: SettleOptions): SettleReport;
  /**
   * A copy of a layer: width * height entries, into `out` where given. Method 'distance': costs,
   * `Infinity` = no path. Precision 'f32': scent, 0 = none. Precision 'log': the binary logarithm
   * of the scent, `-Infinity` = none, f32 of `Math.log2(f) + e` with the value f * 2^e, 1 <= f < 2.
   * Throws RangeError for an unknown layer and for `out` of another length.
   */
  field(layer: string, out?: Float32Array): Float32Array;
  /**
   * The cell that a pursuer on `cell` goes to: the neighbour with the strongest scent, or, of those
   * that cost less (method 'distance'), the one with the least `Math.fround(cost + step)`; the
   * lowest cell of equal ones. The cell itself where it is an active goal; NONE where there is no
   * path or no neighbour is better.
   */
  next(layer: string, cell: number): number;
  /**
   * Paths up the scent of a layer from each start (a cell, or a list of cells), to the first goal
   * met. FOUND with the cells from the start to the goal; SOURCE_BLOCKED on an obstacle;
   * TARGET_BLOCKED where the layer has goals and all of them are on obstacles; NO_PATH where no
   * scent is, or where the scent has a top that is no goal (after a warm start; settle further);
   * BUDGET_SPENT. Every step leads to a larger value, so there are no cycles. `cost` is the sum, in
   * f32 and in the order of the path, of what entering each cell costs: `Math.fround(length *
   * Math.fround(1 / terrain))`, length 1 or f32 √2. Throws TypeError for method 'distance'.
   */
  ascend(layer: string, starts: number | ArrayLike<number>, options?: RouteOptions): Routes;
  /**
   * Shortest paths: as `ascend`, but down the costs of method 'distance'. Throws TypeError for
   * other methods.
   */
  descend(layer: string, starts: number | ArrayLike<number>, options?: RouteOptions): Routes;
  /**
   * Gives back the memory. Afterwards every method that changes or reads the model throws Error
   * "the model was destroyed"; a second `destroy` does nothing.
   */
  destroy(): void;
}

/**
 * A model on other threads or on a GPU: as `Diffusion`, answers are promises; calls take effect in
 * their order.
 */
export interface AsyncDiffusion extends DiffusionModel {
  step(count?: number): Promise<void>;
  settle(options?: SettleOptions): Promise<SettleReport>;
  field(layer: string, out?: Float32Array): Promise<Float32Array>;
  next(layer: string, cell: number): Promise<number>;
  ascend(
    layer: string,
    starts: number | ArrayLike<number>,
    options?: RouteOptions,
  ): Promise<Routes>;
  descend(
    layer: string,
    starts: number | ArrayLike<number>,
    options?: RouteOptions,
  ): Promise<Routes>;
  destroy(): Promise<void>;
}

/** A set of pursuers on a model of the CPU. */
export interface Pursuers {
  readonly count: number;
  /** count entries, the cell of each now: a live view, not to be written. */
  readonly cell: Uint32Array;
  /** Moves every pursuer once, by the current fields; returns how many changed their cell. */
  move(): number;
  /**
   * Puts pursuers elsewhere: all of them, in order. Throws RangeError for a list of another length
   * and a cell that is none; then nothing has changed.
   */
  place(cell: ArrayLike<number>): void;
  /** Takes the pursuers, their goals and modulations, out of the model. */
  destroy(): void;
}

/**
 * `Pursuers` on a model whose answers are promises; calls take effect in the order of the model's.
 */
export interface AsyncPursuers {
  readonly count: number;
  /**
   * count entries, the cell of each after the last call that was answered: a live view, not to be
   * written.
   */
  readonly cell: Uint32Array;
  move(): Promise<number>;
  place(cell: ArrayLike<number>): Promise<void>;
  destroy(): Promise<void>;
}
