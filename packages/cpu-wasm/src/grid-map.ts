import {
  checkGrid,
  checkWeights,
  DIAGONAL_TICKS,
  STRAIGHT_TICKS,
  type Grid,
} from '@wayfield/graph';
import { createArena, createBlocks, createMemory, instantiateKernels } from '@wayfield/wasm';
import { createJumpMaps, type JumpLayer } from './jps-map.ts';
import type { MapHost } from './map-host.ts';
import type { Kernels } from './kernel-exports.ts';

const CORNERS = { never: 0, 'one-open': 1, always: 2 } as const;

/** What one agent size needs of a grid; addresses in WebAssembly memory. */
export interface GridLayer {
  readonly size: number;
  /** One byte per cell: the agent fits where it is at least `size`. */
  readonly field: number;
  /** One byte per cell: the legal steps, see assembly/grid-moves.ts. */
  readonly moves: number;
  /** One u32 per cell: components, see assembly/grid-components.ts. */
  readonly labels: number;
  /** A cell was closed since the labels were built: equal labels prove nothing. */
  stale: boolean;
  /** For jump point search, once a solver asked for it. */
  jumps: JumpLayer | undefined;
}

/** All that a thread must know of a grid to search it: numbers only, so that it can be sent. */
export interface GridLayout {
  readonly width: number;
  readonly height: number;
  readonly neighbours: 4 | 8;
  readonly straight: number;
  readonly diagonal: number;
  readonly successors: number;
  /** The factor of all open cells, or 0 when they differ. */
  factor: number;
  /** At most the smallest factor of an open cell. */
  least: number;
  /** Address of the factors, on weighted grids. */
  costs: number;
  readonly layers: GridLayer[];
}

