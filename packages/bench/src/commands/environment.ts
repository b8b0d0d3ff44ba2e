import type { Command } from 'commander';
import type { OpenDevice } from '../gpu/device.ts';
import type { Streams } from '../report/terminal.ts';
import type { BenchSolver } from '../solvers/solver.ts';

/** What the commands of the program share. */
export interface Environment {
  readonly streams: Streams;
  /** The command line, for the report. */
  readonly args: readonly string[];
  /** Solvers beside those of Wayfield, which run with them and are judged like them. */
  readonly extra: readonly BenchSolver[];
  /** Where the GPU commands get their device from. */
  readonly openDevice: OpenDevice;
  /** The same; where this machine has no GPU, a software driver if there is one. */
  readonly openSomeDevice: OpenDevice;
}

/** Makes a command, which tells at its end whether all was right. */
export type CommandBuilder = (environment: Environment, finish: (ok: boolean) => void) => Command;
