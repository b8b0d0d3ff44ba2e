// Dispatches on grids of invocations, 8 x 8 to a workgroup, made once and kept by name.
import { type Kernel, type Resources, type Step, step } from '@wayfield/gpu-core';
import type { LevelShape } from './levels.wgsl.ts';

export interface GridStep extends Step {
  readonly x: number;
  readonly y: number;
}

export interface GridSteps {
  /** The dispatch of this name, on a grid of this size; made the first time. */
  of(
    name: string,
    kernel: Omit<Kernel, 'label'>,
    resources: Resources,
    shape: LevelShape,
  ): GridStep;
  /** Forgets the dispatches whose names begin with this text; '' = all. */
  forget(prefix: string): void;
}

/** Workgroups of 8 x 8 invocations, across and down, with an invocation for each cell. */
export const workgroupsOf = ({ width, height }: LevelShape): readonly [number, number] => [
  Math.ceil(width / 8),
  Math.ceil(height / 8),
];

export function createGridSteps(device: GPUDevice, label: string): GridSteps {
  const known = new Map<string, GridStep>();
  return {
    of(name, kernel, resources, { width, height }) {
      let made = known.get(name);
      if (!made) {
        const [x, y] = workgroupsOf({ width, height });
        const named = { ...kernel, label: `${label}: ${kernel.entry}` };
        made = { ...step(device, named, resources, x * y), x, y };
        known.set(name, made);
      }
      return made;
    },
    forget(prefix) {
      for (const name of known.keys()) if (name.startsWith(prefix)) known.delete(name);
    },
  };
}

/** Records dispatches in one pass. */
export function encodeGridSteps(
  encoder: GPUCommandEncoder,
  label: string,
  steps: readonly GridStep[],
): void {
  const pass = encoder.beginComputePass({ label });
  let last: GPUComputePipeline | undefined;
  for (const { pipeline, group, x, y } of steps) {
    if (pipeline !== last) pass.setPipeline(pipeline);
    last = pipeline;
    pass.setBindGroup(0, group);
    pass.dispatchWorkgroups(x, y);
  }
  pass.end();
}
