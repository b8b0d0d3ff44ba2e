// The maps side by side, one per search: their layout and drawing.
import { themeOf, type Theme } from '../../draw/colours.ts';
import type { PointAgents, Surface } from '../../draw/surface.ts';
import type { Bounds } from '../../draw/view.ts';
import type { Label } from '../scene.ts';
import { TITLES, timeInWords } from './facts.ts';
import { ALGORITHMS, type Answer } from './search.ts';
import { createTile, type Tile } from './tile.ts';

/** Gap between two maps as a share of the width of a map; below maps there is room for labels. */
const GAP = 0.09;
const GAP_BELOW = 1.4 * GAP;

export interface Board {
  readonly tiles: readonly Tile[];
  readonly bounds: Bounds;
  arrange(isPortrait: boolean): void;
  /** The place on the nearest map of a place in the world. */
  toMap(x: number, y: number): { x: number; y: number };
  /** `ends`: the cells of start and goal. */
  draw(surface: Surface, theme: Theme, ends: readonly number[]): void;
  labels(): Label[];
}

export function createBoard(width: number, height: number, open: Uint8Array): Board {
  const gapX = Math.max(2, Math.round(GAP * width));
  const gapY = Math.max(4, Math.round(GAP_BELOW * width));
  const tiles = ALGORITHMS.map(() => createTile(width, height, open));
  const [starts, goals, walkers] = [0, 1, 2].map(() => createMarks(tiles.length));
  let across = 2;
  let down = 2;
  let corners: readonly (readonly [x: number, y: number])[] = [];

  /** The places in the world of a cell on every map. */
  const onAll = (cell: number): number[] =>
    corners.flatMap(([x, y]) => [x + (cell % width) + 0.5, y + Math.floor(cell / width) + 0.5]);
  const nearest = (at: number, pitch: number, gap: number, count: number): number =>
    at - pitch * Math.min(count - 1, Math.max(0, Math.floor((at + gap / 2) / pitch)));

  return {
    tiles,
    get bounds() {
      return {
        x: 0,
        y: -gapY * 0.6,
        width: across * width + (across - 1) * gapX,
        height: down * height + (down - 0.4) * gapY,
      };
    },
    arrange(isPortrait) {
      // two maps side by side would be tiny on a phone
      across = isPortrait && width >= height ? 1 : 2;
      down = tiles.length / across;
      corners = tiles.map((tile, i) => {
        const [x, y] = [(i % across) * (width + gapX), Math.floor(i / across) * (height + gapY)];
        tile.moveTo(x, y);
        return [x, y];
      });
    },
    toMap: (x, y) => ({
      x: nearest(x, width + gapX, gapX, across),
      y: nearest(y, height + gapY, gapY, down),
    }),
    draw(surface, theme, ends) {
      for (const tile of tiles) surface.raster(tile.raster(theme));
      for (const tile of tiles) surface.lines(tile.path, 3, theme.path);
      const ring = { phase: 1, size: 3.4, leastPixels: 13, colours: RINGS[theme.name] };
      const disc = { phase: 1, size: 2.6, leastPixels: 10 };
      for (const [marks, cell, tint] of [
        [starts, ends[0], START[theme.name]],
        [goals, ends[1], GOAL[theme.name]],
      ] as const) {
        const agents = put(marks, onAll(cell));
        surface.agents(agents, ring);
        surface.agents(agents, { ...disc, colours: tint });
      }
      const moving = tiles.flatMap(({ agent, path }) => (agent && path.count > 0 ? agent : []));
      const small = { phase: 1, size: 2, leastPixels: 8, colours: INK[theme.name] };
      surface.agents(put(walkers, moving), small);
    },
    labels: () =>
      tiles.map((tile, i) => {
        const [x, y] = corners[i];
        // a map alone in its row leaves room for words beside it
        const room = across === 1 ? 1.3 * width : width;
        return { x, y, text: `${TITLES[ALGORITHMS[i]]}${factsOf(tile)}`, width: room };
      }),
  };
}

function factsOf({ answer, explored }: Tile): string {
  if (!answer) return '';
  return ` · ${inWords(answer)} · ${explored.toLocaleString('en')} cells`;
}

const inWords = ({ status, cost, microseconds }: Answer): string =>
  Number.isFinite(cost) ? `${cost.toFixed(1)} in ${timeInWords(microseconds)}` : status;

interface Marks {
  readonly place: Float32Array;
  version: number;
}

const createMarks = (count: number): Marks => ({ place: new Float32Array(2 * count), version: 0 });

function put(marks: Marks, places: readonly number[]): PointAgents {
  marks.place.set(places);
  marks.version++;
  const { place, version } = marks;
  return { kind: 'points', count: places.length / 2, place, version };
}

// the same arrays in every frame: they are uploaded once
const [LIGHT, DARK] = [themeOf(false), themeOf(true)];
const RINGS = { light: [LIGHT.ground], dark: [DARK.ground] };
const START = { light: [LIGHT.start], dark: [DARK.start] };
const GOAL = { light: [LIGHT.goal], dark: [DARK.goal] };
const INK = { light: [LIGHT.ink], dark: [DARK.ink] };
