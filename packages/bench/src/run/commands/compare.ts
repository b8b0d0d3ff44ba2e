import { Command, InvalidArgumentError, Option } from 'commander';
import { readResults } from '../../report/results/check-results.ts';
import { compareResults } from '../../report/results/compare-results.ts';
import { formatChanges, otherMachine } from '../../report/results/format-changes.ts';
import { createTerminal } from '../../report/terminal.ts';
import type { CommandBuilder } from './environment.ts';

interface Flags {
  readonly stable?: true;
  readonly least: number;
  readonly limit: number;
}

/** A parser of percentages in 0 .. 1000 as a share. */
export function percent(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= 1000)) {
    throw new InvalidArgumentError('Expected a percentage in 0 .. 1000.');
  }
  return value / 100;
}

/** `wayfield-bench compare A.json B.json`: what got faster or slower beyond noise. */
export const compareCommand: CommandBuilder = (environment, finish) =>
  new Command('compare')
    .description('says what is better and worse in the second results.json than in the first')
    .argument('<before>', 'a results.json')
    .argument('<after>', 'another one, best of the same machine')
    .addOption(new Option('--stable', 'only ratios and counted work, never times'))
    .addOption(
      new Option('--least <percent>', 'changes below are no changes')
        .argParser(percent)
        .default(0.05, '5'),
    )
    .addOption(
      new Option('--limit <percent>', 'what got slower by more ends with exit code 1')
        .argParser(percent)
        .default(0.05, '5'),
    )
    .action(async (before: string, after: string, { stable, least, limit }: Flags) => {
      const terminal = createTerminal(environment.streams);
      const [old, now] = [await readResults(before), await readResults(after)];
      const other = otherMachine(old, now);
      if (other !== '' && !stable)
        terminal.print(`${other}: times tell of the machines too; --stable leaves them out`);
      const comparison = compareResults(old, now, { least, stable: stable ?? false });
      terminal.print(formatChanges(comparison));
      // a ratio is above 1 where the later run is better: 1 / 1.05 is 5 % slower
      finish(
        !comparison.changes.some(
          ({ outcome, ratio }) => outcome === 'worse' && ratio < 1 / (1 + limit),
        ),
      );
    });
