import { InputError } from '../problems/read-file.ts';
import type { Environment } from './environment.ts';

/**
 * The device, or the reason why there is none, so that a command can run what needs no GPU.
 * `wanted` is false with `--no-gpu`. Throws errors that are no InputError: they are faults of ours.
 */
export async function openIfThere(
  { openDevice }: Environment,
  wanted: boolean,
): Promise<{ device: GPUDevice | undefined; noDevice: string }> {
  if (!wanted) return { device: undefined, noDevice: '--no-gpu' };
  try {
    return { device: await openDevice(), noDevice: '' };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { device: undefined, noDevice: error.message };
  }
}
