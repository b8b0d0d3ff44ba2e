import { createRoadIndex, type RoadPoint } from '@wayfield/routing';
import { createMatrix } from '@wayfield/routing/matrix';
import { Command, Option } from 'commander';
import { InputError } from '../input-error.ts';
import { formatBytes, formatCount } from '../numbers.ts';
import { openRouting, type RoutingFlags, takesRouting } from '../open-routing.ts';
import { takesTimes } from '../timed-flags.ts';
import { printable } from '../printable.ts';
import { writeWhole } from '../write-file.ts';
import type { Environment } from './environment.ts';
import { addPlace, type Place, readPlaces, snapPlaces, withinOption } from './places.ts';

interface Flags extends RoutingFlags {
  readonly sources?: string;
  readonly targets?: string;
  readonly within: number;
  readonly output?: string;
}

/** `wayfield matrix`: the costs from many places to many places, as CSV. */
export function matrixCommand({ streams, finish }: Environment): Command {
  return takesTimes(takesRouting(new Command('matrix')))
    .alias('table')
    .description('tells the seconds, or metres, from many places to many places, as CSV')
    .argument('[lat,lon...]', 'places, from all of which to all; below 0 behind --', addPlace)
    .addOption(new Option('--sources <file>', 'a file with a place LAT,LON in each line'))
    .addOption(new Option('--targets <file>', 'likewise; default: the sources'))
    .addOption(withinOption())
    .addOption(new Option('-o, --output <file>', 'write there instead of printing'))
    .allowExcessArguments(false)
    .addHelpText('after', '\nA row per source, a column per target; empty: there is no route.')
    .action(async (file: string, listed: Place[] | undefined, flags: Flags) => {
      const sources = flags.sources === undefined ? listed : await readPlaces(flags.sources);
      if (!sources?.length) throw new InputError('expected places, or --sources with a file');
      const targets = flags.targets === undefined ? sources : await readPlaces(flags.targets);
      const routing = await openRouting(streams, file, flags);
      const index = createRoadIndex(routing);
      const from = snapPlaces(index, sources, flags.within);
      const to = targets === sources ? from : snapPlaces(index, targets, flags.within);
      const matrix = createMatrix(routing);
      const pieces = rowsOf(matrix, from, to);
      try {
        if (flags.output === undefined) for (const text of pieces) streams.out.write(text);
        else {
          const bytes = await writeWhole(flags.output, pieces);
          const size = `${formatCount(from.length)} x ${formatCount(to.length)}`;
          streams.out.write(`${printable(flags.output)}: ${size}, ${formatBytes(bytes)}\n`);
        }
      } finally {
        matrix.destroy();
      }
      finish(true);
    });
}

/** Rows as text, some at a time: a large matrix is never held as a whole. */
function* rowsOf(
  matrix: ReturnType<typeof createMatrix>,
  from: readonly RoadPoint[],
  to: readonly RoadPoint[],
): Generator<string> {
  for (const { count, cost } of matrix.rows(from, to)) {
    let text = '';
    for (let i = 0; i < count; i++) {
      const row = cost.subarray(i * to.length, (i + 1) * to.length);
      const cells = Array.from(row, (value) => (value < Infinity ? value.toFixed(1) : ''));
      text += `${cells.join(',')}\n`;
    }
    yield text;
  }
}
