// Buffers that are freed if memory runs out, or the device is lost, while they are made.
import { guarded } from './guard.ts';
import type { Keep } from './keeping.ts';

/**
 * Returns what `make` returns, once memory for it is really there. Where `make` throws, memory runs
 * out or the device is lost, destroys all that `make` kept and rejects. `guarded` alone would lose
 * the buffers: an error scope reports a buffer without memory after `make` has returned.
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
