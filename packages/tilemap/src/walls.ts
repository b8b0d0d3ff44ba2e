// Walls of crowds on tile maps.
export { type TileWallOptions, wallsOfTiles } from './tile-walls.ts';
