import {
  DIAGONAL_TICKS,
  type Grid,
  NONE,
  STRAIGHT_TICKS,
  ticksToLength,
  uniformCost,
} from '@wayfield/graph';
import { uploadWords } from '../buffers.ts';
import { epochWgsl } from './epoch.wgsl.ts';
import { uniformGridFinishWgsl, weightedGridFinishWgsl } from './finish.wgsl.ts';
import { uniformGridFrontierWgsl, weightedGridFrontierWgsl } from './frontier.wgsl.ts';
import { gridTileWgsl } from './grid-tile.wgsl.ts';
import { tileGrid } from './grid-tiles.ts';
import type { Model } from './model.ts';
import { tileLanes, type Tuned } from './tuning.ts';

const INFINITY_BITS = 0x7f800000;
/** What a diagonal step costs: its length, or as much as a straight one. */
export type DiagonalCost = 'length' | 'straight';

/** Cells of a tile; measured. */
const TILE_CELLS = 1024;

/** Width and height of tiles, powers of two, and how many cells, one above another, an invocation has. */
function tileShape({ width, height }: Grid, tuned: Tuned): [number, number, number] {
  const { lanes, perLane } = tileLanes(tuned, TILE_CELLS, Infinity);
  let tileWidth = 2 ** Math.ceil(Math.log2(lanes * perLane) / 2);
  let tileHeight = (lanes * perLane) / tileWidth;
  // small grids, unless sizes were asked for: no larger than needed
  if (tuned.tileNodes === undefined && tuned.workgroupSize === undefined) {
    while (tileWidth > 8 && tileWidth >= 2 * width) tileWidth /= 2;
    while (tileHeight > 8 && tileHeight >= 2 * height) tileHeight /= 2;
  }
  if (perLane > tileHeight) {
    throw new RangeError(
      `workgroupSize is ${lanes}, expected at least ${tileWidth} for tiles of ${tileWidth * tileHeight}`,
    );
  }
  return [tileWidth, tileHeight, perLane];
}

