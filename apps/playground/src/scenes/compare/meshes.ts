import { buildGrid } from '@wayfield/graph';
import { randomQueries, roomsGrid } from '@wayfield/graph/generators';
import {
  buildPointQueries,
  buildPolygonMesh,
  createNavMesh,
  createPolyanya,
  outlineGrid,
} from '@wayfield/navmesh';
import { createStudySearch } from '@wayfield/navmesh/study';
import type { Backend, Problem, ProblemOptions } from './problem.ts';

const SIZES = { small: [64, 40], medium: [160, 100], large: [320, 200] } as const;

export function meshProblem({ size, count, seed }: ProblemOptions): Problem {
  const [width, height] = SIZES[size];
  const grid = buildGrid({
    width,
    height,
    cost: roomsGrid(width, height, { seed, size: 18, door: 3 }).cost,
  });
  const { triangulation } = createNavMesh(outlineGrid(grid));
  const triangles = buildPolygonMesh(triangulation, { merge: false });
  const { source, target } = randomQueries(grid, count, { seed });
  const place = (cell: number): number[] => [(cell % width) + 0.5, Math.floor(cell / width) + 0.5];
  const queries = buildPointQueries(
    Array.from(source, (cell, i) => [...place(cell), ...place(target[i])]),
  );
  const search = (title: string, algorithm: 'tra*' | 'ta*'): Backend => ({
    kind: 'thread',
    title,
    prepare() {
      const solver = createStudySearch(triangles, { algorithm });
      return { run: () => solver.run(queries).cost, destroy: () => solver.destroy() };
    },
  });
  return {
    title: 'Meshes',
    what:
      'Any-angle paths through rooms on ' +
      `${triangles.polygonCount.toLocaleString('en')} triangles; ` +
      'there is no pool and no GPU for them',
    unit: 'path',
    count,
    // square roots are added in different orders
    tolerance: 1e-12,
    backends: [
      {
        kind: 'thread',
        title: 'Polyanya',
        prepare() {
          const solver = createPolyanya(buildPolygonMesh(triangulation));
          return { run: () => solver.run(queries).cost, destroy: () => solver.destroy() };
        },
      },
      search('TRA*', 'tra*'),
      search('TA*', 'ta*'),
    ],
  };
}
