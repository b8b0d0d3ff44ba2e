import type { Queries, Routes } from '@wayfield/graph';
import type { MoveRule } from '../peers/rule.ts';
import type { Problem } from '../problems/problem.ts';
import type { SolverReport } from '../report/report.ts';

/** Something that answers queries and can be timed: a Wayfield solver, a baseline, another library. */
export interface BenchSolver {
  readonly name: string;
  readonly group: SolverReport['group'];
  /** Its answers are promised to be shortest paths: another answer is a difference. */
  readonly exact: boolean;
  /**
   * Its costs may differ in the last bits where they are no whole numbers, because it adds up a path in
   * another order than from source to target. Default false.
   */
  readonly rounded?: boolean;
  readonly threads: number;
  /** What it can search; undefined = grids and graphs. Problems of the other kind pass it by. */
  readonly kind?: 'grid' | 'graph';
  /** npm packages that must be installed. */
  readonly packages?: readonly string[];
  /** The moves it follows on a grid; undefined = those of the grid. */
  readonly rule?: MoveRule;
  /** Why it cannot run on this problem; undefined where it can. */
  refuse(problem: Problem): string | undefined;
  /** Makes it ready. This is what `buildMs` times. */
  build(problem: Problem): BuiltSolver | Promise<BuiltSolver>;
}

/** A solver that is ready for queries on one problem. */
export interface BuiltSolver {
  /** Bytes beside the grid or graph, and of what is shared; null where it does not say. */
  readonly memoryBytes: number | null;
  readonly sharedBytes: number | null;
  /** What must be made anew before every query; timed on its own. */
  readonly prepare?: () => void;
  /** Milliseconds of that, where `prepare` does something else to the same effect. */
  readonly prepareMs?: number;
  /** Answers one query, path included; timed. Absent: only batches. */
  readonly ask?: (source: number, target: number) => unknown;
  /** The answer to the last `ask`. */
  readonly answer?: () => Answer;
  /** Answers all queries in one call. Absent: they are asked one by one. */
  readonly batch?: (queries: Queries) => Routes | Promise<Routes>;
  destroy(): void | Promise<void>;
}

/** One answer. `path` may be a view that the next `ask` overwrites. */
export interface Answer {
  readonly status: number;
  readonly cost: number;
  readonly path: ArrayLike<number>;
  readonly settled?: number;
}
