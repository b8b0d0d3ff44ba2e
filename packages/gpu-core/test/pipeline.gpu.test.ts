import { testDevice } from '@wayfield/testing/gpu';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compileKernels, computePipeline } from '../src/pipeline.ts';
import { device } from './ways.ts';

const code = `
override N: u32 = 1;
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(1) fn first() { data[0] = N; }
@compute @workgroup_size(1) fn second() { data[0] = N + 1u; }
`;

const test = suite('computePipeline');

test('compiles the same kernel once per device', async () => {
  const kernel = { label: 'kernel', code, entry: 'first', constants: { N: 3 } };
  const pipeline = computePipeline(device, kernel);
  assert.is(computePipeline(device, { ...kernel, constants: { N: 3 } }), pipeline);
  assert.is.not(computePipeline(device, { ...kernel, constants: { N: 4 } }), pipeline);
  assert.is.not(computePipeline(device, { ...kernel, entry: 'second' }), pipeline);
  const other = await testDevice();
  assert.is.not(computePipeline(other, kernel), pipeline);
  other.destroy();
});

test('compiles kernels ahead, and says what is wrong with a kernel', async () => {
  const kernel = { label: 'ahead', code, entry: 'second', constants: { N: 7 } };
  const other = await testDevice();
  const { createComputePipeline } = other;
  let made = 0;
  other.createComputePipeline = (descriptor) => {
    made++;
    return createComputePipeline.call(other, descriptor);
  };
  await compileKernels(other, [kernel, { ...kernel, entry: 'first' }]);
  const pipeline = computePipeline(other, kernel);
  await compileKernels(other, [kernel]);
  assert.is(computePipeline(other, kernel), pipeline);
  assert.is(made, 0);
  await compileKernels(other, [{ ...kernel, entry: 'third' }]).then(
    () => assert.unreachable('a kernel without that entry'),
    (error: Error) => assert.match(error.message, /third/),
  );
  other.destroy();
});

test.run();
