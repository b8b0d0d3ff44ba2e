import { refuses } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  checkCoordinates,
  checkWeights,
  LARGEST_COORDINATE,
  largestWeight,
  SMALLEST_WEIGHT,
} from '../src/index.ts';

const test = suite('limits of weights');

test('the largest weight is 2^126 / nodeCount, rounded to f32', () => {
  for (const nodeCount of [1, 2, 3, 7, 1000, 65_537, 3 ** 13, 2 ** 32 - 2]) {
    const largest = largestWeight(nodeCount);
    assert.is(largest, Math.fround(2 ** 126 / nodeCount));
    checkWeights([2 ** 126 / nodeCount, largest], nodeCount);
    refuses(() => checkWeights([largest * (1 + 2 ** -22)], nodeCount), RangeError, /^weight\[0\]/);
  }
  assert.is(largestWeight(0), 2 ** 126);
  assert.is(largestWeight(4), 2 ** 124);
});

test('sums along paths stay finite, whatever they are rounded to', () => {
  const root = Math.fround(Math.SQRT2);
  for (const nodeCount of [2, 3, 1000, 1_000_003]) {
    const step = Math.fround(root * largestWeight(nodeCount));
    let sum = 0;
    for (let i = 1; i < nodeCount; i++) sum = Math.fround(sum + step);
    // a lower bound of the rest may be added
    assert.ok(Math.fround(sum + sum / root) < Infinity);
  }
});

test('allows 0 and what lies between the limits, and says the limits', () => {
  checkWeights([0, -0, SMALLEST_WEIGHT, 1, 2 ** 126 / 4], 4);
  checkWeights(Float32Array.of(-1, 5, NaN), 4, 'weight', [1]);
  const limits = '0, or 2^-126 to 2^126 / 4: 1.175e-38 to 2.127e+37';
  for (const wrong of [-1, NaN, Infinity, 2 ** 124.01, 2 ** -127, 1e-60, Number.MIN_VALUE]) {
    refuses(
      () => checkWeights([1, wrong], 4),
      RangeError,
      `weight[1] is ${wrong}, expected ${limits}`,
    );
  }
  refuses(
    () => checkWeights(Float32Array.of(1, -2), 4, 'cost', [1]),
    RangeError,
    /^cost\[1\] is -2/,
  );
  refuses(() => checkWeights(['1'] as never, 4), TypeError, /^weight\[0\] is '1', expected 0, or/);
  refuses(
    () => checkWeights(7 as never, 4),
    TypeError,
    'weight is 7, expected an array or typed array',
  );
});

test('allows coordinates whose squared distance is an f32', () => {
  checkCoordinates([-LARGEST_COORDINATE, LARGEST_COORDINATE], 2, 'x');
  assert.ok(Math.fround(2 * (2 * LARGEST_COORDINATE) ** 2) < Infinity);
  const expected = 'expected a number from -2^60 to 2^60';
  for (const wrong of [NaN, -Infinity, 2 ** 60.1]) {
    refuses(
      () => checkCoordinates([0, wrong], 2, 'x'),
      RangeError,
      `x[1] is ${wrong}, ${expected}`,
    );
  }
  refuses(() => checkCoordinates([0], 2, 'x'), RangeError, 'x has 1 entries, expected 2');
});

test.run();
