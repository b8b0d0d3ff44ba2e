// To be loaded (`node --import`) before a program that asks for a GPU and shall get the software driver:
// every Dawn instance of the process gets the switches that the tests have, without which some kernels
// take seconds to compile, and is asked calmly.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SOFTWARE_DAWN } from './gpu.ts';
import { pollCalmly } from './poll-calmly.ts';

pollCalmly();

/** What the package webgpu loads and passes on, not loaded by it yet. */
const addon = createRequire(import.meta.url)(
  join(dirname(fileURLToPath(import.meta.resolve('webgpu'))), 'dist', 'linux-x64', 'dawn.node'),
) as { create(switches: readonly string[]): GPU };
const { create } = addon;
addon.create = (switches) => create([...switches, ...SOFTWARE_DAWN]);
