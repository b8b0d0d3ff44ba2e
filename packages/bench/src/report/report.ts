import type { GpuTimes } from '../gpu/measure/meter.ts';
import type { MachineReport } from './machine.ts';
import type { Ratio } from './results/results.ts';
import type { Summary } from '../run/statistics/summary.ts';

export type { MachineReport } from './machine.ts';

/** The name of this format. It changes when a field changes its meaning or disappears. */
export const REPORT_SCHEMA = 'wayfield-bench/1';

/** What `--json FILE` holds: everything that one command measured. */
export interface Report {
  readonly schema: typeof REPORT_SCHEMA;
  /** The command line after the name of the program. */
  readonly command: readonly string[];
  /** ISO 8601, UTC. */
  readonly started: string;
  /** Wall time of the whole run. */
  readonly seconds: number;
  readonly machine: MachineReport;
  /** Installed version by package name: Wayfield's own, and the peers that ran. */
  readonly packages: Readonly<Record<string, string>>;
  /** The commit of the checkout, with `+` when files differ from it; null outside a repository. */
  readonly commit: string | null;
  readonly problems: readonly ProblemReport[];
  /** `wayfield-bench gpu` only. */
  readonly gpuRuns?: readonly GpuRunReport[];
  /** `wayfield-bench collision` only. */
  readonly collisionRuns?: readonly CollisionRunReport[];
  /** `wayfield-bench collision M1` only. */
  readonly modelRuns?: readonly ModelRunReport[];
  /** `wayfield-bench osm` only. */
  readonly agentRuns?: readonly AgentRunReport[];
  /** Answers of exact and inexact solvers that were compared with something. */
  readonly compared: number;
  /** Answers that failed a check. 0, or the program exits with code 1. */
  readonly differed: number;
  /** The first differences, at most 20. */
  readonly differences: readonly Difference[];
}

/** One map or graph with its queries, and the results of every solver. */
export interface ProblemReport {
  readonly name: string;
  readonly kind: 'grid' | 'graph';
  readonly description: string;
  /** Nodes of the graph; cells of the grid, blocked ones too. */
  readonly nodeCount: number;
  /** Graphs only. */
  readonly arcCount?: number;
  /** Grids only. */
  readonly width?: number;
  readonly height?: number;
  readonly neighbours?: 4 | 8;
  readonly corners?: string;
  readonly queries: number;
  /** Queries that have a path. */
  readonly found: number;
  /** The least cost of the query whose least cost is largest. */
  readonly longest: number;
  /** Queries whose answer was also computed by the plain TypeScript reference. */
  readonly referenced: number;
  /** Queries for which the file states a length. */
  readonly published: number;
  readonly solvers: readonly SolverReport[];
  /** Solvers that were asked for and could not run, with the reason. */
  readonly skipped: readonly { readonly name: string; readonly reason: string }[];
}

export interface SolverReport {
  readonly name: string;
  /** Wayfield's own; 'plain': our plain JavaScript on typed arrays; 'peer': another library. */
  readonly group: 'wayfield' | 'plain' | 'peer';
  /** The moves that the solver follows, where they are not those of the problem. */
  readonly rule?: string;
  readonly threads: number;
  /** Milliseconds to make the solver from the grid or graph, ready for its first query. */
  readonly buildMs: number;
  /** Queries that were run: fewer than the problem has when the time for a slow peer is over. */
  readonly queries: number;
  /**
   * Milliseconds of one query, the fastest of `repeat` runs of each; null for a pool, which is
   * timed as a whole.
   */
  readonly queryMs: Summary | null;
  /**
   * Queries per second of one call with all queries, or of a loop where there is no such call, in
   * the fastest of `repeat` runs.
   */
  readonly queriesPerSecond: number;
  /** Mean nodes taken from the queue per query; null where the solver does not count them. */
  readonly settled: number | null;
  /** What the solver holds beside the grid or graph; null where it does not say. */
  readonly memoryBytes: number | null;
  /** The grid or graph and what was derived from it, shared by all solvers on it. */
  readonly sharedBytes: number | null;
  /**
   * Answers that are a shortest path, or rightly none, by the rule of this solver. A path whose
   * least cost is not known counts too, and so does every answer of a peer to a query with a
   * blocked end.
   */
  readonly optimal: number;
  /** Worst ratio of the cost of a found path to the least cost. */
  readonly worstRatio: number;
  /**
   * Peers: milliseconds per query for what users must make again every time, not part of `queryMs`.
   */
  readonly prepareMs?: number;
  /** Peers: queries without an answer although a path exists. */
  readonly missed?: number;
  /** Peers: the peer's time divided by that of one of our solvers, on the peer's queries. */
  readonly against?: Against;
}

