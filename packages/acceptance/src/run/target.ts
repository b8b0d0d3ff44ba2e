import type { Difference, Report } from '@wayfield/bench/internal/report/report';
import type { Problem } from '@wayfield/bench/internal/run/problems/problem';
import { InputError } from '@wayfield/bench/internal/run/problems/read-file';
import type { Session } from '@wayfield/bench/internal/run/session';

/**
 * A measurement that `targets AREA NAME` runs, with a result for each figure and the number that
 * the figure must reach. The numbers stand in the file of the target, at `atLeast` and `atMost`.
 * There are three kinds; a number whose comment names no program is a requirement:
 *
 * - all: every answer must be right;
 * - the figure of another program, which the comment names, times an allowance;
 * - a requirement, set before the code was written and not computed: what a user must gain to
 *   prefer this code over the rival (2 to 20 times the speed), or what a page, a frame of 16 ms or
 *   a start has room for. Requirements change on purpose only, never to what was measured.
 */
export interface Target {
  /** The name on the command line: a number, with a letter for what was added later. */
  readonly name: string;
  readonly title: string;
  /** Measures; returns its results, or passes each to `context.add` as soon as it is known. */
  run(context: TargetContext): Promise<readonly TargetResult[] | void>;
}

/** What every target gets from the command line. */
export interface TargetContext {
  readonly session: Session;
  /** Undefined where there is no GPU; `noDevice` says why. */
  readonly device: GPUDevice | undefined;
  readonly noDevice: string;
  /** The folder with the public data sets; undefined where there is none. */
  readonly data: string | undefined;
  /** Rounds in which the compared programs take turns. */
  readonly rounds: number;
  /** Workers of the pools, and of the CPU's side beside a GPU. */
  readonly threads: number;
  readonly seed: number;
  /** Queries per map where every answer is compared. */
  readonly queries: number;
  /** Only these solvers; undefined = all. */
  readonly solvers: readonly string[] | undefined;
  /** Other libraries that take part: all that are installed, or these; undefined = none. */
  readonly peers: true | readonly string[] | undefined;
  /** The file of counts that target 1 of `crowd` continues and writes (`--tally`). */
  readonly tally?: string | undefined;
  /** Seconds after which that target writes its counts and ends (`--seconds`). */
  readonly seconds?: number | undefined;
  /** Tiny sizes and made-up maps, which show that a target runs and not how fast. */
  readonly quick: boolean;
  add(result: TargetResult): void;
}

/** The results of one target. The target is met where no result failed. */
export interface TargetReport {
  readonly name: string;
  readonly title: string;
  readonly results: readonly TargetResult[];
}

/** One figure beside the number that it must reach. */
export interface TargetResult {
  /** What was measured: `random: astar / plain JS astar`. */
  readonly what: string;
  /** In `unit`; NaN where it was not measured. */
  readonly measured: number;
  /** The number that `measured` must reach; NaN where there is none (`forComparison`). */
  readonly target: number;
  readonly unit: string;
  readonly better: 'more' | 'less';
  /**
   * measured / target where more is better, else target / measured: 1 or more is a pass. Elsewhere
   * in the bench a ratio is a rival's time divided by ours.
   */
  readonly ratio: number;
  /** 'skip': this machine cannot show it, as `note` says. */
  readonly outcome: 'pass' | 'fail' | 'skip';
  readonly note?: string;
}

/** What `--json FILE` holds: the report of the bench, and the targets. */
export interface TargetsReport extends Report {
  readonly targets: readonly TargetReport[];
}

/** The number that a figure must reach: the target of one result. */
export interface TargetNumber {
  readonly target: number;
  readonly unit: string;
  readonly better: 'more' | 'less';
}

/** A figure that must not be less than `target`. */
export const atLeast = (target: number, unit: string): TargetNumber => ({
  target,
  unit,
  better: 'more',
});

/** A figure that must not exceed `target`. */
export const atMost = (target: number, unit: string): TargetNumber => ({
  target,
  unit,
  better: 'less',
});

/** A figure without a target, for results that were not measured. */
export const noTarget = (unit: string): TargetNumber => ({ target: NaN, unit, better: 'more' });

