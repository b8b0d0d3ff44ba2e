// A grid and what is drawn on it: cells by their cost or by values, paths, marks.
import { checkLength, checkOptions, list, listOf, type OptionRules, whole } from '@wayfield/check';
import { checkNodes } from '../check/check.ts';
import { aGrid } from '../check/kinds.ts';
import type { Grid } from '../types/data.ts';
import { writeXY } from '../queries/places.ts';
import {
  type Dot,
  HEAT_COLOURS,
  type Layer,
  type Layers,
  type Mark,
  PATH_COLOURS,
} from './layers.ts';
import { rgb } from './pixels.ts';

/** What to draw on a grid. */
export interface GridPicture {
  /**
   * Limit of the longer side in pixels, 16 to 16384. Default 960. A cell is as many whole pixels
   * wide as fit, at most 64; where not one fits, a pixel shows the mean of its cells.
   */
  readonly size?: number;
  /** Paths of cells, each in a colour of its own: `pathOf(routes, i)`, smoothed or not. */
  readonly paths?: readonly ArrayLike<number>[];
  /**
   * One entry per cell, as `tree.dist`: larger is darker. Cells whose entry is not finite have the
   * colour of their cost, and blocked cells that of blocked ones.
   */
  readonly values?: ArrayLike<number>;
  /** Cells with a mark. */
  readonly marks?: Readonly<Partial<Record<Mark, ArrayLike<number>>>>;
}

/** A picture of a grid, ready to be drawn. */
export interface GridLayers extends Layers {
  /** Pixels of a cell's side; below 1 where a pixel shows many cells. */
  readonly scale: number;
  /** The colour of each cell as red, green, blue. */
  colourOf(cell: number): readonly number[];
}

const BLOCKED = rgb('#3f434a');
const OPEN = '#f6f3ec';
/** Colour of the largest cost; the least has the colour OPEN, others are blended. */
const DEAREST = rgb('#9c7a4f');
const MOST_SCALE = 64;
/** Smallest scale at which lines are drawn between cells. */
const LINED_SCALE = 8;
const LINE = '#d9d4c8';

/** Marks by kind, drawn in this order. */
export const MARKS: readonly Mark[] = ['blocked', 'start', 'goal'];
const PICTURE: OptionRules = {
  size: whole(16, 16384),
  paths: listOf(list),
  values: list,
  marks: (value, name) => checkOptions(name, value, { start: list, goal: list, blocked: list }),
};

/** Throws TypeError or RangeError for a picture that cannot be drawn on this grid. */
export function checkPicture(where: string, grid: Grid, picture: GridPicture): void {
  aGrid(grid, 'grid');
  checkOptions(where, picture, PICTURE);
  const { paths = [], values, marks = {} } = picture;
  const cells = grid.cost.length;
  if (values) checkLength(values, cells, 'values');
  paths.forEach((path, i) => checkNodes(path, cells, `paths[${i}]`));
  for (const mark of MARKS) checkNodes(marks[mark] ?? [], cells, `marks.${mark}`);
}

/** The layers of a picture. Throws as `checkPicture`. */
export function layersOfGrid(where: string, grid: Grid, picture: GridPicture): GridLayers {
  checkPicture(where, grid, picture);
  const { size = 960, paths = [], marks = {} } = picture;
  const { width, height } = grid;
  const longer = Math.max(width, height);
  const scale = size >= longer ? Math.min(MOST_SCALE, Math.floor(size / longer)) : size / longer;
  const points: number[] = [];
  const layers: Layer[] = [];
  const point = [0, 0];
  if (scale >= LINED_SCALE) layers.push(linesBetween(grid, scale, points));
  paths.forEach((path, i) => {
    const first = points.length / 2;
    for (let k = 0; k < path.length; k++) {
      writeXY(grid, path[k], point, 0);
      points.push(point[0] * scale, point[1] * scale);
    }
    const eachLine: Layer['eachLine'] = (line) => line(first, first + path.length - 1);
    const thick = Math.max(1.6, Math.min(5, 0.3 * scale));
    layers.push({ colour: '#ffffff', width: thick + 1.6, opacity: 0.85, eachLine });
    const colour = PATH_COLOURS[i % PATH_COLOURS.length];
    layers.push({ colour, width: thick, opacity: 1, eachLine });
  });
  const dots: Dot[] = [];
  for (const mark of MARKS) {
    for (const cell of Array.from(marks[mark] ?? [])) {
      writeXY(grid, cell, point, 0);
      dots.push({ mark, x: point[0] * scale, y: point[1] * scale });
    }
  }
  return {
    frame: {
      width: Math.max(1, Math.round(width * scale)),
      height: Math.max(1, Math.round(height * scale)),
      x: points.filter((_, i) => i % 2 === 0),
      y: points.filter((_, i) => i % 2 === 1),
    },
    background: OPEN,
    layers,
    dots,
    dotRadius: Math.max(2.5, Math.min(8, 0.34 * scale)),
    scale,
    colourOf: coloursOf(grid, picture.values),
  };
}

/** Thin lines between the cells; appends their points. */
function linesBetween({ width, height }: Grid, scale: number, points: number[]): Layer {
  const first = points.length / 2;
  for (let i = 1; i < width; i++) points.push(i * scale, 0, i * scale, height * scale);
  for (let j = 1; j < height; j++) points.push(0, j * scale, width * scale, j * scale);
  const last = points.length / 2;
  return {
    colour: LINE,
    width: 0.7,
    opacity: 0.7,
    eachLine(line) {
      for (let i = first; i < last; i += 2) line(i, i + 1);
    },
  };
}

/** The colour of a cell by its value, else by its cost. */
function coloursOf(
  { cost }: Grid,
  values?: ArrayLike<number>,
): (cell: number) => readonly number[] {
  const heat = blended(HEAT_COLOURS.map(rgb), 10);
  const open = rgb(OPEN);
  const [least, most] = range(cost, (c) => c > 0);
  const [low, high] = range(values ?? [], Number.isFinite);
  const shares = 16;
  // costs span orders of magnitude: shades by the logarithm
  const span = Math.log2(most / least);
  const shades = Array.from({ length: shares + 1 }, (_, i) =>
    open.map((c, k) => Math.round(c + ((DEAREST[k] - c) * i) / shares)),
  );
  return (cell) => {
    if (cost[cell] === 0) return BLOCKED;
    const value = values?.[cell];
    if (value !== undefined && Number.isFinite(value)) {
      // halves: the difference of two doubles may be above the largest
      const share = high > low ? (value / 2 - low / 2) / (high / 2 - low / 2) : 0;
      return heat[Math.min(heat.length - 1, Math.floor(share * heat.length))];
    }
    return span > 0 ? shades[Math.round((Math.log2(cost[cell] / least) / span) * shares)] : open;
  };
}

/** Colours with `steps` steps from each to the next. */
function blended(colours: readonly (readonly number[])[], steps: number): readonly number[][] {
  const made: number[][] = [];
  for (let i = 0; i + 1 < colours.length; i++) {
    for (let s = 0; s < steps; s++) {
      made.push(colours[i].map((c, k) => Math.round(c + ((colours[i + 1][k] - c) * s) / steps)));
    }
  }
  return made;
}

/** The smallest and the largest of the entries that count. */
function range(values: ArrayLike<number>, counts: (value: number) => boolean): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (let i = 0; i < values.length; i++) {
    if (!counts(values[i])) continue;
    low = Math.min(low, values[i]);
    high = Math.max(high, values[i]);
  }
  return [low, high];
}
