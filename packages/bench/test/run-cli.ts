import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { captureRun, type ProgramRun, runOnSharedDevice } from '@wayfield/testing/program';
import type { OpenDevice } from '../src/gpu/device.ts';
import { main } from '../src/main.ts';
import type { BenchSolver } from '../src/run/solvers/solver.ts';

export type CliRun = ProgramRun;

/**
 * Runs a TypeScript program of this folder, or by default the built program, as a child process, as
 * a user would.
 */
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
export function runHere(
  args: readonly string[],
  openDevice?: OpenDevice,
  extra: readonly BenchSolver[] = [],
): Promise<CliRun> {
  return captureRun((streams) => main(args, streams, extra, openDevice));
}

/** Runs a command on the device that all tests share. */
export function runOnGpu(args: readonly string[]): Promise<CliRun> {
  return runOnSharedDevice((openDevice) => runHere(args, openDevice));
}
