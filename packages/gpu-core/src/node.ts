import { checkOptions } from '@wayfield/check';
import { NODE_DEVICE_RULES } from './rules.ts';
import type * as Dawn from 'webgpu';
import { type DeviceOptions, deviceOf } from './device.ts';

export { type DeviceOptions, isSoftwareAdapter } from './device.ts';

/** Options of `requestDevice` in Node. */
export interface NodeDeviceOptions extends DeviceOptions {
  /**
   * Switches for Dawn, the WebGPU implementation behind the package `webgpu`, such as
   * 'backend=vulkan' or 'adapter=SwiftShader'. Default: none.
   */
  readonly dawn?: readonly string[];
}

/**
 * Dawn instances by their switches. Dawn crashes when the object that create() returned is
 * collected while one of its devices lives, so they stay here for good.
 */
const instances = new Map<string, GPU>();

/**
 * A WebGPU device in Node, through the package `webgpu` (an optional peer dependency: install it
 * yourself), by default with the adapter's limits and its optional features. The caller owns it and
 * destroys it.
 *
 * @throws Error, in words, where `webgpu` is not installed, finds no adapter, or only a software
 *   one without `allowSoftware`.
 *
 * @example
 * import { requestDevice } from '@wayfield/gpu-core/node';
 *
 * const device = await requestDevice({ dawn: ['backend=vulkan'] });
 * device.destroy();
 */
export async function requestDevice(options: NodeDeviceOptions = {}): Promise<GPUDevice> {
  checkOptions('requestDevice', options, NODE_DEVICE_RULES);
  const switches = options.dawn ?? [];
  const key = JSON.stringify(switches);
  const { create } = await loadDawn();
  // looked up after the `await`: two first calls at once must share one instance
  let gpu = instances.get(key);
  if (!gpu) {
    gpu = create([...switches]);
    instances.set(key, gpu);
  }
  return deviceOf(gpu, options);
}

async function loadDawn(): Promise<typeof Dawn> {
  try {
    return await import('webgpu');
  } catch (cause) {
    throw new Error(`no WebGPU here: install the package 'webgpu' beside @wayfield/gpu-core`, {
      cause,
    });
  }
}
