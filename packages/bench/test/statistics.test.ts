import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { median, summarise } from '../src/run/statistics/summary.ts';

const summariseSuite = suite('summarise');

summariseSuite('gives minimum, median, percentiles, maximum and mean of 1 .. 100', () => {
  const sample = Float64Array.from({ length: 100 }, (_, i) => 100 - i);
  const summary = summarise(sample);
  assert.is(summary.min, 1);
  assert.is(summary.median, 50.5);
  assert.ok(Math.abs(summary.p95 - 95.05) < 1e-9);
  assert.ok(Math.abs(summary.p99 - 99.01) < 1e-9);
  assert.is(summary.max, 100);
  assert.is(summary.mean, 50.5);
  assert.is(sample[0], 100, 'the sample is not sorted in place');
});

summariseSuite('gives one value for everything when there is one', () => {
  assert.equal(summarise([7]), { min: 7, median: 7, p95: 7, p99: 7, max: 7, mean: 7 });
});

summariseSuite('refuses an empty sample', () => {
  assert.throws(() => summarise([]), /sample has 0 entries, expected at least 1/);
});

summariseSuite.run();

const medianSuite = suite('median');

medianSuite('is the middle of an odd number of rounds', () => {
  assert.is(median([9, 1, 5]), 5);
});

medianSuite.run();
