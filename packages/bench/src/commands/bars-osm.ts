import { Command, Option } from 'commander';
import { OSM_BARS } from '../bars-osm/index.ts';
import { describeDevice } from '../gpu/device.ts';
import { formatMachine } from '../report/machine.ts';
import { createTerminal } from '../report/terminal.ts';
import { createSession } from '../session.ts';
import { barOptions, chooseBars, findData } from './bar-options.ts';
import type { CommandBuilder } from './environment.ts';
import { nameList, type ReportFlags, wholeNumber } from './options.ts';
import { openIfThere } from './open-device.ts';
import { runBars, sizeOptions } from './run-bars.ts';

type Flags = ReportFlags & {
  data?: string;
  rounds: number;
  threads: number;
  seed: number;
  queries: number;
  solver?: string[];
  peers?: true;
  quick?: true;
  gpu: boolean;
};

/** `wayfield-bench bars-osm`: measures what the project promises of `@wayfield/osm` and of road routing. */
export const barsOsmCommand: CommandBuilder = (environment, finish) => {
  const names = OSM_BARS.map(({ name }) => name).join(', ');
  const command = new Command('bars-osm')
    .description('measures the promises of @wayfield/osm and of road routing and says which hold')
    .argument('[names...]', `which of ${names}; all without a name`)
    .addOption(new Option('--no-gpu', 'only what runs on the CPU'))
    .addOption(
      new Option('--queries <n>', 'queries per map where every answer is compared')
        .argParser(wholeNumber(1, 1e7))
        .default(10_000),
    )
    .addOption(
      new Option('--solver <names>', 'only these solvers, with commas between them').argParser(
        nameList,
      ),
    )
    .addOption(new Option('--peers', 'other libraries that are installed take part'));
  for (const option of [...sizeOptions('workers of the pools'), ...barOptions()])
    command.addOption(option);
  return command.action(async (asked: string[], flags: Flags) => {
    const { rounds, threads, seed, queries, solver: solvers, quick = false } = flags;
    const bars = chooseBars(OSM_BARS, asked);
    const data = findData(flags.data);
    const terminal = createTerminal(environment.streams);
    const { device, noDevice } = await openIfThere(environment, flags.gpu);
    try {
      const session = createSession(terminal, environment.args);
      session.addPackages(['@wayfield/osm']);
      if (device) session.addGpu(describeDevice(device));
      const gpu = device ? `GPU: ${describeDevice(device)}` : noDevice;
      terminal.print(`${formatMachine()} ${gpu}; CPU: ${threads} workers.\n`);
      const common = { device, noDevice, session, data, rounds, threads, seed, queries, solvers };
      const peers = flags.peers ?? false;
      const ok = await runBars(bars, { terminal, session, flags, quick }, ({ run }, add) =>
        run({ ...common, peers, quick, add }),
      );
      finish(ok);
    } finally {
      device?.destroy();
    }
  });
};
