import type { BarResult } from '../report/report.ts';
import type { Session } from '../session.ts';

/** One bar of the project: something promised that can be measured again by anybody. */
export interface Bar {
  readonly name: string;
  readonly title: string;
  run(context: BarContext): Promise<BarResult[]>;
}

/** What the bars get from the command line. */
export interface BarContext {
  readonly session: Session;
  /** The folder with the public data sets; undefined where there is none. */
  readonly data: string | undefined;
  /** Rounds in which the compared programs take turns. */
  readonly rounds: number;
  /** Workers for the bars that use several; 1 where not said. */
  readonly threads: number;
  readonly seed: number;
}

/** A result with its ratio and outcome. A measured value of NaN fails. */
export function result(
  what: string,
  measured: number,
  bar: number,
  unit: string,
  better: 'more' | 'less',
  note?: string,
): BarResult {
  const ratio = better === 'more' ? measured / bar : bar / measured;
  const outcome = ratio >= 1 ? 'pass' : 'fail';
  return { what, measured, bar, unit, better, ratio, outcome, ...(note !== undefined && { note }) };
}

/** A result that this machine cannot show; the figure is printed all the same. */
export function skipped(bar: BarResult, note: string): BarResult {
  return { ...bar, outcome: 'skip', note };
}

/** A result that was not measured at all. */
export function notMeasured(
  what: string,
  bar: number,
  unit: string,
  better: 'more' | 'less',
  note: string,
): BarResult {
  return { what, measured: NaN, bar, unit, better, ratio: NaN, outcome: 'skip', note };
}
