import { checkOptions } from '@wayfield/check';
import { aDeviceOrAdapter, DEVICE_RULES } from './rules.ts';

/**
 * Features that `requestDevice` turns on where present. Kernels of Wayfield use subgroups, and
 * measurements use timestamps. No kernel of Wayfield uses shader-f16: it is for kernels of callers.
 */
export const OPTIONAL_FEATURES: readonly GPUFeatureName[] = [
  'subgroups',
  'timestamp-query',
  'shader-f16',
];

/** Options of `requestDevice`. */
export interface DeviceOptions {
  /** Default 'high-performance'. */
  readonly powerPreference?: GPUPowerPreference;
  /** Features to turn on where the adapter has them. Default: OPTIONAL_FEATURES. */
  readonly features?: readonly GPUFeatureName[];
  /**
   * 'adapter' (default): as much as the adapter can do. 'default': the limits every WebGPU device
   * has.
   */
  readonly limits?: 'adapter' | 'default';
  /** For error messages and GPU debuggers. */
  readonly label?: string;
  /**
   * Take a software adapter where there is no other. Default false: it rejects, because such an
   * adapter is 5 to 10 times slower than one thread of `@wayfield/cpu-wasm`.
   */
  readonly allowSoftware?: boolean;
}

/** Names of software adapters. */
const SOFTWARE = /swiftshader|llvmpipe|lavapipe|softpipe|basic render|\bwarp\b|\bsoftware\b/i;

/** Vendor, architecture, device and description of an adapter, as far as the browser tells. */
function namesOf({ vendor, architecture, device, description }: GPUAdapterInfo): string {
  return [vendor, architecture, device, description].filter(Boolean).join(', ');
}

/**
 * Whether an adapter or a device is a program on the CPU instead of a GPU: a fallback adapter, or
 * one whose names match SOFTWARE, such as SwiftShader, llvmpipe or WARP.
 */
export function isSoftwareAdapter(of: GPUAdapter | GPUDevice): boolean {
  aDeviceOrAdapter(of, 'of');
  const info = 'adapterInfo' in of ? of.adapterInfo : of.info;
  // browsers before 2025 have it on the adapter itself
  const { isFallbackAdapter } = of as { readonly isFallbackAdapter?: boolean };
  return info.isFallbackAdapter || isFallbackAdapter === true || SOFTWARE.test(namesOf(info));
}

/**
 * A WebGPU device of the page or worker this runs in, by default with the adapter's limits and its
 * optional features. The caller owns it and destroys it. In Node, use the function of the same name
 * of `@wayfield/gpu-core/node`.
 *
 * @throws Error with the reason where there is no WebGPU, no adapter, or only a software one
 *   without `allowSoftware`.
 *
 * @example
 * const device = await requestDevice({ label: 'paths' });
 * device.destroy();
 */
export async function requestDevice(options: DeviceOptions = {}): Promise<GPUDevice> {
  checkOptions('requestDevice', options, DEVICE_RULES);
  const gpu = (globalThis.navigator as Navigator | undefined)?.gpu;
  if (gpu) return deviceOf(gpu, options);
  if (globalThis.isSecureContext === false) {
    throw new Error('no WebGPU here: the page must be served over https or from localhost');
  }
  throw new Error(
    'no WebGPU here: navigator.gpu is missing ' +
      '(old browser, or Node: import @wayfield/gpu-core/node)',
  );
}

/**
 * A device of the adapter that the implementation names first for the power preference: WebGPU has
 * no list of adapters to choose from. Both `requestDevice` functions call it.
 */
export async function deviceOf(gpu: GPU, options: DeviceOptions): Promise<GPUDevice> {
  const { powerPreference = 'high-performance', features = OPTIONAL_FEATURES, label } = options;
  const adapter = await gpu.requestAdapter({ powerPreference });
  if (!adapter) {
    throw new Error(
      'no WebGPU adapter: no graphics driver that this WebGPU implementation accepts',
    );
  }
  if (options.allowSoftware !== true && isSoftwareAdapter(adapter)) {
    throw new Error(
      `the only WebGPU adapter is a program, not a GPU (${namesOf(adapter.info)}), and slower ` +
        'than one thread of @wayfield/cpu-wasm: use that, or ask with allowSoftware: true',
    );
  }
  const requiredLimits: Record<string, number> = {};
  if (options.limits !== 'default') {
    // the limits are getters of the prototype: for-in sees them, Object.keys does not
    for (const name in adapter.limits) {
      const value: unknown = adapter.limits[name as keyof GPUSupportedLimits];
      if (typeof value === 'number') requiredLimits[name] = value;
    }
  }
  return adapter.requestDevice({
    requiredFeatures: features.filter((name) => adapter.features.has(name)),
    requiredLimits,
    ...(label === undefined ? {} : { label }),
  });
}
