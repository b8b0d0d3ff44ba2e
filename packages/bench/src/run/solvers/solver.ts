import type { Queries, Routes } from '@wayfield/graph';
import type { MoveRule } from '../peers/rule.ts';
import type { Problem } from '../problems/problem.ts';
import type { SolverReport } from '../../report/report.ts';

/**
 * A program that answers queries and can be timed: a Wayfield solver, plain code, another library.
 */
export interface BenchSolver {
  readonly name: string;
  readonly group: SolverReport['group'];
  /** Whether its answers are promised to be shortest paths; another answer is then a difference. */
  readonly exact: boolean;
  /**
   * Whether costs that are no whole numbers may differ in the last bits, because the solver adds up
   * a path in another order than from source to target. Default false.
   */
  readonly rounded?: boolean;
  readonly threads: number;
  /** The kind of map that it searches; undefined = grids and graphs. */
  readonly kind?: 'grid' | 'graph';
  /** npm packages that must be installed. */
  readonly packages?: readonly string[];
  /** The moves that it follows on a grid; undefined = those of the grid. */
  readonly rule?: MoveRule;
  /** The reason why it cannot run on this problem; undefined where it can. */
  refuse(problem: Problem): string | undefined;
  /** Makes the solver ready, which `buildMs` times. */
  build(problem: Problem): BuiltSolver | Promise<BuiltSolver>;
}

/** A solver that is ready for queries on one problem. */
export interface BuiltSolver {
  /**
   * Bytes beside the grid or graph, and bytes of shared data; null where the solver does not say.
   */
  readonly memoryBytes: number | null;
  readonly sharedBytes: number | null;
  /** Makes what users of the program must make again before every query; not timed. */
  readonly prepare?: () => void;
  /** Milliseconds that users spend before every query, where `prepare` does the same faster. */
  readonly prepareMs?: number;
  /** Answers one query, path included; timed. Absent: the solver takes only batches. */
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
