import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { measurementOf, relativeError } from '../src/run/statistics/measurement.ts';
import { isBeyondNoise, ratioOfRounds, ratioOfSamples } from '../src/run/statistics/ratio-of.ts';
import { refuses } from '@wayfield/testing';

/** Numbers in 0 .. 1: Park and Miller's generator (1988). */
function uniform(seed: number): () => number {
  let x = seed;
  return () => (x = (x * 48271) % 2147483647) / 2147483647;
}

/**
 * Times as they are: a log-normal distribution with median 1, and now and then ten times as long.
 */
function times(n: number, random: () => number): number[] {
  return Array.from({ length: n }, () => {
    const normal = Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
    return Math.exp(0.2 * normal) * (random() < 0.03 ? 10 : 1);
  });
}

const measurementSuite = suite('measurementOf');

measurementSuite('takes the ranks of the sign test (tables of Conover, 1999)', () => {
  const upTo = (n: number) => measurementOf(Array.from({ length: n }, (_, i) => n - i));
  // n, ranks from 1, confidence
  for (const [n, low, confidence] of [
    [6, 1, 0.9688],
    [8, 1, 0.9922],
    [9, 2, 0.9609],
    [12, 3, 0.9614],
    [15, 4, 0.9648],
    [20, 6, 0.9586],
    [30, 10, 0.9572],
    [100, 40, 0.9648],
  ]) {
    const { low: l, high: h, confidence: c } = upTo(n);
    assert.equal([l, h, c], [low, n + 1 - low, confidence], `${n} samples`);
  }
  const many = upTo(4001);
  assert.ok(Math.abs(many.low - 1939) <= 1 && Math.abs(many.high - 2063) <= 1, `${many.low}`);
});

measurementSuite('says how little few samples say', () => {
  assert.equal(measurementOf([7]), {
    median: 7,
    low: 7,
    high: 7,
    confidence: 0,
    n: 1,
    samples: [7],
    outliers: [],
  });
  assert.is(relativeError(measurementOf([7])), Infinity);
  assert.is(measurementOf([1, 2, 3]).confidence, 0.75);
});

measurementSuite(
  'keeps outliers among the samples, in the order of measuring, and names them',
  () => {
    const { samples, outliers, median } = measurementOf([5, 5.1, 90, 5.2, 4.9, 5, 0.1, 5.05]);
    assert.equal(samples, [5, 5.1, 90, 5.2, 4.9, 5, 0.1, 5.05]);
    assert.equal(outliers, [2, 6]);
    assert.is(median, 5.025);
  },
);

measurementSuite('has the true median in 95 of 100 intervals (seed 5)', () => {
  const random = uniform(5);
  let inside = 0;
  for (let k = 0; k < 1000; k++) {
    // one in 33 is ten times as long: the true median is a little above 1
    const { low, high } = measurementOf(times(15, random));
    if (low <= 1.0078 && high >= 1.0078) inside++;
  }
  assert.ok(inside >= 940 && inside <= 990, `${inside} of 1000, expected about 965`);
});

measurementSuite('refuses no samples, and NaN by its place', () => {
  refuses(() => measurementOf([]), RangeError, /^samples has 0 entries, expected at least 1/);
  refuses(() => measurementOf([1, NaN]), RangeError, /^sample\[1\] is NaN/);
});

measurementSuite.run();

const ratioSuite = suite('ratioOf');

ratioSuite('finds 1 between equal programs and 2 between others (seed 6)', () => {
  const random = uniform(6);
  let [equal, twice] = [0, 0];
  for (let k = 0; k < 100; k++) {
    const [a, b] = [times(12, random), times(12, random)];
    const same = ratioOfSamples(a, b);
    const double = ratioOfSamples(
      a.map((x) => 2 * x),
      b,
    );
    if (!isBeyondNoise(same)) equal++;
    if (double.low > 1 && double.low <= 2 && double.high >= 2) twice++;
  }
  assert.ok(equal >= 90, `${equal} of 100 are equal`);
  assert.ok(twice >= 88, `${twice} of 100 are twice as slow`);
});

ratioSuite('gives the same interval every time, and the extremes of few samples', () => {
  const [a, b] = [times(9, uniform(1)), times(9, uniform(2))];
  assert.equal(ratioOfSamples(a, b), ratioOfSamples(a, b));
  assert.equal(ratioOfSamples([2, 4], [1, 2]), { ratio: 2, low: 1, high: 4 });
});

ratioSuite('cancels what slows both programs in a round', () => {
  const load = [1, 1, 5, 5, 5, 1, 20, 1, 3];
  const fast = load.map((x, i) => x * (1 + 0.01 * (i % 3)));
  const slow = load.map((x) => 1.2 * x);
  const { ratio, low, high } = ratioOfRounds(slow, fast);
  assert.ok(low > 1.17 && high <= 1.2 && ratio > 1.17, `${low} .. ${high}`);
  assert.not.ok(isBeyondNoise(ratioOfSamples(slow, fast)), 'apart nothing can be said');
  refuses(
    () => ratioOfRounds([1, 2], [1]),
    RangeError,
    /^one sample has 2 rounds, the other one 1/,
  );
});

ratioSuite.run();
