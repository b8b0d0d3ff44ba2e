import type { SettleOptions } from '../types.ts';

/** What settling looks at between submits. */
export interface SettleWatch {
  readonly signal: Pick<AbortSignal, 'aborted' | 'throwIfAborted'> | undefined;
  /** With the steps done so far, of all layers together. Never throws. */
  onProgress(steps: number): void;
}

/**
 * The watch of a call. What `onProgress` of the caller throws ends the call as an aborted signal
 * does, which leaves every layer at a whole step.
 */
export function watchOf({ signal, onProgress }: SettleOptions): SettleWatch {
  let thrown: { readonly error: unknown } | undefined;
  return {
    signal: {
      get aborted() {
        return thrown !== undefined || signal?.aborted === true;
      },
      throwIfAborted() {
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
