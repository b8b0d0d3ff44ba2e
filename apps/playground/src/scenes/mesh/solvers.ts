// The searches for one question on one mesh: what each finds, and how long it takes.
import { FOUND, STATUS_NAMES } from '@wayfield/graph';
import {
  buildPointQueries,
  createFunnel,
  createPolyanya,
  createTriangleSearch,
  type PointQueries,
  type PointRoutes,
  type PolygonMesh,
  type Reduction,
} from '@wayfield/navmesh';
import { createDiscSearch, flattenArcs } from '@wayfield/navmesh/discs';
import { type Channel, createPathFollower } from './sleeve.ts';

export const SOLVERS = ['polyanya', 'tra*', 'ta*', 'first', 'disc'] as const;
export type SolverName = (typeof SOLVERS)[number];

export interface MeshAnswer {
  readonly solver: SolverName;
  readonly status: string;
  /** Infinity where there is no way. */
  readonly cost: number;
  readonly microseconds: number;
  /** Polygons or states that were looked into. */
  readonly expanded: number;
  /** x, y, x, y, …; arcs in straight pieces. */
  readonly path: number[];
}

/** What a path goes through, and what the funnel algorithm makes of it. */
export interface FunnelFacts {
  readonly channel: Channel;
  /** The shortest path through the channel. */
  readonly length: number;
}

export interface MeshSolvers {
  /** Milliseconds that it took to make them. */
  readonly prepareMs: number;
  solve(ends: readonly number[], radius: number): MeshAnswer[];
  /** Whether a disc comes through. */
  canPass(ends: readonly number[], radius: number): boolean;
  /** Undefined where there is no way. */
  funnel(ends: readonly number[]): FunnelFacts | undefined;
  destroy(): void;
}

/** Milliseconds of a round for which a query is repeated, and runs at most. */
const ROUNDS = 4;
const ROUND_MS = 2;
const MOST_RUNS = 1000;

export function createMeshSolvers(
  triangles: PolygonMesh,
  reduction: Reduction,
  polygons: PolygonMesh,
): MeshSolvers {
  const began = performance.now();
  const polyanya = createPolyanya(polygons);
  // a table takes longer to make than a few searches gain, and the next obstacle ends it
  const tra = createTriangleSearch(triangles, { reduction, table: false });
  const ta = createTriangleSearch(triangles, { algorithm: 'ta*', reduction });
  const discs = createDiscSearch(triangles);
  const funnel = createFunnel();
  const prepareMs = performance.now() - began;
  const follower = createPathFollower(triangles);

  const runs: Record<SolverName, (queries: PointQueries, radius: number) => PointRoutes> = {
    polyanya: (queries) => polyanya.run(queries),
    'tra*': (queries) => tra.run(queries),
    'ta*': (queries) => ta.run(queries),
    first: (queries) => tra.run(queries, { first: true }),
    disc: (queries, radius) => discs.run(queries, { radius }),
  };

  /** The path of a disc, with arcs in pieces that are off by a hundredth of the radius. */
  function discPath(queries: PointQueries, radius: number): number[] {
    const routes = discs.run(queries, { radius });
    const to = routes.firstPoint[1];
    const { x, y } = flattenArcs(routes, { to, tolerance: radius / 100 });
    return Array.from(x, (value, i) => [value, y[i]]).flat();
  }

  return {
    prepareMs,
    solve(ends, radius) {
      const queries = buildPointQueries([ends]);
      return SOLVERS.filter((solver) => solver !== 'disc' || radius > 0).map((solver) => {
        const run = runs[solver];
        let routes = run(queries, radius);
        const microseconds = leastTime(() => {
          routes = run(queries, radius);
        });
        const isFound = routes.status[0] === FOUND;
        const points = Array.from(routes.x, (value, i) => [value, routes.y[i]]).flat();
        return {
          solver,
          status: STATUS_NAMES[routes.status[0]],
          cost: isFound ? routes.cost[0] : Infinity,
          microseconds,
          expanded: routes.expanded[0],
          path: solver === 'disc' && isFound ? discPath(queries, radius) : points,
        };
      });
    },
    canPass(ends, radius) {
      const { status } = discs.run(buildPointQueries([ends]), { radius, result: 'cost' });
      return status[0] === FOUND;
    },
    funnel(ends) {
      const { x, y } = tra.run(buildPointQueries([ends]));
      const channel = follower.follow(Array.from(x, (value, i) => [value, y[i]]).flat());
      if (!channel) return undefined;
      const [sx, sy, tx, ty] = ends;
      return { channel, length: funnel.toPoint(channel.sleeve, sx, sy, tx, ty) };
    },
    destroy() {
      for (const solver of [polyanya, tra, ta, discs]) solver.destroy();
    },
  };
}

/** Microseconds of one run: the best of some rounds. The first ones warm up, and others have the machine, too. */
function leastTime(run: () => void): number {
  let least = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    // a page may only see coarse times: many runs by one look at the clock
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
