import { object, positive, rule, type Rule, typed, whole } from '@wayfield/check';
import { buildGrid, type CornerRule, type Grid } from '@wayfield/graph';

/** A tile map as a grid and outlines. Lengths are in pixels of the map; y grows downwards. */
export interface TileMap {
  /** One cell per tile, row by row: cost 0 blocks the cell. */
  readonly grid: Grid;
  readonly tileWidth: number;
  readonly tileHeight: number;
  /** Where the top left corner of cell 0 lies in the world of the editor. */
  readonly originX: number;
  readonly originY: number;
  /** Obstacles that are no tiles: closed rings x, y, x, y, … They are not in `grid`. */
  readonly obstacles: readonly number[][];
  /** Open lines that agents cannot cross: x, y, x, y, … They are not in `grid`. */
  readonly walls: readonly number[][];
}

/** Options of all readers of tile maps. */
export interface GridChoice {
  /** Steps of agents, as in `buildGrid`. Default 8. */
  readonly neighbours?: 4 | 8 | undefined;
  /** Diagonal steps beside blocked cells, as in `buildGrid`. Default 'never'. */
  readonly corners?: CornerRule | undefined;
}

const finite = /* @__PURE__ */ rule('a finite number', (value) => Number.isFinite(value));
const side = /* @__PURE__ */ whole(1, 2 ** 30);

/** The rule of tile maps; coordinates in rings and lines are not checked. */
export const tileMapRule: Rule = /* @__PURE__ */ object(
  {
    grid: /* @__PURE__ */ object(
      { width: side, height: side, cost: /* @__PURE__ */ typed(Float32Array) },
      'a Grid',
    ),
    tileWidth: positive,
    tileHeight: positive,
    originX: finite,
    originY: finite,
    obstacles: /* @__PURE__ */ rule('an array of rings', (value) => Array.isArray(value)),
    walls: /* @__PURE__ */ rule('an array of lines', (value) => Array.isArray(value)),
  },
  'a TileMap',
);

/** A grid of costs. Throws RangeError for a cost that no grid may have. */
export function gridOf(
  width: number,
  height: number,
  cost: Float32Array,
  { neighbours, corners }: GridChoice,
): Grid {
  return buildGrid({
    width,
    height,
    cost,
    ...(neighbours === undefined ? {} : { neighbours }),
    ...(corners === undefined ? {} : { corners }),
  });
}
