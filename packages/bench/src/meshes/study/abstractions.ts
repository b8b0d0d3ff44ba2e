// The abstractions of grids and the quadtree that chapter 2 of the study describes, beside TRA* and
// Polyanya: the same queries, between centres of cells.
import {
  buildPointQueries,
  createPolyanya,
  createTriangleSearch,
  type PointQueries,
  type PointRoutes,
} from '@wayfield/navmesh';
import { mean } from 'simple-statistics';
import { createHpa } from '../../grids/peers/abstract/hpa.ts';
import { createPra } from '../../grids/peers/abstract/pra.ts';
import { createQuadtree } from '../../grids/peers/abstract/quadtree.ts';
import { createPlainGridAstar } from '../../grids/peers/plain-grid-astar.ts';
import { ruleOf, walkGrid } from '../../run/peers/rule.ts';
import { relativeError } from '../../run/statistics/measurement.ts';
import { measureInTurns } from '../../run/statistics/measure-in-turns.ts';
import { RIVAL_SAMPLING, type StudyContext, type StudyUnit } from '../../run/study/study.ts';
import { countFaults, oneOf } from './judge.ts';
import { cellQueries, fillBuckets } from './queries.ts';
import { ABSTRACTIONS, ABSTRACTION_TABLE, CELL_WORLDS } from './tables.ts';
import { buildWorld, timed, type World } from './worlds.ts';

/** Relative rounding of a sum of steps. */
const ROUNDING = 1e-9;

type Name = (typeof ABSTRACTIONS)[number];

/** A search between the two cells of a query, which is asked by its number. */
interface CellSearch {
  /** Milliseconds until the first query. */
  readonly readyMs: number;
  /** The length of the path of query `i`. */
  run(i: number): number;
  /** The cells of the last path, for searches between cells. */
  path?(): readonly number[];
  destroy?(): void;
}

/** A search in the plane. */
interface MeshSearch {
  run(queries: PointQueries): PointRoutes;
  destroy(): void;
}

/** A unit for each world that is made of cells. */
export function abstractionUnits(): StudyUnit[] {
  return CELL_WORLDS.map(([name, from]) => ({
    key: `abstractions ${name}`,
    rows: ABSTRACTIONS.map((search) => [ABSTRACTION_TABLE, `${name}, ${search}`] as const),
    from,
    seconds: 4,
    async run(context) {
      const { effort, seed } = context;
      const world = buildWorld(name, effort, seed);
      const each = effort === 'tiny' ? 1 : 10;
      await compareAll(context, world, fillBuckets(world, 10, each, seed).queries);
    },
  }));
}

async function compareAll(
  context: StudyContext,
  world: World,
  points: Parameters<typeof cellQueries>[0],
): Promise<void> {
  const { put, effort } = context;
  const grid = world.grid!;
  const { source, target, count } = cellQueries(points, grid);
  const searches = openAll(world, source, target);
  try {
    const lengths = ABSTRACTIONS.map((name) => {
      const run = Array.from({ length: count }, (_, i) => searches[name].run(i));
      certify(context, world, name, searches[name], run);
      return run;
    });
    const exact = lengths[ABSTRACTIONS.indexOf('A*')];
    const plane = lengths[ABSTRACTIONS.indexOf('Polyanya')];
    const contestants = ABSTRACTIONS.map((name) => ({
      name,
      run(): void {
        for (let i = 0; i < count; i++) searches[name].run(i);
      },
    }));
    const race = await measureInTurns(contestants, 'single', RIVAL_SAMPLING[effort]);
    ABSTRACTIONS.forEach((name, k) => {
      const time = race.time(name);
      const ratio = (to: readonly number[]): number => {
        const both = lengths[k].map((length, i) => length / to[i]).filter(Number.isFinite);
        return both.length === 0 ? 1 : mean(both);
      };
      const spread = relativeError(time);
      put(ABSTRACTION_TABLE, `${world.name}, ${name}`, {
        'time of a query, median': (1000 * time.median) / count,
        'half interval':
          spread < Infinity ? 100 * spread : { value: null, note: 'one sample at this size' },
        'path / shortest in the plane, mean': ratio(plane),
        'path / shortest on the grid, mean': ratio(exact),
        preparation: searches[name].readyMs,
      });
    });
  } finally {
    for (const name of ABSTRACTIONS) searches[name].destroy?.();
  }
}

/** All searches on one world, and the time that each takes until its first query. */
function openAll(
  { mesh, merged, reduction, buildMs, reduceMs, mergedMs, grid }: World,
  source: Uint32Array,
  target: Uint32Array,
): Record<Name, CellSearch> {
  const { width } = grid!;
  const onCells = (make: () => ReturnType<typeof createHpa>): CellSearch => {
    const [search, readyMs] = timed(make);
    return { readyMs, run: (i) => search.search(source[i], target[i]), path: search.path };
  };
  const centre = (cell: number): readonly [number, number] => [
    (cell % width) + 0.5,
    ((cell / width) | 0) + 0.5,
  ];
  const rows = Array.from(source, (from, i) => [...centre(from), ...centre(target[i])]);
  const points = buildPointQueries(rows);
  const each = rows.map((_, i) => oneOf(points, i));
  const onMesh = (make: () => MeshSearch, before: number): CellSearch => {
    const [search, ms] = timed(make);
    return {
      readyMs: before + ms,
      run: (i) => search.run(each[i]).cost[0],
      destroy: () => search.destroy(),
    };
  };
  const [tree, treeMs] = timed(() => createQuadtree(grid!));
  return {
    'A*': onCells(() => createPlainGridAstar(grid!, ruleOf(grid!))),
    'HPA*': onCells(() => createHpa(grid!, { smoothed: false })),
    'HPA* smoothed': onCells(() => createHpa(grid!, { smoothed: true })),
    'PRA*': onCells(() => createPra(grid!)),
    Quadtree: { readyMs: treeMs, run: (i) => tree.search(source[i], target[i]) },
    'TRA*': onMesh(() => createTriangleSearch(mesh, { reduction }), buildMs + reduceMs),
    Polyanya: onMesh(() => createPolyanya(merged), mergedMs),
  };
}

/**
 * Walks paths of cells step by step: each must be legal and as long as the search says. Searches
 * that give a length alone (the quadtree, and those in the plane) are not judged here.
 */
function certify(
  { check }: StudyContext,
  world: World,
  name: Name,
  { run, path }: CellSearch,
  lengths: readonly number[],
): void {
  if (path === undefined) return;
  const grid = world.grid!;
  const faults = countFaults(lengths.length, (i) => {
    const length = run(i);
    if (length === Infinity) return path().length === 0 ? '' : 'a path of no length';
    const walked = walkGrid(grid, ruleOf(grid), path());
    return Math.abs(walked - length) <= ROUNDING * length ? '' : `${walked} long, says ${length}`;
  });
  check.count(`${world.name}: ${name}`, 'its paths', lengths.length, faults.count, faults.first);
}
