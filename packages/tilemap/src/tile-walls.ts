import { checkOptions, type OptionRules, positive } from '@wayfield/check';
import { joinWalls, type Walls, wallsOfGrid, wallsOfPolygons } from '@wayfield/crowd/walls';
import { type TileMap, tileMapRule } from './types.ts';

/** Options of `wallsOfTiles`. */
export interface TileWallOptions {
  /** Metres per pixel: 1 / 32 makes a tile of 32 pixels a metre. Default 1 / `tileWidth`. */
  readonly scale?: number | undefined;
}

const rules: OptionRules = { scale: positive };

/**
 * The walls of a tile map for `createCrowd`: borders of blocked tiles, obstacles and walls, and the
 * border of the map. Position (x, y) of the crowd, in metres, is pixel (x / scale, y / scale).
 *
 * @throws RangeError for tiles that are not square.
 *
 * @example
 * const crowd = createCrowd({ walls: wallsOfTiles(map) }, { capacity: 500 });
 * console.log(wallsOfTiles(map).ax.length); // 8
 */
export function wallsOfTiles(map: TileMap, options: TileWallOptions = {}): Walls {
  tileMapRule(map, 'map');
  checkOptions('wallsOfTiles', options, rules);
  const { tileWidth, tileHeight, originX, originY } = map;
  if (tileWidth !== tileHeight)
    throw new RangeError(`map has tiles of ${tileWidth} x ${tileHeight} pixels, expected squares`);
  const { scale = 1 / tileWidth } = options;
  const scaled = (line: readonly number[]): number[] => line.map((value) => value * scale);
  return joinWalls([
    wallsOfGrid(map.grid, {
      cellSize: tileWidth * scale,
      originX: originX * scale,
      originY: originY * scale,
    }),
    wallsOfPolygons(map.obstacles.map(scaled)),
    wallsOfPolygons(map.walls.map(scaled), { closed: false }),
  ]);
}
