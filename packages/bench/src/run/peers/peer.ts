import { FOUND, type Graph, type Grid, isGrid, NO_PATH, uniformCost } from '@wayfield/graph';
import type { Problem } from '../problems/problem.ts';
import type { BenchSolver, BuiltSolver } from '../solvers/solver.ts';
import type { MoveRule } from './rule.ts';

/** One finder of another library, and how it is driven. */
export interface PeerFinder {
  /** Makes what users of the library must make again before every query; not timed. */
  readonly prepare?: () => void;
  /** Milliseconds that users spend before every query, where `prepare` does the same faster. */
  readonly userPrepareMs?: number;
  /** What a user of the library calls for one path; timed. */
  readonly find: (source: number, target: number) => unknown;
  /** Turns what `find` returned into nodes from source to target, empty = no path; not timed. */
  readonly path: (found: never, source: number, target: number) => ArrayLike<number>;
}

interface PeerBase {
  readonly name: string;
  /** Packages that it imports, the library itself first. */
  readonly packages: readonly string[];
}

/** A library for grids. */
export interface GridPeer extends PeerBase {
  /** The moves that the library makes, by which its paths are judged. */
  readonly rule: MoveRule;
  /** Makes the library ready for queries on `grid`; timed as preparation. */
  load(grid: Grid): Promise<PeerFinder>;
}

/** A library for graphs. */
export interface GraphPeer extends PeerBase {
  /** Makes the library ready for queries on `graph`; timed as preparation. */
  load(graph: Graph): Promise<PeerFinder>;
}

/** A library for grids as a solver of this program. */
export function gridPeer(peer: GridPeer): BenchSolver {
  return {
    ...common(peer),
    kind: 'grid',
    rule: peer.rule,
    refuse: ({ data }: Problem) =>
      isGrid(data) && uniformCost(data) !== 1
        ? 'it is driven on maps only whose cells all cost 1'
        : undefined,
    build: async ({ data }) => built(await peer.load(data as Grid)),
  };
}

/** A library for graphs as a solver of this program. */
export function graphPeer(peer: GraphPeer): BenchSolver {
  return {
    ...common(peer),
    kind: 'graph',
    refuse: () => undefined,
    build: async ({ data }) => built(await peer.load(data as Graph)),
  };
}

function common(peer: PeerBase) {
  return {
    name: peer.name,
    group: 'peer',
    // a wrong path of a library is shown in its row and is no error of this program
    exact: false,
    threads: 1,
    packages: peer.packages,
  } as const;
}

function built(finder: PeerFinder): BuiltSolver {
  let found: unknown;
  let failed = false;
  let source = 0;
  let target = 0;
  /**
   * Some libraries throw where there is no path, as from a blocked cell: an answer without path.
   */
  const fail = (): void => {
    failed = true;
  };
  return {
    memoryBytes: null,
    sharedBytes: null,
    ...(finder.prepare && { prepare: finder.prepare }),
    ...(finder.userPrepareMs !== undefined && { prepareMs: finder.userPrepareMs }),
    ask(from, to) {
      source = from;
      target = to;
      failed = false;
      try {
        found = finder.find(from, to);
      } catch {
        fail();
      }
      if (!(found instanceof Promise)) return undefined;
      return found.then((route: unknown) => {
        found = route;
      }, fail);
    },
    answer() {
      const path = failed ? [] : finder.path(found as never, source, target);
      // the cost is computed afterwards, along the path, by the rule of the library
      const none = path.length === 0;
      return { status: none ? NO_PATH : FOUND, cost: none ? Infinity : 0, path };
    },
    destroy() {},
  };
}

/** Imports an optional package, whose types the compiler must not look for. */
export async function importPackage<T>(name: string): Promise<T> {
  const module = (await import(name)) as { default?: unknown };
  return (module.default ?? module) as T;
}

/** Imports an optional package with named exports, one of which may be its default. */
export async function importNames<T>(name: string): Promise<T> {
  return (await import(name)) as T;
}

/** Runs `job` with a silent console, for libraries that print. */
export async function quietly<T>(job: () => T | Promise<T>): Promise<T> {
  const { log, warn } = console;
  console.log = console.warn = () => {};
  try {
    return await job();
  } finally {
    console.log = log;
    console.warn = warn;
  }
}

/** The rows that most grid libraries take: 0 = open, 1 = blocked. */
export function blockedRows(grid: Grid): number[][] {
  const { width, height, cost } = grid;
  return Array.from({ length: height }, (_, y) =>
    Array.from(cost.subarray(y * width, (y + 1) * width), (c) => (c > 0 ? 0 : 1)),
  );
}
