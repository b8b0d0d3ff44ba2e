// The study's step as loops in JavaScript, and by WebAssembly on one thread.
import { createDiffusion, type DiffusionMap } from '@wayfield/diffusion';

/** A program that repeats the study's step. */
export interface Steps {
  /**
   * Milliseconds of the steps with the goal in the last cell. The loops begin with an empty field,
   * WebAssembly with a field after one step, so that its steps cover the whole map.
   */
  run(): number;
  /** The field after the steps. */
  field(): Float32Array;
}

/** WebAssembly on one thread. */
export function ownSteps(
  { terrain, width, ...rest }: DiffusionMap,
  steps: number,
): Steps & { destroy(): void } {
  const model = createDiffusion(
    { terrain, width, ...rest },
    { precision: 'f32', flushToZero: false },
  );
  const last = { cell: [terrain.length - 1] };
  return {
    run() {
      // a step covers only the cells that scent has reached; a goal in the first cell, set for one
      // step that is not timed, makes it cover the whole map as the other programs do
      model.reset();
      model.setGoals('goal', { cell: [0, terrain.length - 1] });
      model.step();
      model.setGoals('goal', last);
      const start = performance.now();
      model.step(steps);
      return performance.now() - start;
    },
    field() {
      model.reset();
      model.setGoals('goal', last);
      model.step(steps);
      return model.field('goal');
    },
    destroy: () => model.destroy(),
  };
}

/** One step of n x n cells in arrays with a border of zeros. */
export type ScriptStep = (
  from: Float32Array,
  to: Float32Array,
  factor: Float32Array,
  n: number,
) => void;

/** The step with sums in double precision: another field, and faster on some machines. */
export const doubleStep: ScriptStep = (from, to, factor, n) => {
  const stride = n + 2;
  for (let y = 1; y <= n; y++) {
    for (let v = y * stride + 1, end = v + n; v < end; v++) {
      to[v] =
        (from[v - stride - 1] +
          from[v - stride] +
          from[v - stride + 1] +
          from[v - 1] +
          from[v + 1] +
          from[v + stride - 1] +
          from[v + stride] +
          from[v + stride + 1]) *
        factor[v];
    }
  }
};

/** The step in f32, in the order of the contract: the same bits as ours. */
export function scriptStep(
  from: Float32Array,
  to: Float32Array,
  factor: Float32Array,
  n: number,
): void {
  const { fround } = Math;
  const stride = n + 2;
  for (let y = 1; y <= n; y++) {
    for (let v = y * stride + 1, end = v + n; v < end; v++) {
      const above = v - stride;
      const below = v + stride;
      // the order of the contract; fround lets the compiler stay in f32
      const left = fround(fround(from[above - 1] + from[below - 1]) + from[v - 1]);
      const right = fround(fround(from[above + 1] + from[below + 1]) + from[v + 1]);
      const middle = fround(from[above] + from[below]);
      to[v] = fround(fround(left + right) + middle) * factor[v];
    }
  }
}

/** The loop that one writes by hand: two arrays, a border of zeros, no branches. */
export function scriptSteps(
  { width: n, terrain }: DiffusionMap,
  step: ScriptStep,
  steps: number,
): Steps {
  const stride = n + 2;
  const factor = new Float32Array(stride * stride);
  for (let y = 0; y < n; y++) {
    for (let x = 0; x < n; x++) factor[(y + 1) * stride + x + 1] = terrain[y * n + x] / 8;
  }
  const goal = n * stride + n;
  let from = new Float32Array(stride * stride);
  let to = new Float32Array(stride * stride);
  const run = (): number => {
    from.fill(0);
    to.fill(0);
    from[goal] = 1024;
    const start = performance.now();
    for (let done = 0; done < steps; done++) {
      step(from, to, factor, n);
      to[goal] = 1024;
      [from, to] = [to, from];
    }
    return performance.now() - start;
  };
  return {
    run,
    field() {
      run();
      const field = new Float32Array(n * n);
      for (let y = 0; y < n; y++) {
        const row = (y + 1) * stride + 1;
        field.set(from.subarray(row, row + n), y * n);
      }
      return field;
    },
  };
}
