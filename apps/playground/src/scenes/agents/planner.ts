// The interface of the planners of the worker: a search for every agent, and its steps.
import type { Queries } from '@wayfield/graph';

/** The searches of the study; its BFS is greedy best-first search. */
export const SEARCHES = [
  ['astar', 'A*'],
  ['greedy', 'BFS'],
  ['dijkstra', 'Dijkstra'],
] as const;
export type Search = (typeof SEARCHES)[number][0];
export type Technology = 'CPU' | 'GPU';

/** Launch of the kernel with most invocations, by the names of the study's window and CSV. */
export type Launch = readonly [threadsPerBlock: number, blocksPerLaunch: number, launches: number];

/** Milliseconds of one pass over all agents, by the study's timers. */
export interface Pass {
  /** Moves agents and goals to the memory of the searches. */
  readonly init: number;
  readonly run: number;
  /** Moves the places of agents back. */
  readonly deInit: number;
}

/** Agents that have paths and take steps. */
export interface Walk {
  /** One step of every agent. */
  step(): void;
  /** The cell of each agent. */
  cells(): Promise<Uint32Array>;
  /** The status of each search, as in `Routes`. */
  readonly status: Uint8Array;
  destroy(): void;
}

/** Searches a path for every agent. */
export interface Planner {
  readonly technology: Technology;
  /** Where the searches run, in words. */
  readonly backend: string;
  plan(queries: Queries): Promise<{
    readonly walk: Walk;
    readonly pass: Pass;
    /** CPU: only the number of threads. Undefined if the device computed all sizes. */
    readonly launch: Launch | readonly [threads: number] | undefined;
  }>;
  destroy(): void | Promise<void>;
}
