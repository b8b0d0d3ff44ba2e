import { encodeSteps, type Target } from '@wayfield/gpu-core';
import { resetWgsl } from './grid/build.wgsl.ts';
import { NONE } from '../constants.ts';
import { type BodyLayout, layoutParams } from './bodies/body-buffer.ts';
import type { GpuGrid } from './grid/grid.ts';
import type { Scratch } from './growing.ts';
import { PLAN_MULTI, type ParamName } from './grid/grid.wgsl.ts';
import type { Params } from './params.ts';
import type { MakeStep } from './step-cache.ts';

/** What all searches read: the bodies on the GPU, and the grid that was built last. */
export interface Scene {
  readonly device: GPUDevice;
  readonly dimensions: 2 | 3;
  readonly makeStep: MakeStep;
  readonly scratch: Scratch;
  layout: BodyLayout;
  body: GPUBuffer;
  grid: GpuGrid;
  /** `Bodies.end` at the last update. */
  end: number;
  /** There are no groups and no masks. */
  unmasked: boolean;
  /** The option `grid`: 0 single, 1 multi, 2 auto. */
  mode: number;
  /**
   * The key of the grid that is built (`purpose` of `encodeGrid`). Undefined: no grid is valid,
   * because none was built, the bodies changed, a submission failed, or the caller got commands.
   */
  built: string | undefined;
  /**
   * The kind of grid of the last pairs or lists. The k nearest, and pairs that are found without a
   * grid, leave it as it was.
   */
  kind: 'none' | 'single' | 'multi';
}

/** Notes the kind of the grid from the first words of the plan, which came back with an answer. */
export function noteGrid(scene: Scene, plan: Uint32Array): void {
  if (scene.end > 0) scene.kind = plan[PLAN_MULTI] === 1 ? 'multi' : 'single';
}

/** The words of `Params` that describe the bodies. */
export function sceneParams(scene: Scene): Partial<Record<ParamName, number>> {
  return {
    ...layoutParams(scene.layout),
    end: scene.end,
    mode: scene.mode,
    tableCapacity: scene.grid.tableCapacity,
    keysPerBody: scene.grid.keysPerBody,
  };
}

/**
 * `Params.masked`, a sum: 1 if groups and masks count; 2 if pairs of two fixed bodies are left out.
 */
export function maskedBits(scene: Scene, skipFixed: boolean): number {
  const skips = skipFixed && scene.layout.first.fixed !== NONE;
  return (scene.unmasked ? 0 : 1) + (skips ? 2 : 0);
}

/**
 * Records the build of the grid, unless `purpose` is the key of the grid that is built already. The
 * grid depends on words of `params`, such as `purpose` and `reach`: searches that set them
 * differently must pass different keys.
 */
export function encodeGrid(target: Target, scene: Scene, params: Params, purpose: string): void {
  if (scene.built === purpose) return;
  scene.grid.encode(target, scene.body, params, scene.end);
  scene.built = purpose;
}

/**
 * Records setting the first four words of `counters` to 0. If the target is an encoder, call it
 * before opening a pass.
 */
export function encodeReset(
  target: Target,
  scene: Scene,
  params: Params,
  counters: GPUBuffer,
): void {
  if ('beginComputePass' in target) {
    target.clearBuffer(counters, 0, 16);
    return;
  }
  const label = `reset ${params.buffer.label}`;
  const kernel = { label, code: resetWgsl, entry: 'resetCounters' };
  encodeSteps(target, label, [scene.makeStep(kernel, { 0: params.buffer, 3: counters }, 1)]);
}
