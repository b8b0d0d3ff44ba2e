// A grid as a `Model`: its arrays on the device, its kernels and its defaults. tree-solver.ts calls
// `gridModel` when a solver is made.
import { uploadWords } from '@wayfield/gpu-core';
import { keeping, lastingError } from '@wayfield/gpu-core/internal';
import { type Grid, NONE } from '@wayfield/graph';
import { epochWgsl } from './epoch.wgsl.ts';
import { uniformGridFinishWgsl, weightedGridFinishWgsl } from './finish.wgsl.ts';
import { uniformGridFrontierWgsl, weightedGridFrontierWgsl } from './frontier.wgsl.ts';
import {
  type DiagonalCost,
  INFINITY_BITS,
  recountAlongParents,
  type UniformUnits,
  uniformUnits,
} from './grid-costs.ts';
import { gridTileWgsl } from './grid-tile.wgsl.ts';
import { type GridTiles, tileGrid } from './grid-tiles.ts';
import type { Model, ModelParams } from './model.ts';
import { tileShape, type Tuned } from './tuning.ts';

/** Cells of a tile, measured on an H200. */
const TILE_CELLS = 1024;
/** Smallest width and height of a tile of a small grid. Chosen, not measured. */
const LEAST_SIDE = 8;

interface GridTileShape {
  readonly tileWidth: number;
  readonly tileHeight: number;
  /** Cells of an invocation, one above another. */
  readonly perInvocation: number;
}

/** The shape of tiles: width and height are powers of two. */
function shapeOf({ width, height }: Grid, tuned: Tuned): GridTileShape {
  const { workgroupSize, perInvocation } = tileShape(tuned, TILE_CELLS, Infinity);
  let tileWidth = 2 ** Math.ceil(Math.log2(workgroupSize * perInvocation) / 2);
  let tileHeight = (workgroupSize * perInvocation) / tileWidth;
  // tiles no larger than a small grid needs, unless sizes were asked for
  if (tuned.tileNodes === undefined && tuned.workgroupSize === undefined) {
    while (tileWidth > LEAST_SIDE && tileWidth >= 2 * width) tileWidth /= 2;
    while (tileHeight > LEAST_SIDE && tileHeight >= 2 * height) tileHeight /= 2;
  }
  if (perInvocation > tileHeight) {
    throw lastingError(
      `workgroupSize is ${workgroupSize}, expected at least ${tileWidth} for tiles of ` +
        `${tileWidth * tileHeight}`,
    );
  }
  return { tileWidth, tileHeight, perInvocation };
}

/** The open cells of a grid: their number, the sum of their factors, and which they are. */
function openCells({ cost }: Grid): { open: number; sum: number; isOpen: Uint8Array } {
  let [sum, open] = [0, 0];
  const isOpen = new Uint8Array(cost.length);
  for (let v = 0; v < cost.length; v++) {
    sum += cost[v];
    if (cost[v] === 0) continue;
    isOpen[v] = 1;
    open++;
  }
  return { open, sum, isOpen };
}

/** The arrays of a grid on the device, by binding; keeps none where one does not fit. */
function uploadTiles(device: GPUDevice, tiles: GridTiles): Record<6, GPUBuffer> {
  return keeping((keep) => {
    const upload = (name: string, words: Uint32Array | Float32Array): GPUBuffer =>
      keep(uploadWords(device, `tree solver: ${name}`, words));
    const moves = upload('moves', new Uint32Array(tiles.moves.buffer));
    return tiles.steps ? { 6: moves, 7: upload('steps', tiles.steps) } : { 6: moves };
  });
}

