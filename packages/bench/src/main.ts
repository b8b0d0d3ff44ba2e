import { callback, optional } from '@wayfield/check';
import { argsRule, solversRule, streamsRule } from './arguments.ts';
import { chooseCommand } from './gpu/choose-command.ts';
import { collisionCommand } from './bodies/collision-command.ts';
import { diffusionCommand } from './fields/diffusion-command.ts';
import { navmeshCommand } from './meshes/navmesh-command.ts';
import { gpuCommand } from './gpu/gpu-command.ts';
import { graphCommand } from './roads/graph-command.ts';
import { gridCommand } from './grids/grid-command.ts';
import { osmCommand } from './roads/osm-command.ts';
import { compareCommand } from './run/commands/compare.ts';
import { dataCommand } from './run/commands/data.ts';
import { docsCommand } from './run/commands/docs.ts';
import { ratiosCommand } from './run/commands/ratios.ts';
import { reportCommand } from './run/commands/report.ts';
import { studyCommand } from './run/commands/study.ts';
import { tourCommand } from './run/commands/tour.ts';
import type { OpenDevice } from './gpu/device.ts';
import { runProgram } from './run/program.ts';
import type { Streams } from './report/terminal.ts';
import type { BenchSolver } from './run/solvers/solver.ts';

const COMMANDS = [
  tourCommand,
  gridCommand,
  graphCommand,
  collisionCommand,
  diffusionCommand,
  osmCommand,
  navmeshCommand,
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
 * Runs `wayfield-bench` with these arguments and returns its exit code. `extra` solvers take part
 * like Wayfield's own; `openDevice` gives the GPU commands another device than this machine's GPU.
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
  return runProgram(
    {
      name: 'wayfield-bench',
      description:
        'Runs the solvers of Wayfield on maps and graphs, checks every answer and reports timings.',
      exitCodes:
        '0 all answers right, 1 an answer wrong or a limit missed (see the README), ' +
        '2 arguments or files unusable',
      commands: COMMANDS,
      // without a command: the tour. It is not commander's default command, which would hide typing
      // errors
      withDefault: (words) => {
        const [first] = words;
        const isTour = first === undefined || (first.startsWith('-') && !ABOUT.includes(first));
        return isTour ? ['tour', ...words] : words;
      },
    },
    { args, streams, extra, openDevice },
  );
}
