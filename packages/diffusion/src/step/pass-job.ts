// A pass: several steps of one layer over all its rows, and how a thread does its part of the pass.
// wasm-fields.ts makes a `PassJob`; the calling thread, or each thread of a pool, calls `runPass`.
import type { Kernels } from '../kernels.ts';

/**
 * The rectangle of cells that can be above 0: columns `[x0, x1)`, rows `[y0, y1)`; x1 <= x0 = none.
 * The boxes of method 'steady' (2 x 2 cells) are something else.
 */
export interface Box {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

export const NO_BOX: Box = { x0: 0, y0: 0, x1: 0, y1: 0 };

/** The least box that holds both. */
export function union(a: Box, b: Box): Box {
  if (a.x1 <= a.x0) return b;
  return {
    x0: Math.min(a.x0, b.x0),
    y0: Math.min(a.y0, b.y0),
    x1: Math.max(a.x1, b.x1),
    y1: Math.max(a.y1, b.y1),
  };
}

/** The box of the cells that can be above 0 after `steps` more steps. */
export function grown(
  { x0, y0, x1, y1 }: Box,
  steps: number,
  { width, height }: { readonly width: number; readonly height: number },
): Box {
  return {
    x0: Math.max(0, x0 - steps),
    y0: Math.max(0, y0 - steps),
    x1: Math.min(width, x1 + steps),
    y1: Math.min(height, y1 + steps),
  };
}

/** The addresses of a layer's goals, for `bindGoals`: assembly/step/pass.ts says what they hold. */
export interface GoalPlaces {
  readonly start: number;
  readonly x: number;
  readonly value: number;
  readonly scale: number;
}

/** One pass over a layer, as a thread needs it. */
export interface PassJob {
  /** Addresses of cell (0, 0): of the field that is read, of the other field, of the factors. */
  readonly source: number;
  readonly target: number;
  readonly factor: number;
  /** Corners of cells, or 0: see `CornerRows`. */
  readonly corners: number;
  readonly steps: number;
  /** The cells that can be above 0 after the pass. */
  readonly box: Box;
  /** Bits: EIGHT, FLUSH, … of assembly/step/pass.ts. */
  readonly rules: number;
  readonly goals: GoalPlaces;
}

/** A thread's part of a pass. */
export interface PassPart {
  /** The rows of the thread: `first` to `last` - 1. */
  readonly first: number;
  readonly last: number;
  /** The weight of the cell itself, see `Resolved`. */
  readonly centre: number;
  /**
   * Address of a u32 per step, to which the numbers of cells above 0 are added; 0 where they do not
   * count.
   */
  readonly counts: number;
}

export function runPass(kernels: Kernels, job: PassJob, part: PassPart): void {
  const { x0, y0, x1, y1 } = job.box;
  const { start, x, value, scale } = job.goals;
  kernels.bindGoals(start, x, value, scale);
  const { source, target, factor, rules, corners } = job;
  kernels.bindPass(source, target, factor, rules, part.centre, part.counts, corners);
  kernels.bindPassBox(y0, y1, x0 >> 4, (x1 + 15) >> 4);
  kernels.pass(job.steps, part.first, part.last);
}
