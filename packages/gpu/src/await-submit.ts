// Submits whose read begins at once and ends later: search/wave.ts, search/compact-wave.ts and
// hierarchy/table-runner.ts. A call that goes on only after the read needs no `awaitSubmit`: its
// callback of `guarded` returns the promise of the read, which `guarded` awaits even if the submit
// failed.

/**
 * Resolves when the submit is over. Where it fails, waits for the read that began with it before it
 * rejects: the read writes into the caller's arrays, and the staging memory cannot be used again
 * while it is mapped.
 */
export async function awaitSubmit(
  submit: Promise<void>,
  reading: () => Promise<unknown> | undefined,
): Promise<void> {
  try {
    await submit;
  } catch (error) {
    await Promise.allSettled([reading()]);
    throw error;
  }
}