/** A grid on the device. */
export function gridModel(
  device: GPUDevice,
  grid: Grid,
  diagonals: DiagonalCost,
  tuned: Tuned,
): Model {
  const units = uniformUnits(grid, diagonals);
  const weighted = units.factor === 0 && grid.cost.some((c) => c !== 0);
  const { tileWidth, tileHeight, perInvocation } = shapeOf(grid, tuned);
  const diagonalFactor = units.octile ? Math.fround(Math.SQRT2) : 1;
  const tiles = tileGrid(grid, tileWidth, tileHeight, weighted, diagonalFactor);
  const { open, sum, isOpen } = openCells(grid);
  const mean = open > 0 ? sum / open : 0;
  const window = weighted ? INFINITY_BITS : tuned.window;
  const canPassWindow = !weighted && open * units.diagonal >= window;

  const resources = uploadTiles(device, tiles);
  const buffers: GPUBuffer[] = Object.values(resources);
  const finishCode = weighted ? weightedGridFinishWgsl : uniformGridFinishWgsl;
  const constants = { TILE_WIDTH: tileWidth, TILE_HEIGHT: tileHeight };
  return {
    params: paramsOf(grid, tiles, units, window, weighted),
    slotsPerTile: tileWidth * tileHeight,
    // a front crosses the columns and rows of tiles about once; 8 are spare
    roundsGuess: 8 + tiles.tilesX + tiles.tiles / tiles.tilesX,
    memoryBytes: buffers.reduce((bytes, buffer) => bytes + buffer.size, 0),
    relaxTiles: {
      code: gridTileWgsl(weighted, perInvocation),
      constants: { ...constants, SWEEPS: tuned.sweeps },
      resources,
    },
    frontier: {
      code: weighted ? weightedGridFrontierWgsl : uniformGridFrontierWgsl,
      constants,
      resources,
    },
    collect: { code: finishCode, constants, resources: {} },
    parents: { code: finishCode, constants, resources },
    mostArcsIn: undefined,
    parentsBy: 'nodes',
    epoch: canPassWindow ? { code: epochWgsl, constants, resources: {} } : undefined,
    slotOf: (node) => (isOpen[node] === 0 ? NONE : slotOf(grid, tiles, node)),
    ...(weighted ? weightedCosts() : { toLabel: units.toTicks, toCosts: units.toCosts }),
    recount: canPassWindow ? recountAlongParents(grid, units) : undefined,
    // fronts on grids are wide: four steps of the mean cost keep the device busy
    defaultDelta: open > 0 ? 4 * mean : 1,
    // fronts on grids seldom run ahead: waiting made 100 trees of 512 x 512 five times slower
    orderFrom: Infinity,
    tileDelta: open > 0 ? (tileWidth + tileHeight) * mean : 1,
    destroy() {
      for (const buffer of buffers) buffer.destroy();
    },
  };
}

function paramsOf(
  { width, height }: Grid,
  { slots, tiles, tilesX }: GridTiles,
  { straight, diagonal }: UniformUnits,
  window: number,
  weighted: boolean,
): ModelParams {
  const nodes = width * height;
  const stride = Math.ceil(nodes / 4) * 4;
  const unreached = weighted ? INFINITY_BITS : NONE;
  const grid = { width, height, tilesX, straight, diagonal };
  return { slots, tiles, nodes, stride, unreached, window, ...grid };
}

/** Where a cell is stored: tile by tile, rows of a tile one after another. */
function slotOf({ width }: Grid, { tileWidth, tileHeight, tilesX }: GridTiles, v: number): number {
  const x = v % width;
  const y = Math.floor(v / width);
  const tile = Math.floor(y / tileHeight) * tilesX + Math.floor(x / tileWidth);
  return (tile * tileHeight + (y % tileHeight)) * tileWidth + (x % tileWidth);
}

/** Labels of weighted grids: the bits of costs. */
function weightedCosts(): Pick<Model, 'toLabel' | 'toCosts'> {
  const word = new Float32Array(1);
  const bits = new Uint32Array(word.buffer);
  return {
    toLabel(cost) {
      // 3e38: below Infinity, which is the label of cells that are not reached
      word[0] = Math.min(cost, 3e38);
      return bits[0];
    },
    toCosts() {},
  };
}
