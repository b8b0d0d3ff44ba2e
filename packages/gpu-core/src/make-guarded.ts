// Frees buffers if memory runs out, or the device is lost, while they are made.
import { guarded } from './guard.ts';
import type { Keep } from './keeping.ts';

/**
 * Resolves to what `make` returns, once the device has found memory for it. If `make` throws,
 * memory runs out or the device is lost, destroys all that `make` kept and rejects. With `guarded`
 * alone the buffers would leak: an error scope reports missing memory after `make` has returned.
 */
export async function makeGuarded<Made>(
  device: GPUDevice,
  what: string,
  make: (keep: Keep) => Made,
): Promise<Made> {
  const kept: { destroy(): void }[] = [];
  const keep: Keep = (made) => {
    kept.push(made);
    return made;
  };
  try {
    return await guarded(device, what, () => make(keep));
  } catch (error) {
    for (const made of kept) made.destroy();
    throw error;
  }
}
