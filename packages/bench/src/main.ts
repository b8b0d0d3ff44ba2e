import { callback, optional } from '@wayfield/check';
import { Command, CommanderError } from 'commander';
import { argsRule, solversRule, streamsRule } from './arguments.ts';
import { barsCollisionCommand } from './commands/bars-collision.ts';
import { barsGpuCommand } from './commands/bars-gpu.ts';
import { barsNavmeshCommand } from './commands/bars-navmesh.ts';
import { barsOsmCommand } from './commands/bars-osm.ts';
import { barsCommand } from './commands/bars.ts';
import { chooseCommand } from './commands/choose.ts';
import { collisionCommand } from './commands/collision.ts';
import { barsDiffusionCommand } from './commands/bars-diffusion.ts';
import { diffusionCommand } from './commands/diffusion.ts';
import type { Environment } from './commands/environment.ts';
import { navmeshCommand } from './commands/navmesh.ts';
import { gpuCommand } from './commands/gpu.ts';
import { graphCommand } from './commands/graph.ts';
import { gridCommand } from './commands/grid.ts';
import { osmCommand } from './commands/osm.ts';
import { compareCommand } from './commands/compare.ts';
import { dataCommand } from './commands/data.ts';
import { docsCommand } from './commands/docs.ts';
import { ratiosCommand } from './commands/ratios.ts';
import { reportCommand } from './commands/report.ts';
import { studyCommand } from './commands/study.ts';
import { tourCommand } from './commands/tour.ts';
import { type OpenDevice, openGpu } from './gpu/device.ts';
import { openGpuOrSoftware } from './gpu/software-device.ts';
import { InputError } from './problems/read-file.ts';
import { ownVersion } from './report/machine.ts';
import { printable } from './report/printable.ts';
import { createTerminal, type Streams } from './report/terminal.ts';
import type { BenchSolver } from './solvers/solver.ts';

/** Every answer was right and every bar was passed. */
export const EXIT_OK = 0;
/** An answer was wrong, or a bar was not reached. */
export const EXIT_DIFFERENT = 1;
/** The command line or a file cannot be used; nothing was concluded. */
export const EXIT_UNUSABLE = 2;

const COMMANDS = [
  tourCommand,
  gridCommand,
  graphCommand,
  barsCommand,
  barsGpuCommand,
  collisionCommand,
  barsCollisionCommand,
  diffusionCommand,
  barsDiffusionCommand,
  osmCommand,
  navmeshCommand,
  barsNavmeshCommand,
  barsOsmCommand,
  chooseCommand,
  studyCommand,
  gpuCommand,
  reportCommand,
  compareCommand,
  ratiosCommand,
  docsCommand,
  dataCommand,
];

/** Options of the program itself. */
const ABOUT = ['-h', '--help', '-V', '--version'];

/**
 * Runs `wayfield-bench` with these arguments and returns its exit code. `extra` solvers take part like
 * Wayfield's own; `openDevice` gives the GPU commands another device than this machine's GPU.
 */
export async function main(
  args: readonly string[],
  streams: Streams = { out: process.stdout, progress: process.stderr },
  extra: readonly BenchSolver[] = [],
  openDevice?: OpenDevice,
): Promise<number> {
  argsRule(args, 'args');
  streamsRule(streams, 'streams');
  solversRule(extra, 'extra');
  optional(callback)(openDevice, 'openDevice');
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
  const program = new Command('wayfield-bench')
    .description(
      'Runs the solvers of Wayfield on maps and graphs, checks every answer and reports timings.',
    )
    .version(ownVersion())
    .configureOutput({
      writeOut: (text) => streams.out.write(text),
      writeErr: (text) => streams.progress.write(text),
    })
    .exitOverride()
    .showHelpAfterError('(--help lists what can be asked for)')
    .addHelpText(
      'after',
      `
Exit code: 0 all answers right, 1 an answer wrong or a bar missed, 2 arguments or files unusable.`,
    );
  for (const build of COMMANDS) {
    program.addCommand(build(environment, finish).copyInheritedSettings(program));
  }
  // nothing or only options: the tour. Not commander's default command, which would swallow typing errors
  const first = args[0];
  const tour = first === undefined || (first.startsWith('-') && !ABOUT.includes(first));
  try {
    await program.parseAsync(tour ? ['tour', ...args] : [...args], { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT_OK : EXIT_UNUSABLE;
    if (!(error instanceof InputError)) throw error;
    createTerminal(streams).clear();
    streams.progress.write(`wayfield-bench: ${printable(error.message)}\n`);
    return EXIT_UNUSABLE;
  }
}
