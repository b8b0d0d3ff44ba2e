/**
 * Throws unless `run` throws an error of exactly the class `type` whose message is `text` (a
 * string: all of it; a pattern: a match).
 */
export function refuses(
  run: () => unknown,
  type: new (message?: string) => Error,
  text: string | RegExp,
): void {
  let thrown: unknown;
  let threw = false;
  try {
    run();
  } catch (error) {
    thrown = error;
    threw = true;
  }
  if (!threw) throw new Error(`expected ${type.name}: ${text}, nothing threw`);
  if (!(thrown instanceof Error)) {
    throw new Error(`expected ${type.name}: ${text}, got ${String(thrown)}, which is no Error`);
  }
  const matches = typeof text === 'string' ? thrown.message === text : text.test(thrown.message);
  if (thrown.constructor !== type || !matches) {
    throw new Error(`expected ${type.name}: ${text}, got ${thrown.stack}`, { cause: thrown });
  }
}
