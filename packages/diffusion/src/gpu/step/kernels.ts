// The kernels of one model: their texts are put together once and kept. engine.ts and dispatches.ts
// use them.
import type { Kernel } from '@wayfield/gpu-core';
import { besideNeeded } from '../../model/corners.ts';
import type { Resolved } from '../../model/resolve-options.ts';
import type { DiffusionMap } from '../../types.ts';
import type { FieldLayout } from '../memory/layout.ts';
import { blocksWgsl } from './blocks.wgsl.ts';
import { carefulWgsl } from './careful.wgsl.ts';
import { clearHalvesWgsl, testWgsl } from './edit.wgsl.ts';
import type { Cut } from './shape.ts';
import { stripsWgsl } from './strips.wgsl.ts';
import { tiltedWgsl } from './tilted.wgsl.ts';
import type { StepVariant } from './variant.ts';

/** Entry points of edit.wgsl.ts. */
export type TestName = 'clear' | 'lack' | 'compare' | 'judge' | 'stall';

export type Counted = StepVariant['counted'];

export interface ModelKernels {
  /** The kernel that does all tiles: strips, tilted or blocks. */
  step(counted: Counted): Kernel;
  /** Blocks, for the tiles that the tilted kernel left. */
  listed(counted: Counted): Kernel;
  /** For the tiles that blocks left. */
  careful(counted: Counted): Kernel;
  test(entry: TestName): Kernel;
}

export function createModelKernels(
  map: Pick<DiffusionMap, 'neighbours' | 'corners'>,
  options: Resolved,
  layout: FieldLayout,
  cut: Cut,
): ModelKernels {
  const log = options.precision === 'log';
  const kernels = new Map<string, Kernel>();
  function once(name: string, make: () => Kernel): Kernel {
    let kernel = kernels.get(name);
    if (!kernel) kernels.set(name, (kernel = make()));
    return kernel;
  }
  const variant = (counted: Counted): StepVariant => ({
    neighbours: map.neighbours,
    beside: besideNeeded(map),
    centre: options.centre !== 0,
    border: options.border,
    precision: log ? 'log' : options.flushToZero ? 'flush' : 'f32',
    half: layout.half,
    counted,
  });
  return {
    step: (counted) =>
      once(`step ${counted}`, () => ({
        label: `diffusion: steps, ${counted}`,
        code: cut.strips
          ? stripsWgsl(variant(counted), cut.strips, cut.lanes)
          : (cut.tilted ? tiltedWgsl : blocksWgsl)(variant(counted), cut.blocks!),
        entry: 'advance',
      })),
    listed: (counted) =>
      once(`listed ${counted}`, () => ({
        label: `diffusion: steps of listed tiles, ${counted}`,
        code: blocksWgsl(variant(counted), cut.blocks!, true),
        entry: 'advance',
      })),
    careful: (counted) =>
      once(`careful ${counted}`, () => ({
        label: `diffusion: careful steps, ${counted}`,
        code: carefulWgsl(variant(counted), cut.blocks!),
        entry: 'repair',
      })),
    test: (entry) =>
      once(entry, () => ({
        label: `diffusion: ${entry}`,
        code: layout.half ? clearHalvesWgsl : testWgsl(log),
        entry,
      })),
  };
}
