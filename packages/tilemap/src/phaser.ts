// Tile map layers of Phaser 3 and 4.
import {
  callback,
  checkOptions,
  list,
  number,
  object,
  oneOf,
  positive,
  whole,
  type OptionRules,
} from '@wayfield/check';
import { type GridChoice, gridOf, type TileMap } from './types.ts';

/** What is read of a `Phaser.Tilemaps.Tile`. */
interface TileLike {
  readonly index: number;
  readonly collides: boolean;
  readonly properties?: unknown;
}

/** What is read of a `Phaser.Tilemaps.TilemapLayer`. */
interface TilemapLayerLike {
  readonly x: number;
  readonly y: number;
  readonly layer: {
    readonly width: number;
    readonly height: number;
    readonly tileWidth: number;
    readonly tileHeight: number;
    readonly orientation?: unknown;
    readonly data: readonly (readonly TileLike[])[];
  };
}

/** Options of `readPhaser`. */
export interface PhaserOptions extends GridChoice {
  /**
   * The cost of a cell by its tile: 0 = blocked. Default: tiles that collide, by `setCollision…` of
   * the layer, are blocked, all others cost 1.
   */
  readonly costOf?: ((tile: TileLike) => number) | undefined;
}

/** `Phaser.Tilemaps.Orientation.ORTHOGONAL`; layers without `orientation` count as orthogonal. */
const ORTHOGONAL = 0;
const finite = /* @__PURE__ */ number();
const side = /* @__PURE__ */ whole(1, 2 ** 15);
const layerDataRule = /* @__PURE__ */ object(
  { width: side, height: side, tileWidth: positive, tileHeight: positive, data: list },
  'LayerData',
);
const layerRule = /* @__PURE__ */ object(
  { x: finite, y: finite, layer: layerDataRule },
  'a TilemapLayer of Phaser',
);
const rules: OptionRules = {
  costOf: callback,
  neighbours: /* @__PURE__ */ oneOf(4, 8),
  corners: /* @__PURE__ */ oneOf('never', 'one-open', 'always'),
};

/**
 * Reads a layer of a tile map of Phaser, after `setCollision…` was called. Read it again when tiles
 * have changed, or write `map.grid.cost` and call `update` of the solver.
 *
 * @throws RangeError for layers that are not orthogonal, that lack tiles, and for bad costs.
 *
 * @example
 * const layer = tilemap.createLayer('ground', tiles)!.setCollisionByProperty({ collides: true });
 * const map = readPhaser(layer);
 * console.log(map.grid.cost.join()); // 1,0,1,1,1,1
 */
export function readPhaser(layer: TilemapLayerLike, options: PhaserOptions = {}): TileMap {
  layerRule(layer, 'layer');
  checkOptions('readPhaser', options, rules);
  const { width, height, tileWidth, tileHeight, data: rows, orientation } = layer.layer;
  if (orientation !== undefined && orientation !== ORTHOGONAL)
    throw new RangeError(
      `orientation of layer is ${String(orientation)}, expected ${ORTHOGONAL}, orthogonal`,
    );
  const { costOf = (tile: TileLike) => (tile.collides ? 0 : 1) } = options;
  const cost = new Float32Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const tile = rows[y]?.[x];
      if (tile === undefined || tile === null)
        throw new RangeError(`layer has no tile at ${x}, ${y}, expected ${width} x ${height}`);
      const of = costOf(tile);
      if (typeof of !== 'number' || !(of >= 0))
        throw new RangeError(
          `costOf of the tile at ${x}, ${y} is ${String(of)}, expected 0 or more`,
        );
      cost[y * width + x] = of;
    }
  return {
    grid: gridOf(width, height, cost, options),
    tileWidth,
    tileHeight,
    originX: layer.x,
    originY: layer.y,
    obstacles: [],
    walls: [],
  };
}
