// Loaded (bundled, by `node --import`) before a program that asks for a GPU, to give it the
// software driver. Every Dawn instance of the process gets the switches of the tests, without which
// some kernels take seconds to compile, and pauses between polls (poll-calmly.ts). The names of the
// adapter are empty, so that programs of READMEs, which do not set `allowSoftware`, accept it.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { SOFTWARE_DAWN } from './dawn-switches.ts';
import { pollCalmly } from './poll-calmly.ts';

// worker threads are started with the options of their process, and so load this file, too
if (isMainThread) {
  pollCalmly();
  const require = createRequire(import.meta.url);
  /** The addon of the package `webgpu`: the package loads later and gets this object. */
  const addon = require(
    join(dirname(require.resolve('webgpu')), 'dist', 'linux-x64', 'dawn.node'),
  ) as { create(switches: readonly string[]): GPU };
  const { create } = addon;
  addon.create = (switches) => {
    const gpu = create([...switches, ...SOFTWARE_DAWN]);
    const request = gpu.requestAdapter.bind(gpu);
    gpu.requestAdapter = async (options) => disguised(await request(options));
    return gpu;
  };
}

/** The adapter without the names by which `isSoftwareAdapter` knows a software driver. */
function disguised(adapter: GPUAdapter | null): GPUAdapter | null {
  if (!adapter) return null;
  const { subgroupMinSize, subgroupMaxSize } = adapter.info;
  const info = { vendor: '', architecture: '', device: '', description: '' };
  const value = { ...info, subgroupMinSize, subgroupMaxSize, isFallbackAdapter: false };
  return Object.defineProperty(adapter, 'info', { value });
}
