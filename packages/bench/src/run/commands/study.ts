import { availableParallelism } from 'node:os';
import { Command, Option } from 'commander';
import { isSoftwareAdapter } from '@wayfield/gpu-core';
import { describeDevice } from '../../gpu/device.ts';
import { createMeter } from '../../gpu/measure/meter.ts';
import { InputError } from '../problems/read-file.ts';
import { formatMachine } from '../../report/machine.ts';
import { createTerminal } from '../../report/terminal.ts';
import { startRun } from '../../report/results/run.ts';
import { experimentOf } from '../study/experiment.ts';
import { STUDIES } from '../study/index.ts';
import { formatExperiment } from '../study/print-experiment.ts';
import { studyPictures } from '../study/pictures.ts';
import { runStudy } from '../study/run-study.ts';
import type { Effort, Study } from '../study/study.ts';
import type { CommandBuilder, Environment } from './environment.ts';
import { addWorldOptions, askedWorld, benchWorld } from '../../grids/study/world-command.ts';
import { openIfThere } from './open-device.ts';
import { nameList, wholeNumber } from './options.ts';

interface Flags {
  readonly quick?: boolean;
  readonly full?: boolean;
  /** For tests; hidden from the help text. */
  readonly tiny?: boolean;
  readonly gpu: boolean;
  readonly threads: number;
  readonly seed: number;
  readonly report?: string;
  readonly only?: readonly string[];
}

/**
 * Packages whose versions the results of a study name; those that are not installed are left out.
 */
const PACKAGES = [
  '@wayfield/gpu',
  '@wayfield/diffusion',
  '@wayfield/collision',
  '@wayfield/osm',
  '@wayfield/navmesh',
  'webgpu',
];

/** `wayfield-bench study`: the five studies as experiments that anybody can repeat. */
export const studyCommand: CommandBuilder = (environment, finish) => {
  const names = STUDIES.map(({ name }) => name).join(', ');
  const command = new Command('study')
    .description(
      'repeats the five studies: their tables, ours beside them, and every answer checked',
    )
    .argument('<names...>', `of ${names}, or all`)
    .option('--quick', 'for two cores without a GPU, less than two minutes each (default)')
    .option('--full', 'for 16 cores and a GPU')
    .addOption(new Option('--tiny', 'the least that runs through all code').hideHelp())
    .option('--no-gpu', 'leave the GPU out, and the software driver that stands in for it')
    .addOption(
      new Option('--threads <n>', 'of pools; default: one per thread of the machine')
        .argParser(wholeNumber(1, 64))
        .default(Math.min(64, availableParallelism())),
    )
    .addOption(
      new Option('--seed <n>', 'seed of everything that is random')
        .argParser(wholeNumber(0, 2 ** 32 - 1))
        .default(1),
    )
    .addOption(
      new Option('--only <parts>', 'only units whose key contains one of these').argParser(
        nameList,
      ),
    )
    .addOption(
      new Option(
        '--report <dir>',
        'write index.html, results.json and CSV; the same command goes on where a run was cut off',
      ),
    )
    .action(async (asked: string[], flags: Flags & Record<string, unknown>) => {
      const studies = chooseStudies(asked);
      const world = await askedWorld(asked, flags);
      finish(
        world
          ? await benchWorld(environment, world, flags)
          : await runStudies(environment, studies, effortOf(flags), flags),
      );
    });
  addWorldOptions(command);
  return command;
};

/** Runs studies one after another; true where no answer differed. */
export async function runStudies(
  environment: Environment,
  studies: readonly Study[],
  effort: Effort,
  { gpu, threads, seed, report, only }: Omit<Flags, 'quick' | 'full' | 'tiny'>,
): Promise<boolean> {
  const { streams, args, openSomeDevice } = environment;
  const some = { ...environment, openDevice: openSomeDevice };
  const { device, noDevice } = await openIfThere(some, gpu);
  const terminal = createTerminal(streams);
  const on = device ? `GPU: ${describeDevice(device)}.` : `Without a GPU: ${noDevice}.`;
  terminal.print(`${formatMachine()} ${on}\n`);
  try {
    const run = await startRun({
      terminal,
      command: args,
      report,
      packages: PACKAGES,
      ...(device && { gpu: describeDevice(device) }),
    });
    if (run.resumed > 0) {
      const units = run.resumed === 1 ? '1 unit is' : `${run.resumed} units are`;
      terminal.print(`${units} there from an earlier run\n`);
    }
    const machine = {
      effort,
      device,
      software: device !== undefined && isSoftwareAdapter(device),
      meter: device && createMeter(device),
      threads,
      seed,
      only,
    };
    for (const study of studies) {
      const results = await runStudy(study, { ...machine, terminal, journal: run });
      const command =
        `wayfield-bench study ${study.name} --${effort}${gpu ? '' : ' --no-gpu'} --threads ` +
        `${threads} --seed ${seed}`;
      const pictures = await run.unit(`${study.name}: pictures`, () =>
        report === undefined ? [] : studyPictures(study.name, `${command} --report DIR`, seed),
      );
      const experiment = { ...experimentOf(study, results, command), pictures };
      terminal.print(formatExperiment(experiment));
      run.add(experiment);
    }
    await run.finish();
    return run.differed === 0;
  } finally {
    device?.destroy();
  }
}

function effortOf({ quick = false, full = false, tiny = false }: Flags): Effort {
  if (quick && full) throw new InputError('either --quick or --full');
  if (tiny) return 'tiny';
  return full ? 'full' : 'quick';
}

function chooseStudies(asked: readonly string[]): readonly Study[] {
  if (asked.includes('all')) return STUDIES;
  return [...new Set(asked)].map((name) => {
    const study = STUDIES.find((one) => one.name === name);
    if (study) return study;
    const known = STUDIES.map((one) => one.name).join(', ');
    throw new InputError(`unknown study '${name}', known are ${known}, all`);
  });
}
