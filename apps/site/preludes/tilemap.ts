import { createWasmSolver } from '@wayfield/cpu-wasm';
import { createCrowd } from '@wayfield/crowd';
import { buildQueries, pathOf } from '@wayfield/graph';
import { createNavMesh } from '@wayfield/navmesh';
import { readTiled } from '@wayfield/tilemap';
import Phaser from 'phaser';
// a map as Tiled exports it: three by two tiles, the second one collides
const wall = { id: 1, properties: [{ name: 'collides', type: 'bool', value: true }] };
const size = { imagewidth: 48, imageheight: 16, tilewidth: 16, tileheight: 16, columns: 3 };
const tileSet = { firstgid: 1, name: 'tiles', image: 'tiles.png', tilecount: 3, ...size };
const ground = { type: 'tilelayer', name: 'ground', width: 3, height: 2, x: 0, y: 0 };
const json = {
  type: 'map',
  version: '1.10',
  orientation: 'orthogonal',
  infinite: false,
  width: 3,
  height: 2,
  tilewidth: 16,
  tileheight: 16,
  tilesets: [{ ...tileSet, margin: 0, spacing: 0, tiles: [wall] }],
  layers: [{ ...ground, visible: true, opacity: 1, data: [1, 2, 1, 1, 1, 1] }],
};
const map = readTiled(json);
const player = { x: 20, y: 20 };
const routes = createWasmSolver(map.grid).run(buildQueries([[0, 2]]));
// a project of LDtk with one level
const intGrid = { __type: 'IntGrid', __identifier: 'Walls', __cWid: 3, __cHei: 1, __gridSize: 16 };
const layerInstances = [{ ...intGrid, intGridCsv: [0, 1, 2] }];
const project = { levels: [{ identifier: 'Cave', worldX: 0, worldY: 0, layerInstances }] };
// a scene of Phaser with a tile map
const scene = await new Promise<Phaser.Scene>((done) => {
  const canvas = document.querySelector('canvas')!;
  const create = function (this: Phaser.Scene) {
    this.textures.createCanvas('tiles', 48, 16)!.refresh();
    done(this);
  };
  const quiet = { audio: { noAudio: true }, banner: false };
  new Phaser.Game({ type: Phaser.CANVAS, canvas, scene: { create }, ...quiet });
});
const format = Phaser.Tilemaps.Formats.TILED_JSON;
scene.cache.tilemap.add('level', { format, data: json });
const tilemap = scene.make.tilemap({ key: 'level' });
const tiles = tilemap.addTilesetImage('tiles')!;
const tileset = tiles;
const hero = { x: 8, y: 8 };
const pointer = { worldX: 40, worldY: 8 };
