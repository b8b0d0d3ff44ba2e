import type { CrossValidation } from '../check/cross-validation.ts';
import type { Meter } from '../gpu/meter.ts';
import type { Study as Source, Timer } from '../results/results.ts';
import type { Session } from '../session.ts';
import type { Measurement } from '../statistics/measurement.ts';
import type { Comparison, Sampling } from '../statistics/measure-in-turns.ts';
import type { PublishedTable } from './published.ts';

/**
 * How much is run: 'tiny' for tests, 'quick' for two cores without a GPU and less than two minutes a study, 'full' for
 * a machine with sixteen cores and a GPU.
 */
export type Effort = 'tiny' | 'quick' | 'full';

/** From the least to the most. */
export const EFFORTS: readonly Effort[] = ['tiny', 'quick', 'full'];

/** How long a figure is measured. */
export const SAMPLING: Readonly<Record<Effort, Sampling>> = {
  tiny: { warmUp: 0, least: 1, most: 1, budgetMs: 0 },
  quick: { warmUp: 1, least: 3, most: 12, error: 0.1, budgetMs: 350, sampleMs: 2 },
  full: { warmUp: 2, least: 6, most: 30, error: 0.03, budgetMs: 600, sampleMs: 2 },
};

/** How long a program of today and ours take turns. JavaScript needs a longer warm-up than WebAssembly. */
export const RIVAL_SAMPLING: Readonly<Record<Effort, Sampling>> = {
  tiny: { warmUp: 0, least: 1, most: 1, budgetMs: 0 },
  quick: { warmUp: 1, warmUpMs: 60, least: 5, most: 60, error: 0.05, budgetMs: 500, sampleMs: 1 },
  full: { warmUp: 1, warmUpMs: 50, least: 6, most: 60, error: 0.05, budgetMs: 400, sampleMs: 1 },
};

/** A row of a table, by name. */
export type RowName = readonly [table: string, row: string];

/** A value of ours, and what gave it. */
export type Value =
  | number
  | Measurement
  | { readonly value: number | Measurement | null; readonly by?: string; readonly note?: string };

/** A comparison with a program of today on this machine, both on the same task. */
export interface Rivalry {
  /** The task, with its size. */
  readonly task: string;
  readonly rival: string;
  /** Ours. */
  readonly program: string;
  /** Both in `unit`, from one race: less is better. */
  readonly comparison: Comparison;
  readonly unit: string;
  /** Milliseconds until each is ready for its first call, once per map; outside of the comparison. */
  readonly preparation: { readonly ours: number; readonly theirs: number };
  /** Milliseconds that users of the other program spend before each query; outside of the comparison. */
  readonly eachMs?: number;
}

/** One step of a study: what is kept when a run is cut off, and not run again. */
export interface StudyUnit {
  /** Once per study. */
  readonly key: string;
  /** The rows that it gives, all of them and no other. */
  readonly rows: readonly RowName[];
  /** The least effort that runs it; below, its rows say that they are too large. */
  readonly from: Effort;
  /** About how long it takes, by which the time left is estimated; only proportions count. */
  readonly seconds: number;
  run(context: StudyContext): Promise<void>;
}

/** What a unit works with. */
export interface StudyContext {
  readonly effort: Effort;
  readonly sampling: Sampling;
  /** For code that is shared with other commands: its checks count as this unit's. */
  readonly session: Session;
  /** Undefined where there is none. */
  readonly device: GPUDevice | undefined;
  /** The device is a program: correctness only, small sizes. */
  readonly software: boolean;
  /** Of `device`. */
  readonly meter: Meter | undefined;
  /** Workers of pools. */
  readonly threads: number;
  readonly seed: number;
  /** Gives a row: a value for each of its columns, by title. */
  put(table: string, row: string, values: Readonly<Record<string, Value>>): void;
  rival(rivalry: Rivalry): void;
  /** Every answer goes through it; what differs ends the program with exit code 1. */
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
  /** What its times cover. */
  readonly timer: Timer;
  readonly tables: readonly PublishedTable[];
  /** The steps, in order; every row of every table is in one of them, or derived. */
  readonly units: readonly StudyUnit[];
  readonly derived?: Derived;
}

/** Rows that are computed from those of the units. */
export interface Derived {
  readonly rows: readonly RowName[];
  /** Gives them all. `ours` of a cell is NaN where it was not measured. */
  derive(
    ours: (table: string, row: string, column: string) => number,
    put: StudyContext['put'],
  ): void;
}

/** Whether an effort is at least another one. */
export function reaches(effort: Effort, least: Effort): boolean {
  return EFFORTS.indexOf(effort) >= EFFORTS.indexOf(least);
}

/** Why there is no time of a GPU. `ran`: its kernels did run. */
export function noGpuTime(
  { device, software }: Pick<StudyContext, 'device' | 'software'>,
  ran: boolean,
): string {
  if (!device) return 'no GPU';
  if (!software) return ran ? '' : 'not on a GPU';
  return ran ? 'a software driver, answers only' : 'no GPU, too large for a software driver';
}
