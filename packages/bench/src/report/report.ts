import type { GpuTimes } from '../gpu/meter.ts';
import type { Ratio } from '../results/results.ts';
import type { Summary } from './statistics.ts';

/** The name of this shape. It changes when a field changes its meaning or goes away. */
export const REPORT_SCHEMA = 'wayfield-bench/1';

/** What `--json FILE` holds, and what the `run…Bench` functions return. */
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
  readonly bars: readonly BarReport[];
  /** `wayfield-bench gpu` only. */
  readonly gpuRuns?: readonly GpuRunReport[];
  /** `wayfield-bench collision` only. */
  readonly collisionRuns?: readonly CollisionRunReport[];
  /** `wayfield-bench collision M1` only. */
  readonly modelRuns?: readonly ModelRunReport[];
  /** `wayfield-bench osm` and `bars-osm 5` only. */
  readonly agentRuns?: readonly AgentRunReport[];
  /** Answers of exact and inexact solvers that were held against something. */
  readonly compared: number;
  /** Answers that failed a check. 0, or the program exits with code 1. */
  readonly differed: number;
  /** The first of them, at most 20. */
  readonly differences: readonly Difference[];
}

export interface MachineReport {
  readonly cpu: string;
  /** Threads that the system offers to this process. */
  readonly threads: number;
  readonly memoryBytes: number;
  readonly system: string;
  readonly node: string;
  readonly v8: string;
  /** What the GPU commands ran on. */
  readonly gpu?: string;
}

/** One map or graph with its queries, and what every solver made of it. */
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
  /** Wayfield's own, plain JavaScript on typed arrays, or another library. */
  readonly group: 'wayfield' | 'baseline' | 'peer';
  /** The moves that it follows, when they are not those of the problem. */
  readonly rule?: string;
  readonly threads: number;
  /** Milliseconds to make the solver from the grid or graph, ready for its first query. */
  readonly buildMs: number;
  /** Queries that were run: fewer than the problem has when the time for a slow peer is over. */
  readonly queries: number;
  /** Milliseconds of one query, each the fastest of `repeat` runs; null for a pool, which is timed as a whole. */
  readonly queryMs: Summary | null;
  /** All queries in one call, or in a loop where there is no such call, in the fastest of `repeat` runs. */
  readonly queriesPerSecond: number;
  /** Mean nodes taken from the queue per query; null where the solver does not count them. */
  readonly settled: number | null;
  /** What the solver holds beside the grid or graph; null where it does not say. */
  readonly memoryBytes: number | null;
  /** The grid or graph and what was derived from it, shared by all solvers on it. */
  readonly sharedBytes: number | null;
  /** Answers that are a shortest path, or right in that there is none, by the rule of this solver. */
  readonly optimal: number;
  /** Worst ratio of the cost of a found path to the least cost. */
  readonly worstRatio: number;
  /** Peers: milliseconds per query for what must be made anew every time, not part of `queryMs`. */
  readonly prepareMs?: number;
  /** Peers: queries without an answer although a path exists. */
  readonly missed?: number;
  /** Peers: how often its time is that of one of ours, on the queries that it was asked. */
  readonly against?: Against;
}

/** One of ours and a peer that took turns on the same queries; above 1 ours is faster. */
export interface Against {
  /** The solver of ours. */
  readonly ours: string;
  /** Both asked one by one. */
  readonly single: Ratio;
  /** Ours in one call, the peer in a loop. */
  readonly batch: Ratio;
}

/** An answer that is not what it must be. */
export interface Difference {
  readonly problem: string;
  readonly solver: string;
  /** Index of the query. */
  readonly query: number;
  readonly source: number;
  readonly target: number;
  /** What is wrong, with the numbers. */
  readonly what: string;
}

/** What `wayfield-bench gpu` measured of one solver or primitive. All times are milliseconds. */
export interface GpuRunReport {
  readonly name: string;
  /** Queries, sources or words. */
  readonly count: number;
  /** Which of its ways the solver took. */
  readonly variant?: string;
  /** To make the solver: checks, the map to the device. */
  readonly createMs: number;
  /** The first call, which compiles and allocates. */
  readonly cold: GpuTimes;
  /** The fastest call after it. */
  readonly warm: GpuTimes;
  /** The fastest call of the CPU's side. */
  readonly cpuMs: number;
  /** Bytes that the solver holds on the device. */
  readonly memoryBytes?: number;
}

/** What `wayfield-bench collision` measured of one program on one crowd. All times are milliseconds. */
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
  readonly group: 'wayfield' | 'baseline' | 'peer';
  readonly threads: number;
  /** Which grid it chose, where it says. */
  readonly grid?: string;
  /** To make it, first update included. */
  readonly createMs: number;
  /** One step: all bodies moved, all pairs in an array. Compiling is over. */
  readonly stepMs: Summary;
  /** The parts of the fastest step; `device` is the GPU's own time within `kernels`. */
  readonly stages?: Readonly<Record<string, number>>;
  /** Time on the device by kernel, each alone. */
  readonly kernels?: Readonly<Record<string, number>>;
  readonly memoryBytes?: number;
  /** What the pairs were held against. */
  readonly against: string;
  readonly missed: number;
  readonly duplicates: number;
  readonly wrong: number;
}

/** What `wayfield-bench collision M1` measured of the model on one backend. All times are milliseconds. */
export interface ModelRunReport {
  /** At the start. */
  readonly agents: number;
  readonly ticks: number;
  /** wasm, pool, gpu, R-tree or brute force. */
  readonly backend: string;
  /** A whole tick: agents and the commit. */
  readonly tickMs: Summary;
  /** The commit alone: what the environment does. */
  readonly commitMs: Summary;
  /** Mean of each part of a tick; they add up to it. */
  readonly stages: Readonly<Record<string, number>>;
  /** At the end. */
  readonly alive: { readonly grass: number; readonly antelopes: number; readonly lions: number };
  /** Ticks after which the world is not that of the first backend, bit by bit. */
  readonly differing: number;
}

/** What `wayfield-bench osm` measured of so many agents on one map. */
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
  /** Milliseconds for all agents, paths included: of each set its fastest run. */
  readonly totalMs: Summary;
  /** The median of these, by agents. */
  readonly msPerAgent: number;
  /** Nodes of a path: mean over all agents, and over those that have one; cost of a path, mean over the latter. */
  readonly meanNodes: number;
  readonly meanFoundNodes: number;
  readonly meanCost: number;
  /** Share of agents without a path. */
  readonly zeroShare: number;
  /** The solver that gave the same answers. */
  readonly against: string;
}

/** The outcome of one bar of `wayfield-bench bars`. */
export interface BarReport {
  readonly name: string;
  readonly title: string;
  readonly results: readonly BarResult[];
}

export interface BarResult {
  readonly what: string;
  readonly measured: number;
  readonly bar: number;
  readonly unit: string;
  /** Whether more or less is better. */
  readonly better: 'more' | 'less';
  /** measured / bar where more is better, else bar / measured: 1 or more passes. */
  readonly ratio: number;
  /** 'skip': this machine cannot show it, or something needed is not there; `note` says what. */
  readonly outcome: 'pass' | 'fail' | 'skip';
  readonly note?: string;
}
