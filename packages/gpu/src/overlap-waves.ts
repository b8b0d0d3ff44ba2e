// Two waves of queries under way at a time, for query-waves.ts and hierarchy/query-runner.ts.

/** Items that are answered in waves. */
export interface Waves {
  readonly count: number;
  /** Most items of a wave. */
  readonly wave: number;
  /**
   * Submits items `from` to `to` - 1. Resolves when their answers are in the caller's arrays; once
   * it rejects, nothing writes there any more.
   */
  run(from: number, to: number): Promise<void>;
}

export interface OverlapOptions {
  /** Called with 0 once the first wave was submitted, then after each wave. */
  readonly onProgress?: (done: number, count: number) => void;
  readonly signal?: AbortSignal;
}

/**
 * Runs waves, two of them under way at a time. Where one fails, `onProgress` throws or the call is
 * aborted, waits for the waves under way before it rejects: they write into the caller's arrays,
 * and their staging memory is mapped.
 */
export async function overlapWaves(
  { count, wave, run }: Waves,
  { onProgress, signal }: OverlapOptions,
): Promise<void> {
  let before: Promise<void> = Promise.resolve();
  let last = before;
  try {
    for (let from = 0; from < count; from += wave) {
      signal?.throwIfAborted();
      last = run(from, Math.min(count, from + wave));
      last.catch(() => {});
      await before;
      before = last;
      onProgress?.(from, count);
    }
    await last;
  } catch (error) {
    await Promise.allSettled([before, last]);
    throw error;
  }
  if (count > 0) onProgress?.(count, count);
}
