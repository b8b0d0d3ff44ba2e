import { availableParallelism } from 'node:os';
import { Option } from 'commander';
import { skipped } from '../bars/bar.ts';
import { formatBar, formatResult } from '../report/bar-table.ts';
import type { BarReport, BarResult } from '../report/report.ts';
import type { Terminal } from '../report/terminal.ts';
import type { Session } from '../session.ts';
import { countOutcomes } from './bar-options.ts';
import { type ReportFlags, wholeNumber } from './options.ts';

/** What tiny sizes say nothing about. */
const SPEEDS: Readonly<Record<string, true>> = {
  x: true,
  ms: true,
  us: true,
  'G/s': true,
  'Gcell/s': true,
};
const TINY = '--quick: no measurement';

/** `--quick`, and `--threads` of whatever `workers` says. */
export const sizeOptions = (workers: string): Option[] => [
  new Option('--quick', 'tiny sizes: to see that it runs, not how fast'),
  new Option('--threads <n>', `${workers}; default: one per thread of the machine`)
    .argParser(wholeNumber(1, 64))
    .default(Math.min(64, availableParallelism())),
];

/** Where bars report to. */
export interface BarRun {
  readonly terminal: Terminal;
  readonly session: Session;
  readonly flags: ReportFlags;
  /** Speeds of tiny sizes are not judged. */
  readonly quick: boolean;
}

/**
 * Measures bars one after another by `measure`, prints each result as it comes and saves after each bar:
 * a long run that is cut off leaves what it has measured. True where nothing differed and none failed.
 */
export async function runBars<Bar extends { readonly name: string; readonly title: string }>(
  bars: readonly Bar[],
  { terminal, session, flags, quick }: BarRun,
  measure: (bar: Bar, add: (result: BarResult) => void) => Promise<void>,
): Promise<boolean> {
  const reports: BarReport[] = [];
  for (const bar of bars) {
    const { name, title } = bar;
    const results: BarResult[] = [];
    const report = { name, title, results };
    session.addBar(report);
    reports.push(report);
    await measure(bar, (measured) => {
      const tiny = quick && measured.unit in SPEEDS && measured.outcome !== 'skip';
      const result = tiny ? skipped(measured, TINY) : measured;
      results.push(result);
      terminal.print(`bar ${name}: ${formatResult(result)}`);
    });
    terminal.clear();
    terminal.print(`\n${formatBar(report)}`);
    await session.save(flags);
  }
  const { line, ok } = countOutcomes(reports);
  terminal.print(line);
  await session.finish(flags);
  return session.differed === 0 && ok;
}
