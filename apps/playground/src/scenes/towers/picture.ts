// The picture of the tower defence: nearness of cells to the goal, rocks, towers, goal and creeps.
import type { Theme } from '../../draw/colours.ts';
import { frameLines } from '../../draw/frame-lines.ts';
import type { Lines, Raster, Surface } from '../../draw/surface.ts';
import type { LegendEntry } from '../scene.ts';
import { GROUND } from './game.ts';
import type { TowersSolver } from './on-wasm.ts';
import { cssColour } from '../../draw/colours.ts';

const LEAST_PIXELS = 2;

const palettes = new WeakMap<Theme, Uint32Array>();

/** Colours of contents of cells. Open ground is transparent, so that the field is seen. */
function paletteOf(theme: Theme): Uint32Array {
  let palette = palettes.get(theme);
  if (!palette) {
    palette = new Uint32Array(256);
    palette[GROUND.ROCK] = theme.wall;
    palette[GROUND.TOWER] = theme.blocked;
    palette[GROUND.GOAL] = theme.goal;
    palettes.set(theme, palette);
  }
  return palette;
}

export interface TowersPicture {
  /** The cell below the pointer; undefined: none. */
  hover(cell: number | undefined): void;
  draw(surface: Surface, theme: Theme, showField: boolean): void;
}

export function createTowersPicture(
  solver: TowersSolver,
  width: number,
  height: number,
): TowersPicture {
  let theme: Theme;
  const raster = (palette: () => Uint32Array) => ({
    width,
    height,
    index: new Uint8Array(width * height),
    get palette() {
      return palette();
    },
    version: 0,
  });
  const near = raster(() => theme.ramp);
  const ground = raster(() => paletteOf(theme));
  const border = frameLines(width, height);
  const cursor: Lines & { count: number } = { piece: new Float32Array(16), count: 0, version: 0 };
  let shown: TowersSolver['field'] | undefined;

  /** Takes the newest field, if it is another one. */
  function take(): void {
    const { field } = solver;
    if (field === shown) return;
    shown = field;
    near.index.set(field.level);
    ground.index.set(field.ground);
    near.version++;
    ground.version++;
  }

  return {
    hover(cell) {
      cursor.version++;
      cursor.count = cell === undefined ? 0 : 4;
      if (cell === undefined) return;
      const [x, y] = [cell % width, Math.floor(cell / width)];
      const corners = [x, y, x + 1, y, x + 1, y + 1, x, y + 1, x, y];
      for (let side = 0; side < 4; side++) {
        cursor.piece.set(corners.slice(2 * side, 2 * side + 4), 4 * side);
      }
    },
    draw(surface, now, showField) {
      theme = now;
      take();
      if (showField) surface.raster(near as Raster);
      surface.raster(ground as Raster);
      surface.discs(solver.discs, LEAST_PIXELS, theme.agents);
      surface.lines(border, 1.5, theme.faint);
      surface.lines(cursor, 2, theme.ink);
    },
  };
}

export function legendOf(theme: Theme, showField: boolean): LegendEntry[] {
  const entry = (text: string, ...colours: readonly number[]): LegendEntry => ({
    colours: colours.map(cssColour),
    text,
  });
  const { ramp } = theme;
  return [
    entry('creeps', ...theme.agents),
    entry('towers', theme.blocked),
    entry('rocks', theme.wall),
    entry('goal', theme.goal),
    ...(showField ? [entry('far from and near the goal', ramp[20], ramp[130], ramp[240])] : []),
  ];
}
