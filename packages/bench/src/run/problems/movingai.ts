import { basename } from 'node:path';
import { buildGrid, type CornerRule, type Grid } from '@wayfield/graph';
import {
  type MovingAiScenario,
  parseMovingAiMap,
  parseMovingAiScenario,
} from '@wayfield/graph/formats';
import { movesRule, pathRule } from '../../arguments.ts';
import type { Problem, Published } from './problem.ts';
import { InputError, naming, readBytes } from './read-file.ts';

/**
 * The moves between the cells of a map. Published lengths are for 8 neighbours without corner
 * cutting.
 */
export interface GridMoves {
  readonly neighbours: 4 | 8;
  readonly corners: CornerRule;
}

/** The moves of the MovingAI benchmarks. */
export const MOVINGAI_MOVES: GridMoves = { neighbours: 8, corners: 'never' };

/** A MovingAI `.map` file, gzip or not, as a grid. */
export async function readMap(path: string, moves: GridMoves = MOVINGAI_MOVES): Promise<Grid> {
  pathRule(path, 'path');
  movesRule(moves, 'moves');
  const bytes = await readBytes(path);
  return naming(path, () => buildGrid({ ...parseMovingAiMap(bytes), ...moves }));
}

/** A map with the problems of a `.scen` file, which must name this map and size. */
export async function readMovingAi(
  mapPath: string,
  scenarioPath: string,
  moves: GridMoves = MOVINGAI_MOVES,
): Promise<Problem> {
  pathRule(mapPath, 'mapPath');
  pathRule(scenarioPath, 'scenarioPath');
  const grid = await readMap(mapPath, moves);
  const bytes = await readBytes(scenarioPath);
  const scenario = await naming(scenarioPath, () => parseMovingAiScenario(bytes));
  checkScenario(scenarioPath, scenario, mapPath, grid);
  const { count, source, target } = scenario;
  const published = publishedLengths(scenario, grid);
  return {
    name: mapName(mapPath),
    description: basename(scenarioPath),
    data: grid,
    queries: { count, source, target },
    ...(published && { published }),
  };
}

/** The name of a map: `arena` for `maps/dao/arena.map.gz`. */
export function mapName(path: string): string {
  return basename(path)
    .replace(/\.gz$/, '')
    .replace(/\.map$/, '');
}

function checkScenario(
  path: string,
  scenario: MovingAiScenario,
  mapPath: string,
  grid: Grid,
): void {
  const { width, height, count } = scenario;
  if (count === 0) throw new InputError(`${path}: no problems in it`);
  const named = mapName(scenario.map.replaceAll('\\', '/'));
  if (named !== mapName(mapPath)) {
    throw new InputError(
      `${path}: its problems are for ${scenario.map}, not for ${basename(mapPath)}`,
    );
  }
  if (width !== grid.width || height !== grid.height) {
    throw new InputError(
      `${path}: its map is ${width} x ${height}, ${mapPath} is ${grid.width} x ${grid.height}`,
    );
  }
}

/**
 * The stated lengths and their precision: the `bgmaps` files give two decimals, the others six
 * digits. Undefined for a grid with other moves than MOVINGAI_MOVES. All costs must be 1, as those
 * of `readMap` are.
 */
export function publishedLengths(scenario: MovingAiScenario, grid: Grid): Published | undefined {
  if (grid.neighbours !== 8 || grid.corners !== 'never') return undefined;
  const { source, target, length, map } = scenario;
  return {
    // length 0 between two different cells means that there is no path
    length: length.map((l, i) => (l === 0 && source[i] !== target[i] ? Infinity : l)),
    absolute: /(^|[\\/])bg/.test(map) ? 5e-3 : 1e-3,
    relative: 1e-5,
  };
}
