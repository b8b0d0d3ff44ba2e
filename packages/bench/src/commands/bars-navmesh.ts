import { Command, Option } from 'commander';
import { NAVMESH_BARS } from '../bars-navmesh/index.ts';
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
  seed: number;
  peers?: true;
  quick?: true;
};

/** `wayfield-bench bars-navmesh`: measures what the project promises of `@wayfield/navmesh`. */
export const barsNavmeshCommand: CommandBuilder = (environment, finish) => {
  const names = NAVMESH_BARS.map(({ name }) => name).join(', ');
  const command = new Command('bars-navmesh')
    .description('measures the promises of @wayfield/navmesh and says which hold')
    .argument('[names...]', `which of ${names}; all without a name`);
  command.addOption(new Option('--peers', 'other libraries that are installed take part'));
  const [quickOption] = sizeOptions('');
  for (const option of [quickOption!, ...barOptions()]) command.addOption(option);
  return command.action(async (asked: string[], flags: Flags) => {
    const { rounds, seed, peers = false, quick = false } = flags;
    const bars = chooseBars(NAVMESH_BARS, asked);
    const data = findData(flags.data);
    const terminal = createTerminal(environment.streams);
    const session = createSession(terminal, environment.args);
    session.addPackages(['@wayfield/navmesh']);
    terminal.print(`${formatMachine()}\n`);
    finish(
      await runBars(bars, { terminal, session, flags, quick }, ({ run }, add) =>
        run({ session, data, rounds, seed, peers, quick, add }),
      ),
    );
  });
};
