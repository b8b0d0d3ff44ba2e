// The format of results.json. schema/results.schema.json says the same to other programs; a test
// keeps the two equal.
import type { MachineReport } from '../machine.ts';
import type { Measurement } from '../../run/statistics/measurement.ts';

/** The name of this format. It changes when a field changes its meaning or disappears. */
export const RESULTS_SCHEMA = 'wayfield-results/1';

/** What a run of experiments found: the content of `results.json`. */
export interface Results {
  readonly schema: typeof RESULTS_SCHEMA;
  /** The command line after the name of the program. */
  readonly command: readonly string[];
  /** ISO 8601, UTC. */
  readonly started: string;
  /** Time spent measuring; of a resumed run, of all its parts together. */
  readonly seconds: number;
  readonly machine: MachineReport;
  /** Installed version by package name. */
  readonly packages: Readonly<Record<string, string>>;
  /** The commit of the checkout, with `+` when files differ from it; null outside a repository. */
  readonly commit: string | null;
  readonly experiments: readonly Experiment[];
}

/** What one experiment found. */
export interface Experiment {
  /** Lower case with `-`: `agents-on-grids`. Unique in a run. */
  readonly name: string;
  readonly title: string;
  /** The study that is repeated here, where there is one. */
  readonly study?: Study;
  /** What was done and how it was timed, in plain sentences. */
  readonly text: string;
  /** The exact command that repeats the experiment. */
  readonly command: string;
  readonly seconds: number;
  readonly checks: readonly Check[];
  readonly tables: readonly Table[];
  readonly plots: readonly Plot[];
  readonly pictures: readonly Picture[];
  /**
   * By rival: the median, the best and the worst ratio, and every row that the rival wins. Made by
   * `finishExperiment`.
   */
  readonly standings: readonly Standing[];
}

/** The study whose figures stand beside ours. */
export interface Study {
  readonly author: string;
  readonly title: string;
  readonly year: number;
  /** The machine of the study. */
  readonly machine: string;
}

/** A kind of answers that were compared with something. */
export interface Check {
  /** The answers that were checked. */
  readonly what: string;
  /** What they were compared with: a second solver, a certificate, published lengths. */
  readonly against: string;
  readonly compared: number;
  readonly differed: number;
  /** The first difference, with its numbers. */
  readonly first?: string;
}

/** A table: every row has a cell for every column, `null` for an empty one. */
export interface Table {
  /** `T9`, `figure-7-2`: unique in an experiment. */
  readonly id: string;
  readonly title: string;
  /** The exact command that measures this table. */
  readonly command: string;
  /** Printed below the table: what its words mean. */
  readonly note?: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly Row[];
}

/** Cells by the `key` of their column. */
export type Row = Readonly<Record<string, Cell>>;

/** A label or plain figure, a `Measurement` of a time, or a `Ratio` of two columns. */
export type Cell = string | number | null | Measurement | Ratio;

/** One quantity divided by another, so that above 1 ours is better. */
export interface Ratio {
  readonly ratio: number;
  /** 95 % interval; equal to `ratio` where a published figure has no samples. */
  readonly low: number;
  readonly high: number;
  /** One side was measured once: the interval means nothing, and nothing is beyond noise. */
  readonly single?: true;
}

export interface TableColumn {
  readonly key: string;
  readonly title: string;
  /**
   * 'label': names the row, all labels together once per table. 'measured': a `Measurement`.
   * 'published': a figure of the study. 'count': exact, the same on every machine. 'figure': any
   * other number or text. 'ratio': of two other columns.
   */
  readonly kind: 'label' | 'measured' | 'published' | 'count' | 'figure' | 'ratio';
  /** `ms`, `µs`, `x`, `agents`, `` for names. */
  readonly unit: string;
  /** Whether more or less is better; absent: neither. */
  readonly better?: 'more' | 'less';
  /** Columns with times. */
  readonly timer?: Timer;
  /** 'ratio' only. */
  readonly ratio?: RatioOf;
}

/** What a timer includes. */
export interface Timer {
  /** Whether moving data to and from the device is included; 'none': nothing is moved. */
  readonly transfer: 'with' | 'without' | 'none';
  /** 'cold': the first call, which compiles and allocates, is measured. 'warm': calls after it. */
  readonly state: 'cold' | 'warm';
  /** 'wall', 'device' (timestamps of the GPU) or 'processor' (time of the process). */
  readonly clock: 'wall' | 'device' | 'processor';
  /**
   * The start and the stop in words: `from positions in JavaScript arrays to pairs in JavaScript
   * arrays`.
   */
  readonly what: string;
}

/** The columns of a ratio. */
export interface RatioOf {
  readonly ours: string;
  readonly theirs: string;
  /**
   * 'study': a published figure. 'plain': plain code of ours on this machine. 'rival': a library or
   * plain code of ours on this machine, as a label of the row says. 'backend': another backend of
   * ours, `theirs` the CPU where one is a GPU.
   */
  readonly kind: 'study' | 'plain' | 'rival' | 'backend';
  /** The name of the rival, for lists: `OpenMP, 8 threads`. */
  readonly name: string;
  /**
   * A label column whose values make separate standings: rows of different kinds of calls are not
   * one comparison.
   */
  readonly by?: string;
}

/** A plot of columns of a table. */
export interface Plot {
  readonly id: string;
  readonly title: string;
  /** The table that holds its figures. */
  readonly table: string;
  readonly x: string;
  readonly y: readonly string[];
  /** Only the rows whose label `key` is `value`. */
  readonly only?: { readonly key: string; readonly value: string | number };
  /** A label column whose values are drawn separately: one line for each value and y. */
  readonly split?: string;
  readonly xScale: 'linear' | 'log';
  readonly yScale: 'linear' | 'log';
  /** 'line' for growing sizes, 'bar' where x are names. */
  readonly mark: 'line' | 'bar';
  /** Marks where `to` becomes better than `from`; both are in `y`. */
  readonly crossover?: { readonly from: string; readonly to: string };
}

/** A map with paths or a field. */
export interface Picture {
  readonly id: string;
  readonly title: string;
  readonly caption: string;
  readonly command: string;
  readonly width: number;
  readonly height: number;
  /** The PNG in base64. */
  readonly png: string;
}

/** The standing of ours against one rival in the tables of an experiment. */
export interface Standing {
  readonly kind: RatioOf['kind'];
  readonly name: string;
  /** Rows compared. */
  readonly compared: number;
  /** The median of the ratios of all rows. */
  readonly median: number;
  readonly best: StandingRow;
  /** The row with the least ratio. */
  readonly worst: StandingRow;
  /** Rows in which the rival wins beyond noise, or in the only run; worst first. */
  readonly losses: readonly StandingRow[];
}

export interface StandingRow extends Ratio {
  readonly table: string;
  /** Labels of the row and our column: `agents 48, CPU 1 thread`. */
  readonly where: string;
}
