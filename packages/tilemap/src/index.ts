// Tile maps as grids. `./navmesh`, `./walls`: as navigation meshes and as walls of crowds.
export { cellAtPixel, pixelOfCell } from './places.ts';
export { type PhaserOptions, readPhaser } from './phaser.ts';
export { type LdtkOptions, readLdtk } from './ldtk.ts';
export { readTiled, type TiledOptions } from './tiled.ts';
export type { TileMap } from './types.ts';
