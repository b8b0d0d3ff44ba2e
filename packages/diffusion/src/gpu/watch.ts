// Signal and progress of a call of `step` or `settle` on the device.
import type { SettleOptions } from '../types.ts';
import type { Calls } from './calls.ts';

/**
 * What `step` and `settle` look at, once per batch of dispatches. A batch has up to 1024
 * dispatches, and more in the first batch of `front` on large maps: architecture/settle.md, "Looks
 * of a GPU". Method 'steady' looks after each cycle.
 */
export interface SettleWatch {
  readonly signal: Pick<AbortSignal, 'aborted' | 'throwIfAborted'> | undefined;
  /** With the steps done so far, of all layers together. Never throws. */
  onProgress(steps: number): void;
}

/**
 * The watch of a call. An error that `onProgress` of the caller throws, and `destroy` of the model,
 * end the call as an aborted signal does: every layer is left at a whole step.
 */
export function watchOf(
  calls: Pick<Calls, 'alive' | 'ended'>,
  { signal, onProgress }: SettleOptions,
): SettleWatch {
  let thrown: { readonly error: unknown } | undefined;
  return {
    signal: {
      get aborted() {
        return calls.ended || thrown !== undefined || signal?.aborted === true;
      },
      throwIfAborted() {
        calls.alive();
        if (thrown) throw thrown.error;
        signal?.throwIfAborted();
      },
    },
    onProgress(steps) {
      if (thrown) return;
      try {
        onProgress?.(steps);
      } catch (error) {
        thrown = { error };
      }
    },
  };
}
