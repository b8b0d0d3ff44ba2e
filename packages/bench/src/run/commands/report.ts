import { Command } from 'commander';
import { readResults } from '../../report/results/check-results.ts';
import { joinResults } from '../../report/results/join-results.ts';
import { writeReport } from '../../report/results/run.ts';
import { createTerminal } from '../../report/terminal.ts';
import type { CommandBuilder } from './environment.ts';

/** `wayfield-bench report results.json --to DIR`: writes the page of a run without measuring. */
export const reportCommand: CommandBuilder = (environment, finish) =>
  new Command('report')
    .description('writes the report of results.json files into a folder: a page, CSV, the results')
    .argument('<results...>', 'files of one machine, whose experiments stand together')
    .requiredOption('--to <dir>', 'the folder')
    .action(async (files: string[], { to }: { to: string }) => {
      const terminal = createTerminal(environment.streams);
      const results = joinResults(await Promise.all(files.map(readResults)));
      await writeReport(to, results);
      const count = results.experiments.reduce((sum, { tables }) => sum + tables.length, 0);
      terminal.print(
        `${to}/index.html: ${results.experiments.length} experiments, ${count} tables`,
      );
      finish(true);
    });
