import { checkOptions } from '@wayfield/check';
import { NODE_DEVICE_RULES } from './rules.ts';
import type * as Dawn from 'webgpu';
import { createInstances } from './dawn-instances.ts';
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

const instanceOf = /* @__PURE__ */ createInstances(loadDawn);

/**
 * A WebGPU device in Node, through the package `webgpu` (an optional peer dependency: install it
 * yourself), by default with the adapter's limits and its optional features. The caller owns it and
 * destroys it.
 *
 * @throws Error with the reason where `webgpu` is not installed, finds no adapter, or only a
 *   software one without `allowSoftware`.
 *
 * @example
 * import { requestDevice } from '@wayfield/gpu-core/node';
 *
 * const device = await requestDevice({ dawn: ['backend=vulkan'] });
 * device.destroy();
 */
export async function requestDevice(options: NodeDeviceOptions = {}): Promise<GPUDevice> {
  checkOptions('requestDevice', options, NODE_DEVICE_RULES);
  return deviceOf(await instanceOf(options.dawn ?? []), options);
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
