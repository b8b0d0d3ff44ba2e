import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Command, Option } from 'commander';
import { createCrossValidation } from '../check/cross-validation.ts';
import { describeDevice } from '../gpu/device.ts';
import { InputError } from '../problems/read-file.ts';
import { formatVerdict } from '../report/differences.ts';
import { formatMachine } from '../report/machine.ts';
import { createTerminal } from '../report/terminal.ts';
import { countChecks } from '../results/finish-experiment.ts';
import { runWorld } from '../studies/agents-on-grids/run-world.ts';
import { formatWorldCsv, worldCsvName } from '../studies/agents-on-grids/world-csv.ts';
import {
  parseConfigFile,
  type RawArguments,
  WORLD_ARGUMENTS,
  withoutMeaning,
  worldOptions,
} from '../studies/agents-on-grids/world-options.ts';
import type { Environment } from './environment.ts';

/** The file that is read where none is named, if it is there; and the folder of CSV files. */
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

/** What was asked for by arguments of the study's program. */
interface AskedWorld {
  readonly file: RawArguments;
  readonly commandLine: RawArguments;
}

/** The study's arguments as options: `--window-width`, and as the study writes them, `--windowWidth`. */
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

/** The world that was asked for; undefined where none of its arguments is there. Throws InputError for another study. */
export async function askedWorld(
  studies: readonly string[],
  flags: Readonly<Record<string, unknown>>,
): Promise<AskedWorld | undefined> {
  const commandLine = new Map<string, string>();
  for (const [name] of WORLD_ARGUMENTS) {
    // as commander names `--world-size`, and the study's own `--GPUforceSMEM`
    const key = kebab(name).replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
    const value = flags[key] ?? flags[name];
    if (typeof value === 'string') commandLine.set(name.toLowerCase(), value);
    // `--benchmark` alone
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
