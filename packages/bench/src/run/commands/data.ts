import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { DATA_SETS, type DataSet } from '../data/data-sets.ts';
import { findData } from '../data/find-data.ts';
import { formatBytes } from '../../report/numbers.ts';
import { createTerminal } from '../../report/terminal.ts';
import type { CommandBuilder } from './environment.ts';

/** The contents of a set's folder. */
interface Found {
  readonly files: number;
  readonly bytes: number;
}

/**
 * `wayfield-bench data`: the public data sets, which of them are here, and how to get the others.
 */
export const dataCommand: CommandBuilder = (environment, finish) =>
  new Command('data')
    .description(
      'lists the public data sets of the experiments: licence, how to get them, which are here',
    )
    .argument('[words...]', 'only sets that have one of these words in folder, title or commands')
    .option(
      '--data <dir>',
      'where they lie; default: WAYFIELD_DATA, or shared/data beside the checkout',
    )
    .addOption(new Option('--json', 'the list as JSON'))
    .action((words: string[], flags: { data?: string; json?: true }) => {
      const terminal = createTerminal(environment.streams);
      const root = findData(flags.data);
      const sets = DATA_SETS.filter(
        (set) => words.length === 0 || words.some((word) => matches(set, word)),
      );
      const found = sets.map((set) => look(root, set));
      if (flags.json) {
        const list = sets.map((set, i) => {
          const { folder, title, licence, from, steps, usedBy, count } = set;
          return { folder, title, licence, from, steps, usedBy, expected: count, ...found[i] };
        });
        terminal.print(JSON.stringify({ root: root ?? null, sets: list }, null, 2));
      } else {
        terminal.print(
          root === undefined
            ? 'No data sets here: no --data, no WAYFIELD_DATA, and no shared/data beside the ' +
                'checkout. Commands run on generated maps without them.\n'
            : `Data sets in ${root}\n`,
        );
        terminal.print(
          'The five studies (wayfield-bench study) run on made-up worlds and need none of them.\n',
        );
        sets.forEach((set, i) => terminal.print(`${describe(set, found[i])}\n`));
        const whole = found.filter(({ files }, i) => files >= sets[i].count).length;
        terminal.print(`${whole} of ${sets.length} data sets are here`);
      }
      finish(true);
    });

function matches({ folder, title, usedBy }: DataSet, word: string): boolean {
  return [folder, title, ...usedBy].some((text) => text.toLowerCase().includes(word.toLowerCase()));
}

function look(root: string | undefined, { folder, files }: DataSet): Found {
  const path = root === undefined ? undefined : join(root, folder);
  if (path === undefined || !existsSync(path)) return { files: 0, bytes: 0 };
  const names = readdirSync(path).filter((name) => files.test(name));
  return {
    files: names.length,
    bytes: names.reduce((sum, name) => sum + statSync(join(path, name)).size, 0),
  };
}

function describe(set: DataSet, { files, bytes }: Found): string {
  const { folder, title, count, licence, from, steps, usedBy } = set;
  const state =
    files >= count
      ? `here, ${files} files, ${formatBytes(bytes)}`
      : files > 0
        ? `${files} of ${count} files here`
        : 'not here';
  return [
    `${folder}: ${title} (${state})`,
    `  licence   ${licence}`,
    `  used by   ${usedBy.join('; ')}`,
    `  from      ${from}`,
    `  to do     ${steps}`,
  ].join('\n');
}
