import { availableParallelism } from 'node:os';
import { Command, Option } from 'commander';
import { skipped } from '../bars/bar.ts';
import { GPU_BARS } from '../bars-gpu/index.ts';
import { describeDevice } from '../gpu/device.ts';
import { formatBar, formatResult } from '../report/bar-table.ts';
import { formatMachine } from '../report/machine.ts';
import type { BarReport, BarResult } from '../report/report.ts';
import { createTerminal } from '../report/terminal.ts';
import { createSession } from '../session.ts';
import { barOptions, chooseBars, countOutcomes, findData } from './bar-options.ts';
import type { CommandBuilder } from './environment.ts';
import { type ReportFlags, wholeNumber } from './options.ts';

type Flags = ReportFlags & {
  data?: string;
  rounds: number;
  threads: number;
  seed: number;
  quick?: true;
};

/** What tiny sizes say nothing about. */
const SPEEDS: Readonly<Record<string, true>> = { x: true, ms: true, 'G/s': true };
const TINY = '--quick: no measurement';

/** `wayfield-bench bars-gpu`: measures what the project promises of its GPU solvers. */
export const barsGpuCommand: CommandBuilder = (environment, finish) => {
  const names = GPU_BARS.map(({ name }) => name).join(', ');
  const command = new Command('bars-gpu')
    .description('measures the promises of the GPU solvers against all cores and says which hold')
    .argument('[names...]', `which of ${names}; all without a name`)
    .addOption(new Option('--quick', 'tiny sizes: to see that it runs, not how fast'))
    .addOption(
      new Option(
        '--threads <n>',
        "workers of the CPU's side; default: one per thread of the machine",
      )
        .argParser(wholeNumber(1, 64))
        .default(Math.min(64, availableParallelism())),
    );
  for (const option of barOptions()) command.addOption(option);
  return command.action(async (asked: string[], flags: Flags) => {
    const { rounds, threads, seed, quick = false } = flags;
    const bars = chooseBars(GPU_BARS, asked);
    const data = findData(flags.data);
    const terminal = createTerminal(environment.streams);
    const device = await environment.openDevice();
    try {
      const session = createSession(terminal, environment.args);
      const gpu = describeDevice(device);
      session.addGpu(gpu);
      terminal.print(`${formatMachine()} GPU: ${gpu}; CPU: ${threads} workers.\n`);
      const reports: BarReport[] = [];
      for (const { name, title, run } of bars) {
        const results: BarResult[] = [];
        const report = { name, title, results };
        session.addBar(report);
        reports.push(report);
        const add = (measured: BarResult): void => {
          const result = quick && measured.unit in SPEEDS ? skipped(measured, TINY) : measured;
          results.push(result);
          terminal.print(`bar ${name}: ${formatResult(result)}`);
        };
        await run({ device, session, data, rounds, threads, seed, quick, add });
        terminal.clear();
        terminal.print(`\n${formatBar(report)}`);
        // a long run that is cut off leaves what it has measured
        await session.save(flags);
      }
      const { line, ok } = countOutcomes(reports);
      terminal.print(line);
      await session.finish(flags);
      finish(session.differed === 0 && ok);
    } finally {
      device.destroy();
    }
  });
};
