import * as assert from 'uvu/assert';
import { refuses } from './refuses.ts';

/**
 * Checks that each of `calls` works, that `destroy` may be called twice, and that each of `calls`
 * then throws "the WHAT was destroyed". `calls` must have all methods of the object, by name, but
 * `destroy`.
 */
export function endsCalls(
  what: string,
  made: { destroy(): void },
  calls: Record<string, () => unknown>,
): void {
  for (const call of Object.values(calls)) call();
  made.destroy();
  made.destroy();
  for (const call of Object.values(calls))
    refuses(call, Error, new RegExp(`^(Error: )?the ${what} was destroyed$`));
  // a method that the test forgot
  const isCall = (name: string): boolean =>
    typeof (made as unknown as Record<string, unknown>)[name] === 'function';
  const names = Object.keys(made).filter((name) => isCall(name) && name !== 'destroy');
  assert.equal(names.sort(), Object.keys(calls).sort());
}
