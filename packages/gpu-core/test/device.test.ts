import { reason } from '@wayfield/testing';
import { SOFTWARE_DAWN, useSoftwareVulkan, wantsSoftware } from '@wayfield/testing/gpu';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createInstances } from '../src/dawn-instances.ts';
import { deviceOf, isSoftwareAdapter } from '../src/device.ts';
import { requestDevice as requestInPage } from '../src/index.ts';
import { requestDevice } from '../src/node.ts';

const dawn = wantsSoftware() ? SOFTWARE_DAWN : [];
const allowSoftware = wantsSoftware();
if (allowSoftware) useSoftwareVulkan();

const test = suite('requestDevice of ./node');

test('gives the limits of the adapter, above the default ones', async () => {
  const device = await requestDevice({ dawn, allowSoftware });
  assert.ok(device.limits.maxStorageBufferBindingSize > 2 ** 27);
  assert.ok(device.limits.maxStorageBuffersPerShaderStage > 8);
  device.destroy();
});

test('gives the default limits on request', async () => {
  const device = await requestDevice({ dawn, allowSoftware, limits: 'default', label: 'small' });
  assert.is(device.limits.maxStorageBufferBindingSize, 2 ** 27);
  assert.is(device.limits.maxComputeWorkgroupStorageSize, 16384);
  assert.is(device.label, 'small');
  device.destroy();
});

test('turns optional features on only where they are present', async () => {
  const features = ['subgroups', 'no-such-feature'] as GPUFeatureName[];
  const device = await requestDevice({ dawn, allowSoftware, features });
  assert.is(device.features.has('subgroups'), true);
  assert.is(device.features.has('timestamp-query'), false);
  device.destroy();
  const all = await requestDevice({ dawn, allowSoftware });
  assert.is(all.features.has('timestamp-query'), true);
  all.destroy();
});

test('gives a new device each time, from one Dawn that stays referenced', async () => {
  const first = await requestDevice({ dawn, allowSoftware });
  const second = await requestDevice({ dawn, allowSoftware });
  assert.is.not(first, second);
  first.destroy();
  (globalThis as { gc?: () => void }).gc?.();
  second.queue.submit([second.createCommandEncoder().finish()]);
  await second.queue.onSubmittedWorkDone();
  second.destroy();
});

test('calls at once share one Dawn per list of switches', async () => {
  const made: string[] = [];
  const instanceOf = createInstances(async () => ({
    create(switches: string[]) {
      made.push(switches.join());
      return {} as GPU;
    },
    globals: {},
  }));
  const [first, second, other] = await Promise.all(
    [['a', 'b'], ['a', 'b'], ['a']].map((switches) => instanceOf(switches)),
  );
  assert.is(first, second);
  assert.is.not(first, other);
  assert.is(await instanceOf(['a']), other);
  assert.equal(made, ['a,b', 'a']);
});

/** An adapter of these names that makes a device of them. */
function adapterOf(info: Partial<GPUAdapterInfo>): GPU {
  const names = { vendor: '', architecture: '', device: '', description: '', ...info };
  const adapter = {
    info: names,
    features: new Set(),
    limits: {},
    requestDevice: async () => ({ adapterInfo: names }),
  };
  return { requestAdapter: async () => adapter } as unknown as GPU;
}

const PROGRAMS: readonly Partial<GPUAdapterInfo>[] = [
  { vendor: 'google', architecture: 'swiftshader', description: 'SwiftShader Device (Subzero)' },
  { vendor: 'mesa', description: 'llvmpipe (LLVM 17.0.6, 256 bits)' },
  { description: 'lavapipe' },
  { vendor: 'microsoft', device: '0x8c', description: 'Microsoft Basic Render Driver' },
  { architecture: 'warp' },
  { isFallbackAdapter: true },
];

test('refuses a software adapter with its names, unless it is asked for', async () => {
  for (const info of PROGRAMS) {
    const why = await reason(deviceOf(adapterOf(info), {}));
    assert.match(why, /^Error: the only WebGPU adapter is a program, not a GPU \(/);
    for (const name of Object.values(info)) {
      if (typeof name === 'string') assert.ok(why.includes(name), `${name} in ${why}`);
    }
    const device = await deviceOf(adapterOf(info), { allowSoftware: true });
    assert.is(isSoftwareAdapter(device), true);
  }
  for (const info of [
    { vendor: 'nvidia', architecture: 'hopper', description: 'NVIDIA H200' },
    { vendor: 'apple', architecture: 'common-3' },
    { vendor: 'mesa', description: 'AMD Radeon Graphics (RADV WARPED)' },
    {},
  ]) {
    assert.is(isSoftwareAdapter(await deviceOf(adapterOf(info), {})), false);
  }
});

test('refuses the software driver of these tests unless it is asked for', async () => {
  if (!allowSoftware) return;
  assert.match(await reason(requestDevice({ dawn })), /is a program, not a GPU \(.*swiftshader/);
});

test('says so when there is no adapter', async () => {
  const none = { requestAdapter: async () => null } as unknown as GPU;
  assert.match(await reason(deviceOf(none, {})), /^Error: no WebGPU adapter: no graphics driver/);
});

test.run();

const page = suite('requestDevice of the page');

page('says so when there is no WebGPU', async () => {
  assert.match(await reason(requestInPage()), /^Error: no WebGPU here: navigator.gpu is missing/);
});

page('says so when the page is not secure', async () => {
  const scope = globalThis as { isSecureContext?: boolean };
  scope.isSecureContext = false;
  try {
    assert.match(await reason(requestInPage()), /must be served over https or from localhost/);
  } finally {
    delete scope.isSecureContext;
  }
});

page.run();
