// One of the maps side by side, with the progress of its search.
import { colour, type Theme } from '../../draw/colours.ts';
import type { Lines, Raster } from '../../draw/surface.ts';
import type { Answer } from './search.ts';

// the values of `open`: 0 wall, 1 free
const WALL = 0;
const GROUND = 1;
/** The first level of explored cells; the cells explored first are palest. */
const FIRST = 16;

const palettes = new WeakMap<Theme, Uint32Array>();

function paletteOf(theme: Theme): Uint32Array {
  let palette = palettes.get(theme);
  if (!palette) {
    palette = new Uint32Array(256);
    palette[WALL] = theme.wall;
    palette[GROUND] = theme.name === 'dark' ? colour('#1a232b') : colour('#ffffff');
    for (let i = FIRST; i < 256; i++)
      palette[i] = theme.ramp[Math.round(40 + ((i - FIRST) / 239) * 165)];
    palettes.set(theme, palette);
  }
  return palette;
}

export interface Tile {
  readonly answer: Answer | undefined;
  /** Whether all is explored and the path is drawn. */
  readonly isDone: boolean;
  readonly explored: number;
  readonly path: Lines;
  /** The place of the agent in the world. */
  readonly agent: readonly [x: number, y: number] | undefined;
  /** Moves its corner to a place of the world. */
  moveTo(x: number, y: number): void;
  /** Begins again, with nothing explored. */
  begin(answer: Answer | undefined): void;
  /** Shows the next explored cells; after the last, the agent walks. */
  advance(cells: number): void;
  raster(theme: Theme): Raster;
}

/** The path of an answer, as far as the agent has walked it. */
interface Trail {
  readonly lines: Lines;
  readonly isDone: boolean;
  /** The cell of the agent; undefined without a path. */
  readonly cell: number | undefined;
  begin(path: Uint32Array): void;
  walk(cells: number): void;
  moveBy(dx: number, dy: number): void;
}

function createTrail(placeOf: (cell: number) => [number, number]): Trail {
  const lines = { piece: new Float32Array(0), count: 0, version: 0 };
  let path = new Uint32Array(0);
  let walked = 0;
  return {
    lines,
    get isDone() {
      return walked >= path.length;
    },
    get cell() {
      return path.length === 0 ? undefined : path[Math.max(0, walked - 1)];
    },
    begin(next) {
      path = Uint32Array.from(next);
      walked = 0;
      lines.count = 0;
      lines.version++;
      lines.piece = new Float32Array(4 * Math.max(1, path.length));
    },
    walk(cells) {
      const end = Math.min(path.length, walked + cells);
      for (; walked < end; walked++) {
        if (walked === 0) continue;
        const step = [...placeOf(path[walked - 1]), ...placeOf(path[walked])];
        lines.piece.set(step, 4 * lines.count);
        lines.count++;
      }
      lines.version++;
    },
    moveBy(dx, dy) {
      for (let i = 0; i < 4 * lines.count; i++) lines.piece[i] += i % 2 === 0 ? dx : dy;
      lines.version++;
    },
  };
}

export function createTile(width: number, height: number, open: Uint8Array): Tile {
  let x = 0;
  let y = 0;
  const index = new Uint8Array(width * height);
  let theme: Theme;
  let answer: Answer | undefined;
  let explored = 0;
  let isCrowded = false;
  const raster: Raster = {
    get x() {
      return x;
    },
    get y() {
      return y;
    },
    width,
    height,
    index,
    get palette() {
      return paletteOf(theme);
    },
    version: 0,
  };
  const placeOf = (cell: number): [number, number] => [
    x + (cell % width) + 0.5,
    y + Math.floor(cell / width) + 0.5,
  ];
  const trail = createTrail(placeOf);

  return {
    get answer() {
      return answer;
    },
    get isDone() {
      return answer !== undefined && explored === answer.order.length && trail.isDone;
    },
    get explored() {
      return explored;
    },
    path: trail.lines,
    get agent() {
      return trail.cell === undefined ? undefined : placeOf(trail.cell);
    },
    moveTo(toX, toY) {
      trail.moveBy(toX - x, toY - y);
      [x, y] = [toX, toY];
      raster.version++;
    },
    begin(next) {
      answer = next;
      explored = 0;
      isCrowded = (answer?.order.length ?? 0) > 0;
      index.set(open);
      raster.version++;
      trail.begin(answer?.path ?? new Uint32Array(0));
    },
    advance(cells) {
      if (!answer || !isCrowded) return;
      const { order, path } = answer;
      if (explored < order.length) {
        const end = Math.min(order.length, explored + cells);
        for (; explored < end; explored++) {
          index[order[explored]] = FIRST + Math.floor((239 * explored) / order.length);
        }
        raster.version++;
        return;
      }
      // as fast as cells were explored, but not too fast to see
      trail.walk(Math.max(1, Math.ceil(path.length / 40)));
    },
    raster(now) {
      theme = now;
      return raster;
    },
  };
}
