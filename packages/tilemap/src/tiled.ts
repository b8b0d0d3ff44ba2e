// Maps of Tiled as its editor writes them as JSON (.tmj).
import { checkOptions, listOf, object, oneOf, type OptionRules, text } from '@wayfield/check';
import { finiteOf, isRecord, needed, numberOf, recordsOf } from './json.ts';
import { ringOfObject } from './tiled-objects.ts';
import { type TileChunk, tilesOfLayer } from './tiled-data.ts';
import { type GridChoice, gridOf, type TileMap } from './types.ts';

/** Options of `readTiled`. */
export interface TiledOptions extends GridChoice {
  /**
   * The boolean property that blocks. A tile of a tileset with it blocks its cells, a tile layer
   * with it all cells of its tiles. An object with it, and each object of an object layer with it,
   * becomes an obstacle or a wall. Default 'collides'.
   */
  readonly collides?: string | undefined;
  /**
   * The number property of a tile that is the cost of its cell. If tiles of several layers have it,
   * the topmost of them counts. Cells without such a tile cost 1. Default 'cost'.
   */
  readonly cost?: string | undefined;
  /**
   * Names of tile and object layers to read. Names that no such layer has are passed over, also
   * those of groups. Default: all.
   */
  readonly layers?: readonly string[] | undefined;
  /** Tilesets in files of their own, parsed, by the name in `source` of the map. */
  readonly tilesets?: Readonly<Record<string, unknown>> | undefined;
}

const texts = /* @__PURE__ */ listOf(text);
const mapRule = /* @__PURE__ */ object({}, 'a map of Tiled, parsed from JSON');
const rules: OptionRules = {
  collides: text,
  cost: text,
  layers: texts,
  tilesets: /* @__PURE__ */ object(),
  neighbours: /* @__PURE__ */ oneOf(4, 8),
  corners: /* @__PURE__ */ oneOf('never', 'one-open', 'always'),
};

/** The bits of a gid that hold the number of the tile; the upper four flip and turn the tile. */
const TILE = 0x0fffffff;
/** The most cells that a grid may have. */
const MOST_CELLS = 2 ** 30;

/**
 * Reads an orthogonal map of Tiled. Tiles and objects with the property `collides` are blocked.
 *
 * @throws RangeError that names the layer for data that is not base64, damaged, of the wrong length
 *   or compressed by zstd; for tiles that lie outside the map; for fields of the wrong kind; for
 *   objects that block and use a template. RangeError for other orientations, for more than 2^30
 *   cells and for tilesets in files that are not given.
 *
 * @example
 * const map = readTiled(json); // JSON.parse of a file, or await response.json()
 * const solver = createWasmSolver(map.grid);
 * console.log(solver.route(0, 2).path.join()); // 0,3,4,5,2
 */
export function readTiled(data: unknown, options: TiledOptions = {}): TileMap {
  mapRule(data, 'data');
  checkOptions('readTiled', options, rules);
  const map = data as Record<string, unknown>;
  const orientation = needed(map, 'orientation', 'data');
  if (orientation !== 'orthogonal')
    throw new RangeError(`orientation is '${String(orientation)}', only 'orthogonal' is read`);
  const tileWidth = numberOf(map, 'tilewidth', 'data', 1);
  const tileHeight = numberOf(map, 'tileheight', 'data', 1);
  const tiles = tileFacts(map, options);
  const layers = [...layersOf(map, 'data', 0, 0)].filter(
    ({ layer }) => options.layers?.includes(String(layer['name'])) ?? true,
  );
  const tileLayers = layers
    .filter(({ layer }) => layer['type'] === 'tilelayer')
    .map(({ layer }) => ({ layer, chunks: tilesOfLayer(layer) }));
  const box = boxOf(
    map,
    tileLayers.flatMap(({ chunks }) => chunks),
  );
  // A map may name a huge size: layers are compared with that size before the grid is allocated.
  for (const { layer, chunks } of tileLayers)
    for (const chunk of chunks) checkPlace(map, layer, chunk, box);
  if (box.width * box.height > MOST_CELLS)
    throw new RangeError(`the map is ${box.width} x ${box.height} cells, at most 2^30 are read`);
  const cost = costsOf(tileLayers, box, tiles, options);
  const obstacles: number[][] = [];
  const walls: number[][] = [];
  for (const { layer, x, y } of layers) {
    if (layer['type'] !== 'objectgroup') continue;
    const name = nameOf(layer);
    const wholeLayer = flagOf(layer, options.collides ?? 'collides', name);
    for (const each of recordsOf(layer, 'objects', name)) {
      const { collides = 'collides' } = options;
      if (!wholeLayer && !flagOf(each, collides, `an object of ${name}`)) continue;
      const { ring, line } = ringOfObject(each, name, x, y, alignmentOf(map, each, options));
      if (ring) obstacles.push(ring);
      if (line) walls.push(line);
    }
  }
  return {
    grid: gridOf(box.width, box.height, cost, options),
    tileWidth,
    tileHeight,
    originX: box.x * tileWidth,
    originY: box.y * tileHeight,
    obstacles,
    walls,
  };
}

