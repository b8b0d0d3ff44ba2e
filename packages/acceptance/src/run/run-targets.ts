import type { ReportFlags } from '@wayfield/bench/internal/run/commands/options';
import { InputError } from '@wayfield/bench/internal/run/problems/read-file';
import {
  attempt,
  notMeasured,
  noTarget,
  QUICK,
  skipped,
  type Target,
  type TargetContext,
  type TargetReport,
  type TargetResult,
} from './target.ts';
import { formatResult, formatTarget } from './target-table.ts';

/** Units of speeds: a `--quick` run prints such results and counts them as skipped. */
const SPEEDS: readonly string[] = ['x', 'ms', 'us', 'G/s', 'Gcell/s'];

/**
 * Measures targets one after another, prints each result as it comes and saves after each target,
 * so that a long run that is cut off leaves what it has measured. A target that throws has failed,
 * and the next one runs; the first InputError is thrown after the last target. True where no answer
 * differed and no target was missed.
 */
export async function runTargets(
  targets: readonly Target[],
  reports: TargetReport[],
  context: Omit<TargetContext, 'add'>,
  flags: ReportFlags,
): Promise<boolean> {
  const { session, quick } = context;
  const { terminal } = session;
  let unusable: InputError | undefined;
  for (const target of targets) {
    const { name, title } = target;
    const results: TargetResult[] = [];
    const report = { name, title, results };
    reports.push(report);
    const add = (measured: TargetResult): void => {
      const isTiny = quick && SPEEDS.includes(measured.unit) && measured.outcome !== 'skip';
      const result = isTiny ? skipped(measured, QUICK) : measured;
      results.push(result);
      terminal.clear();
      terminal.print(`target ${name}: ${formatResult(result)}`);
    };
    try {
      await attempt({ session, add }, 'the target', async () => {
        for (const result of (await target.run({ ...context, add })) ?? []) add(result);
      });
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      unusable ??= error;
      add(notMeasured('the target', noTarget(''), error.message));
    }
    terminal.clear();
    terminal.print(`\n${formatTarget(report)}`);
    await session.save(flags);
  }
  const { line, missed } = countOutcomes(reports);
  terminal.print(line);
  await session.finish(flags);
  if (unusable) throw unusable;
  return session.differed === 0 && missed === 0;
}

/** How many results passed, failed and were skipped, as a line; and how many failed. */
function countOutcomes(reports: readonly TargetReport[]): { line: string; missed: number } {
  const all = reports.flatMap((report) => report.results);
  const count = (outcome: string): number => all.filter((r) => r.outcome === outcome).length;
  const missed = count('fail');
  const line =
    `${count('pass')} passed, ${missed} failed, ${count('skip')} could not be shown ` + 'here';
  return { line, missed };
}
