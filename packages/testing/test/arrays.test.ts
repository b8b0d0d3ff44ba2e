import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { sameArray } from '../src/index.ts';

const test = suite('sameArray');

test('accepts equal arrays, NaN included', () => {
  sameArray([1, NaN, Infinity], new Float32Array([1, NaN, Infinity]));
});

test('names the first difference', () => {
  assert.throws(() => sameArray([1, 2, 3], [1, 5, 6], 'dist'), /^dist\[1\] is 2, expected 5$/);
});

test('tells 0 from -0 and short from long', () => {
  assert.throws(() => sameArray([0], [-0]));
  assert.throws(() => sameArray([1], [1, 2]), /^array has 1 entries, expected 2$/);
});

test.run();
