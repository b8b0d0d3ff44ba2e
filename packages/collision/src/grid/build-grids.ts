import type { BodyStore } from '../bodies/body-store.ts';
import type { Host } from '../host.ts';
import { bindGrid, type GridLayout } from './grid-layout.ts';
import { sortPlain, sortSome } from './plain-grid.ts';
import type { LevelPlan } from './plan-grid.ts';
import { LEVEL_BYTES } from '../kernels.gen.ts';
import { MOST_LEVELS, writeLevel } from './sizes.ts';

/** Sorts the bodies of a store into grids: owns the starts of cells and the level records. */
export interface GridBuilder {
  readonly layout: GridLayout;
  /** The levels that the bodies were sorted into last, the finest first; empty for the tree. */
  readonly plans: readonly LevelPlan[];
  /**
   * Sorts the bodies into a plain grid. With `threads`, a grid that needs no filter is only
   * prepared: the threads sort it.
   */
  plain(plan: LevelPlan): void;
  /**
   * Sorts all bodies by levels. `table` is the address of the level of each binary exponent of the
   * size (`writeTable` of sizes.ts).
   */
  levels(plans: readonly LevelPlan[], table: number): void;
  /**
   * Puts the bodies into places for the k-d tree. The caller fills the words of the filter, and
   * then builds the tree by `treeBuild`.
   */
  tree(): void;
  /**
   * Describes a plain grid as one level too, for the kernels that search levels. Sorts it first if
   * threads have not.
   */
  asLevel(plan: LevelPlan): void;
}

/** `threads`: worker threads sort plain grids (see `GridLayout.sorted`). */
export function createGridBuilder(host: Host, store: BodyStore, threads: boolean): GridBuilder {
  const { kernels, arena, blocks, three } = host;
  const layout: GridLayout = {
    kind: 'none',
    start: 0,
    levels: blocks.allocate(LEVEL_BYTES * MOST_LEVELS),
    levelCount: 0,
    count: 0,
    plan: undefined,
    filtered: false,
    sorted: true,
  };
  let startBytes = 0;

  // Makes zeroed room for the starts of `cells` cells. `cells` + 3 words are used: the last one
  // counts the slots left out (`tallyWord` of layout-cells.ts). 5 more are spare.
  function reserveCells(cells: number): void {
    const bytes = (cells + 8) * 4;
    if (bytes > startBytes) {
      const larger = Math.ceil(bytes * 1.25);
      const block = blocks.allocate(larger);
      if (layout.start !== 0) blocks.free(layout.start);
      layout.start = block;
      startBytes = larger;
    } else {
      arena.bytes().fill(0, layout.start, layout.start + bytes);
    }
  }

  const builder: { -readonly [Field in keyof GridBuilder]: GridBuilder[Field] } = {
    layout,
    plans: [],
    plain(plan) {
      reserveCells(plan.cells);
      layout.levelCount = 0;
      bindGrid(kernels, layout, three);
      layout.filtered = !store.plain;
      layout.sorted = !threads || layout.filtered;
      if (layout.filtered) sortSome(host, plan, false, store.end);
      else if (layout.sorted) sortPlain(host, plan, store.end);
      layout.kind = 'plain';
      layout.plan = plan;
      layout.count = layout.filtered ? store.count : store.end;
      builder.plans = [plan];
    },
    levels(plans, table) {
      store.needDetails();
      const cells = plans.reduce((sum, plan) => sum + plan.cells, 0);
      reserveCells(cells);
      let firstCell = 0;
      plans.forEach((plan, index) => {
        writeLevel(arena, layout.levels + index * LEVEL_BYTES, plan, { firstCell, places: 0 });
        firstCell += plan.cells;
      });
      layout.levelCount = plans.length;
      bindGrid(kernels, layout, three);
      kernels.assignLevels(store.end, table, 0);
      kernels.buildLevels(store.end, cells, store.layout.shapes === 0 ? 0 : 1, 0, 0);
      Object.assign(layout, { kind: 'levels', plan: undefined, filtered: false, sorted: true });
      layout.count = store.end;
      builder.plans = plans;
    },
    tree() {
      store.needDetails();
      layout.count = kernels.fillPlaces(store.end);
      Object.assign(layout, { kind: 'tree', plan: undefined, filtered: false, levelCount: 0 });
      bindGrid(kernels, layout, three);
      builder.plans = [];
    },
    asLevel(plan) {
      if (!layout.sorted) sortPlain(host, plan, store.end);
      layout.sorted = true;
      writeLevel(arena, layout.levels, plan, { firstCell: 0, places: layout.count });
      layout.levelCount = 1;
      bindGrid(kernels, layout, three);
    },
  };
  return builder;
}
