// The ground as a raster: walls, slow and free ground.
import type { Theme } from '../../draw/colours.ts';
import type { Raster } from '../../draw/surface.ts';
import type { EarlyPicture } from '../scene.ts';

const palettes = new WeakMap<Theme, Uint32Array>();

/**
 * The colours of levels of ground: 0 wall, 255 free. Free ground is transparent, so that the field
 * below is seen.
 */
function groundPalette(theme: Theme): Uint32Array {
  let palette = palettes.get(theme);
  if (!palette) {
    palette = new Uint32Array(256);
    palette[0] = theme.wall;
    const [red, green, blue] = [0, 8, 16].map((shift) => (theme.mud >>> shift) & 255);
    for (let i = 1; i < 256; i++) {
      const alpha = Math.round(190 * (1 - i / 255));
      palette[i] = ((alpha << 24) | (blue << 16) | (green << 8) | red) >>> 0;
    }
    palettes.set(theme, palette);
  }
  return palette;
}

export interface Ground {
  /** Draws only the ground, while the scene is being made. */
  readonly early: EarlyPicture;
  raster(theme: Theme): Raster;
  /** Copies these cells of the terrain, or all. */
  changed(cells?: Uint32Array): void;
}

export function createGround(width: number, height: number, terrain: Float32Array): Ground {
  const index = new Uint8Array(width * height);
  let theme: Theme;
  const raster: Raster = {
    width,
    height,
    index,
    get palette() {
      return groundPalette(theme);
    },
    version: 0,
  };
  const level = (value: number): number =>
    value === 0 ? 0 : Math.max(1, Math.min(255, Math.round(255 * value)));
  const ground: Ground = {
    early: {
      bounds: { x: 0, y: 0, width, height },
      draw: (surface, now) => surface.raster(ground.raster(now)),
    },
    raster(now) {
      theme = now;
      return raster;
    },
    changed(cells) {
      if (cells) for (const cell of cells) index[cell] = level(terrain[cell]);
      else for (let cell = 0; cell < index.length; cell++) index[cell] = level(terrain[cell]);
      raster.version++;
    },
  };
  ground.changed();
  return ground;
}
