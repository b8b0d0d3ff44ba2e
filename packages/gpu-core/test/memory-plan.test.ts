import { refuses } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { defaultMemoryBudget, largestBinding, planWaves } from '../src/index.ts';

const limits = {
  maxStorageBufferBindingSize: 1000,
  maxBufferSize: 4000,
} as unknown as GPUSupportedLimits;

const test = suite('planWaves');

test('takes one wave where all fits, and states the bytes', () => {
  const plan = planWaves(
    limits,
    [
      { label: 'graph', bytes: 500 },
      { label: 'state', bytesPerItem: 10 },
    ],
    20,
  );
  assert.equal(plan, {
    count: 20,
    waveSize: 20,
    waves: 1,
    fixedBytes: 500,
    bytesPerItem: 10,
    totalBytes: 700,
    memoryBudget: 2000,
  });
});

test('cuts where a single binding is full, into waves of nearly equal size', () => {
  // 992 is the largest multiple of 16: 99 items
  const plan = planWaves(limits, [{ label: 'state', bytesPerItem: 10 }], 200);
  assert.is(plan.waves, 3);
  assert.is(plan.waveSize, 67);
  assert.is(plan.totalBytes, 670);
});

test('cuts where the budget ends', () => {
  const needs = [
    { label: 'graph', bytes: 300 },
    { label: 'state', bytes: 40, bytesPerItem: 6 },
    { label: 'paths', bytesPerItem: 4 },
  ];
  for (const [memoryBudget, waveSize, waves] of [
    [350, 1, 100],
    [359, 1, 100],
    [360, 2, 50],
    [640, 25, 4],
    [1339, 50, 2],
    [1340, 100, 1],
  ] as const) {
    const plan = planWaves(limits, needs, 100, { memoryBudget });
    assert.is(plan.waveSize, waveSize, `budget ${memoryBudget}`);
    assert.is(plan.waves, waves, `budget ${memoryBudget}`);
    assert.ok(plan.totalBytes <= memoryBudget);
    assert.ok(plan.waves * plan.waveSize >= 100);
  }
});

test('lets staging memory exceed a binding', () => {
  const plan = planWaves(limits, [{ label: 'staging', bytesPerItem: 10, unbound: true }], 200);
  assert.is(plan.waves, 1);
});

test('plans nothing for an empty batch', () => {
  const plan = planWaves(limits, [{ label: 'state', bytesPerItem: 10 }], 0);
  assert.is(plan.waves, 0);
  assert.is(plan.totalBytes, 0);
});

test('refuses with the numbers what cannot fit', () => {
  const graph = { label: 'graph.head', bytes: 1008 };
  refuses(
    () => planWaves(limits, [graph], 1),
    RangeError,
    'graph.head needs 1,008 bytes, one binding of this device holds 992',
  );
  refuses(
    () => planWaves(limits, [{ label: 'state', bytes: 900, bytesPerItem: 100 }], 1),
    RangeError,
    'state needs 1,000 bytes with one item, one binding of this device holds 992',
  );
  refuses(
    () =>
      planWaves(limits, [{ label: 'a', bytes: 60, bytesPerItem: 50 }], 9, { memoryBudget: 100 }),
    RangeError,
    'the job needs at least 110 bytes (60 fixed, 50 per item), memoryBudget is 100',
  );
  refuses(() => planWaves(limits, [], 1, { memoryBudget: 0 }), RangeError, /memoryBudget is 0/);
  refuses(() => planWaves(limits, [], -1), RangeError, 'count is -1, expected a whole number >= 0');
});

test.run();

const shares = suite('limits');

shares('budget is half the largest buffer, a binding ends on 16 bytes', () => {
  assert.is(defaultMemoryBudget(limits), 2000);
  assert.is(largestBinding(limits), 992);
});

shares.run();
