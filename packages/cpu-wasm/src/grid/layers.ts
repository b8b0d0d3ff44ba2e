import type { Grid } from '@wayfield/graph';
import type { KernelHost } from '@wayfield/wasm';
import { allocateAll } from '../allocate-all.ts';
import { createJumpMaps } from '../jps/map.ts';
import type { Kernels } from '../kernels.gen.ts';
import type { GridLayer, GridLayout } from './layout.ts';

/** The corner rules as the kernels number them. */
export const CORNERS = { never: 0, 'one-open': 1, always: 2 } as const;

/** What the searches of each agent size need of a grid, made when first asked for. */
export interface GridLayers {
  /** The layer of an agent size, made by the first call. Throws RangeError where memory ends. */
  of(size: number): GridLayer;
  /** Rebuilds a layer's components where they are stale. */
  rebuildComponents(layer: GridLayer): void;
  /** As `prepare` of `JumpMaps`. */
  prepareJumps(layer: GridLayer, tables: boolean): void;
  /** All cells may have changed. */
  rebuild(): void;
  /** These cells were opened or closed. Larger agents' layers are rebuilt as a whole. */
  change(opened: readonly number[], closed: readonly number[]): void;
}

/** `open`: the address of one byte per cell, 1 = open. Fills `layout.layers`. */
export function createGridLayers(
  grid: Grid,
  layout: GridLayout,
  { kernels, blocks, arena }: KernelHost<Kernels>,
  open: number,
): GridLayers {
  const { width, height, neighbours } = grid;
  const cells = width * height;
  const corners = CORNERS[grid.corners];
  const jumps = createJumpMaps(kernels, blocks, arena.words, layout);
  kernels.buildSuccessors(layout.successors, corners);
  kernels.movesBind(width, height, neighbours, corners);
  /** Address of the clearance, one byte per cell; 0 before the first query of a larger agent. */
  let clearance = 0;

  function build(layer: GridLayer): void {
    kernels.buildMoves(layer.clearance, layer.size, layer.moves, 0, 0, width, height);
    kernels.buildComponents(layer.moves, layer.components, width, height);
    layer.stale = false;
    jumps.changeAll(layer);
  }

  /** Builds the moves of the 3 x 3 cells around each flipped cell: no others depend on it. */
  function changeMoves(layer: GridLayer, flipped: readonly number[]): void {
    const touched: number[] = [];
    for (const c of flipped) {
      const [x, y] = [c % width, Math.floor(c / width)];
      const [x0, y0] = [Math.max(0, x - 1), Math.max(0, y - 1)];
      const [x1, y1] = [Math.min(width, x + 2), Math.min(height, y + 2)];
      kernels.buildMoves(open, 1, layer.moves, x0, y0, x1, y1);
      if (layer.jumps === undefined) continue;
      for (let v = y0; v < y1; v++) for (let u = x0; u < x1; u++) touched.push(v * width + u);
    }
    jumps.changeCells(layer, touched);
  }

  return {
    of(size) {
      let found = layout.layers.find((l) => l.size === size);
      if (found === undefined) {
        if (size > 1 && clearance === 0) {
          clearance = blocks.allocate(cells);
          kernels.buildClearance(open, clearance, width, height);
        }
        const [moves, components] = allocateAll(blocks, [cells, cells * 4]);
        found = {
          size,
          clearance: size > 1 ? clearance : open,
          moves,
          components,
          stale: false,
          jumps: undefined,
        };
        layout.layers.push(found);
        build(found);
      }
      return found;
    },
    rebuildComponents(layer) {
      if (layer.stale) kernels.buildComponents(layer.moves, layer.components, width, height);
      layer.stale = false;
    },
    prepareJumps: jumps.prepare,
    rebuild() {
      if (clearance !== 0) kernels.buildClearance(open, clearance, width, height);
      layout.layers.forEach(build);
    },
    change(opened, closed) {
      const base = layout.layers.find((l) => l.size === 1);
      if (base !== undefined) {
        if (closed.length > 0) base.stale = true;
        changeMoves(base, [...opened, ...closed]);
        for (const c of opened) kernels.joinNeighbours(base.moves, base.components, width, c);
      }
      if (clearance === 0 || opened.length + closed.length === 0) return;
      kernels.buildClearance(open, clearance, width, height);
      for (const layer of layout.layers) if (layer.size > 1) build(layer);
    },
  };
}
