import { number, whole } from '@wayfield/check';
import { type TileMap, tileMapRule } from './types.ts';

const finite = /* @__PURE__ */ number();
const index = /* @__PURE__ */ whole();

/**
 * The cell that the point (x, y) lies in, in pixels of the map's world; -1 outside the map.
 *
 * @throws TypeError or RangeError for what is no tile map and for numbers that are not finite.
 *
 * @example
 * const start = cellAtPixel(map, player.x, player.y);
 * console.log(start); // 4
 */
export function cellAtPixel(map: TileMap, x: number, y: number): number {
  tileMapRule(map, 'map');
  finite(x, 'x');
  finite(y, 'y');
  const i = Math.floor((x - map.originX) / map.tileWidth);
  const j = Math.floor((y - map.originY) / map.tileHeight);
  const { width, height } = map.grid;
  return i >= 0 && j >= 0 && i < width && j < height ? j * width + i : -1;
}

/**
 * The centre of a cell in pixels, as [x, y].
 *
 * @throws TypeError or RangeError for what is no tile map, RangeError for a cell beyond the map.
 *
 * @example
 * const corners = Array.from(pathOf(routes, 0), (cell) => pixelOfCell(map, cell));
 * console.log(corners.join(' ')); // 8,8 8,24 24,24 40,24 40,8
 */
export function pixelOfCell(map: TileMap, cell: number): [x: number, y: number] {
  tileMapRule(map, 'map');
  index(cell, 'cell');
  const { width, cost } = map.grid;
  if (cell >= cost.length)
    throw new RangeError(`cell is ${cell}, the map has ${cost.length} cells`);
  return [
    map.originX + ((cell % width) + 0.5) * map.tileWidth,
    map.originY + (Math.floor(cell / width) + 0.5) * map.tileHeight,
  ];
}
