import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Option } from 'commander';
import { InputError } from '../problems/read-file.ts';
import type { BarReport } from '../report/report.ts';
import { reportOptions, wholeNumber } from './options.ts';

/** Options of the commands that measure bars; `--threads` is theirs. */
export function barOptions(): Option[] {
  return [
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
    ...reportOptions(),
  ];
}

/** Those of the bars that were asked for, all where no name was given. Throws InputError for unknown names. */
export function chooseBars<Bar extends { readonly name: string }>(
  bars: readonly Bar[],
  asked: readonly string[],
): readonly Bar[] {
  for (const name of asked) {
    if (bars.some((bar) => bar.name === name)) continue;
    const names = bars.map((bar) => bar.name).join(', ');
    throw new InputError(`unknown bar '${name}', known are ${names}`);
  }
  return asked.length === 0 ? bars : bars.filter(({ name }) => asked.includes(name));
}

/** The folder of the public data sets: what was said, else the usual place if there is one. */
export function findData(option: string | undefined): string | undefined {
  const said = option ?? process.env.WAYFIELD_DATA;
  if (said !== undefined) {
    if (!existsSync(said)) throw new InputError(`no data sets at ${said}: there is no such folder`);
    return said;
  }
  const usual = fileURLToPath(new URL('../../../../../shared/data', import.meta.url));
  return existsSync(usual) ? usual : undefined;
}

/** How many results passed and failed, in a line; whether none failed. */
export function countOutcomes(reports: readonly BarReport[]): { line: string; ok: boolean } {
  const all = reports.flatMap((report) => report.results);
  const count = (outcome: string): number => all.filter((r) => r.outcome === outcome).length;
  const line = `${count('pass')} passed, ${count('fail')} failed, ${count('skip')} could not be shown here`;
  return { line, ok: count('fail') === 0 };
}
