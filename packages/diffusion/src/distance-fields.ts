// The fields of method 'distance': one f32 per cell and layer, worked out at once when something changed.

import type { Arena, Blocks } from '@wayfield/wasm';
import type { Kernels } from './kernels.ts';
import type { LayerState, ModelState } from './model-state.ts';
import type { PursuerField } from './pursuers.ts';

/** A layer, whatever the method: what reading and climbing need. */
export interface LayerField extends PursuerField {
  readonly state: LayerState;
  /** The larger, the nearer a goal; `-Infinity` where no goal is reached. */
  key(cell: number): number;
  read(out: Float32Array): void;
  clear(): void;
}

export interface DistanceField extends LayerField {
  /** Works the costs out; false where they are as they should be. */
  solve(): boolean;
}

export function createDistanceFields(
  arena: Arena,
  blocks: Blocks,
  kernels: Kernels,
  { map, options, terrain, layers }: ModelState,
): readonly DistanceField[] {
  const { width, height, neighbours } = map;
  const cells = width * height;
  const inverse = blocks.allocate(cells * 4);
  const writeInverse = (v: number): void => {
    arena.floats()[inverse / 4 + v] = terrain[v] === 0 ? 0 : 1 / terrain[v];
  };
  for (let v = 0; v < cells; v++) writeInverse(v);
  const entries = Math.max(1024, cells);
  kernels.heapBind(blocks.allocate(entries * 8), entries);

  const work = options.metric === 'eikonal' ? kernels.eikonal : kernels.distances;

  return layers.map((state) => {
    const dist = blocks.allocate(cells * 4);
    const view = (): Float32Array => arena.floats().subarray(dist / 4, dist / 4 + cells);
    const isGoal = (v: number): boolean => state.isGoal(v);
    let solvedFor = -1;
    let changed = new Set<number>();
    const clear = (): void => {
      view().fill(Infinity);
      solvedFor = -1;
    };
    clear();
    return {
      state,
      address: () => dist,
      open: () => inverse,
      refresh() {
        for (const v of changed) {
          writeInverse(v);
          // closed cells at once, as with scent; the rest waits for `settle`
          if (terrain[v] === 0) view()[v] = Infinity;
          solvedFor = -1;
        }
        changed = new Set();
        if (solvedFor === state.version) return;
        for (const v of state.active().cell) view()[v] = 0;
      },
      solve() {
        this.refresh();
        if (solvedFor === state.version) return false;
        const { cell } = state.active();
        // sizes of powers of two are found again when freed
        const goals = blocks.allocate(2 ** Math.ceil(Math.log2(cell.length + 1)) * 4);
        arena.words().set(cell, goals / 4);
        work(dist, inverse, width, height, neighbours === 8, goals, cell.length);
        blocks.free(goals);
        solvedFor = state.version;
        return true;
      },
      key(v) {
        return isGoal(v) ? 0 : -arena.floats()[dist / 4 + v];
      },
      read: (out) => out.set(view()),
      clear,
      markFactors(which) {
        for (const v of which) changed.add(v);
      },
    };
  });
}
