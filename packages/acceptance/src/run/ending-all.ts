/** Takes what ends a server, a process or a connection, to be called later. */
export type Later = (end: () => unknown) => void;

/**
 * Runs `work`, then calls the ends that it gave to `later`, one after another, the last one first,
 * also if `work` or some of them fail. Rejects with the first error.
 */
export async function endingAll(work: (later: Later) => Promise<void>): Promise<void> {
  const ends: (() => unknown)[] = [];
  const errors: unknown[] = [];
  try {
    await work((end) => ends.push(end));
  } catch (error) {
    errors.push(error);
  }
  for (const end of ends.reverse()) {
    try {
      await end();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}
