import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type DiffusionMap, diffusionMapOf, gridOfMap } from '@wayfield/diffusion';
import type { Grid } from '@wayfield/graph';
import { parseTerrainCsv } from '@wayfield/graph/formats';
import { mazeGrid, openGrid, randomGrid, roomsGrid, terrainGrid } from '@wayfield/graph/generators';
import { mapName, readMap } from '../../run/problems/movingai.ts';
import { InputError, naming, readBytes } from '../../run/problems/read-file.ts';

/** A map with goals and starts for diffusion, and the same as a grid for A*. */
export interface DiffusionProblem {
  readonly name: string;
  readonly map: DiffusionMap;
  /**
   * The costs of entering cells, 1 / terrain; diagonal steps may cut all corners, as scent does.
   */
  readonly grid: Grid;
  readonly goals: readonly number[];
  readonly starts: readonly number[];
}

/** The kinds of maps that can be generated. */
export const MAP_KINDS = ['landscape', 'open', 'random', 'maze', 'rooms'] as const;
export type MapKind = (typeof MAP_KINDS)[number];

/** Costs of entering the ground of a landscape, from its lakes to its rocks. */
export const GROUND = { water: 8, sand: 2, grass: 1, meadow: 1.25, rock: 0 } as const;

/** A square map of this kind. */
export function generateMap(kind: MapKind, n: number, seed: number): Grid {
  const { water, sand, grass, meadow, rock } = GROUND;
  switch (kind) {
    case 'landscape': {
      const costs = [water, sand, grass, meadow, rock];
      return terrainGrid(n, n, { costs, scale: Math.max(4, Math.round(n / 8)), seed });
    }
    case 'open':
      return openGrid(n, n);
    case 'random':
      return randomGrid(n, n, { density: 0.2, seed });
    case 'maze':
      return mazeGrid(n, n, { corridor: 4, seed });
    case 'rooms':
      return roomsGrid(n, n, { seed });
  }
}

/** The grid of a MovingAI `.map`, or of a CSV with the cost of each cell (0 = impassable). */
export async function readDiffusionMap(path: string): Promise<{ name: string; grid: Grid }> {
  if (/\.csv(\.gz)?$/.test(path)) {
    const bytes = await readBytes(path);
    const name = mapName(path).replace(/\.csv$/, '');
    return { name, grid: await naming(path, () => parseTerrainCsv(bytes)) };
  }
  return { name: mapName(path), grid: await readMap(path) };
}

/**
 * The file of a map of McMillan's second set; undefined where `@wayfield/diffusion` is packed
 * without them.
 */
export function studyMapFile(number: number): string | undefined {
  try {
    const manifest = createRequire(import.meta.url).resolve('@wayfield/diffusion/package.json');
    const file = join(dirname(manifest), 'maps', `mcmillan-${number}.csv`);
    return existsSync(file) ? file : undefined;
  } catch {
    return undefined;
  }
}

/** Goals and starts. Default: from the first open cell to the last one, as in the study. */
export interface Places {
  readonly goals?: readonly number[];
  readonly starts?: readonly number[];
}

/**
 * A problem on these costs, each 0 or 1 to 2^60. Throws InputError where no cell is open, or where
 * a named cell is not on the map. Named cells may be blocked.
 */
export function diffusionProblem(
  name: string,
  costs: Grid,
  neighbours: 4 | 8,
  { goals, starts }: Places = {},
): DiffusionProblem {
  // the stencil of the study, in which scent passes all corners
  const map = diffusionMapOf({ ...costs, neighbours, corners: 'always' });
  const { terrain } = map;
  for (const v of [...(goals ?? []), ...(starts ?? [])]) {
    if (!(v >= 0 && v < terrain.length)) {
      throw new InputError(`cell ${v} is not on ${name}, which has ${terrain.length}`);
    }
  }
  const first = terrain.findIndex((t) => t > 0);
  const last = terrain.findLastIndex((t) => t > 0);
  if (first < 0) throw new InputError(`${name} has no open cell`);
  return {
    name,
    map,
    grid: gridOfMap(map),
    goals: goals ?? [last],
    starts: starts ?? [first],
  };
}
