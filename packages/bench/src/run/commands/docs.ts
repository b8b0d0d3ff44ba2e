import { readFile, writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { InputError, naming } from '../problems/read-file.ts';
import { readResults } from '../../report/results/check-results.ts';
import { fillDocument } from '../../report/results/docs.ts';
import { joinResults } from '../../report/results/join-results.ts';
import { createTerminal } from '../../report/terminal.ts';
import type { CommandBuilder } from './environment.ts';

interface Flags {
  readonly into: string;
  readonly prefix: string;
  readonly check?: true;
}

/** `wayfield-bench docs results.json --into FILE.md`: tables between marks, prose left alone. */
export const docsCommand: CommandBuilder = (environment, finish) =>
  new Command('docs')
    .description(
      'writes tables of results.json files between the marks <!-- results:NAME --> of a document',
    )
    .argument('<results...>', 'files of one machine and commit')
    .requiredOption('--into <file>', 'the document')
    .option('--prefix <name>', 'fill marks <!-- results:PREFIX/NAME --> only', '')
    .option('--check', 'write nothing; exit code 1 where the document is not up to date')
    .action(async (files: string[], { into, prefix, check }: Flags) => {
      const terminal = createTerminal(environment.streams);
      const results = joinResults(await Promise.all(files.map(readResults)));
      const before = await naming(into, () => readFile(into, 'utf8'));
      const { text, filled, unused } = await naming(into, () =>
        fillDocument(before, results, prefix),
      );
      if (filled.length === 0)
        throw new InputError(`${into} has no mark <!-- results:${prefix && `${prefix}/`}NAME -->`);
      if (!check) await writeFile(into, text);
      terminal.print(
        `${into}: ${filled.length} parts ${check ? 'compared' : 'written'}: ${filled.join(', ')}`,
      );
      if (unused.length > 0) terminal.print(`not asked for: ${unused.join(', ')}`);
      if (check && text !== before) terminal.print(`${into} is not up to date`);
      finish(!check || text === before);
    });
