import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { InputError } from '../problems/read-file.ts';
import { RATIO_CASES } from '../ratios/cases.ts';
import { differedIn, guardRatios } from '../ratios/guard.ts';
import { measureRatios, RATIO_SAMPLING } from '../ratios/measure-ratios.ts';
import type { RatioCase } from '../ratios/ratio-case.ts';
import { writeBaseline } from '../ratios/write-baseline.ts';
import { readResults } from '../../report/results/check-results.ts';
import { compareResults } from '../../report/results/compare-results.ts';
import { formatChanges, otherMachine } from '../../report/results/format-changes.ts';
import { formatRows } from '../../report/results/format-rows.ts';
import type { Results } from '../../report/results/results.ts';
import { startRun } from '../../report/results/run.ts';
import { formatMachine } from '../../report/machine.ts';
import { createTerminal, type Terminal } from '../../report/terminal.ts';
import type { CommandBuilder } from './environment.ts';
import { percent } from './compare.ts';
import { wholeNumber } from './options.ts';

interface Flags {
  readonly baseline?: string;
  readonly limit: number;
  readonly tries: number;
  readonly write?: string;
}

/**
 * The least `--limit` where the baseline is of another machine (`otherMachine`): its processor,
 * whose caches and clocks differ, its threads, its major version of Node or its GPU. A limit of 1,
 * 100 % slower, refuses what has less than half the speed.
 */
const OTHER_MACHINE_LIMIT = 1;
/**
 * A baseline has this many times the rounds and the budget of a run that is compared with it,
 * because its noise is part of every later comparison. Chosen, not measured.
 */
const BASELINE_LENGTH = 5;

/**
 * `wayfield-bench ratios`: the races of RATIO_CASES against plain JavaScript, and counted work.
 * Exit code 1 where a ratio is worse than the baseline's by more than `--limit` in `--tries`
 * measurements, where counted work grew by more than `--limit`, where a figure of the baseline was
 * not measured, or where an answer differed. Without a baseline only the last of these is tested.
 * `--write` writes nothing where an answer differed.
 */
export const ratiosCommand: CommandBuilder = (environment, finish) =>
  new Command('ratios')
    .description('races plain JavaScript in turns, and refuses what got slower than a baseline')
    .addOption(
      new Option(
        '--baseline <path>',
        'a results.json, or a folder that has nodeN.json for each Node',
      ),
    )
    .addOption(
      new Option('--limit <percent>', 'what is slower by more is refused')
        .argParser(percent)
        .default(0.25, '25'),
    )
    .addOption(
      new Option('--tries <n>', 'times that a slowdown is measured before it is refused')
        .argParser(wholeNumber(1, 100))
        .default(4),
    )
    .addOption(new Option('--write <file>', 'measure for longer and write a new baseline'))
    .allowExcessArguments(false)
    .action(async ({ baseline, limit, tries, write }: Flags) => {
      const terminal = createTerminal(environment.streams);
      const measure = measurement(
        terminal,
        environment.args,
        write === undefined ? 1 : BASELINE_LENGTH,
      );
      terminal.print(formatMachine());
      const path = findBaseline(baseline);
      if (write !== undefined || path === undefined) {
        const results = await measure();
        terminal.print(formatRows(results.experiments[0].tables[0]));
        if (write !== undefined) {
          const written = await writeBaseline(write, results);
          if (!written) terminal.print(`${write} is not written: answers differed`);
        } else if (baseline !== undefined)
          terminal.print(
            `no baseline for Node ${major()} in ${baseline}: nothing to hold it against`,
          );
        return finish(differedIn(results) === 0);
      }
      const old = await readResults(path);
      const own = await measure();
      terminal.print(formatRows(own.experiments[0].tables[0]));
      const other = otherMachine(old, own);
      const allowed = other === '' ? limit : Math.max(limit, OTHER_MACHINE_LIMIT);
      if (other !== '') terminal.print(`${other}: the limit is ${100 * allowed} %`);
      // the run that was printed is the first measurement of the guard
      let first: Results | undefined = own;
      const guarded = await guardRatios({
        baseline: old,
        limit: allowed,
        tries,
        measure: async (names) => {
          const results = first ?? (await measure(names));
          first = undefined;
          return results;
        },
        onTry: (refused, left) =>
          terminal.print(`${refused.length} slower: measured again, ${left} more times at most`),
      });
      terminal.print(formatChanges(compareResults(old, own, { stable: true })));
      for (const name of guarded.missing) terminal.print(`NOT MEASURED: ${name}`);
      for (const { where, ratio } of guarded.refused) {
        terminal.print(
          `REFUSED: ${where}: ${(100 * (1 / ratio - 1)).toFixed(0)} % slower, every time`,
        );
      }
      finish(guarded.refused.length + guarded.missing.length + guarded.differed === 0);
    });

/**
 * Measures the named cases, or all. `times` above 1 is for a baseline: budget and most rounds are
 * multiplied, and no interval is small enough (error 0) to end a race before that.
 */
function measurement(
  terminal: Terminal,
  command: readonly string[],
  times: number,
): (names?: readonly string[]) => Promise<Results> {
  const { budgetMs = 0, most = 0 } = RATIO_SAMPLING;
  const sampling = {
    ...RATIO_SAMPLING,
    budgetMs: budgetMs * times,
    least: most,
    most: most * times,
    error: 0,
  };
  return async (names) => {
    const chosen = RATIO_CASES.filter(({ name }: RatioCase) => names?.includes(name) ?? true);
    const run = await startRun({ terminal, command });
    const onCase = (name: string, done: number): void =>
      terminal.progress(name, done, chosen.length, 'ratios');
    run.add(await measureRatios(chosen, times === 1 ? RATIO_SAMPLING : sampling, onCase));
    return run.finish();
  };
}

function findBaseline(path: string | undefined): string | undefined {
  if (path === undefined || path.endsWith('.json')) return path;
  if (!existsSync(path)) throw new InputError(`no baselines at ${path}: there is no such folder`);
  const file = join(path, `node${major()}.json`);
  return existsSync(file) ? file : undefined;
}

const major = (): string => process.versions.node.split('.')[0];
