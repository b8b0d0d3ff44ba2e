import { Command } from 'commander';
import { GPU_BARS } from '../bars-gpu/index.ts';
import { describeDevice } from '../gpu/device.ts';
import { formatMachine } from '../report/machine.ts';
import { createTerminal } from '../report/terminal.ts';
import { createSession } from '../session.ts';
import { barOptions, chooseBars, findData } from './bar-options.ts';
import type { CommandBuilder } from './environment.ts';
import type { ReportFlags } from './options.ts';
import { runBars, sizeOptions } from './run-bars.ts';

type Flags = ReportFlags & {
  data?: string;
  rounds: number;
  threads: number;
  seed: number;
  quick?: true;
};

/** `wayfield-bench bars-gpu`: measures what the project promises of its GPU solvers. */
export const barsGpuCommand: CommandBuilder = (environment, finish) => {
  const names = GPU_BARS.map(({ name }) => name).join(', ');
  const command = new Command('bars-gpu')
    .description('measures the promises of the GPU solvers against all cores and says which hold')
    .argument('[names...]', `which of ${names}; all without a name`);
  for (const option of [...sizeOptions("workers of the CPU's side"), ...barOptions()])
    command.addOption(option);
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
      const ok = await runBars(bars, { terminal, session, flags, quick }, ({ run }, add) =>
        run({ device, session, data, rounds, threads, seed, quick, add }),
      );
      finish(ok);
    } finally {
      device.destroy();
    }
  });
};