/** One of our solvers and a peer that took turns on the same queries; above 1 ours is faster. */
export interface Against {
  /** Our solver. */
  readonly ours: string;
  /** The ratio where both are asked one by one. */
  readonly single: Ratio;
  /** The ratio of our one call and the peer's loop. */
  readonly batch: Ratio;
}

/** A wrong answer. */
export interface Difference {
  readonly problem: string;
  readonly solver: string;
  /** Index of the query. */
  readonly query: number;
  readonly source: number;
  readonly target: number;
  /** The fault, with the numbers. */
  readonly what: string;
}

/** What `wayfield-bench gpu` measured of one solver or primitive. All times are milliseconds. */
export interface GpuRunReport {
  readonly name: string;
  /** Queries, sources or words. */
  readonly count: number;
  /** The variant that the solver chose. */
  readonly variant?: string;
  /** Milliseconds to make the solver: checks, and the map to the device. */
  readonly createMs: number;
  /** The first call, which compiles and allocates. */
  readonly cold: GpuTimes;
  /** The fastest call after it. */
  readonly warm: GpuTimes;
  /** The fastest call of the CPU solver that the GPU is compared with. */
  readonly cpuMs: number;
  /** Bytes that the solver holds on the device. */
  readonly memoryBytes?: number;
}

/**
 * What `wayfield-bench collision` measured of one program on one crowd. All times are milliseconds.
 */
export interface CollisionRunReport {
  /** T1 to T4. */
  readonly test: string;
  readonly dimensions: 2 | 3;
  readonly bodies: number;
  /** The least and the largest radius. */
  readonly radius: readonly [number, number];
  /** Edge of the world. */
  readonly side: number;
  /** Bodies that touch another one, as a share of all. */
  readonly share: number;
  /** Pairs that touch. */
  readonly pairs: number;
  readonly program: string;
  readonly group: 'wayfield' | 'plain' | 'peer';
  readonly threads: number;
  /** The grid that the program chose, where it says. */
  readonly grid?: string;
  /** Milliseconds to make the program; its first update is not in it. */
  readonly createMs: number;
  /** One step: all bodies moved, all pairs in an array. Compilation is over. */
  readonly stepMs: Summary;
  /** The parts of the fastest step; `device` is the GPU's own time within `kernels`. */
  readonly stages?: Readonly<Record<string, number>>;
  /** Time on the device by kernel, each timed separately. */
  readonly kernels?: Readonly<Record<string, number>>;
  readonly memoryBytes?: number;
  /** What the pairs were compared with. */
  readonly against: string;
  readonly missed: number;
  readonly duplicates: number;
  readonly wrong: number;
}

/**
 * What `wayfield-bench collision M1` measured of the model on one backend. All times are
 * milliseconds.
 */
export interface ModelRunReport {
  /** Agents at the start. */
  readonly agents: number;
  readonly ticks: number;
  /** wasm, pool, gpu, R-tree, quadtree or brute force. */
  readonly backend: string;
  /** A whole tick: agents and the commit. */
  readonly tickMs: Summary;
  /** The commit alone: what the environment does. */
  readonly commitMs: Summary;
  /** Mean of each part of a tick; they add up to it. */
  readonly stages: Readonly<Record<string, number>>;
  /** Agents at the end. */
  readonly alive: { readonly grass: number; readonly antelopes: number; readonly lions: number };
  /** Ticks after which the world differs from the first backend's, bit by bit. */
  readonly differing: number;
}

/** The measurements of `wayfield-bench osm` for one number of agents on one map. */
export interface AgentRunReport {
  readonly map: string;
  readonly nodeCount: number;
  readonly arcCount: number;
  /** How starts and goals were chosen. */
  readonly routes: 'random' | 'classified' | 'by hand';
  readonly agents: number;
  readonly solver: string;
  /** Milliseconds to make the solver; not part of the other times. */
  readonly buildMs: number;
  /** Sets of routes. */
  readonly repeat: number;
  /** Milliseconds for all agents, paths included: the fastest run of each set. */
  readonly totalMs: Summary;
  /** The median of these times divided by the number of agents. */
  readonly msPerAgent: number;
  /**
   * Nodes of a path, as the mean over all agents and over those with a path; cost of a path, as the
   * mean over the latter.
   */
  readonly meanNodes: number;
  readonly meanFoundNodes: number;
  readonly meanCost: number;
  /** Share of agents without a path. */
  readonly zeroShare: number;
  /** The solver that gave the same answers. */
  readonly against: string;
}
