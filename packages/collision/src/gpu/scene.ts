import { encodeSteps, type Target } from '@wayfield/gpu';
import { resetWgsl } from './build.wgsl.ts';
import { NONE } from '../constants.ts';
import { type BodyLayout, layoutParams } from './body-buffer.ts';
import type { GpuGrid } from './grid.ts';
import { PLAN_MULTI, type ParamName } from './grid.wgsl.ts';
import type { Params } from './params.ts';
import type { MakeStep } from './step-cache.ts';

/** What all questions read: the bodies on the GPU, and the grid that was built last. */
export interface Scene {
  readonly device: GPUDevice;
  readonly dimensions: 2 | 3;
  readonly makeStep: MakeStep;
  layout: BodyLayout;
  body: GPUBuffer;
  grid: GpuGrid;
  /** Slots in use. */
  end: number;
  /** No body has an array of groups or masks. */
  unmasked: boolean;
  /** 0 single, 1 multi, 2 auto. */
  mode: number;
  /** What the grid was built for; undefined: bodies have changed since. */
  built: string | undefined;
  /** Of the grid, as far as the host knows. */
  kind: 'none' | 'single' | 'multi';
}

/** Takes note of the first words of the plan, which came back with an answer. */
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

/** What `Params.masked` says: whether groups and masks count, and whether pairs of fixed bodies do not. */
export function maskedBits(scene: Scene, moving: boolean): number {
  const skips = moving && scene.layout.first.fixed !== NONE;
  return (scene.unmasked ? 0 : 1) + (skips ? 2 : 0);
}

/** Builds the grid, unless it is there. `params` name the purpose. */
export function encodeGrid(target: Target, scene: Scene, params: Params, purpose: string): void {
  if (scene.built === purpose) return;
  scene.grid.encode(target, scene.body, params, scene.end);
  scene.built = purpose;
}

/** Sets the first four words of `counters` to 0. Before a pass is opened, where the target is an encoder. */
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
