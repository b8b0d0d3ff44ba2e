import { Command, CommanderError } from 'commander';
import { type OpenDevice, openGpu } from '../gpu/device.ts';
import { openGpuOrSoftware } from '../gpu/software-device.ts';
import { ownVersion } from '../report/machine.ts';
import { printable } from '../report/printable.ts';
import { createTerminal, type Streams } from '../report/terminal.ts';
import type { CommandBuilder, Environment } from './commands/environment.ts';
import { InputError } from './problems/read-file.ts';
import type { BenchSolver } from './solvers/solver.ts';

/** Every answer was right, and every limit and target was met. */
export const EXIT_OK = 0;
/** An answer was wrong, or a limit of the command (`--limit`, a target) was missed. */
export const EXIT_DIFFERENT = 1;
/** The command line or a file cannot be used; nothing was concluded. */
export const EXIT_UNUSABLE = 2;

/** A program of commands: `wayfield-bench`, and the one that measures targets. */
export interface ProgramText {
  readonly name: string;
  readonly description: string;
  /** What the exit codes mean, for `--help`. */
  readonly exitCodes: string;
  readonly commands: readonly CommandBuilder[];
  /** The command line with the default command where it names none. */
  withDefault(words: readonly string[]): readonly string[];
}

/** What a program is called with. */
export interface ProgramCall {
  readonly args: readonly string[];
  readonly streams: Streams;
  /** Solvers that take part like Wayfield's own. */
  readonly extra?: readonly BenchSolver[];
  /** Gives commands another device than this machine's GPU. */
  readonly openDevice?: OpenDevice | undefined;
}

/** Runs one command of a program and returns its exit code. */
export async function runProgram(text: ProgramText, call: ProgramCall): Promise<number> {
  const { args, streams, extra = [], openDevice } = call;
  let code = EXIT_OK;
  const environment: Environment = {
    streams,
    args,
    extra,
    openDevice: openDevice ?? (() => openGpu()),
    openSomeDevice: openDevice ?? openGpuOrSoftware,
  };
  const finish = (ok: boolean): void => {
    code = ok ? EXIT_OK : EXIT_DIFFERENT;
  };
  const program = new Command(text.name)
    .description(text.description)
    .version(ownVersion())
    .configureOutput({
      writeOut: (words) => streams.out.write(words),
      writeErr: (words) => streams.progress.write(words),
    })
    .exitOverride()
    .showHelpAfterError('(--help lists what can be asked for)')
    .addHelpText('after', `\nExit code: ${text.exitCodes}.`);
  for (const build of text.commands) {
    program.addCommand(build(environment, finish).copyInheritedSettings(program));
  }
  try {
    await program.parseAsync([...text.withDefault(args)], { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT_OK : EXIT_UNUSABLE;
    if (!(error instanceof InputError)) throw error;
    createTerminal(streams).clear();
    streams.progress.write(`${text.name}: ${printable(error.message)}\n`);
    return EXIT_UNUSABLE;
  }
}

/** Makes a program's output end quietly when its reader closes the pipe, as `| head` does. */
export function endWithPipe(name: string): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    process.stderr.write(`${name}: cannot write to stdout: ${error.message}\n`);
    process.exit(EXIT_UNUSABLE);
  });
  // without stderr there is no place to say anything
  process.stderr.on('error', () => undefined);
}
