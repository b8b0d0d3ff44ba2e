import type { OpenDevice } from '@wayfield/bench/internal/gpu/device';
import type { Streams } from '@wayfield/bench/internal/report/terminal';
import { runProgram } from '@wayfield/bench/internal/run/program';
import { AREAS } from './areas.ts';
import { areaCommand } from './run/area.ts';

/** Runs `targets` with these arguments and returns its exit code; no argument lists the areas. */
export function main(
  args: readonly string[],
  streams: Streams = { out: process.stdout, progress: process.stderr },
  openDevice?: OpenDevice,
): Promise<number> {
  return runProgram(
    {
      name: 'targets',
      description:
        'Measures the targets of one area of Wayfield and says which of them are met.\n' +
        "'targets AREA --help' names the targets of an area; docs/benchmarks.md has their figures.",
      exitCodes:
        '0 all targets met and all answers right, 1 a target missed or an answer wrong,\n' +
        '2 arguments or files unusable',
      commands: AREAS.map(areaCommand),
      withDefault: (words) => (words.length === 0 ? ['--help'] : words),
    },
    { args, streams, openDevice },
  );
}
