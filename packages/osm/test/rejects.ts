/** `refuses` of `@wayfield/testing` for promises. */
export async function rejects(
  promise: Promise<unknown>,
  type: new (message?: string) => Error,
  text: string | RegExp,
): Promise<void> {
  const thrown = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(thrown instanceof Error)) throw new Error(`expected ${type.name}: ${text}, nothing threw`);
  const matches = typeof text === 'string' ? thrown.message === text : text.test(thrown.message);
  if (thrown.constructor !== type || !matches) {
    throw new Error(`expected ${type.name}: ${text}, got ${thrown.stack}`, { cause: thrown });
  }
}
