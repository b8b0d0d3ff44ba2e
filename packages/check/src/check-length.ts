import { list } from './rules.ts';

/** Throws TypeError unless `value` is a list, RangeError unless it has `expected` entries. */
export function checkLength(value: unknown, expected: number, name: string): void {
  list(value, name);
  const { length } = value as ArrayLike<unknown>;
  if (length === expected) return;
  const hint = length === 0 ? ' (is its buffer detached?)' : '';
  throw new RangeError(`${name} has ${length} entries, expected ${expected}${hint}`);
}
