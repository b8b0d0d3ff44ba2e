import { checkCount } from './check.ts';
import { type GeneratorOptions, openGrid } from './generate-random-grid.ts';
import { random } from './generate-random.ts';
import type { Grid } from './types.ts';

/** Options of `blobsGrid`. */
export interface BlobsOptions extends GeneratorOptions {
  /** How many blobs. Default: one for 4033 cells, 260 at 1024 x 1024, which leaves about 62 % free. */
  readonly count?: number;
  /** Least and largest half axis of a blob, in cells. Default [10, 40]. */
  readonly radius?: readonly [least: number, largest: number];
}

/** An open grid with blocked ellipses, upright, of random size at random places; they may overlap. */
export function blobsGrid(width: number, height: number, options: BlobsOptions = {}): Grid {
  const { count = Math.round((width * height) / 4033) } = options;
  const [least, largest] = options.radius ?? [10, 40];
  const grid = openGrid(width, height, options);
  checkCount(count, 'count', 0);
  const next = random(options.seed);
  for (let i = 0; i < count; i++) {
    const centreX = next() * width;
    const centreY = next() * height;
    const radiusX = least + next() * (largest - least);
    const radiusY = least + next() * (largest - least);
    for (
      let y = Math.max(0, Math.ceil(centreY - radiusY));
      y < Math.min(height, centreY + radiusY);
      y++
    ) {
      for (
        let x = Math.max(0, Math.ceil(centreX - radiusX));
        x < Math.min(width, centreX + radiusX);
        x++
      ) {
        const dx = (x - centreX) / radiusX;
        const dy = (y - centreY) / radiusY;
        if (dx * dx + dy * dy < 1) grid.cost[y * width + x] = 0;
      }
    }
  }
  return grid;
}
