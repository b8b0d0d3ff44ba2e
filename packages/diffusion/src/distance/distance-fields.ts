// The fields of method 'distance' on the CPU: one f32 per cell and layer. Nothing is repaired:
// after any change of goals or terrain the next `step` or `settle` computes all costs of the layer
// from scratch. A cell that becomes an obstacle holds `Infinity` at once. A GPU relaxes the present
// costs further if a change can only lower them, as when a wall opens
// (src/gpu/distance/changes.ts).

import type { LayerField } from '../model/layer-field.ts';
import type { FieldsOn } from '../step/wasm-fields.ts';

export interface DistanceField extends LayerField {
  /** Computes the costs; false where they are up to date. */
  solve(): boolean;
}

export function createDistanceFields({
  arena,
  blocks,
  kernels,
  model,
}: FieldsOn): readonly DistanceField[] {
  const { map, options, terrain, layers } = model;
  const { width, height } = map;
  const cells = width * height;
  const inverse = blocks.allocate(cells * 4);
  const writeInverse = (v: number): void => {
    arena.floats()[inverse / 4 + v] = terrain[v] === 0 ? 0 : 1 / terrain[v];
  };
  for (let v = 0; v < cells; v++) writeInverse(v);
  // the heap gets an entry each time that a cost falls, and doubles when it is full
  const entries = Math.max(1024, cells);
  kernels.heapBind(blocks.allocate(entries * 8), entries);

  const work = options.metric === 'eikonal' ? kernels.eikonal : kernels.distances;

  return layers.map((state) => {
    const dist = blocks.allocate(cells * 4);
    const view = (): Float32Array => arena.floats().subarray(dist / 4, dist / 4 + cells);
    const isGoal = (v: number): boolean => state.isGoal(v);
    // the version of `state` that the costs are right for; -1: they are out of date
    let solvedFor = -1;
    const changed = new Set<number>();
    let changes = 0;
    const clear = (): void => {
      changes++;
      view().fill(Infinity);
      solvedFor = -1;
    };
    clear();
    return {
      state,
      address: () => dist,
      passage: () => inverse,
      changes: () => changes + state.version,
      refresh() {
        if (changed.size > 0) changes++;
        for (const v of changed) {
          writeInverse(v);
          // a new obstacle is `Infinity` at once; all other costs wait for `step` or `settle`
          if (terrain[v] === 0) view()[v] = Infinity;
          solvedFor = -1;
        }
        if (changed.size > 0) changed.clear();
        if (solvedFor === state.version) return;
        for (const v of state.active().cell) view()[v] = 0;
      },
      solve() {
        this.refresh();
        if (solvedFor === state.version) return false;
        const { cell } = state.active();
        // powers of two, because a freed block serves only requests of its own size
        const goals = blocks.allocate(2 ** Math.ceil(Math.log2(cell.length + 1)) * 4);
        arena.words().set(cell, goals / 4);
        try {
          work(dist, inverse, width, height, model.beside, goals, cell.length);
        } finally {
          // costs have changed even if memory ended while the heap grew
          blocks.free(goals);
          changes++;
        }
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
