import { FOUND, type Graph, type Grid, isGrid, NO_PATH, uniformCost } from '@wayfield/graph';
import type { Problem } from '../problems/problem.ts';
import type { BenchSolver, BuiltSolver } from '../solvers/solver.ts';
import type { MoveRule } from './rule.ts';

/** How one finder of another library is driven. */
export interface PeerFinder {
  /** Everything that its users must make anew for every query. Default: nothing. */
  readonly prepare?: () => void;
  /** Milliseconds that its users spend on that, where `prepare` knows a quicker way. */
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

/** A library for grids. `exact` is its promise, not what it does: the table shows that. */
export interface GridPeer extends PeerBase {
  readonly rule: MoveRule;
  load(grid: Grid): Promise<PeerFinder>;
}

export interface GraphPeer extends PeerBase {
  load(graph: Graph): Promise<PeerFinder>;
}

/** A library for grids as a solver of this program. */
export function gridPeer(peer: GridPeer): BenchSolver {
  return {
    ...common(peer),
    kind: 'grid',
    rule: peer.rule,
    refuse: ({ data }: Problem) =>
      isGrid(data) && uniformCost(data) !== 1 ? 'it is driven on maps of one cost only' : undefined,
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
  /** Some throw where there is nothing to find, as from a blocked cell: that is an answer too. */
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
      // the cost is counted afterwards, along the path, by the rule of the library
      const none = path.length === 0;
      return { status: none ? NO_PATH : FOUND, cost: none ? Infinity : 0, path };
    },
    destroy() {},
  };
}

/** Imports an optional package; the compiler must not look for its types. */
export async function importPackage<T>(name: string): Promise<T> {
  const module = (await import(name)) as { default?: unknown };
  return (module.default ?? module) as T;
}

/** The same for a package whose exports have names, one of which may be its default. */
export async function importNames<T>(name: string): Promise<T> {
  return (await import(name)) as T;
}

/** Runs `job` with a silent console: for libraries that chat. */
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

/** 0 = open, 1 = blocked, as the rows that most grid libraries take. */
export function blockedRows(grid: Grid): number[][] {
  const { width, height, cost } = grid;
  return Array.from({ length: height }, (_, y) =>
    Array.from(cost.subarray(y * width, (y + 1) * width), (c) => (c > 0 ? 0 : 1)),
  );
}