/** Copies `grid` into a WebAssembly memory of its own. Throws RangeError for a grid that is not valid. */
export function createGridMap(grid: Grid, module: WebAssembly.Module, shared: boolean): MapHost {
  checkGrid(grid);
  const { width, height, neighbours } = grid;
  const cells = width * height;
  // 8 bytes of records a cell and more: refuse at once what cannot fit
  if (cells * 14 > 2 ** 32) {
    throw new RangeError(
      `grid of ${width} x ${height} = ${cells} cells needs at least ${cells * 14} bytes; WebAssembly memory ends at 4 GiB`,
    );
  }
  const corners = CORNERS[grid.corners];
  const arena = createArena(createMemory(shared));
  const blocks = createBlocks(arena);
  const kernels = instantiateKernels<Kernels>(module, arena.memory, blocks.reallocate);
  const open = blocks.allocate(cells);
  const successors = blocks.allocate(2048);
  kernels.buildSuccessors(successors, corners);
  const layout: GridLayout = {
    width,
    height,
    neighbours,
    straight: neighbours === 8 ? STRAIGHT_TICKS : 1,
    diagonal: neighbours === 8 ? DIAGONAL_TICKS : 1,
    successors,
    factor: 0,
    least: 0,
    costs: 0,
    layers: [],
  };
  const jumps = createJumpMaps(kernels, blocks, arena.words, width, height, successors);
  let clearance = 0;
  let version = 0;
  /** Open cells whose factor is not the common one, and the common one. */
  let odd = 0;
  let common = 0;

  function readAll(): void {
    const bytes = arena.bytes();
    let least = Infinity;
    common = 0;
    odd = 0;
    for (let c = 0; c < cells; c++) {
      const cost = grid.cost[c];
      bytes[open + c] = cost > 0 ? 1 : 0;
      if (cost > 0) {
        if (common === 0) common = cost;
        if (cost !== common) odd++;
        if (cost < least) least = cost;
      }
    }
    layout.least = common === 0 ? 1 : least;
    if (layout.costs !== 0) arena.floats().set(grid.cost, layout.costs / 4);
    setFactor();
  }

  /** Uniform grids carry no factors; the first odd cell brings them in, and they stay. */
  function setFactor(): void {
    layout.factor = odd === 0 ? common || 1 : 0;
    if (odd === 0 || layout.costs !== 0) return;
    layout.costs = blocks.allocate(cells * 4);
    arena.floats().set(grid.cost, layout.costs / 4);
  }

  function buildLayer(of: GridLayer): void {
    kernels.buildMoves(
      of.field,
      of.size,
      of.moves,
      width,
      height,
      neighbours,
      corners,
      0,
      0,
      width,
      height,
    );
    kernels.buildLabels(of.moves, of.labels, width, height);
    of.stale = false;
    jumps.changeAll(of);
  }

  function layer(size: number): GridLayer {
    let found = layout.layers.find((l) => l.size === size);
    if (found === undefined) {
      if (size > 1 && clearance === 0) {
        clearance = blocks.allocate(cells);
        kernels.buildClearance(open, clearance, width, height);
      }
      found = {
        size,
        field: size > 1 ? clearance : open,
        moves: blocks.allocate(cells),
        labels: blocks.allocate(cells * 4),
        stale: false,
        jumps: undefined,
      };
      layout.layers.push(found);
      buildLayer(found);
    }
    return found;
  }

  function relabel(of: GridLayer): void {
    if (of.stale) kernels.buildLabels(of.moves, of.labels, width, height);
    of.stale = false;
  }

  function updateCells(changed: ArrayLike<number>): void {
    for (let i = 0; i < changed.length; i++) {
      const c = changed[i];
      if (!Number.isInteger(c) || c < 0 || c >= cells) {
        throw new RangeError(`changed[${i}] is ${c}, the grid has ${cells} cells`);
      }
    }
    checkWeights(grid.cost, cells, 'cost', changed);
    const bytes = arena.bytes();
    const floats = arena.floats();
    const base = layout.layers.find((l) => l.size === 1);
    const opened: number[] = [];
    const touched: number[] = [];
    let flipped = false;
    for (let i = 0; i < changed.length; i++) {
      const c = changed[i];
      const cost = grid.cost[c];
      const old = bytes[open + c] === 0 ? 0 : layout.costs ? floats[layout.costs / 4 + c] : common;
      if (cost === old) continue;
      if (common === 0) common = cost;
      if (old > 0 && old !== common) odd--;
      if (cost > 0 && cost !== common) odd++;
      if (cost > 0 && cost < layout.least) layout.least = cost;
      if (layout.costs) floats[layout.costs / 4 + c] = cost;
      if (cost > 0 === old > 0) continue;
      flipped = true;
      bytes[open + c] = cost > 0 ? 1 : 0;
      if (cost > 0) opened.push(c);
      else if (base) base.stale = true;
      if (base) {
        const x = c % width;
        const y = (c - x) / width;
        const [x0, y0] = [Math.max(0, x - 1), Math.max(0, y - 1)];
        const [x1, y1] = [Math.min(width, x + 2), Math.min(height, y + 2)];
        kernels.buildMoves(open, 1, base.moves, width, height, neighbours, corners, x0, y0, x1, y1);
        if (base.jumps === undefined) continue;
        for (let v = y0; v < y1; v++) for (let u = x0; u < x1; u++) touched.push(v * width + u);
      }
    }
    setFactor();
    if (base) jumps.changeCells(base, touched);
    if (base) for (const c of opened) kernels.joinNeighbours(base.moves, base.labels, width, c);
    if (flipped && clearance !== 0) {
      kernels.buildClearance(open, clearance, width, height);
      for (const l of layout.layers) if (l.size > 1) buildLayer(l);
    }
  }

  readAll();
  return {
    arena,
    layout,
    blocks,
    version: () => version,
    prepare(sizes, exact, algorithm) {
      const jumping = (algorithm === 'jps' || algorithm === 'jps+') && layout.factor > 0;
      for (const size of sizes) {
        const of = layer(size);
        if (exact) relabel(of);
        if (jumping) jumps.prepare(of, algorithm === 'jps+');
      }
    },
    relabel: () => layout.layers.forEach(relabel),
    update(changed) {
      if (changed === undefined) {
        checkGrid(grid);
        readAll();
        if (clearance !== 0) kernels.buildClearance(open, clearance, width, height);
        layout.layers.forEach(buildLayer);
      } else {
        updateCells(changed);
      }
      version++;
    },
  };
}
