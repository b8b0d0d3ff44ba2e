import { availableParallelism } from 'node:os';
import { Command, Option } from 'commander';
import { skipped } from '../bars/bar.ts';
import { COLLISION_BARS } from '../bars-collision/index.ts';
import { choosePeers, COLLISION_PEERS } from '../collision/peers.ts';
import { describeDevice } from '../gpu/device.ts';
import { InputError } from '../problems/read-file.ts';
import { formatBar, formatResult } from '../report/bar-table.ts';
import { formatMachine } from '../report/machine.ts';
import type { BarReport, BarResult } from '../report/report.ts';
import { createTerminal } from '../report/terminal.ts';
import { createSession } from '../session.ts';
import { barOptions, chooseBars, countOutcomes, findData } from './bar-options.ts';
import type { CommandBuilder } from './environment.ts';
import { nameList, type ReportFlags, wholeNumber } from './options.ts';

type Flags = ReportFlags & {
  data?: string;
  rounds: number;
  threads: number;
  seed: number;
  peers?: true | readonly string[];
  quick?: true;
};

/** What tiny sizes say nothing about. */
const SPEEDS: Readonly<Record<string, true>> = { x: true, ms: true };
const TINY = '--quick: no measurement';

/** `wayfield-bench bars-collision`: measures what the project promises of its collision solvers. */
export const barsCollisionCommand: CommandBuilder = (environment, finish) => {
  const names = COLLISION_BARS.map(({ name }) => name).join(', ');
  const peerNames = COLLISION_PEERS.map(({ name }) => name).join(', ');
  const command = new Command('bars-collision')
    .description('measures the promises of the collision solvers and says which hold')
    .argument('[names...]', `which of ${names}; all without a name`)
    .addOption(new Option('--quick', 'tiny sizes: to see that it runs, not how fast'))
    .addOption(
      new Option(
        '--threads <n>',
        "workers of the CPU's side in bars 1 and 3; default: one per thread of the machine",
      )
        .argParser(wholeNumber(1, 64))
        .default(Math.min(64, availableParallelism())),
    )
    .addOption(
      new Option(
        '--peers [names]',
        `libraries in bar 4: all, or of ${peerNames}; default: kdbush`,
      ).argParser(nameList),
    );
  for (const option of barOptions()) command.addOption(option);
  return command.action(async (asked: string[], flags: Flags) => {
    const { rounds, threads, seed, peers, quick = false } = flags;
    const bars = chooseBars(COLLISION_BARS, asked);
    const [unknown] = choosePeers(peers).unknown;
    if (unknown !== undefined)
      throw new InputError(`unknown peer '${unknown}', known are ${peerNames}`);
    const data = findData(flags.data);
    const terminal = createTerminal(environment.streams);
    // without a GPU what needs none is measured all the same
    const device = await environment.openDevice().catch((error: unknown) => {
      if (error instanceof InputError) return error;
      throw error;
    });
    const absent = device instanceof InputError;
    try {
      const session = createSession(terminal, environment.args);
      const gpu = absent ? `none (${device.message})` : describeDevice(device);
      if (!absent) session.addGpu(gpu);
      session.addPackages(['@wayfield/collision', 'kdbush']);
      session.addPackages(choosePeers(peers).peers.flatMap(({ packages }) => packages));
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
        const context = { session, data, rounds, threads, seed, peers, quick, add };
        await run({ ...context, device: absent ? undefined : device });
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
      if (!absent) device.destroy();
    }
  });
};
