import { refuse, refuseKind, refuseNumber, rule, type Rule } from './rule.ts';

const isNumber = (value: unknown): boolean => typeof value === 'number';
const isText = (value: unknown): boolean => typeof value === 'string';
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;
const isList = (value: unknown): boolean =>
  Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
const most = Number.MAX_VALUE;

/**
 * Numbers from `min` to `max`, by default any finite number. `Infinity` is allowed only if it is
 * one of the bounds; NaN never.
 */
export function number(min: number = -most, max: number = most): Rule {
  const kind = min < -most || max > most ? 'a number' : 'a finite number';
  const above0 = min === Number.MIN_VALUE;
  const from = above0 ? ' above 0' : min > -most ? ` >= ${min}` : '';
  const range = above0 ? `above 0, at most ${max}` : `from ${min} to ${max}`;
  const below = from ? `a number ${range}` : `${kind} <= ${max}`;
  const expected = max < most ? below : `${kind}${from}`;
  return rule<number>(expected, isNumber, (value) => value >= min && value <= max);
}

/** Whole numbers from `min` to `max`, by default from 0 to 2^53 - 1. */
export function whole(min = 0, max: number = Number.MAX_SAFE_INTEGER): Rule {
  const range = max < Number.MAX_SAFE_INTEGER ? `from ${min} to ${max}` : `>= ${min}`;
  return rule<number>(
    `a whole number ${range}`,
    isNumber,
    (value) => value >= min && value <= max && Number.isInteger(value),
  );
}

/** Finite numbers above 0. */
export const positive: Rule = /* @__PURE__ */ number(Number.MIN_VALUE);

/** `true` or `false`. */
export const flag: Rule = /* @__PURE__ */ rule(
  'true or false',
  (value) => typeof value === 'boolean',
);

/** A string, the empty one too. */
export const text: Rule = /* @__PURE__ */ rule('a string', isText);

/** A function. */
export const callback: Rule = /* @__PURE__ */ rule(
  'a function',
  (value) => typeof value === 'function',
);

/** An `AbortSignal`. */
export const signal: Rule = /* @__PURE__ */ rule<AbortSignal>(
  'an AbortSignal',
  (value) => isObject(value) && typeof value.aborted === 'boolean' && 'onabort' in value,
);

/** One of these values, which are all strings or all numbers. */
export function oneOf(...values: readonly (string | number)[]): Rule {
  const words = values.map((value) => (isText(value) ? `'${value}'` : String(value)));
  const last = words.pop()!;
  return rule<string | number>(
    words.length ? `${words.join(', ')} or ${last}` : last,
    (value) => typeof value === typeof values[0],
    (value) => values.includes(value),
  );
}

/** An array or a typed array, whatever is in it. A Set, a string or one number is not. */
export const list: Rule = /* @__PURE__ */ rule('an array or typed array', isList);

/** A list whose entries all obey `entry`. */
export function listOf(entry: Rule): Rule {
  const expected = `${list.expected}, each entry ${entry.expected}`;
  const check = (value: unknown, name: string): void => {
    if (!isList(value)) refuseKind(name, value, expected);
    const entries = value as ArrayLike<unknown>;
    for (let i = 0; i < entries.length; i++) checkPart(entry, entries[i], name, i);
  };
  return Object.assign(check, { expected });
}

/** A flat list of at least `least` points, two finite numbers each: x, y, x, y, … */
export function points(least = 0): Rule {
  const order = 'points are x, y, x, y, …';
  const expected = `${list.expected} of numbers: ${order}`;
  const check = (value: unknown, name: string): void => {
    if (!isList(value)) refuseKind(name, value, expected);
    const entries = value as ArrayLike<unknown>;
    const { length } = entries;
    for (let i = 0; i < length; i++) {
      const entry = entries[i] as number;
      // x - x is NaN for Infinity and NaN
      if (typeof entry === 'number' && entry - entry === 0) continue;
      refuseNumber(`${name}[${i}]`, entry, `a finite number: ${order}`);
    }
    if (length % 2) refuse(`${name}.length`, length, `an even number: ${order}`);
    if (length < 2 * least) refuse(`${name}.length`, length, `at least ${2 * least}: ${order}`);
  };
  return Object.assign(check, { expected });
}

/** A typed array of this class, or of a class derived from it, of whichever realm. */
export function typed(type: abstract new (...args: never) => object): Rule {
  const { name } = type;
  // arrays of other realms (frames, workers) have the tag too; reading it takes ten times as long
  return rule<{ readonly [Symbol.toStringTag]: string }>(
    `a ${name}`,
    (value) => value instanceof type || (isObject(value) && value[Symbol.toStringTag] === name),
  );
}

/** `undefined`, or what `inner` allows. */
export function optional(inner: Rule): Rule {
  const check = (value: unknown, name: string): void => {
    if (value !== undefined) inner(value, name);
  };
  return Object.assign(check, { expected: inner.expected ?? '' });
}

/**
 * What any of these rules allows. Each rule that refuses a value before another allows it makes an
 * Error, so the most frequent rule should stand first. TypeError if all rules throw a TypeError,
 * else RangeError.
 */
export function either(...inner: readonly Rule[]): Rule {
  const expected = inner.map((one) => one.expected).join(' or ');
  const check = (value: unknown, name: string): void => {
    let kind = true;
    for (const one of inner) {
      try {
        return one(value, name);
      } catch (error) {
        kind &&= error instanceof TypeError;
      }
    }
    (kind ? refuseKind : refuse)(name, value, expected);
  };
  return Object.assign(check, { expected });
}

/**
 * An object whose fields obey these rules. It may have other fields; a list, a Set or anything else
 * that is iterable is refused. `expected` is what messages call the object, such as `a Graph`.
 * Where a field may be absent, its rule is `optional`.
 */
export function object(fields: Readonly<Record<string, Rule>> = {}, expected = 'an object'): Rule {
  const entries = Object.entries(fields);
  const check = (value: unknown, name: string): void => {
    if (!isObject(value) || Symbol.iterator in (value as object)) {
      refuseKind(name, value, expected);
    }
    for (const [key, field] of entries) {
      checkPart(field, (value as Record<string, unknown>)[key], name, key);
    }
  };
  return Object.assign(check, { expected });
}

/**
 * Checks a part with the name of the whole and, only if that throws, again with the name of the
 * part: names of parts that are right would be garbage of every call.
 */
function checkPart(part: Rule, value: unknown, name: string, key: string | number): void {
  try {
    part(value, name);
  } catch {
    part(value, typeof key === 'number' ? `${name}[${key}]` : `${name}.${key}`);
  }
}
