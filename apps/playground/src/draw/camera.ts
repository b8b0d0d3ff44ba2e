// What part of the world is on the screen, and the gestures that change it.
import type { Bounds, View } from './view.ts';

export interface Camera {
  /** World units; scale in pixels of the page per world unit. */
  x: number;
  y: number;
  scale: number;
  /** Pixels of the page. */
  width: number;
  height: number;
  fit(bounds: Bounds): void;
  /** Zooms around the pixel (px, py): the place of the world under it stays there. */
  zoomAt(px: number, py: number, factor: number): void;
  panBy(dx: number, dy: number): void;
  toWorld(px: number, py: number): { x: number; y: number };
  view(ratio: number): View;
}

const MARGIN = 16;
/** Pixels at the bottom that the transport covers. */
const TRANSPORT = 56;

export function createCamera(): Camera {
  let least = 1e-6;
  let most = 1e6;
  let home: Bounds = { x: 0, y: 0, width: 1, height: 1 };
  return {
    x: 0,
    y: 0,
    scale: 1,
    width: 1,
    height: 1,
    fit(bounds) {
      home = bounds;
      const across = Math.max(1, this.width - 2 * MARGIN) / bounds.width;
      const down = Math.max(1, this.height - TRANSPORT - 2 * MARGIN) / bounds.height;
      this.scale = Math.min(across, down);
      least = this.scale / 4;
      most = Math.max(this.scale, 64 * Math.max(1, this.scale));
      this.x = bounds.x + bounds.width / 2;
      this.y = bounds.y + bounds.height / 2 + TRANSPORT / 2 / this.scale;
    },
    zoomAt(px, py, factor) {
      const before = this.toWorld(px, py);
      this.scale = Math.min(most, Math.max(least, this.scale * factor));
      const after = this.toWorld(px, py);
      this.x += before.x - after.x;
      this.y += before.y - after.y;
    },
    panBy(dx, dy) {
      const { x, y, width, height } = home;
      this.x = Math.min(x + width, Math.max(x, this.x - dx / this.scale));
      this.y = Math.min(y + height, Math.max(y, this.y - dy / this.scale));
    },
    toWorld(px, py) {
      return {
        x: this.x + (px - this.width / 2) / this.scale,
        y: this.y + (py - this.height / 2) / this.scale,
      };
    },
    view(ratio) {
      return {
        centreX: this.x,
        centreY: this.y,
        scale: this.scale * ratio,
        width: Math.max(1, Math.round(this.width * ratio)),
        height: Math.max(1, Math.round(this.height * ratio)),
        ratio,
      };
    },
  };
}
