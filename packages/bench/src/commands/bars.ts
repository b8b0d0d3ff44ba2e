import { Command, Option } from 'commander';
import { BARS } from '../bars/index.ts';
import { formatBar } from '../report/bar-table.ts';
import { formatMachine } from '../report/machine.ts';
import type { BarReport } from '../report/report.ts';
import { createTerminal } from '../report/terminal.ts';
import { createSession } from '../session.ts';
import { barOptions, chooseBars, countOutcomes, findData } from './bar-options.ts';
import type { CommandBuilder } from './environment.ts';
import { type ReportFlags, wholeNumber } from './options.ts';

type Flags = ReportFlags & { data?: string; rounds: number; threads: number; seed: number };

/** `wayfield-bench bars`: measures what the project promises. */
export const barsCommand: CommandBuilder = (environment, finish) => {
  const names = BARS.map(({ name }) => name).join(', ');
  const command = new Command('bars')
    .description('measures the promises of the project and says which hold')
    .argument('[names...]', `which of ${names}; all without a name`)
    .addOption(
      new Option('--threads <n>', 'workers for bars 1 and 3c')
        .argParser(wholeNumber(1, 64))
        .default(1),
    );
  for (const option of barOptions()) command.addOption(option);
  return command.action(async (asked: string[], flags: Flags) => {
    const bars = chooseBars(BARS, asked);
    const data = findData(flags.data);
    const terminal = createTerminal(environment.streams);
    const session = createSession(terminal, environment.args);
    terminal.print(`${formatMachine()}\n`);
    const reports: BarReport[] = [];
    for (const bar of bars) {
      const results = await bar.run({
        session,
        data,
        rounds: flags.rounds,
        threads: flags.threads,
        seed: flags.seed,
      });
      terminal.clear();
      const report = { name: bar.name, title: bar.title, results };
      session.addBar(report);
      reports.push(report);
      terminal.print(formatBar(report));
    }
    const { line, ok } = countOutcomes(reports);
    terminal.print(line);
    await session.finish(flags);
    finish(session.differed === 0 && ok);
  });
};
