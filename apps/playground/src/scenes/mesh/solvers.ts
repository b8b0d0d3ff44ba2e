// The searches on a mesh: the answer and the time of each for one question.
import { FOUND, statusName } from '@wayfield/graph';
import {
  buildPointQueries,
  createFunnel,
  type PointQueries,
  type PointRoutes,
  type PolyanyaSolver,
  type PolygonMesh,
  type Reduction,
} from '@wayfield/navmesh';
import { createStudySearch } from '@wayfield/navmesh/study';
import { createDiscSearch, flattenArcs } from '@wayfield/navmesh/discs';
import { type Channel, createPathFollower } from './sleeve.ts';

export const SOLVERS = ['polyanya', 'tra*', 'ta*', 'first', 'disc'] as const;
export type SolverName = (typeof SOLVERS)[number];

export interface MeshAnswer {
  readonly solver: SolverName;
  readonly status: string;
  /** Infinity where there is no path. */
  readonly cost: number;
  readonly microseconds: number;
  /** Number of expanded polygons or states. */
  readonly expanded: number;
  /** x, y, x, y, …; circular arcs as straight pieces. */
  readonly path: number[];
}

/** The channel of a path, and the result of the funnel algorithm in it. */
export interface FunnelFacts {
  readonly channel: Channel;
  /** The shortest path through the channel. */
  readonly length: number;
}

export interface MeshSolvers {
  /**
   * Milliseconds that it took to make the searches that follow no changes; 0 until they are made.
   */
  readonly prepareMs: number;
  /** The path of a point by Polyanya, x, y, x, y, …; empty if there is none. */
  pointPath(ends: readonly number[]): number[];
  solve(ends: readonly number[], radius: number): MeshAnswer[];
  /** Whether there is a path for a disc. */
  canPass(ends: readonly number[], radius: number): boolean;
  /** Undefined if there is no path. */
  funnel(ends: readonly number[]): FunnelFacts | undefined;
  destroy(): void;
}

/** A query is repeated in rounds, each of at most this time and number of runs. */
const ROUNDS = 4;
const ROUND_MS = 2;
const MOST_RUNS = 1000;

/**
 * `polyanya` must follow the mesh of these triangles. The other searches are made when first asked.
 */
export function createMeshSolvers(
  triangles: PolygonMesh,
  reduction: Reduction,
  polyanya: PolyanyaSolver,
): MeshSolvers {
  const funnel = createFunnel();
  let prepareMs = 0;
  let searches: ReturnType<typeof makeSearches> | undefined;

  function made(): ReturnType<typeof makeSearches> {
    if (searches) return searches;
    const began = performance.now();
    searches = makeSearches(triangles, reduction);
    prepareMs = performance.now() - began;
    return searches;
  }

  const runs: Record<SolverName, (queries: PointQueries, radius: number) => PointRoutes> = {
    polyanya: (queries) => polyanya.run(queries),
    'tra*': (queries) => made().tra.run(queries),
    'ta*': (queries) => made().ta.run(queries),
    first: (queries) => made().tra.run(queries, { first: true }),
    disc: (queries, radius) => made().discs.run(queries, { radius }),
  };

  /** The path of a disc. Arcs are pieces, with an error of a hundredth of the radius. */
  function discPath(queries: PointQueries, radius: number): number[] {
    const routes = made().discs.run(queries, { radius });
    const to = routes.firstPoint[1];
    const { x, y } = flattenArcs(routes, { to, tolerance: radius / 100 });
    return Array.from(x, (value, i) => [value, y[i]]).flat();
  }

  return {
    get prepareMs() {
      return prepareMs;
    },
    pointPath: (ends) => pointsOf(polyanya.run(buildPointQueries([ends]))),
    solve(ends, radius) {
      const queries = buildPointQueries([ends]);
      return SOLVERS.filter((solver) => solver !== 'disc' || radius > 0).map((solver) => {
        const run = runs[solver];
        let routes = run(queries, radius);
        const microseconds = leastTime(() => {
          routes = run(queries, radius);
        });
        const isFound = routes.status[0] === FOUND;
        return {
          solver,
          status: statusName(routes.status[0]),
          cost: isFound ? routes.cost[0] : Infinity,
          microseconds,
          expanded: routes.expanded[0],
          path: solver === 'disc' && isFound ? discPath(queries, radius) : pointsOf(routes),
        };
      });
    },
    canPass(ends, radius) {
      const { status } = made().discs.run(buildPointQueries([ends]), { radius, result: 'cost' });
      return status[0] === FOUND;
    },
    funnel(ends) {
      const { tra, follower } = made();
      const channel = follower.follow(pointsOf(tra.run(buildPointQueries([ends]))));
      if (!channel) return undefined;
      const [sx, sy, tx, ty] = ends;
      return { channel, length: funnel.toPoint(channel.sleeve, sx, sy, tx, ty) };
    },
    destroy() {
      for (const solver of searches ? [searches.tra, searches.ta, searches.discs] : [])
        solver.destroy();
    },
  };
}

/** The searches that follow no changes. */
function makeSearches(triangles: PolygonMesh, reduction: Reduction) {
  return {
    // no tables: a few searches do not gain the time to make them, and the next obstacle ends them
    tra: createStudySearch(triangles, { reduction, table: false }),
    ta: createStudySearch(triangles, { algorithm: 'ta*', reduction }),
    discs: createDiscSearch(triangles, { reduction, table: false }),
    follower: createPathFollower(triangles),
  };
}

const pointsOf = ({ x, y }: PointRoutes): number[] =>
  Array.from(x, (value, i) => [value, y[i]]).flat();

/**
 * Microseconds of one run, in the best of some rounds: first rounds warm up, and other work of the
 * machine slows single rounds.
 */
function leastTime(run: () => void): number {
  let least = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    // clocks of pages are coarse: the time of many runs is divided by their number
    const before = performance.now();
    let runs = 0;
    while (runs < MOST_RUNS && performance.now() - before < ROUND_MS) {
      run();
      runs++;
    }
    least = Math.min(least, (1000 * (performance.now() - before)) / runs);
  }
  return least;
}
