import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { testDevice, testGpu } from '../src/gpu.ts';
import { sameArray } from '../src/index.ts';

const code = `
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(4) fn double(@builtin(global_invocation_id) id: vec3u) {
  data[id.x] *= 2u;
}
`;

/** Doubles 1, 2, 3, 4 on the device. */
async function doubled(device: GPUDevice, text: string): Promise<number[]> {
  const storage = 0x80,
    copy = 0x4,
    read = 0x1,
    write = 0x8;
  const data = device.createBuffer({ size: 16, usage: storage | copy, mappedAtCreation: true });
  new Uint32Array(data.getMappedRange()).set([1, 2, 3, 4]);
  data.unmap();
  const staging = device.createBuffer({ size: 16, usage: read | write });
  const pipeline = device.createComputePipeline({
    layout: 'auto',
    compute: { module: device.createShaderModule({ code: text }) },
  });
  const entries = [{ binding: 0, resource: { buffer: data } }];
  const group = device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries });
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, group);
  pass.dispatchWorkgroups(1);
  pass.end();
  encoder.copyBufferToBuffer(data, 0, staging, 0, 16);
  device.queue.submit([encoder.finish()]);
  await staging.mapAsync(1);
  const out = new Uint32Array(4);
  out.set(new Uint32Array(staging.getMappedRange()));
  staging.unmap();
  return [...out];
}

const test = suite('testDevice');
test('two callers at once have one Dawn instance', async () => {
  const [one, other] = await Promise.all([testGpu(), testGpu()]);
  assert.ok(one === other);
});
test('runs a kernel', async () => {
  const device = await testDevice();
  sameArray(await doubled(device, code), [2, 4, 6, 8]);
  device.destroy();
});
test('gives WebGPU default limits on request', async () => {
  const device = await testDevice({ limits: 'default', features: [] });
  assert.is(device.limits.maxComputeWorkgroupStorageSize, 16384);
  assert.is(device.features.has('subgroups'), false);
  device.destroy();
});
test.run();