/** A result with its ratio and outcome. A measured value of NaN fails. */
export function result(
  what: string,
  measured: number,
  number: TargetNumber,
  note?: string,
): TargetResult {
  const { target, better } = number;
  const quotient = better === 'more' ? measured / target : target / measured;
  const ratio = measured === target ? 1 : quotient; // also where both are 0
  const outcome = ratio >= 1 ? 'pass' : 'fail';
  return { what, measured, ...number, ratio, outcome, ...(note !== undefined && { note }) };
}

/** A result that this machine cannot show; its figure is printed all the same. */
export function skipped(measured: TargetResult, note: string): TargetResult {
  return { ...measured, outcome: 'skip', note };
}

/** A result that was not measured at all. */
export function notMeasured(what: string, number: TargetNumber, note: string): TargetResult {
  return { what, measured: NaN, ...number, ratio: NaN, outcome: 'skip', note };
}

/** A figure that stands beside the others for comparison: it has no target and always passes. */
export function forComparison(measured: TargetResult): TargetResult {
  return { ...measured, target: NaN, outcome: 'pass' };
}

/**
 * Runs a part of a target. If it throws, a failed result holds the error and its stack is printed,
 * so that later parts and targets are measured all the same. An InputError is thrown on.
 */
export async function attempt(
  { session, add }: Pick<TargetContext, 'session' | 'add'>,
  what: string,
  run: () => unknown,
): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (error instanceof InputError) throw error;
    const { stack, message } = error as Error;
    session.terminal.clear();
    session.terminal.print(stack ?? message);
    add(result(`${what}: errors`, 1, atMost(0, 'errors'), message.split('\n')[0]));
  }
}

/** The context of targets whose results all need a GPU. */
export interface GpuContext extends TargetContext {
  readonly device: GPUDevice;
}

/** A target whose results all need a GPU. */
export interface GpuTarget {
  readonly name: string;
  readonly title: string;
  run(context: GpuContext): Promise<void>;
}

/** The target whose only result is a skip where there is no device. */
export function onGpu({ name, title, run }: GpuTarget): Target {
  return {
    name,
    title,
    async run(context) {
      const { device, noDevice, add } = context;
      if (device) await run({ ...context, device });
      else add(notMeasured(title, noTarget(''), noDevice));
    },
  };
}

/** Adds a result that cannot be measured without a GPU. */
export function withoutGpu(
  { add, noDevice }: TargetContext,
  what: string,
  number: TargetNumber,
): void {
  add(notMeasured(what, number, noDevice));
}

const NO_TIMESTAMPS = 'the device has no timestamp queries';

/** Why nothing can be timed on the device; undefined where that is possible. */
export function whyNoDeviceTimes({ device, noDevice }: TargetContext): string | undefined {
  if (device === undefined) return noDevice;
  return device.features.has('timestamp-query') ? undefined : NO_TIMESTAMPS;
}

/** A result made from times on the device, skipped where the device measures none. */
export function ofDeviceTimes(context: TargetContext, measured: TargetResult): TargetResult {
  const why = whyNoDeviceTimes(context);
  return why === undefined ? measured : notMeasured(measured.what, numberOf(measured), why);
}

const numberOf = ({ target, unit, better }: TargetResult): TargetNumber => ({
  target,
  unit,
  better,
});

/** Why a target that needs the public data sets has no figures. */
export const NO_DATA = 'no data sets (--data DIR or WAYFIELD_DATA)';

/** Why a result is a skip in a `--quick` run. */
export const QUICK = '--quick: no measurement';

/** Milliseconds for notes: `12.3 ms`. */
export const inMs = (ms: number): string => `${Number(ms.toPrecision(3))} ms`;

/** Takes checked answers over; returns how many of them were right. */
export function takeAnswers(
  { session }: TargetContext,
  problem: Problem,
  count: number,
  differences: readonly Difference[],
): number {
  session.addAnswers(problem, count, differences);
  return count - differences.length;
}

/**
 * Repeats `work` for `ms` milliseconds. After a pause the clock of a GPU comes up slowly, so a
 * measurement right after the pause would be too long.
 */
export async function keepBusy(work: () => Promise<unknown>, ms: number): Promise<void> {
  for (const start = performance.now(); performance.now() - start < ms;) await work();
}
