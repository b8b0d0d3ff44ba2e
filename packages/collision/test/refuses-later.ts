import { refuses } from '@wayfield/testing';

/** As `refuses`, for promises. */
export async function refusesLater(
  promise: Promise<unknown>,
  type: new (message?: string) => Error,
  text: RegExp,
): Promise<void> {
  const outcome = await promise.catch((error: unknown) => ({ error }));
  const thrown = (outcome as { error?: unknown } | undefined)?.error;
  refuses(
    () => {
      if (thrown) throw thrown;
    },
    type,
    text,
  );
}
