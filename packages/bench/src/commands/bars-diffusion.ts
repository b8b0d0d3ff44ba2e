import { Command, Option } from 'commander';
import { DIFFUSION_BARS } from '../bars-diffusion/index.ts';
import { describeDevice } from '../gpu/device.ts';
import { formatMachine } from '../report/machine.ts';
import { createTerminal } from '../report/terminal.ts';
import { createSession } from '../session.ts';
import { chooseBars } from './bar-options.ts';
import type { CommandBuilder } from './environment.ts';
import { type ReportFlags, reportOptions, wholeNumber } from './options.ts';
import { openIfThere } from './open-device.ts';
import { runBars, sizeOptions } from './run-bars.ts';

type Flags = ReportFlags & {
  rounds: number;
  threads: number;
  seed: number;
  quick?: true;
  gpu: boolean;
};

/** `wayfield-bench bars-diffusion`: measures what the project promises of `@wayfield/diffusion`. */
export const barsDiffusionCommand: CommandBuilder = (environment, finish) => {
  const names = DIFFUSION_BARS.map(({ name }) => name).join(', ');
  const command = new Command('bars-diffusion')
    .description('measures the promises of @wayfield/diffusion and says which hold')
    .argument('[names...]', `which of ${names}; all without a name`)
    .addOption(new Option('--no-gpu', 'only what runs on the CPU'))

    .addOption(
      new Option('--rounds <n>', 'rounds in which the compared programs take turns')
        .argParser(wholeNumber(1, 1000))
        .default(5),
    )
    .addOption(
      new Option('--seed <n>', 'seed of everything that is random')
        .argParser(wholeNumber(0, 2 ** 32 - 1))
        .default(1),
    );
  for (const option of [...sizeOptions('workers of the pool'), ...reportOptions()])
    command.addOption(option);
  return command.action(async (asked: string[], flags: Flags) => {
    const { rounds, threads, seed, quick = false } = flags;
    const bars = chooseBars(DIFFUSION_BARS, asked);
    const terminal = createTerminal(environment.streams);
    const { device, noDevice } = await openIfThere(environment, flags.gpu);
    try {
      const session = createSession(terminal, environment.args);
      session.addPackages(['@wayfield/diffusion']);
      if (device) session.addGpu(describeDevice(device));
      const gpu = device ? `GPU: ${describeDevice(device)}` : noDevice;
      terminal.print(`${formatMachine()} ${gpu}; CPU: ${threads} workers.\n`);
      const ok = await runBars(bars, { terminal, session, flags, quick }, ({ run }, add) =>
        run({ device, noDevice, session, rounds, threads, seed, quick, add }),
      );
      finish(ok);
    } finally {
      device?.destroy();
    }
  });
};
