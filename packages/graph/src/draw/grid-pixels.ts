import type { Grid } from '../types/data.ts';
import { type GridLayers, type GridPicture, layersOfGrid } from './grid-picture.ts';
import { paintLayers, type Pixels } from './pixels.ts';

/**
 * A grid, with paths and marks on it, as pixels. Throws RangeError for sizes that make no sense and
 * for cells off the grid.
 *
 * @example
 * const pixels = gridPixels(grid, { paths: [pathOf(routes, 0)], marks: { start: [source] } });
 * await writeFile('map.png', writePng(pixels));
 */
export function gridPixels(grid: Grid, picture: GridPicture = {}): Pixels {
  const layers = layersOfGrid('gridPixels', grid, picture);
  return paintLayers(layers, (pixels) => paintCells(grid, layers, pixels));
}

/** Fills the pixels with the mean colour of the cells that each of them shows. */
function paintCells(
  { width: across, height: down }: Grid,
  { scale, colourOf }: GridLayers,
  { width, height, data }: Pixels,
): void {
  const few = scale >= 1;
  /** The cells from `first` to before `last` that the pixel `at` of a side shows. */
  const cells = (at: number, count: number): readonly [number, number] => {
    if (few) return [Math.floor(at / scale), Math.floor(at / scale) + 1];
    const first = Math.min(count - 1, Math.floor(at / scale));
    return [first, Math.min(count, Math.max(first + 1, Math.floor((at + 1) / scale)))];
  };
  for (let y = 0; y < height; y++) {
    const [top, bottom] = cells(y, down);
    for (let x = 0; x < width; x++) {
      const [left, right] = cells(x, across);
      let [red, green, blue] = [0, 0, 0];
      for (let j = top; j < bottom; j++) {
        for (let i = left; i < right; i++) {
          const colour = colourOf(j * across + i);
          red += colour[0];
          green += colour[1];
          blue += colour[2];
        }
      }
      const count = (bottom - top) * (right - left);
      const at = 4 * (y * width + x);
      data[at] = red / count;
      data[at + 1] = green / count;
      data[at + 2] = blue / count;
    }
  }
}
