import { guarded } from '@wayfield/gpu-core';

/**
 * As `guarded`; where memory ran out, what was made is destroyed: some of its buffers are there.
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
