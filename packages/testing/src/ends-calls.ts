import * as assert from 'uvu/assert';
import { refuses } from './refuses.ts';

/**
 * Every call works, then `destroy`, twice, and every call throws that the `what` was destroyed.
 * `calls` has all calls of the object, by name.
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
  // a call that the object has and the test forgot
  const isCall = (name: string): boolean =>
    typeof (made as unknown as Record<string, unknown>)[name] === 'function';
  const names = Object.keys(made).filter((name) => isCall(name) && name !== 'destroy');
  assert.equal(names.sort(), Object.keys(calls).sort());
}
