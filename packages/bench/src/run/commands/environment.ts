import type { Command } from 'commander';
import type { OpenDevice } from '../../gpu/device.ts';
import type { Streams } from '../../report/terminal.ts';
import type { BenchSolver } from '../solvers/solver.ts';

/** The parts that all commands of a program share. */
export interface Environment {
  readonly streams: Streams;
  /** The command line, for the report. */
  readonly args: readonly string[];
  /** Solvers that run beside those of Wayfield and are judged like them. */
  readonly extra: readonly BenchSolver[];
  /** Opens the device of the GPU commands. */
  readonly openDevice: OpenDevice;
  /** Opens the GPU or, where there is none, a software driver if there is one. */
  readonly openSomeDevice: OpenDevice;
}

/**
 * Makes a command, which calls `finish` at its end: true where everything was right (exit code 0).
 */
export type CommandBuilder = (environment: Environment, finish: (ok: boolean) => void) => Command;
