import { readFile, writeFile } from 'node:fs/promises';
import { Command, Option } from 'commander';
import type { Calibration } from '@wayfield/auto/choose';
import { choiceExperiment } from './choice/experiment.ts';
import {
  type ChoiceReport,
  type ChoiceRow,
  measureChoices,
  WRONG,
} from './choice/measure-choices.ts';
import { describeDevice } from './device.ts';
import { InputError } from '../run/problems/read-file.ts';
import { describeMachine, formatMachine, readCommit } from '../report/machine.ts';
import { formatTable } from '../report/table.ts';
import { createTerminal, type Terminal } from '../report/terminal.ts';
import { writeExperiment } from '../report/results/write-experiment.ts';
import type { CommandBuilder } from '../run/commands/environment.ts';
import { pageOption, wholeNumber } from '../run/commands/options.ts';

interface Flags {
  readonly quick?: boolean;
  readonly seed: number;
  readonly calibration?: string;
  readonly json?: string;
  readonly report?: string;
}

/** Packages whose versions the report names. */
const PACKAGES = ['@wayfield/graph', '@wayfield/cpu-wasm', '@wayfield/gpu', 'webgpu'];
/** The largest share of wrong choices that passes. */
const MOST_WRONG = 0.1;

/** `wayfield-bench choose`: does `chooseBackend` choose the faster backend on this machine? */
export const chooseCommand: CommandBuilder = (environment, finish) =>
  new Command('choose')
    .description('calibrates CPU and GPU, predicts which is faster for many sizes, and measures it')
    .option('--quick', 'a few tiny problems: shows that it works, judges nothing')
    .addOption(
      new Option('--seed <n>', 'seed of maps and queries')
        .argParser(wholeNumber(0, 2 ** 32 - 1))
        .default(1),
    )
    .option('--calibration <file>', 'take the calibration from this file, or make it there')
    .option('--json <file>', 'write everything that was measured, as JSON')
    .addOption(pageOption())
    .allowExcessArguments(false)
    .action(async (flags: Flags) => {
      const kept = flags.calibration === undefined ? undefined : await readKept(flags.calibration);
      const device = await environment.openDevice();
      const terminal = createTerminal(environment.streams);
      try {
        terminal.print(`${formatMachine()}\n${describeDevice(device)}\n`);
        const { quick = false, seed } = flags;
        const started = new Date();
        const report = await measureChoices(device, { quick, seed, calibration: kept, terminal });
        printReport(report, quick, terminal);
        if (flags.calibration !== undefined && !kept) {
          await write(flags.calibration, report.calibration);
        }
        const { json, report: folder } = flags;
        if (json !== undefined) {
          await write(json, {
            schema: 'wayfield-bench-choose/1',
            machine: describeMachine(),
            device: describeDevice(device),
            commit: readCommit(),
            ...report,
          });
        }
        if (folder !== undefined) {
          const command = environment.args;
          const origin = { command, started, gpu: describeDevice(device), packages: PACKAGES };
          const seconds = (Date.now() - started.getTime()) / 1000;
          const line = `wayfield-bench ${command.join(' ')}`;
          await writeExperiment(
            folder,
            origin,
            choiceExperiment(report, { command: line, seconds }),
          );
        }
        const right = report.rows.every(({ differed }) => differed === 0);
        finish(right && (quick || report.shareWrong <= MOST_WRONG));
      } finally {
        device.destroy();
      }
    });

/** The table, what the calibration took, and the verdict as the last line. */
export function printReport(report: ChoiceReport, quick: boolean, terminal: Terminal): void {
  const { rows, calibrationMs, shareWrong } = report;
  terminal.print(formatTable(COLUMNS, rows.map(row)));
  const parts = Object.entries(calibrationMs).map(
    ([name, { runs, all }]) =>
      `  ${name}: ${runs.toFixed(0)} ms, with maps and solvers ${all.toFixed(0)} ms`,
  );
  if (parts.length > 0) terminal.print(`\ncalibration\n${parts.join('\n')}`);
  const differed = rows.reduce((sum, r) => sum + r.differed, 0);
  const wrong = rows.filter(({ lost }) => lost > WRONG).length;
  terminal.print(
    `\n${differed} answers differed; ${wrong} of ${rows.length} choices wrong by more than ` +
      `${WRONG} x: ${(100 * shareWrong).toFixed(1)} %` +
      (quick ? ', too few to judge' : `, at most ${100 * MOST_WRONG} % may be`),
  );
}

const COLUMNS = [
  { title: 'map', align: 'left' },
  { title: 'task', align: 'left' },
  { title: 'queries' },
  { title: 'work' },
  { title: 'CPU ms' },
  { title: 'predicted' },
  { title: 'GPU ms' },
  { title: 'predicted' },
  { title: 'chosen', align: 'left' },
  { title: 'lost' },
  { title: '', align: 'left' },
] as const;

function row({
  name,
  task,
  count,
  work,
  measured,
  predicted,
  chosen,
  lost,
  differed,
}: ChoiceRow): string[] {
  const ms = (time: number): string => (time < 10 ? time.toFixed(2) : time.toFixed(0));
  return [
    name,
    task,
    count.toLocaleString('en-US'),
    Math.round(work).toLocaleString('en-US'),
    ms(measured.cpu),
    ms(predicted.cpu),
    ms(measured.gpu),
    ms(predicted.gpu),
    chosen,
    lost === 1 ? '' : lost.toFixed(2),
    [lost > WRONG ? 'WRONG' : '', differed > 0 ? `${differed} answers DIFFER` : '']
      .join(' ')
      .trim(),
  ];
}

/** The calibration in a file; undefined where there is no such file yet. */
async function readKept(path: string): Promise<Calibration | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new InputError(`cannot read ${path}: ${(cause as Error).message}`, { cause });
  }
  try {
    const kept = JSON.parse(text) as Calibration;
    if (kept.version === 1 && Array.isArray(kept.curves)) return kept;
  } catch {}
  throw new InputError(`${path} is not a calibration that 'choose --calibration' made`);
}

async function write(path: string, data: unknown): Promise<void> {
  try {
    await writeFile(path, `${JSON.stringify(data, null, 2)}\n`);
  } catch (cause) {
    throw new InputError(`cannot write ${path}: ${(cause as Error).message}`, { cause });
  }
}
