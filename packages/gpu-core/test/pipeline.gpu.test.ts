import { reason } from '@wayfield/testing';
import { testDevice } from '@wayfield/testing/gpu';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { guarded } from '../src/guard.ts';
import { createScan, readBuffer, uploadWords } from '../src/index.ts';
import { compileKernels, computePipeline, type Kernel } from '../src/pipeline.ts';
import { device } from './ways.ts';

const code = `
override N: u32 = 1;
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(1) fn first() { data[0] = N; }
@compute @workgroup_size(1) fn second() { data[0] = N + 1u; }
`;

const test = suite('computePipeline');

/** What `reason` gives for a promise that does not reject. */
const NOTHING = 'nothing was thrown';
/** Uses the pipeline of a kernel. */
function make(on: GPUDevice, kernel: Kernel): void {
  computePipeline(on, kernel).getBindGroupLayout(0);
}

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

/** A device whose first shader module is broken. */
async function breakingDevice(): Promise<GPUDevice> {
  const made = await testDevice();
  const { createShaderModule } = made;
  let broken = true;
  made.createShaderModule = (descriptor) => {
    const text = broken ? 'no shader' : descriptor.code;
    broken = false;
    return createShaderModule.call(made, { ...descriptor, code: text });
  };
  return made;
}

test('makes a pipeline again that failed inside `guarded`', async () => {
  const kernel = { label: 'again', code, entry: 'first' };
  const other = await breakingDevice();
  const use = (): Promise<string> => reason(guarded(other, 'use', () => make(other, kernel)));
  assert.match(await use(), /^Error: use: WebGPU found an invalid call/);
  assert.is(await use(), NOTHING);
  other.destroy();
});

test('makes a pipeline again that failed outside `guarded`', async () => {
  const kernel = { label: 'outside', code, entry: 'first' };
  const other = await breakingDevice();
  other.pushErrorScope('validation');
  const broken = computePipeline(other, kernel);
  assert.match((await other.popErrorScope())!.message, /no shader|outside/);
  assert.is.not(computePipeline(other, kernel), broken);
  assert.is(await reason(guarded(other, 'use', () => make(other, kernel))), NOTHING);
  other.destroy();
});

test('encodes a scan again whose pipelines failed', async () => {
  for (const inside of [true, false]) {
    const other = await breakingDevice();
    const output = uploadWords(other, 'words', Uint32Array.of(3, 4, 5));
    const scan = createScan(other, { output, length: 3 });
    const encode = (): void => {
      const encoder = other.createCommandEncoder();
      scan.encode(encoder);
      other.queue.submit([encoder.finish()]);
    };
    if (inside) {
      assert.match(await reason(guarded(other, 'scan', encode)), /^Error: scan: WebGPU found/);
    } else {
      other.pushErrorScope('validation');
      encode();
      assert.ok(await other.popErrorScope());
    }
    assert.is(await reason(guarded(other, 'scan', encode)), NOTHING);
    assert.equal(await readBuffer(other, output, new Uint32Array(3)), Uint32Array.of(0, 3, 7));
    other.destroy();
  }
});

test('keeps a pipeline whose first use fails for another reason', async () => {
  // bind groups of one pipeline do not fit another one of the same kernel
  const kernel = { label: 'kept', code, entry: 'first', constants: { N: 11 } };
  let pipeline: GPUComputePipeline | undefined;
  const bad = guarded(device, 'bad', () => {
    pipeline = computePipeline(device, kernel);
    device.createBuffer({ size: 16, usage: 0 });
  });
  assert.match(await reason(bad), /^Error: bad: WebGPU found an invalid call/);
  assert.is(computePipeline(device, kernel), pipeline);
});

test('says each time what is wrong with a kernel', async () => {
  const kernel = { label: 'wrong', code, entry: 'third' };
  for (let k = 0; k < 2; k++) {
    assert.match(await reason(guarded(device, 'use', () => make(device, kernel))), /third/);
    assert.match(await reason(compileKernels(device, [kernel])), /third/);
  }
});

test('compiles a kernel ahead again after its module failed', async () => {
  const kernel = { label: 'ahead again', code, entry: 'first' };
  const other = await breakingDevice();
  // the error of the module itself
  other.pushErrorScope('validation');
  const compiling = reason(compileKernels(other, [kernel]));
  assert.ok(await other.popErrorScope());
  assert.match(await compiling, /^GPUPipelineError/);
  assert.is(await reason(compileKernels(other, [kernel])), NOTHING);
  other.destroy();
});

test.run();
