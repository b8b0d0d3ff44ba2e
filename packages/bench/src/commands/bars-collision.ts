import { Command, Option } from 'commander';
import { COLLISION_BARS } from '../bars-collision/index.ts';
import { choosePeers, COLLISION_PEERS } from '../collision/peers.ts';
import { describeDevice } from '../gpu/device.ts';
import { InputError } from '../problems/read-file.ts';
import { formatMachine } from '../report/machine.ts';
import { createTerminal } from '../report/terminal.ts';
import { createSession } from '../session.ts';
import { barOptions, chooseBars, findData } from './bar-options.ts';
import type { CommandBuilder } from './environment.ts';
import { nameList, type ReportFlags } from './options.ts';
import { runBars, sizeOptions } from './run-bars.ts';

type Flags = ReportFlags & {
  data?: string;
  rounds: number;
  threads: number;
  seed: number;
  peers?: true | readonly string[];
  quick?: true;
};

/** `wayfield-bench bars-collision`: measures what the project promises of its collision solvers. */
export const barsCollisionCommand: CommandBuilder = (environment, finish) => {
  const names = COLLISION_BARS.map(({ name }) => name).join(', ');
  const peerNames = COLLISION_PEERS.map(({ name }) => name).join(', ');
  const command = new Command('bars-collision')
    .description('measures the promises of the collision solvers and says which hold')
    .argument('[names...]', `which of ${names}; all without a name`)

    .addOption(
      new Option(
        '--peers [names]',
        `libraries in bar 4: all, or of ${peerNames}; default: kdbush`,
      ).argParser(nameList),
    );
  for (const option of [
    ...sizeOptions("workers of the CPU's side in bars 1 and 3"),
    ...barOptions(),
  ])
    command.addOption(option);
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
      const context = { session, data, rounds, threads, seed, peers, quick };
      const ok = await runBars(bars, { terminal, session, flags, quick }, ({ run }, add) =>
        run({ ...context, device: absent ? undefined : device, add }),
      );
      finish(ok);
    } finally {
      if (!absent) device.destroy();
    }
  });
};
