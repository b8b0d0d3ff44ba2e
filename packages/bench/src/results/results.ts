// The shape of results.json. schema/results.schema.json says the same to other programs; a test keeps both together.
import type { MachineReport } from '../report/report.ts';
import type { Measurement } from '../statistics/measurement.ts';

/** The name of this shape. It changes when a field changes its meaning or goes away. */
export const RESULTS_SCHEMA = 'wayfield-results/1';

/** What a run of experiments found: the content of `results.json`. */
export interface Results {
  readonly schema: typeof RESULTS_SCHEMA;
  /** The command line after the name of the program. */
  readonly command: readonly string[];
  /** ISO 8601, UTC. */
  readonly started: string;
  /** Time spent measuring; of a run that was resumed, all its parts together. */
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
  /** Lower case with `-`: `agents-on-grids`. Once per run. */
  readonly name: string;
  readonly title: string;
  /** The study that is repeated here, where there is one. */
  readonly study?: Study;
  /** What was done and how it is timed, in plain sentences. */
  readonly text: string;
  /** The exact command that does it again. */
  readonly command: string;
  readonly seconds: number;
  readonly checks: readonly Check[];
  readonly tables: readonly Table[];
  readonly plots: readonly Plot[];
  readonly pictures: readonly Picture[];
  /** By rival: the median, the best and the worst ratio, and every row in which it wins. Made by `finishExperiment`. */
  readonly standings: readonly Standing[];
}

/** Whose figures stand beside ours. */
export interface Study {
  readonly author: string;
  readonly title: string;
  readonly year: number;
  /** What it was measured on. */
  readonly machine: string;
}

/** Answers that were held against something. */
export interface Check {
  /** Whose answers. */
  readonly what: string;
  /** A second solver, a certificate, published lengths. */
  readonly against: string;
  readonly compared: number;
  readonly differed: number;
  /** The first difference, with its numbers. */
  readonly first?: string;
}

/** A table: every row has a cell for every column, `null` where there is nothing. */
export interface Table {
  /** `T9`, `figure-7-2`: once per experiment. */
  readonly id: string;
  readonly title: string;
  /** The exact command that measures this table again. */
  readonly command: string;
  /** Below the table: what its words mean. */
  readonly note?: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly Row[];
}

/** Cells by the `key` of their column. */
export type Row = Readonly<Record<string, Cell>>;

/** `string` and `number` as they are; `Measurement` of what was timed; `Ratio` of two columns. */
export type Cell = string | number | null | Measurement | Ratio;

/** How often one thing is another one: above 1 ours is better. */
export interface Ratio {
  readonly ratio: number;
  /** 95 % interval; `ratio` twice where a published figure has no samples. */
  readonly low: number;
  readonly high: number;
  /** One side was measured once: the interval says nothing, and nothing is beyond noise. */
  readonly single?: true;
}

export interface TableColumn {
  readonly key: string;
  readonly title: string;
  /**
   * 'label': names the row, all labels together once per table. 'measured': a `Measurement`. 'published': a
   * figure of the study. 'count': exact, the same on every machine. 'figure': any other number or text.
   * 'ratio': of two other columns.
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

/** What lies between start and stop of a timer. */
export interface Timer {
  /** Whether moving data to and from the device is inside; 'none': nothing is moved. */
  readonly transfer: 'with' | 'without' | 'none';
  /** 'cold': the first call, which compiles and allocates, is measured. 'warm': calls after it. */
  readonly state: 'cold' | 'warm';
  /** 'wall', 'device' (timestamps of the GPU) or 'processor' (time of the process). */
  readonly clock: 'wall' | 'device' | 'processor';
  /** In words: `from positions in JavaScript arrays to pairs in JavaScript arrays`. */
  readonly what: string;
}

/** Which columns a ratio is of. */
export interface RatioOf {
  readonly ours: string;
  readonly theirs: string;
  /**
   * 'study': a published figure. 'peer': another library on this machine. 'baseline': plain code of ours
   * on this machine. 'backend': another backend of ours, `theirs` the CPU where one is a GPU.
   */
  readonly kind: 'study' | 'peer' | 'baseline' | 'backend';
  /** Of the other one, for lists: `OpenMP, 8 threads`. */
  readonly name: string;
  /** The label column whose values stand apart: rows of different kinds of calls are no one comparison. */
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
  /** A label column whose values are drawn apart: one line for each value and y. */
  readonly split?: string;
  readonly xScale: 'linear' | 'log';
  readonly yScale: 'linear' | 'log';
  /** 'line' for growing sizes, 'bar' where x are names. */
  readonly mark: 'line' | 'bar';
  /** Marks where `to` becomes better than `from`: two of `y`. */
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

/** How ours stands against one rival in the tables of an experiment. */
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
  /** Rows in which the rival wins beyond noise, worst first. */
  readonly losses: readonly StandingRow[];
}

export interface StandingRow extends Ratio {
  readonly table: string;
  /** Labels of the row and our column: `agents 48, CPU 1 thread`. */
  readonly where: string;
}
