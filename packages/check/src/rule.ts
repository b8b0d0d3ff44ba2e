import { show } from './show.ts';

/**
 * Throws unless `value` is right; `name` is what the message calls the value. A rule is made once,
 * at module level, and called with every value: a call that succeeds allocates nothing, except
 * where `either` tries one of its rules in vain.
 */
export interface Rule {
  (value: unknown, name: string): void;
  /** The words behind "expected" in messages; rules made of rules quote them. */
  readonly expected?: string;
}

/** Throws the RangeError of a value of the right kind: `NAME is VALUE, expected WHAT`. */
export function refuse(name: string, value: unknown, expected: string | number): never {
  throw new RangeError(`${name} is ${show(value)}, expected ${expected}`);
}

/** Throws the TypeError of a value of the wrong kind: `NAME is VALUE, expected WHAT`. */
export function refuseKind(name: string, value: unknown, expected: string): never {
  throw new TypeError(`${name} is ${show(value)}, expected ${expected}`);
}

/** `refuse` for a number, `refuseKind` for everything else: what a loop over numbers throws. */
export function refuseNumber(name: string, value: unknown, expected: string): never {
  return (typeof value === 'number' ? refuse : refuseKind)(name, value, expected);
}

/**
 * A rule of your own. The rule throws TypeError if `isKind` returns false, else RangeError if
 * `isRight` does.
 *
 * @example
 * const powerOfTwo = rule<number>(
 *   'a power of two',
 *   (value) => typeof value === 'number',
 *   (value) => Number.isInteger(Math.log2(value)),
 * );
 * powerOfTwo(8, 'size');
 * try {
 *   powerOfTwo(9, 'size');
 * } catch (error) {
 *   console.log(String(error)); // RangeError: size is 9, expected a power of two
 * }
 */
export function rule<T>(
  expected: string,
  isKind: (value: T) => boolean,
  isRight?: (value: T) => boolean,
): Rule {
  const check = (value: unknown, name: string): void => {
    if (!isKind(value as T)) refuseKind(name, value, expected);
    if (isRight && !isRight(value as T)) refuse(name, value, expected);
  };
  return Object.assign(check, { expected });
}
