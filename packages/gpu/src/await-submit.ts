// Submits whose read begins at once and ends later: search/wave.ts, search/compact-wave.ts and
// hierarchy/table-runner.ts. Calls that wait for the read anyway return it to `guarded`.

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