/** A grid on the device. */
export function gridModel(
  device: GPUDevice,
  grid: Grid,
  diagonalCost: DiagonalCost,
  tuned: Tuned,
): Model {
  const { width, height, neighbours } = grid;
  const cells = width * height;
  const factor = uniformCost(grid);
  const weighted = factor === 0 && grid.cost.some((c) => c !== 0);
  const long = diagonalCost === 'length' && neighbours === 8;
  const root = long ? Math.fround(Math.SQRT2) : 1;
  const [straight, diagonal] = long ? [STRAIGHT_TICKS, DIAGONAL_TICKS] : [1, 1];
  const [widthOfTiles, heightOfTiles, perLane] = tileShape(grid, tuned);
  const tiles = tileGrid(grid, widthOfTiles, heightOfTiles, weighted, root);
  const { tileWidth, tileHeight, tilesX, slots, scale, steps } = tiles;

  const buffers: GPUBuffer[] = [];
  const upload = (name: string, words: Uint32Array | Float32Array): GPUBuffer => {
    const buffer = uploadWords(device, `tree solver: ${name}`, words);
    buffers.push(buffer);
    return buffer;
  };
  const moves = upload('moves', new Uint32Array(tiles.moves.buffer));
  const resources = steps ? { 6: moves, 7: upload('steps', steps) } : { 6: moves };
  let memoryBytes = 0;
  for (const buffer of buffers) memoryBytes += buffer.size;

  const finishCode = weighted ? weightedGridFinishWgsl : uniformGridFinishWgsl;
  const shapeConstants = { TILE_WIDTH: tileWidth, TILE_HEIGHT: tileHeight };
  const unit = long ? STRAIGHT_TICKS : 1;
  const toCost = (ticks: number): number =>
    Math.fround(factor * (long ? ticksToLength(ticks) : ticks));
  const toCosts = long ? octileCosts(factor) : unitCosts(factor);
  const toTicks = (cost: number): number =>
    Math.min(2 ** 30, Math.floor((cost / (factor || 1)) * unit));
  const word = new Float32Array(1);
  const bits = new Uint32Array(word.buffer);
  let sum = 0;
  let open = 0;
  const isOpen = new Uint8Array(cells);
  for (let v = 0; v < cells; v++) {
    sum += grid.cost[v];
    if (grid.cost[v] === 0) continue;
    isOpen[v] = 1;
    open++;
  }
  const window = weighted ? INFINITY_BITS : tuned.window;
  const canPassWindow = !weighted && open * diagonal >= window;

  /** Costs along the parents: ticks in doubles, which hold every whole number up to 2^53. */
  function recount(parent: Uint32Array, source: number, costs: Float32Array): void {
    const ticks = new Float64Array(cells).fill(-1);
    const path = new Uint32Array(cells);
    ticks[source] = 0;
    for (let v = 0; v < cells; v++) {
      if (v !== source && parent[v] === NONE) continue;
      let length = 0;
      for (let u = v; ticks[u] < 0; u = parent[u]) path[length++] = u;
      while (length > 0) {
        const u = path[--length];
        const by = Math.abs(u - parent[u]);
        const isStraight =
          by === width || (by === 1 && Math.floor(u / width) === Math.floor(parent[u] / width));
        ticks[u] = ticks[parent[u]] + (isStraight ? straight : diagonal);
      }
      costs[v] = toCost(ticks[v]);
    }
  }

  return {
    params: {
      slots,
      tiles: tiles.tiles,
      nodes: cells,
      stride: Math.ceil(cells / 4) * 4,
      unreached: weighted ? INFINITY_BITS : NONE,
      window,
      width,
      height,
      tilesX,
      straight,
      diagonal,
    },
    slotsPerTile: tileWidth * tileHeight,
    roundsGuess: 8 + tilesX + tiles.tiles / tilesX,
    memoryBytes,
    relaxTiles: {
      code: gridTileWgsl(weighted, perLane),
      constants: { ...shapeConstants, SWEEPS: tuned.sweeps },
      resources,
    },
    frontier: {
      code: weighted ? weightedGridFrontierWgsl : uniformGridFrontierWgsl,
      constants: shapeConstants,
      resources,
    },
    collect: { code: finishCode, constants: shapeConstants, resources: {} },
    parents: { code: finishCode, constants: shapeConstants, resources },
    parentsBy: 'nodes',
    epoch: canPassWindow
      ? { code: epochWgsl, constants: shapeConstants, resources: {} }
      : undefined,
    slotOf(node) {
      if (isOpen[node] === 0) return NONE;
      const x = node % width;
      const y = Math.floor(node / width);
      const tile = Math.floor(y / tileHeight) * tilesX + Math.floor(x / tileWidth);
      return (tile * tileHeight + (y % tileHeight)) * tileWidth + (x % tileWidth);
    },
    toLabel(cost) {
      if (!weighted) return toTicks(cost);
      word[0] = Math.min(cost * scale, 3e38);
      return bits[0];
    },
    toCosts(labels, costs) {
      if (!weighted) {
        toCosts(labels, costs);
      } else if (scale !== 1) {
        for (let v = 0; v < labels.length; v++) costs[v] /= scale;
      }
    },
    recount: canPassWindow ? recount : undefined,
    // wide fronts: a few steps of the mean cost
    defaultDelta: open > 0 ? (4 * sum) / open : 1,
    // fronts on grids seldom run ahead: waiting made 100 trees of 512 x 512 five times slower
    orderFrom: Infinity,
    tileDelta: open > 0 ? ((tileWidth + tileHeight) * sum) / open : 1,
    destroy() {
      for (const buffer of buffers) buffer.destroy();
    },
  };
}

type Convert = (labels: Uint32Array, costs: Float32Array) => void;

/** Numbers of equal steps as costs, in place. */
function unitCosts(factor: number): Convert {
  return (labels, costs) => {
    for (let v = 0; v < labels.length; v++) {
      const label = labels[v];
      costs[v] = label === NONE ? Infinity : factor * label;
    }
  };
}

/**
 * Ticks below 2^31 as costs, in place: `factor * ticksToLength(ticks)` with what depends only on the
 * remainder modulo STRAIGHT_TICKS looked up.
 */
function octileCosts(factor: number): Convert {
  // a label is q * STRAIGHT_TICKS + r; its diagonals follow from r, its straights are q - taken[r]
  const taken = new Int32Array(STRAIGHT_TICKS);
  const diagonalLength = new Float64Array(STRAIGHT_TICKS);
  for (let r = 0; r < STRAIGHT_TICKS; r++) {
    const diagonals = (r * 985) % STRAIGHT_TICKS;
    taken[r] = (diagonals * DIAGONAL_TICKS - r) / STRAIGHT_TICKS;
    diagonalLength[r] = diagonals * Math.SQRT2;
  }
  return (labels, costs) => {
    for (let v = 0; v < labels.length; v++) {
      const label = labels[v] | 0;
      if (label < 0) {
        costs[v] = Infinity;
        continue;
      }
      const q = (label / STRAIGHT_TICKS) | 0;
      const r = label - q * STRAIGHT_TICKS;
      const straights = q - taken[r];
      costs[v] = factor * (straights < 0 ? label / STRAIGHT_TICKS : straights + diagonalLength[r]);
    }
  };
}
