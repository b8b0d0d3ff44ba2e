/** Throws a RangeError with the name, the value and what was expected. */
export function refuse(name: string, value: unknown, expected: unknown): never {
  throw new RangeError(`${name} is ${value}, expected ${expected}`);
}

/** Throws unless `array` is of the class and has `length` entries. */
export function checkArray(
  array: ArrayLike<unknown> | undefined,
  type: { readonly name: string },
  length: number,
  name: string,
): void {
  if ((array as { [Symbol.toStringTag]?: string } | undefined)?.[Symbol.toStringTag] !== type.name)
    throw new TypeError(`${name} is not a ${type.name}`);
  if (array!.length !== length) refuse(`${name}.length`, array!.length, length);
}

/** Throws unless all entries are finite, at least `least`, and at most `most` in size. */
export function checkNumbers(
  array: Float64Array,
  name: string,
  least: number = -Infinity,
  most: number = Infinity,
): void {
  for (let i = 0; i < array.length; i++) {
    const value = array[i];
    if (!(Number.isFinite(value) && value >= least))
      refuse(`${name}[${i}]`, value, least === 0 ? 'a finite number >= 0' : 'a finite number');
    if (Math.abs(value) > most) refuse(`${name}[${i}]`, value, `a size of at most ${most}`);
  }
}
