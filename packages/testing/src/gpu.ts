import { constants } from 'node:os';
import { join } from 'node:path';
import { SOFTWARE_DAWN } from './dawn-switches.ts';
import { pollCalmly } from './poll-calmly.ts';
import { type ReadmeRun, runReadme } from './readme.ts';
import { sparticuzRuns, unpackSparticuz } from './sparticuz.ts';

export { type CountedBuffers, countBuffers } from './counted-buffers.ts';
export { SOFTWARE_DAWN } from './dawn-switches.ts';

/** glibc's RTLD_NODELETE, which Node does not name. */
const RTLD_NODELETE = 0x1000;

/** What a device for tests can do. */
export interface TestDeviceOptions {
  /** 'adapter' (default): the limits of the adapter. 'default': those of every WebGPU device. */
  readonly limits?: 'adapter' | 'default';
  /** Features to turn on if the adapter has them. Default: subgroups and timestamp-query. */
  readonly features?: readonly GPUFeatureName[];
}

// One for all callers, and kept: Dawn crashes if the object that `create` returned is collected
// while a device of it lives.
let gpu: Promise<GPU> | undefined;
/** The shared devices, by their options as JSON. */
const shared = new Map<string, Promise<GPUDevice>>();

/**
 * Environment variables for a program whose Vulkan driver is to be SwiftShader, a software driver
 * from a development dependency. Linux on x64 only.
 */
export function softwareVulkanEnvironment(): Record<string, string> {
  const folder = unpackSparticuz('swiftshader', ['swiftshader']);
  const driver = join(folder, 'vk_swiftshader_icd.json');
  const libraries = [folder, process.env.LD_LIBRARY_PATH].filter(Boolean).join(':');
  return { VK_DRIVER_FILES: driver, VK_ICD_FILENAMES: driver, LD_LIBRARY_PATH: libraries };
}

/**
 * Makes SwiftShader the only Vulkan driver for all Dawn instances that this process makes later.
 * Main thread only.
 */
export function useSoftwareVulkan(): void {
  const { LD_LIBRARY_PATH, ...driver } = softwareVulkanEnvironment();
  const { RTLD_NOW, RTLD_GLOBAL } = constants.dlopen;
  const folder = LD_LIBRARY_PATH!.split(':')[0];
  try {
    // The library is no addon of Node, so process.dlopen throws after loading it. NODELETE keeps it
    // loaded, and Dawn's own dlopen('libvulkan.so.1') then finds it by name.
    process.dlopen(
      { exports: {} },
      join(folder, 'libvulkan.so.1'),
      RTLD_NOW | RTLD_GLOBAL | RTLD_NODELETE,
    );
  } catch {}
  Object.assign(process.env, driver);
}

/**
 * True where the environment variable TEST_GPU, or its default here, asks for the software driver.
 */
export function wantsSoftware(): boolean {
  const choice = process.env.TEST_GPU ?? (sparticuzRuns() ? 'software' : 'hardware');
  if (choice !== 'software' && choice !== 'hardware') {
    throw new Error(`TEST_GPU is '${choice}', expected 'software' or 'hardware'`);
  }
  if (choice === 'software' && !sparticuzRuns()) {
    throw new Error(
      `TEST_GPU=software needs linux x64, this is ${process.platform} ${process.arch}`,
    );
  }
  return choice === 'software';
}

/**
 * The WebGPU entry point of the tests: Dawn on SwiftShader, the default on linux x64, or on
 * the machine's GPU.
 */
export function testGpu(): Promise<GPU> {
  return (gpu ??= createGpu());
}

async function createGpu(): Promise<GPU> {
  const software = wantsSoftware();
  if (software) {
    useSoftwareVulkan();
    pollCalmly();
  }
  const { create, globals } = await import('webgpu');
  Object.assign(globalThis, globals);
  return create(software ? SOFTWARE_DAWN : []);
}

/**
 * The device that all tests of a process share, one per set of options: the software driver takes
 * up to a second to compile a kernel, and compiles it once per device. The device is never
 * destroyed; it ends with the process. A test destroys the buffers that it makes on the device.
 */
export function sharedDevice(options: TestDeviceOptions = {}): Promise<GPUDevice> {
  const key = JSON.stringify([options.limits ?? 'adapter', options.features]);
  let device = shared.get(key);
  if (!device) shared.set(key, (device = testDevice(options)));
  return device;
}

/** `runReadme` for a program that asks for a GPU. It runs on the driver that the tests run on. */
export function runGpuReadme(readme: URL, folder: URL, heading?: string): void {
  const run: ReadmeRun = wantsSoftware()
    ? { env: softwareVulkanEnvironment(), preload: new URL('software-dawn.ts', import.meta.url) }
    : {};
  runReadme(readme, folder, heading, run);
}

/**
 * A new device, for tests that lose their device or count compilations. On linux x64 it needs no
 * GPU. The test destroys the device. Throws if there is no adapter: GPU tests are never skipped.
 */
export async function testDevice(options: TestDeviceOptions = {}): Promise<GPUDevice> {
  const adapter = await (await testGpu()).requestAdapter({ powerPreference: 'high-performance' });
  if (!adapter) throw new Error('no WebGPU adapter for the tests');
  const wanted = options.features ?? ['subgroups', 'timestamp-query'];
  const requiredLimits: Record<string, number> = {};
  if (options.limits !== 'default') {
    for (const name in adapter.limits) {
      const value = adapter.limits[name as keyof GPUSupportedLimits];
      if (typeof value === 'number') requiredLimits[name] = value;
    }
  }
  const device = await adapter.requestDevice({
    requiredFeatures: wanted.filter((name) => adapter.features.has(name)),
    requiredLimits,
  });
  device.addEventListener('uncapturederror', (event) => {
    // an error that no test looks for fails the test run
    process.exitCode = 1;
    console.error(`uncaptured WebGPU error: ${(event as GPUUncapturedErrorEvent).error.message}`);
  });
  return device;
}
