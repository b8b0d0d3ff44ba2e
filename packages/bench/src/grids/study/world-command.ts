import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Command, Option } from 'commander';
import { createCrossValidation } from '../../run/check/cross-validation.ts';
import { describeDevice } from '../../gpu/device.ts';
import { InputError } from '../../run/problems/read-file.ts';
import { formatVerdict } from '../../report/differences.ts';
import { formatMachine } from '../../report/machine.ts';
import { createTerminal } from '../../report/terminal.ts';
import { countChecks } from '../../report/results/finish-experiment.ts';
import { runWorld } from './run-world.ts';
import { formatWorldCsv, worldCsvName } from './world-csv.ts';
import {
  parseConfigFile,
  type RawArguments,
  WORLD_ARGUMENTS,
  withoutMeaning,
  worldOptions,
} from './world-options.ts';
import type { Environment } from '../../run/commands/environment.ts';

/** The configuration file that is read by default, if present; and the folder of CSV files. */
const CONFIG_FILE = 'config.ini';
const CSV_FOLDER = 'Benchmarks';

/** `benchmark-csv-format` of `benchmarkCSVFormat`. */
export function kebab(name: string): string {
  return name
    .replace(/^GPU/, 'gpu-')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1-$2')
    .replaceAll(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase();
}

/** The world and options that the study's arguments ask for. */
interface AskedWorld {
  readonly file: RawArguments;
  readonly commandLine: RawArguments;
}

/**
 * The study's arguments as options: `--window-width`, and in the study's spelling `--windowWidth`.
 */
export function addWorldOptions(command: Command): void {
  for (const [name, what] of WORLD_ARGUMENTS) {
    const value = name === 'benchmark' ? '[value]' : '<value>';
    const short = `--${kebab(name)}`;
    command.addOption(
      new Option(`${short} ${value}`, what).helpGroup(
        'One world of agents-on-grids, by the arguments of its program:',
      ),
    );
    if (short !== `--${name}`) {
      command.addOption(new Option(`--${name} ${value}`, what).hideHelp());
    }
  }
}

/**
 * The world that was asked for; undefined without any of its arguments. Throws InputError for
 * another study.
 */
export async function askedWorld(
  studies: readonly string[],
  flags: Readonly<Record<string, unknown>>,
): Promise<AskedWorld | undefined> {
  const commandLine = new Map<string, string>();
  for (const [name] of WORLD_ARGUMENTS) {
    // commander's name of `--world-size`, or the study's own `--GPUforceSMEM`
    const key = kebab(name).replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
    const value = flags[key] ?? flags[name];
    if (typeof value === 'string') commandLine.set(name.toLowerCase(), value);
    // `--benchmark` without a value
    if (value === true) commandLine.set(name.toLowerCase(), 'true');
  }
  if (commandLine.size === 0) return undefined;
  if (studies.length !== 1 || studies[0] !== 'agents-on-grids') {
    throw new InputError('the arguments of a world are for the study agents-on-grids alone');
  }
  const named = commandLine.get('configfile');
  const path = named ?? CONFIG_FILE;
  if (named === undefined && !existsSync(path)) return { file: new Map(), commandLine };
  try {
    return { file: parseConfigFile(await readFile(path, 'utf8'), path), commandLine };
  } catch (cause) {
    if (cause instanceof InputError) throw cause;
    throw new InputError(`cannot read ${path}: ${(cause as Error).message}`, { cause });
  }
}

/** Runs one world, writes its CSV and prints its averages; true where no answer differed. */
export async function benchWorld(
  { streams, openSomeDevice }: Environment,
  { file, commandLine }: AskedWorld,
  { threads }: { readonly threads: number },
): Promise<boolean> {
  const options = worldOptions(file, commandLine);
  const terminal = createTerminal(streams);
  for (const name of withoutMeaning(file, commandLine)) {
    terminal.print(`${name}: there is no window here, and nothing but the benchmark`);
  }
  const device = options.target === 'GPU' ? await openSomeDevice() : undefined;
  terminal.print(`${formatMachine()}${device ? ` ${describeDevice(device)}` : ''}\n`);
  const check = createCrossValidation();
  try {
    const run = await runWorld(options, {
      device,
      threads,
      check,
      onProgress: (done, total) => terminal.progress('passes', done, total),
    });
    terminal.clear();
    for (const remark of run.remarks) terminal.print(remark);
    const { benchmarkCSVFormat: format, benchmarkCSVFile } = options;
    const path = benchmarkCSVFile ?? join(CSV_FOLDER, worldCsvName(run, format, new Date()));
    const text = formatWorldCsv(run, format);
    try {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
    } catch (cause) {
      throw new InputError(`cannot write ${path}: ${(cause as Error).message}`, { cause });
    }
    terminal.print(`${text}\n${path}`);
    const { compared, differed } = countChecks(check.checks);
    for (const { what, differed: wrong, first } of check.checks) {
      if (wrong > 0) terminal.print(`DIFFERENT: ${what}: ${first}`);
    }
    terminal.print(formatVerdict(compared, differed));
    return differed === 0;
  } finally {
    device?.destroy();
  }
}
