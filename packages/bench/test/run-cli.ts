import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { sharedDevice } from '@wayfield/testing/gpu';
import * as assert from 'uvu/assert';
import type { OpenDevice } from '../src/gpu/device.ts';
import { main } from '../src/main.ts';
import type { BenchSolver } from '../src/solvers/solver.ts';

export interface CliRun {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  /** Lines of `out`, the last not empty. */
  readonly lines: readonly string[];
}

/** Runs a TypeScript program of this folder, or by default the built program, as a child process, as a user would. */
export function runCli(
  args: readonly string[],
  { program, env = {} }: { program?: string; env?: Record<string, string> } = {},
): Promise<CliRun> {
  const script = fileURLToPath(new URL(program ?? '../dist/cli.js', import.meta.url));
  const loader = program === undefined ? [] : ['--import', 'tsx'];
  const child = spawn(process.execPath, [...loader, script, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out, err, lines: out.trimEnd().split('\n') }));
  });
}

/** Runs the program in this process: faster, for what does not need a process of its own. */
export async function runHere(
  args: readonly string[],
  openDevice?: OpenDevice,
  extra: readonly BenchSolver[] = [],
): Promise<CliRun> {
  let out = '';
  let err = '';
  const streams = {
    out: { write: (text: string) => (out += text) },
    progress: { write: (text: string) => (err += text) },
  };
  const code = await main(args, streams, extra, openDevice);
  return { code, out, err, lines: out.trimEnd().split('\n') };
}

/**
 * Runs a command in this process on the device that all tests share, so that kernels are compiled once for
 * all of them; fails when the command does not destroy, once, the device that it has opened.
 */
export async function runOnGpu(args: readonly string[]): Promise<CliRun> {
  const device = await sharedDevice();
  const patched = [device, device.queue].map((object) => ({ object, own: Object.keys(object) }));
  let opened = 0;
  let destroyed = 0;
  device.destroy = () => void destroyed++;
  try {
    const run = await runHere(args, async () => {
      opened++;
      return device;
    });
    assert.is(destroyed, opened, 'devices that were opened are destroyed');
    return run;
  } finally {
    // meters put themselves before methods of a device, for as long as it lives
    for (const { object, own } of patched) {
      for (const name of Object.keys(object)) {
        if (!own.includes(name)) Reflect.deleteProperty(object, name);
      }
    }
  }
}
