// A tile map of Phaser: the hero walks to where you click, around the tiles that collide.
import Phaser from 'phaser';
import { createWasmSolver } from '@wayfield/cpu-wasm';
import { cellAtPixel, pixelOfCell, readPhaser } from '@wayfield/tilemap';

const rows = [
  '111111111111111',
  '100000100000001',
  '101110101111101',
  '100010000010001',
  '111010111010111',
  '100010100010001',
  '101110101110101',
  '100000100000101',
  '111111101111101',
  '100000000000001',
];
const data = rows.map((row) => [...row].map(Number));

class Level extends Phaser.Scene {
  create() {
    const paint = this.textures.createCanvas('tiles', 64, 32);
    paint.context.fillStyle = '#e9e3d2';
    paint.context.fillRect(0, 0, 32, 32);
    paint.context.fillStyle = '#55606d';
    paint.context.fillRect(32, 0, 32, 32);
    paint.refresh();
    const tilemap = this.make.tilemap({ data, tileWidth: 32, tileHeight: 32 });
    const layer = tilemap.createLayer(0, tilemap.addTilesetImage('tiles'), 0, 0).setCollision([1]);
    this.map = readPhaser(layer, { neighbours: 4 });
    this.solver = createWasmSolver(this.map.grid);
    this.hero = this.add.circle(48, 48, 10, 0xc8372d);
    this.trail = this.add.graphics();
    this.input.on('pointerdown', ({ worldX, worldY }) => this.go(worldX, worldY));
    this.go(13 * 32 + 16, 9 * 32 + 16);
  }

  go(x, y) {
    const from = cellAtPixel(this.map, this.hero.x, this.hero.y);
    const { path } = this.solver.route(from, cellAtPixel(this.map, x, y), { nearest: 'target' });
    const points = [...path].map((cell) => pixelOfCell(this.map, cell));
    this.trail
      .clear()
      .lineStyle(3, 0x1d6fb8)
      .strokePoints(points.map(([px, py]) => ({ x: px, y: py })));
    this.tweens.killTweensOf(this.hero);
    const tweens = points
      .slice(1)
      .map(([px, py]) => ({ targets: this.hero, x: px, y: py, duration: 80 }));
    if (tweens.length > 0) this.tweens.chain({ tweens });
    Object.assign(globalThis, { example: { steps: path.length, hero: this.hero } });
  }
}

export const game = new Phaser.Game({
  type: Phaser.CANVAS,
  parent: 'root',
  width: 480,
  height: 320,
  scene: Level,
  audio: { noAudio: true },
  banner: false,
});
