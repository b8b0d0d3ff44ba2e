import { movesOf } from '../check/kinds.ts';
import { checkLength, checkOptions, list, whole } from '@wayfield/check';
import { checkCount, checkValues } from '../check/check.ts';
import { GENERATES, type GeneratorOptions, openGrid, paint } from './random-grid.ts';
import { random } from './random.ts';
import type { Grid } from '../types/data.ts';

/** Options of `blobsGrid`. */
export interface BlobsOptions extends GeneratorOptions {
  /**
   * How many blobs. Default: one per 4033 cells, 260 at 1024 x 1024, which leaves about 62 % free.
   */
  readonly count?: number;
  /** Least and largest half axis of a blob, in cells. Default [10, 40]. */
  readonly radius?: readonly [least: number, largest: number];
}

const RULES = { count: whole(), radius: list, ...GENERATES };

/**
 * An open grid with blocked ellipses, upright, of random size at random places; they may overlap.
 */
export function blobsGrid(width: number, height: number, options: BlobsOptions = {}): Grid {
  checkOptions('blobsGrid', options, RULES);
  const { count = Math.round((width * height) / 4033), radius = [10, 40] } = options;
  const grid = openGrid(width, height, movesOf(options));
  checkCount(count, 'count', 0);
  checkLength(radius, 2, 'radius');
  checkValues(radius, 'radius');
  const next = random(options.seed);
  const axis = (): number => radius[0] + next() * (radius[1] - radius[0]);
  for (let i = 0; i < count; i++) {
    const [centreX, centreY] = [next() * width, next() * height];
    const [axisX, axisY] = [axis(), axis()];
    const [left, top] = [centreX - axisX, centreY - axisY];
    const costOf = (x: number, y: number, cost: number): number => {
      const dx = (x - centreX) / axisX;
      const dy = (y - centreY) / axisY;
      return dx * dx + dy * dy < 1 ? 0 : cost;
    };
    paint(grid, costOf, { left, top, right: centreX + axisX, bottom: centreY + axisY });
  }
  return grid;
}
