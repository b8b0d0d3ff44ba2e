import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Command, Option } from 'commander';
import { BARS } from '../bars/index.ts';
import { InputError } from '../problems/read-file.ts';
import { formatBar } from '../report/bar-table.ts';
import { formatMachine } from '../report/machine.ts';
import type { BarReport } from '../report/report.ts';
import { createTerminal } from '../report/terminal.ts';
import { createSession } from '../session.ts';
import type { CommandBuilder } from './environment.ts';
import { type ReportFlags, reportOptions, wholeNumber } from './options.ts';

type Flags = ReportFlags & { data?: string; rounds: number; threads: number; seed: number };

/** `wayfield-bench bars`: measures what the project promises. */
export const barsCommand: CommandBuilder = (environment, finish) => {
  const names = BARS.map(({ name }) => name).join(', ');
  const command = new Command('bars')
    .description('measures the promises of the project and says which hold')
    .argument('[names...]', `which of ${names}; all without a name`)
    .addOption(
      new Option(
        '--data <dir>',
        'the public data sets; default: WAYFIELD_DATA, or shared/data beside the checkout',
      ),
    )
    .addOption(
      new Option('--rounds <n>', 'rounds in which the compared programs take turns')
        .argParser(wholeNumber(1, 1000))
        .default(5),
    )
    .addOption(
      new Option('--threads <n>', 'workers for bars 1 and 3c')
        .argParser(wholeNumber(1, 64))
        .default(1),
    )
    .addOption(
      new Option('--seed <n>', 'seed of everything that is random')
        .argParser(wholeNumber(0, 2 ** 32 - 1))
        .default(1),
    );
  for (const option of reportOptions()) command.addOption(option);
  return command.action(async (asked: string[], flags: Flags) => {
    for (const name of asked) {
      if (!BARS.some((bar) => bar.name === name))
        throw new InputError(`unknown bar '${name}', known are ${names}`);
    }
    const data = findData(flags.data);
    const terminal = createTerminal(environment.streams);
    const session = createSession(terminal, environment.args);
    terminal.print(`${formatMachine()}\n`);
    const reports: BarReport[] = [];
    for (const bar of BARS) {
      if (asked.length > 0 && !asked.includes(bar.name)) continue;
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
    const all = reports.flatMap((report) => report.results);
    const count = (outcome: string): number => all.filter((r) => r.outcome === outcome).length;
    terminal.print(
      `${count('pass')} passed, ${count('fail')} failed, ${count('skip')} could not be shown here`,
    );
    await session.finish(flags);
    finish(session.differed === 0 && count('fail') === 0);
  });
};

/** The folder of the public data sets: what was said, else the usual place if there is one. */
function findData(option: string | undefined): string | undefined {
  const said = option ?? process.env.WAYFIELD_DATA;
  if (said !== undefined) {
    if (!existsSync(said)) throw new InputError(`no data sets at ${said}: there is no such folder`);
    return said;
  }
  const usual = fileURLToPath(new URL('../../../../../shared/data', import.meta.url));
  return existsSync(usual) ? usual : undefined;
}
