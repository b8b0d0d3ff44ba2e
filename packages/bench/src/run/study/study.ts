import type { CrossValidation } from '../check/cross-validation.ts';
import type { Meter } from '../../gpu/measure/meter.ts';
import type { Study as Source, Timer } from '../../report/results/results.ts';
import type { Session } from '../session.ts';
import type { Measurement } from '../statistics/measurement.ts';
import type { Comparison, Sampling } from '../statistics/measure-in-turns.ts';
import type { PublishedTable } from './published.ts';

/**
 * The amount of work: 'tiny' for tests, 'quick' for two cores without a GPU and less than two
 * minutes a study, 'full' for a machine with sixteen cores and a GPU.
 */
export type Effort = 'tiny' | 'quick' | 'full';

/** From the least to the most. */
export const EFFORTS: readonly Effort[] = ['tiny', 'quick', 'full'];

/**
 * The sampling of our figures, by effort. The budget of 'quick' keeps a study below two minutes.
 * Six rounds are the fewest with an interval of 95 %; three have the range of their samples
 * instead.
 */
export const SAMPLING: Readonly<Record<Effort, Sampling>> = {
  tiny: { warmUp: 0, least: 1, most: 1, budgetMs: 0 },
  quick: { warmUp: 1, least: 3, most: 12, error: 0.1, budgetMs: 350, sampleMs: 2 },
  full: { warmUp: 2, least: 6, most: 30, error: 0.03, budgetMs: 600, sampleMs: 2 },
};

/**
 * The sampling of races between a rival and ours, by effort. JavaScript needs a longer warm-up than
 * WebAssembly. 'full' races on more tasks than 'quick', each with a smaller budget.
 */
export const RIVAL_SAMPLING: Readonly<Record<Effort, Sampling>> = {
  tiny: { warmUp: 0, least: 1, most: 1, budgetMs: 0 },
  quick: { warmUp: 1, warmUpMs: 60, least: 5, most: 60, error: 0.05, budgetMs: 500, sampleMs: 1 },
  full: { warmUp: 1, warmUpMs: 50, least: 6, most: 60, error: 0.05, budgetMs: 400, sampleMs: 1 },
};

/** A row of a table, by name. */
export type RowName = readonly [table: string, row: string];

/** A value of ours, with the program that gave it. */
export type Value =
  | number
  | Measurement
  | { readonly value: number | Measurement | null; readonly by?: string; readonly note?: string };

/** The comparison of our program with one rival on one task, measured in turns. */
export interface Rivalry {
  /** The task, with its size. */
  readonly task: string;
  readonly rival: string;
  /** Our program. */
  readonly program: string;
  /** The times of both in `unit`, from one race: less is better. */
  readonly comparison: Comparison;
  readonly unit: string;
  /**
   * Milliseconds until each is ready for its first call, once per map; outside of the comparison.
   */
  readonly preparation: { readonly ours: number; readonly theirs: number };
  /**
   * Milliseconds that users of the other program spend before each query; outside of the
   * comparison.
   */
  readonly eachMs?: number;
}

/** A part of a study that is measured and saved as a whole; a resumed run does not repeat it. */
export interface StudyUnit {
  /** The name of the unit, unique in its study. */
  readonly key: string;
  /** All rows that the unit gives. */
  readonly rows: readonly RowName[];
  /** The least effort that runs the unit; below, its rows say that they are too large. */
  readonly from: Effort;
  /** Estimated seconds, for the time left; only proportions count. */
  readonly seconds: number;
  run(context: StudyContext): Promise<void>;
}

/** The parts that a unit works with. */
export interface StudyContext {
  readonly effort: Effort;
  readonly sampling: Sampling;
  /** A session for code that is shared with other commands: its checks count as this unit's. */
  readonly session: Session;
  /** The GPU; undefined where there is none. */
  readonly device: GPUDevice | undefined;
  /** Whether the device is a software driver: correctness only, small sizes. */
  readonly software: boolean;
  /** The meter of `device`. */
  readonly meter: Meter | undefined;
  /** Workers of pools. */
  readonly threads: number;
  readonly seed: number;
  /** Gives a row: a value for each of its columns, by title. */
  put(table: string, row: string, values: Readonly<Record<string, Value>>): void;
  /** Takes a comparison for the table 'rivals' of the study. */
  rival(rivalry: Rivalry): void;
  /** Every answer passes through `check`. If one differs the run goes on and exits with code 1. */
  readonly check: CrossValidation;
  /** A sentence for the text of the experiment. */
  remark(text: string): void;
}

/** One of the five studies as an experiment that can be repeated. */
export interface Study {
  readonly name: string;
  readonly title: string;
  readonly source: Source;
  /** What was done and how it is timed, in plain sentences. */
  readonly text: string;
  /** What the study's times include. */
  readonly timer: Timer;
  readonly tables: readonly PublishedTable[];
  /** The units in order; every row of every table is in one of them, or derived. */
  readonly units: readonly StudyUnit[];
  readonly derived?: Derived;
}

/** Rows that are computed from those of the units. */
export interface Derived {
  readonly rows: readonly RowName[];
  /** Computes all rows. `ours` of a cell is NaN where it was not measured. */
  derive(
    ours: (table: string, row: string, column: string) => number,
    put: StudyContext['put'],
  ): void;
}

/** Whether an effort is at least another one. */
export function reaches(effort: Effort, least: Effort): boolean {
  return EFFORTS.indexOf(effort) >= EFFORTS.indexOf(least);
}

/** The reason why there is no time of a GPU. `ran`: its kernels did run. */
export function noGpuTime(
  { device, software }: Pick<StudyContext, 'device' | 'software'>,
  ran: boolean,
): string {
  if (!device) return 'no GPU';
  if (!software) return ran ? '' : 'not on a GPU';
  return ran ? 'a software driver, answers only' : 'no GPU, too large for a software driver';
}
