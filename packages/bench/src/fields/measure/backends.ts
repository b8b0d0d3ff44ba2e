import {
  type AsyncDiffusion,
  createDiffusion,
  type Diffusion,
  type DiffusionMap,
  type DiffusionOptions,
} from '@wayfield/diffusion';
import { createGpuDiffusion } from '@wayfield/diffusion/gpu';
import { createDiffusionPool } from '@wayfield/diffusion/pool';

export const BACKENDS = ['wasm', 'pool', 'gpu'] as const;
export type Backend = (typeof BACKENDS)[number];

/** A model of any backend; callers await its answers. */
export type Model = Diffusion | AsyncDiffusion;

/** The most bytes of GPU memory for a model. */
const GPU_BYTES = 2 ** 36;

/** Makes a model of a backend. */
export type MakeModel = (map: DiffusionMap, options: DiffusionOptions) => Promise<Model>;

/** How a backend makes models; undefined for the GPU where there is no device. */
export function backendMaker(
  backend: Backend,
  { device, threads }: { device: GPUDevice | undefined; threads: number },
): MakeModel | undefined {
  if (backend === 'wasm') return async (map, options) => createDiffusion(map, options);
  if (backend === 'pool')
    return (map, options) => createDiffusionPool(map, { ...options, threads });
  if (device === undefined) return undefined;
  return (map, options) => createGpuDiffusion(device, map, { ...options, memoryBudget: GPU_BYTES });
}
