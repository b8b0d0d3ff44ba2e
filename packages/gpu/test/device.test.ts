import { SOFTWARE_DAWN, useSoftwareVulkan, wantsSoftware } from '@wayfield/testing/gpu';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { deviceOf } from '../src/device.ts';
import { requestDevice as requestInPage } from '../src/index.ts';
import { requestDevice } from '../src/node.ts';
import { reason } from './reason.ts';

const dawn = wantsSoftware() ? SOFTWARE_DAWN : [];
if (wantsSoftware()) useSoftwareVulkan();

const test = suite('requestDevice of ./node');

test('gives the limits of the adapter, above the default ones', async () => {
  const device = await requestDevice({ dawn });
  assert.ok(device.limits.maxStorageBufferBindingSize > 2 ** 27);
  assert.ok(device.limits.maxStorageBuffersPerShaderStage > 8);
  device.destroy();
});

test('gives the default limits on request', async () => {
  const device = await requestDevice({ dawn, limits: 'default', label: 'small' });
  assert.is(device.limits.maxStorageBufferBindingSize, 2 ** 27);
  assert.is(device.limits.maxComputeWorkgroupStorageSize, 16384);
  assert.is(device.label, 'small');
  device.destroy();
});

test('turns optional features on only where they are present', async () => {
  const features = ['subgroups', 'no-such-feature'] as GPUFeatureName[];
  const device = await requestDevice({ dawn, features });
  assert.is(device.features.has('subgroups'), true);
  assert.is(device.features.has('timestamp-query'), false);
  device.destroy();
  const all = await requestDevice({ dawn });
  assert.is(all.features.has('timestamp-query'), true);
  all.destroy();
});

test('gives a new device each time, from one Dawn that stays referenced', async () => {
  const first = await requestDevice({ dawn });
  const second = await requestDevice({ dawn });
  assert.is.not(first, second);
  first.destroy();
  (globalThis as { gc?: () => void }).gc?.();
  second.queue.submit([second.createCommandEncoder().finish()]);
  await second.queue.onSubmittedWorkDone();
  second.destroy();
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
