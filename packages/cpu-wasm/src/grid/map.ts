import { checkGrid, DIAGONAL_TICKS, type Grid, STRAIGHT_TICKS } from '@wayfield/graph';
import { openKernels } from '@wayfield/wasm';
import type { Kernels } from '../kernels.gen.ts';
import type { MapHost } from '../map-host.ts';
import { NEAREST_TARGET } from '../nearest.ts';
import { createGridCosts } from './costs.ts';
import { createGridLayers } from './layers.ts';
import type { GridLayout } from './layout.ts';

/** Cells beside a corner that must be open for a line of sight across it, by corner rule. */
const BESIDE = { never: 2, 'one-open': 1, always: 0 } as const;
/** Bytes of a table of successors: 256 moves bytes for each of 8 directions. */
const SUCCESSORS_BYTES = 8 * 256;
/**
 * Bytes per cell of a search over cells: open 1, moves 1, components 4, records 8. Jump point
 * search takes records of cells only when it leaves a query to A*, but has the same limit.
 */
const LEAST_CELL_BYTES = 14;

/**
 * Copies `grid` into a WebAssembly memory of its own, which threads can share if `shared` is true.
 * Throws RangeError for a grid that is not valid, and when memory ends.
 */
export function createGridMap(grid: Grid, module: WebAssembly.Module, shared: boolean): MapHost {
  checkGrid(grid);
  const { width, height, neighbours } = grid;
  const cells = width * height;
  const least = cells * LEAST_CELL_BYTES;
  if (least > 2 ** 32) {
    throw new RangeError(
      `grid of ${width} x ${height} = ${cells} cells needs at least ${least} bytes; ` +
        'WebAssembly memory ends at 4 GiB',
    );
  }
  const host = openKernels<Kernels>(module, { shared });
  const { arena, blocks } = host;
  const layout: GridLayout = {
    width,
    height,
    neighbours,
    straight: neighbours === 8 ? STRAIGHT_TICKS : 1,
    diagonal: neighbours === 8 ? DIAGONAL_TICKS : 1,
    beside: neighbours === 4 ? 2 : BESIDE[grid.corners],
    successors: blocks.allocate(SUCCESSORS_BYTES),
    factor: 0,
    least: 0,
    costs: 0,
    layers: [],
  };
  const costs = createGridCosts(grid, layout, arena, blocks);
  const layers = createGridLayers(grid, layout, host, costs.open);
  let version = 0;
  costs.readAll();

  function updateCells(changed: ArrayLike<number>): void {
    costs.check(changed);
    const opened: number[] = [];
    const closed: number[] = [];
    for (let i = 0; i < changed.length; i++) {
      const change = costs.readCell(changed[i]);
      if (change === 'opened') opened.push(changed[i]);
      else if (change === 'closed') closed.push(changed[i]);
    }
    costs.finish();
    layers.change(opened, closed);
  }

  return {
    module,
    arena,
    blocks,
    layout,
    version: () => version,
    prepare(sizes, nearest, { algorithm }) {
      const jumping = (algorithm === 'jps' || algorithm === 'jps+') && layout.factor > 0;
      for (const size of sizes) {
        const layer = layers.of(size);
        if ((nearest & NEAREST_TARGET) !== 0) layers.rebuildComponents(layer);
        if (jumping) layers.prepareJumps(layer, algorithm === 'jps+');
      }
    },
    rebuildComponents: () => layout.layers.forEach(layers.rebuildComponents),
    update(changed) {
      if (changed === undefined) {
        costs.readAll();
        layers.rebuild();
      } else {
        updateCells(changed);
      }
      version++;
    },
  };
}