/** The costs of the cells of `box`, 0 where a tile blocks. */
function costsOf(
  layers: readonly { readonly layer: Record<string, unknown>; readonly chunks: TileChunk[] }[],
  box: Box,
  tiles: TileFacts,
  options: TiledOptions,
): Float32Array {
  const cost = new Float32Array(box.width * box.height).fill(1);
  const blocked = new Uint8Array(cost.length);
  for (const { layer, chunks } of layers) {
    const wholeLayer = flagOf(layer, options.collides ?? 'collides', nameOf(layer));
    for (const { x, y, width, gids } of chunks)
      gids.forEach((gid, i) => {
        const tile = gid & TILE;
        if (tile === 0) return;
        const cell = (y - box.y + Math.floor(i / width)) * box.width + x - box.x + (i % width);
        const facts = tiles.get(tile);
        if (wholeLayer || facts?.collides) blocked[cell] = 1;
        if (facts?.cost !== undefined) cost[cell] = facts.cost;
      });
  }
  blocked.forEach((is, cell) => {
    if (is) cost[cell] = 0;
  });
  return cost;
}

/** The properties of tiles that are read, by the number of the tile on the map. */
type TileFacts = Map<number, { readonly collides: boolean; readonly cost: number | undefined }>;

function tileFacts(map: Record<string, unknown>, options: TiledOptions): TileFacts {
  const { collides = 'collides', cost = 'cost' } = options;
  const facts: TileFacts = new Map();
  for (const entry of recordsOf(map, 'tilesets', 'data')) {
    const first = numberOf(entry, 'firstgid', 'tileset', 1);
    const source = entry['source'];
    const tileset = tilesetOf(entry, options);
    if (!isRecord(tileset))
      throw new RangeError(
        `the map uses the tileset '${String(source)}', which is not in the option tilesets`,
      );
    for (const tile of recordsOf(tileset, 'tiles', `the tileset of firstgid ${first}`))
      facts.set(first + numberOf(tile, 'id', 'tile', 0), {
        collides: flagOf(tile, collides, 'a tile'),
        cost: costOf(tile, cost),
      });
  }
  return facts;
}

/** The tileset of an entry in `tilesets` of the map: the entry, or the file that it names. */
function tilesetOf(entry: Record<string, unknown>, { tilesets = {} }: TiledOptions): unknown {
  const source = entry['source'];
  return typeof source === 'string' ? tilesets[source] : entry;
}

/** `objectalignment` of the tileset of an object that shows a tile; undefined without one. */
function alignmentOf(
  map: Record<string, unknown>,
  each: Record<string, unknown>,
  options: TiledOptions,
): unknown {
  const tile = Number(each['gid'] ?? 0) & TILE;
  const entry = recordsOf(map, 'tilesets', 'data')
    .filter((one) => Number(one['firstgid']) <= tile)
    .at(-1);
  const tileset = entry && tilesetOf(entry, options);
  return isRecord(tileset) ? tileset['objectalignment'] : undefined;
}

const nameOf = (layer: Record<string, unknown>): string => `layer '${String(layer['name'])}'`;

/** The layers of a map and of its groups, with offsets in pixels summed over the groups. */
function* layersOf(
  parent: Record<string, unknown>,
  where: string,
  x: number,
  y: number,
): Generator<{ layer: Record<string, unknown>; x: number; y: number }> {
  for (const layer of recordsOf(parent, 'layers', where)) {
    const name = nameOf(layer);
    const dx = x + finiteOf(layer, 'offsetx', name);
    const dy = y + finiteOf(layer, 'offsety', name);
    if (layer['type'] === 'group') yield* layersOf(layer, name, dx, dy);
    else yield { layer, x: dx, y: dy };
  }
}

/** Throws RangeError for tiles outside the map: they would fall into other rows of the grid. */
function checkPlace(
  map: Record<string, unknown>,
  layer: Record<string, unknown>,
  { x, y, width, height }: TileChunk,
  box: Box,
): void {
  const right = box.x + box.width;
  const bottom = box.y + box.height;
  const inside = x >= box.x && y >= box.y && x + width <= right && y + height <= bottom;
  const part = map['infinite'] === true || Array.isArray(layer['chunks']);
  if (inside && (part || (width === box.width && height === box.height))) return;
  throw new RangeError(
    `${nameOf(layer)} is ${width} x ${height} at ${x}, ${y}, ` +
      `expected ${part ? 'a part of ' : ''}the map, ${box.width} x ${box.height}`,
  );
}

/** A rectangle of cells; x, y is its top left cell. */
interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The cells of the map; of an infinite map the bounding box of `chunks`. */
function boxOf(map: Record<string, unknown>, chunks: readonly TileChunk[]): Box {
  if (map['infinite'] !== true)
    return {
      x: 0,
      y: 0,
      width: numberOf(map, 'width', 'data', 1),
      height: numberOf(map, 'height', 'data', 1),
    };
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y, width, height } of chunks) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
  }
  if (left === Infinity) throw new RangeError('the map is infinite and has no chunk of tiles');
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** The value of a custom property of a tile, layer or object; undefined if there is none. */
const propertyOf = (of: Record<string, unknown>, name: string, where: string): unknown =>
  recordsOf(of, 'properties', where).find((one) => one['name'] === name)?.['value'];

const flagOf = (of: Record<string, unknown>, name: string, where: string): boolean =>
  propertyOf(of, name, where) === true;

function costOf(tile: Record<string, unknown>, name: string): number | undefined {
  const value = propertyOf(tile, name, 'a tile');
  if (value === undefined) return undefined;
  if (typeof value !== 'number' || !(value >= 0))
    throw new RangeError(`property '${name}' of a tile is ${String(value)}, expected 0 or more`);
  return value;
}
