import { checkGrid, checkWeights, type Grid, uniformCost } from '@wayfield/graph';
import type { Arena, Blocks } from '@wayfield/wasm';
import type { GridLayout } from './layout.ts';

/** The cells of a grid in WebAssembly memory: open or blocked, and what entering them costs. */
export interface GridCosts {
  /** Address of one byte per cell: 1 = open. */
  readonly open: number;
  /**
   * Takes over all of `grid.cost`. Throws RangeError for a grid that is not valid and where memory
   * ends, and then changes nothing.
   */
  readAll(): void;
  /**
   * Throws RangeError for a cell off the map, for a cost that is not valid, and where memory for
   * the factors ends. Call it before `readCell`, which then needs no memory.
   */
  check(changed: ArrayLike<number>): void;
  /** Takes over `grid.cost[cell]` and no other cell's; tells what became of the cell. */
  readCell(cell: number): 'same' | 'opened' | 'closed' | 'other cost';
  /** Sets `layout.factor`. Call it after the last `readCell`. */
  finish(): void;
}

/** Keeps the fields `factor`, `least` and `costs` of a layout in step with `grid.cost`. */
export function createGridCosts(
  grid: Grid,
  layout: GridLayout,
  arena: Arena,
  blocks: Blocks,
): GridCosts {
  const cells = grid.width * grid.height;
  const open = blocks.allocate(cells);
  /**
   * The factor of the first open cell, 0 before there was one; how many open cells have another
   * factor. An update of some cells keeps `common`, even if no open cell has it any more: the grid
   * then counts as weighted until all costs are read again.
   */
  let common = 0;
  let odd = 0;

  /**
   * Makes the array of factors, which a uniform grid lacks, when an open cell first differs in
   * cost. It stays. The factors come from memory, not from `grid.cost`, where the caller may have
   * changed cells that it has not named yet.
   */
  function makeFactors(): void {
    if (layout.costs !== 0) return;
    const costs = blocks.allocate(cells * 4);
    const bytes = arena.bytes();
    const floats = arena.floats();
    for (let c = 0; c < cells; c++) floats[costs / 4 + c] = bytes[open + c] === 0 ? 0 : common;
    layout.costs = costs;
  }

  function finish(): void {
    layout.factor = odd === 0 ? common || 1 : 0;
  }

  return {
    open,
    readAll() {
      checkGrid(grid);
      if (uniformCost(grid) === 0 && grid.cost.some((cost) => cost > 0)) makeFactors();
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
      finish();
    },
    check(changed) {
      checkCells(grid, changed);
      if (differ(grid, changed, common)) makeFactors();
    },
    readCell(c) {
      const bytes = arena.bytes();
      const floats = arena.floats();
      const cost = grid.cost[c];
      const old = bytes[open + c] === 0 ? 0 : layout.costs ? floats[layout.costs / 4 + c] : common;
      if (cost === old) return 'same';
      if (common === 0) common = cost;
      if (old > 0 && old !== common) odd--;
      if (cost > 0 && cost !== common) odd++;
      if (cost > 0 && cost < layout.least) layout.least = cost;
      if (layout.costs) floats[layout.costs / 4 + c] = cost;
      if (cost > 0 === old > 0) return 'other cost';
      bytes[open + c] = cost > 0 ? 1 : 0;
      return cost > 0 ? 'opened' : 'closed';
    },
    finish,
  };
}

/** Throws RangeError for a cell off the map, and for a cost that is not valid. */
function checkCells(grid: Grid, changed: ArrayLike<number>): void {
  const cells = grid.width * grid.height;
  for (let i = 0; i < changed.length; i++) {
    const c = changed[i];
    if (!Number.isInteger(c) || c < 0 || c >= cells) {
      throw new RangeError(`changed[${i}] is ${c}, the grid has ${cells} cells`);
    }
  }
  checkWeights(grid.cost, cells, 'cost', changed);
}

/** Whether open cells of `changed` differ from `common`, or from one another if `common` is 0. */
function differ({ cost }: Grid, changed: ArrayLike<number>, common: number): boolean {
  for (let i = 0; i < changed.length; i++) {
    const factor = cost[changed[i]];
    if (common === 0) common = factor;
    if (factor > 0 && factor !== common) return true;
  }
  return false;
}
