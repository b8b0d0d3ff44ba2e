import { type NavMeshInput, outlineGrid } from '@wayfield/navmesh';
import { type TileMap, tileMapRule } from './types.ts';

/**
 * A tile map as input of `createNavMesh`, in pixels of the map: outlines of blocked tiles,
 * obstacles and walls. Costs of open tiles are lost: a mesh has no costs.
 *
 * @example
 * const navMesh = createNavMesh(navMeshInputOf(readTiled(json)));
 * console.log(createSurface(navMesh).locate(24, 8)); // -1
 */
export function navMeshInputOf(map: TileMap): NavMeshInput {
  tileMapRule(map, 'map');
  const { obstacles = [], boundary } = outlineGrid(map.grid);
  const placed = (ring: ArrayLike<number>): number[] =>
    Array.from(ring, (value, i) =>
      i % 2 === 0 ? map.originX + value * map.tileWidth : map.originY + value * map.tileHeight,
    );
  const tiles = obstacles.map((polygon) => (polygon as ArrayLike<number>[]).map(placed));
  return {
    boundary: placed(boundary as number[]),
    obstacles: [...tiles, ...map.obstacles],
    walls: map.walls,
  };
}
