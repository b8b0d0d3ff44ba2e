// A process for each GPU of a machine. Dawn takes the first adapter and cannot tell equal ones
// apart, so each process runs where the device files of the other GPUs lead to /dev/null.
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { callback, checkOptions, listOf, refuse, text } from '@wayfield/check';

/** What is known of a machine before processes are started. */
export interface GpuMachine {
  /** As `process.platform`. */
  readonly platform: string;
  /** Device files of the GPUs: `/dev/nvidia0`, … */
  readonly devices: readonly string[];
  readonly isRoot: boolean;
}

/** The commands that give each GPU a process. */
export interface GpuPlan {
  readonly commands: readonly { readonly file: string; readonly args: readonly string[] }[];
  /** Why there is one process only; undefined where there is one for each of several GPUs. */
  readonly reason: string | undefined;
}

/** Processes, one for each GPU. */
export interface GpuCrew extends GpuPlan {
  /** The processes, in the order of the GPUs; `pid` is undefined where one could not be started. */
  readonly processes: readonly { readonly pid?: number | undefined }[];
  /**
   * The exit codes, in the order of the GPUs; null: ended by a signal. Rejects if a process cannot
   * be started; the others run on.
   */
  readonly ended: Promise<readonly (number | null)[]>;
  /** Asks all processes to end, by SIGTERM. */
  stop(): void;
}

/** Options of `createGpuCrew`. */
export interface GpuCrewOptions {
  /** Told why there is one process only. Default: nothing is said. */
  readonly log?: (message: string) => void;
}

const someText = listOf(text);
const RULES = { log: callback };

/** The GPUs of this machine, as far as their device files tell. */
export function thisGpuMachine(): GpuMachine {
  let names: string[] = [];
  try {
    names = readdirSync('/dev').filter((name) => /^nvidia\d+$/.test(name));
  } catch {
    // a platform without device files
  }
  const number = (name: string): number => Number(name.slice('nvidia'.length));
  const devices = names.sort((a, b) => number(a) - number(b)).map((name) => `/dev/${name}`);
  return { platform: process.platform, devices, isRoot: process.getuid?.() === 0 };
}

/**
 * Plans a process for each NVIDIA GPU of a Linux machine: `unshare` gives it mounts of its own, in
 * which the device files of the other GPUs are bound to `/dev/null`. Elsewhere, and with one GPU,
 * the plan is the command itself, and `reason` says why.
 */
export function planGpuCrew(command: readonly string[], machine: GpuMachine): GpuPlan {
  someText(command, 'command');
  if (command.length === 0) refuse('command.length', 0, 'at least 1');
  const { platform, devices, isRoot } = machine;
  const one = (reason: string): GpuPlan => ({
    commands: [{ file: command[0], args: command.slice(1) }],
    reason,
  });
  if (platform !== 'linux') return one(`GPUs are told apart on Linux only, this is ${platform}`);
  if (devices.length === 0) return one('there is no /dev/nvidia0: no NVIDIA GPU is seen');
  if (devices.length === 1) return one('there is one NVIDIA GPU');
  for (const device of devices) {
    if (!/^\/dev\/nvidia\d+$/.test(device)) refuse('device', device, 'a file /dev/nvidia…');
  }
  const flag = isRoot ? '-m' : '-Urm';
  const commands = devices.map((mine) => {
    const hidden = devices.filter((device) => device !== mine);
    const mounts = hidden.map((device) => `mount --bind /dev/null ${device} && `).join('');
    return { file: 'unshare', args: [flag, 'sh', '-c', `${mounts}exec "$@"`, 'sh', ...command] };
  });
  return { commands, reason: undefined };
}

/**
 * Starts a command once for each NVIDIA GPU of this machine, each process with one GPU; on other
 * machines once. The processes write where this one does.
 *
 * @example
 * // yours: ['node', 'worker.mjs', url], a program that calls createWorker with `gpu`
 * const crew = createGpuCrew([process.execPath, '--eval', '']);
 * process.once('SIGTERM', () => crew.stop());
 * await crew.ended;
 */
export function createGpuCrew(command: readonly string[], options: GpuCrewOptions = {}): GpuCrew {
  checkOptions('createGpuCrew', options, RULES);
  const plan = planGpuCrew(command, thisGpuMachine());
  if (plan.reason !== undefined) options.log?.(`one process: ${plan.reason}`);
  const processes = plan.commands.map(({ file, args }) =>
    spawn(file, [...args], { stdio: 'inherit' }),
  );
  const ends = processes.map(
    (child) =>
      new Promise<number | null>((done, reject) => {
        child.once('error', reject);
        child.once('close', done);
      }),
  );
  const ended = Promise.all(ends);
  // a rejection that nobody handles would end the process
  ended.catch(() => undefined);
  return {
    ...plan,
    processes,
    ended,
    stop() {
      for (const child of processes) child.kill('SIGTERM');
    },
  };
}
