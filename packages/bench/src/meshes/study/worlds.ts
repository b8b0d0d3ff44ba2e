// Five worlds in place of the study's five maps, whose kinds alone are known: two outdoors, two
// indoors, one mixed.
import type { Grid } from '@wayfield/graph';
import { blobsGrid, mazeGrid, random, roomsGrid } from '@wayfield/graph/generators';
import {
  buildPolygonMesh,
  buildReduction,
  createNavMesh,
  type NavMeshInput,
  outlineGrid,
  type PolygonMesh,
  type Reduction,
} from '@wayfield/navmesh';
import type { Effort } from '../../run/study/study.ts';
import type { Ground } from './queries.ts';

/** The kinds, in the order of the tables. */
export const WORLD_NAMES = ['forest', 'lakes', 'rooms', 'maze', 'town'] as const;
export type WorldName = (typeof WORLD_NAMES)[number];

/** Edge of a world by effort; outlines of cells have as many corners as steps. */
const SIDE: Readonly<Record<Effort, number>> = { tiny: 24, quick: 64, full: 256 };

/** A world with all data that a search needs. */
export interface World extends Ground {
  readonly name: WorldName;
  /** Edge of the square. */
  readonly side: number;
  readonly obstacles: number;
  /** The grid of a world that is made of cells. */
  readonly grid: Grid | undefined;
  /** The mesh of triangles. */
  readonly mesh: PolygonMesh;
  readonly reduction: Reduction;
  /** Milliseconds for the triangulation and the mesh of triangles; outlining cells is not in it. */
  readonly buildMs: number;
  /** Milliseconds for the reduction of that mesh. */
  readonly reduceMs: number;
  /** Milliseconds for the triangulation and the merged polygons. */
  readonly mergedMs: number;
}

/** Builds a world. */
export function buildWorld(name: WorldName, effort: Effort, seed: number): World {
  const side = SIDE[effort];
  const { input, grid } = layOutWorld(name, side, seed);
  const [{ triangulation }, triangulateMs] = timed(() => createNavMesh(input));
  const [mesh, meshMs] = timed(() => buildPolygonMesh(triangulation, { merge: false }));
  const [reduction, reduceMs] = timed(() => buildReduction(mesh));
  const [merged, mergeMs] = timed(() => buildPolygonMesh(triangulation));
  return {
    name,
    side,
    box: [0, 0, side, side],
    obstacles: input.obstacles?.length ?? 0,
    grid,
    mesh,
    reduction,
    merged,
    buildMs: triangulateMs + meshMs,
    reduceMs,
    mergedMs: triangulateMs + mergeMs,
  };
}

/** What `make` returns, and the milliseconds that it took. */
export function timed<T>(make: () => T): readonly [T, number] {
  const begun = performance.now();
  const made = make();
  return [made, performance.now() - begun];
}

/** The contents of a world of this kind, and its cells if it is made of cells. */
export function layOutWorld(
  name: WorldName,
  side: number,
  seed: number,
): { input: NavMeshInput; grid?: Grid } {
  const cells = (grid: Grid): { input: NavMeshInput; grid: Grid } => ({
    input: outlineGrid(grid),
    grid,
  });
  const boundary = [0, 0, side, 0, side, side, 0, side];
  switch (name) {
    case 'forest':
      return { input: { boundary, obstacles: trees(side, 0, seed) } };
    case 'lakes':
      return cells(
        blobsGrid(side, side, { count: LAKES, radius: [LAKE[0] * side, LAKE[1] * side], seed }),
      );
    case 'rooms':
      return cells(roomsGrid(side, side, { size: 8, seed }));
    case 'maze':
      return cells(withLoops(mazeGrid(side, side, { corridor: CORRIDOR, seed }), seed));
    case 'town': {
      // rooms on the left, trees on the right
      const half = Math.floor(side / 2);
      const rooms = outlineGrid(roomsGrid(half, side, { size: 8, seed }));
      return { input: { boundary, obstacles: [...rooms.obstacles!, ...trees(side, half, seed)] } };
    }
  }
}

/**
 * Number of lakes, and their least and largest radius as shares of the edge. Fewer and larger lakes
 * touch the border and each other: without an island the reduction has no decision point.
 */
const LAKES = 60;
const LAKE = [0.02, 0.06] as const;

/** The width of a maze's corridors, and the share of its walls that are opened. */
const CORRIDOR = 3;
const OPENED = 0.1;
/** One loop is a ring without a decision point; in small mazes the share alone may open too few. */
const LEAST_OPENED = 3;

/**
 * Opens some of the walls between two corridors side by side. A perfect maze is a tree, and its
 * reduction has no decision point.
 */
function withLoops(grid: Grid, seed: number): Grid {
  const { width, height } = grid;
  const cost = grid.cost.slice();
  const next = random(seed);
  const isOpen = (x: number, y: number): boolean => grid.cost[y * width + x] > 0;
  const divides = (x: number, y: number): boolean =>
    !isOpen(x, y) && isOpen(x - 1, y) && isOpen(x + 1, y);
  const walls: { readonly drawn: number; readonly cells: readonly number[] }[] = [];
  for (let x = 1; x + 1 < width; x++) {
    for (let y = 0; y + CORRIDOR <= height; y++) {
      const rows = Array.from({ length: CORRIDOR }, (_, k) => y + k);
      if (!rows.every((row) => divides(x, row))) continue;
      walls.push({ drawn: next(), cells: rows.map((row) => row * width + x) });
      y += CORRIDOR - 1;
    }
  }
  walls.sort((a, b) => a.drawn - b.drawn);
  for (const [i, { drawn, cells }] of walls.entries()) {
    if (drawn < OPENED || i < LEAST_OPENED) for (const cell of cells) cost[cell] = 1;
  }
  return { ...grid, cost };
}

/** Convex obstacles of 3 to 8 corners, apart from each other. */
function trees(side: number, from: number, seed: number): number[][] {
  const next = random(seed);
  const step = 4;
  const rings: number[][] = [];
  for (let y = 0; y + step <= side; y += step) {
    for (let x = from; x + step <= side; x += step) {
      if (next() < 0.25) continue;
      const [cx, cy] = [x + step / 2 + 0.5 * (next() - 0.5), y + step / 2 + 0.5 * (next() - 0.5)];
      const radius = 0.4 + 1.2 * next();
      const corners = 3 + Math.floor(6 * next());
      const turn = next() * Math.PI;
      rings.push(
        Array.from({ length: 2 * corners }, (_, i) => {
          const angle = turn + (2 * Math.PI * (i >> 1)) / corners;
          return i % 2 === 0 ? cx + radius * Math.cos(angle) : cy + radius * Math.sin(angle);
        }),
      );
    }
  }
  return rings;
}
