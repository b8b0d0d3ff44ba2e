// `guarded` for what owns buffers: the solvers of diffusion.ts and the engine of distance.ts.
import { guarded } from '@wayfield/gpu-core';

/**
 * `guarded` for a call that makes something. If it fails, what was made is destroyed, because some
 * of its buffers may exist although others found no memory.
 */
export async function guardedMake<T extends { destroy(): void }>(
  device: GPUDevice,
  what: string,
  make: () => T,
): Promise<T> {
  let made: T | undefined;
  try {
    return await guarded(device, what, () => (made = make()));
  } catch (error) {
    made?.destroy();
    throw error;
  }
}
