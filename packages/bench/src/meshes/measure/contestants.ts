// The programs that can be named: searches on the triangles and on their reduction, Polyanya on
// polygons, and on maps of cells the solvers for grids, which search between the cells of a query's
// ends.
import { FOUND } from '@wayfield/graph';
import { createPolyanya, type PointQueries, type PointRoutes } from '@wayfield/navmesh';
import { createStudySearch } from '@wayfield/navmesh/study';
import { InputError } from '../../run/problems/read-file.ts';
import { chooseSolvers, solverNames } from '../../run/solvers/choose.ts';
import { oneOf } from '../study/judge.ts';
import { measureQuery, type SomeMeasures } from '../study/measures.ts';
import { cellQueries } from '../study/queries.ts';
import type { MeshMap } from './mesh-map.ts';

/** A program on a map, ready for queries. */
export interface MapContestant {
  readonly name: string;
  readonly buildMs: number;
  /** Bytes that the program holds, the mesh included; null where it does not say. */
  readonly memoryBytes: number | null;
  /** Whether the program's paths are the shortest in the plane, or marked as unproven. */
  readonly exact: boolean;
  /** Answers one query, timed. An anytime search is stopped after `limitMs`. */
  ask(i: number, limitMs: number): SomeMeasures | Promise<SomeMeasures>;
  /** All paths, to be judged; absent where they are not paths in the plane. */
  routes?(): PointRoutes;
  destroy(): void | Promise<void>;
}

const TRIANGLE_SEARCHES = ['tra*', 'ta*', 'fringe'] as const;
type TriangleSearchName = (typeof TRIANGLE_SEARCHES)[number];
const isTriangleSearch = (name: string): name is TriangleSearchName =>
  (TRIANGLE_SEARCHES as readonly string[]).includes(name);

/** The programs without `--solver`; those for grids only where there is a grid. */
export const USUAL: readonly string[] = [...TRIANGLE_SEARCHES, 'polyanya'];
export const USUAL_ON_GRIDS: readonly string[] = ['astar', 'jps+'];

/**
 * Makes a program ready. Throws InputError for an unknown name, and for a solver for grids where
 * there is no grid.
 */
export async function createContestant(
  name: string,
  map: MeshMap,
  queries: PointQueries,
): Promise<MapContestant> {
  if (isTriangleSearch(name)) return triangleSearch(name, map, queries);
  if (name === 'polyanya') return polyanya(map, queries);
  const onCells = solverNames();
  if (onCells.includes(name)) return gridSolver(name, map, queries);
  const known = [...USUAL, ...onCells];
  throw new InputError(`unknown solver '${name}', known are ${known.join(', ')}`);
}

function triangleSearch(
  algorithm: TriangleSearchName,
  { triangles, reduction }: MeshMap,
  queries: PointQueries,
): MapContestant {
  const start = performance.now();
  const search = createStudySearch(triangles, { algorithm, reduction });
  const buildMs = performance.now() - start;
  return {
    name: algorithm,
    buildMs,
    memoryBytes: search.memoryBytes,
    exact: true,
    ask: (i, limitMs) => measureQuery(search, queries, i, limitMs),
    // Fringe search may take too long for all queries
    ...(algorithm !== 'fringe' && { routes: () => search.run(queries) }),
    destroy: () => search.destroy(),
  };
}

function polyanya({ merged }: MeshMap, queries: PointQueries): MapContestant {
  const start = performance.now();
  const solver = createPolyanya(merged);
  const buildMs = performance.now() - start;
  return {
    name: 'polyanya',
    buildMs,
    memoryBytes: solver.memoryBytes,
    exact: true,
    ask(i) {
      const query = oneOf(queries, i);
      const begun = performance.now();
      solver.run(query, { result: 'cost' });
      const searchMs = performance.now() - begun;
      const again = performance.now();
      const { cost, expanded } = solver.run(query);
      const totalMs = performance.now() - again;
      return { totalMs, searchMs, length: cost[0], expanded: expanded[0], isProven: true };
    },
    routes: () => solver.run(queries),
    destroy: () => solver.destroy(),
  };
}

async function gridSolver(
  name: string,
  map: MeshMap,
  points: PointQueries,
): Promise<MapContestant> {
  const [solver] = chooseSolvers({ names: [name] }).solvers;
  const { grid } = map;
  if (!grid) throw new InputError(`${name} searches cells, and ${map.name} has none`);
  const queries = cellQueries(points, grid);
  const problem = { name: map.name, description: map.description, data: grid, queries };
  const refused = solver!.refuse(problem);
  if (refused !== undefined) throw new InputError(`${name} on ${map.name}: ${refused}`);
  const start = performance.now();
  const built = await solver!.build(problem);
  const buildMs = performance.now() - start;
  const { ask, answer } = built;
  if (!ask || !answer) throw new InputError(`${name} answers no single queries`);
  return {
    name: `${name}, on cells`,
    buildMs,
    memoryBytes: built.memoryBytes,
    exact: false,
    async ask(i) {
      built.prepare?.();
      const begun = performance.now();
      const pending = ask(queries.source[i], queries.target[i]);
      if (pending instanceof Promise) await pending;
      const totalMs = performance.now() - begun;
      const { status, cost, settled } = answer();
      const length = status === FOUND ? cost : Infinity;
      return { totalMs, length, ...(settled !== undefined && { expanded: settled }) };
    },
    destroy: () => built.destroy(),
  };
}
