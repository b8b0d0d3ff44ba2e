import { availableParallelism } from 'node:os';
import { describeDevice } from '@wayfield/bench/internal/gpu/device';
import { formatMachine } from '@wayfield/bench/internal/report/machine';
import { createTerminal } from '@wayfield/bench/internal/report/terminal';
import type {
  CommandBuilder,
  Environment,
} from '@wayfield/bench/internal/run/commands/environment';
import { openIfThere } from '@wayfield/bench/internal/run/commands/open-device';
import {
  nameList,
  type ReportFlags,
  reportOptions,
  wholeNumber,
} from '@wayfield/bench/internal/run/commands/options';
import { findData } from '@wayfield/bench/internal/run/data/find-data';
import { InputError } from '@wayfield/bench/internal/run/problems/read-file';
import { createSession } from '@wayfield/bench/internal/run/session';
import { Command, Option } from 'commander';
import { runTargets } from './run-targets.ts';
import type { Target, TargetReport } from './target.ts';
import { targetTable } from './target-table.ts';

/** The targets of one subject, which one command measures. */
export interface Area {
  readonly name: string;
  readonly title: string;
  readonly targets: readonly Target[];
  /** Packages whose versions the report names, given what `--peers` says. */
  packages(peers: Peers): readonly string[];
  /** Whether results need a GPU: 'all', 'some', or 'none'. */
  readonly gpu: 'all' | 'some' | 'none';
  /** Workers where the command line does not say; undefined = one per thread of the machine. */
  readonly threads?: number;
  /** The libraries that `--peers` can name; without them it takes no names. */
  readonly peers?: readonly string[];
  /** Whether a target takes `--tally` and `--seconds`: its counts may come in several calls. */
  readonly inParts?: true;
}

type Peers = true | readonly string[] | undefined;

type Flags = ReportFlags & {
  data?: string;
  rounds: number;
  threads: number;
  seed: number;
  queries: number;
  solver?: string[];
  peers?: Peers;
  quick?: true;
  gpu: boolean;
  tally?: string;
  seconds?: number;
};

/** The command that measures the targets of an area. */
export function areaCommand(area: Area): CommandBuilder {
  return (environment, finish) => {
    const names = area.targets.map(({ name }) => name).join(', ');
    const command = new Command(area.name)
      .description(area.title)
      .argument('[names...]', `which targets: ${names}; all without a name`);
    for (const option of areaOptions(area)) command.addOption(option);
    return command.action(async (asked: string[], flags: Flags) =>
      finish(await measureArea(area, environment, asked, flags)),
    );
  };
}

function areaOptions({ threads, peers, inParts }: Area): Option[] {
  const workers = threads ?? Math.min(64, availableParallelism());
  return [
    new Option('--quick', 'tiny sizes: shows that everything runs, not how fast'),
    new Option(
      '--data <dir>',
      'the public data sets; default: WAYFIELD_DATA, or shared/data beside the checkout',
    ),
    new Option('--rounds <n>', 'rounds in which the compared programs take turns')
      .argParser(wholeNumber(1, 1000))
      .default(5),
    new Option('--seed <n>', 'seed of everything that is random')
      .argParser(wholeNumber(0, 2 ** 32 - 1))
      .default(1),
    new Option('--threads <n>', "workers of pools and of the CPU's side")
      .argParser(wholeNumber(1, 64))
      .default(workers),
    new Option('--queries <n>', 'queries per map where every answer is compared')
      .argParser(wholeNumber(1, 1e7))
      .default(10_000),
    new Option('--solver <names>', 'only these solvers, with commas between them').argParser(
      nameList,
    ),
    peers
      ? new Option(
          '--peers [names]',
          `other libraries take part: all, or of ${peers.join(', ')}`,
        ).argParser(nameList)
      : new Option('--peers', 'other libraries that are installed take part'),
    new Option('--no-gpu', 'only what runs on the CPU'),
    ...(inParts ? partOptions() : []),
    ...reportOptions(),
  ];
}

function partOptions(): Option[] {
  return [
    new Option('--tally <file>', 'target 1: counts go on where this file ends'),
    new Option('--seconds <n>', 'target 1: ends after this time; --tally goes on later').argParser(
      wholeNumber(0, 86_400),
    ),
  ];
}

/** True where all answers were right and no target was missed. */
async function measureArea(
  area: Area,
  environment: Environment,
  asked: readonly string[],
  flags: Flags,
): Promise<boolean> {
  const { rounds, threads, seed, queries, quick = false, peers, tally, seconds } = flags;
  if (seconds !== undefined && tally === undefined)
    throw new InputError('--seconds needs --tally, the file that the next call goes on with');
  const targets = chooseTargets(area.targets, asked);
  checkPeers(area, peers);
  const data = findData(flags.data);
  const terminal = createTerminal(environment.streams);
  const { device, noDevice } = await openFor(area, environment, flags.gpu);
  try {
    const reports: TargetReport[] = [];
    const session = createSession(terminal, environment.args, {
      program: 'targets',
      title: `Targets: ${area.name}`,
      fields: () => ({ targets: reports }),
      tables: (command) => reports.map((report) => targetTable(report, command)),
    });
    session.addPackages(area.packages(peers));
    if (device) session.addGpu(describeDevice(device));
    const gpu = device ? ` GPU: ${describeDevice(device)};` : ` GPU: none (${noDevice});`;
    const workers = ` CPU: ${threads} workers.`;
    terminal.print(`${formatMachine()}${area.gpu === 'none' ? '' : gpu}${workers}\n`);
    const numbers = { rounds, threads, seed, queries, seconds };
    const context = { session, device, noDevice, data, ...numbers, peers, tally };
    return await runTargets(targets, reports, { ...context, solvers: flags.solver, quick }, flags);
  } finally {
    device?.destroy();
  }
}

/** The targets that were asked for, all where none was. Throws InputError for unknown names. */
function chooseTargets(all: readonly Target[], asked: readonly string[]): readonly Target[] {
  for (const name of asked) {
    if (all.some((target) => target.name === name)) continue;
    const names = all.map((target) => target.name).join(', ');
    throw new InputError(`unknown target '${name}', known are ${names}`);
  }
  return asked.length === 0 ? all : all.filter(({ name }) => asked.includes(name));
}

function checkPeers({ peers: known }: Area, asked: Peers): void {
  if (!known || asked === undefined || asked === true) return;
  const unknown = asked.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new InputError(`unknown peer '${unknown}', known are ${known.join(', ')}`);
}

/** Opens the device of an area. Where all results need a device, a missing one is an InputError. */
async function openFor(
  { gpu }: Area,
  environment: Environment,
  wanted: boolean,
): Promise<{ device: GPUDevice | undefined; noDevice: string }> {
  if (gpu === 'none') return { device: undefined, noDevice: 'no target here needs one' };
  const opened = await openIfThere(environment, wanted);
  if (!opened.device && gpu === 'all') throw new InputError(opened.noDevice);
  return opened;
}
