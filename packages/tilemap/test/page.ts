// A tile map of Phaser, without a display; the answer is the costs that were read.
import { createWasmSolver } from '@wayfield/cpu-wasm';
import Phaser from 'phaser';
import { cellAtPixel, readPhaser } from '@wayfield/tilemap';

const data = [
  [0, 0, 1, 0],
  [0, 0, 1, 2],
  [0, 0, 0, 0],
];

class Level extends Phaser.Scene {
  create(): void {
    const texture = this.textures.createCanvas('tiles', 48, 16)!;
    texture.context.fillRect(0, 0, 48, 16);
    texture.refresh();
    const tilemap = this.make.tilemap({ data, tileWidth: 16, tileHeight: 16 });
    const layer = tilemap.createLayer(0, tilemap.addTilesetImage('tiles')!, 100, 50)!;
    layer.setCollision([1]);
    const map = readPhaser(layer as never);
    const mud = readPhaser(layer as never, { costOf: ({ index }) => [1, 0, 3][index] });
    const solver = createWasmSolver(map.grid);
    const from = cellAtPixel(map, 101, 51);
    const route = solver.route(from, cellAtPixel(map, 160, 51));
    const answer = {
      cost: [...map.grid.cost],
      mud: [...mud.grid.cost],
      origin: [map.originX, map.originY, map.tileWidth],
      from,
      route: [...route.path],
    };
    solver.destroy();
    Object.assign(globalThis, { answer });
  }
}

export const game = new Phaser.Game({
  type: Phaser.CANVAS,
  width: 200,
  height: 150,
  scene: Level,
  audio: { noAudio: true },
  banner: false,
});
