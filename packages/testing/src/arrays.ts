/**
 * Throws at the first difference with its index and both values. `assert.equal` of uvu takes
 * seconds to print a difference of large arrays, and treats NaN as unequal to itself.
 */
export function sameArray(
  actual: ArrayLike<number>,
  expected: ArrayLike<number>,
  what = 'array',
): void {
  if (actual.length !== expected.length) {
    throw new Error(`${what} has ${actual.length} entries, expected ${expected.length}`);
  }
  for (let i = 0; i < expected.length; i++) {
    if (!Object.is(actual[i], expected[i])) {
      throw new Error(`${what}[${i}] is ${actual[i]}, expected ${expected[i]}`);
    }
  }
}
