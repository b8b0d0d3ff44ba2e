import type { Arena, Blocks } from '@wayfield/wasm';
import type { BodyStore } from './body-store.ts';
import type { Kernels } from './kernel-exports.ts';
import { type LevelPlan, planLevel, planPlain } from './plan-grid.ts';
import { type Cut, LEVEL_BYTES, MOST_LEVELS, type SizeMeasure, writeLevel } from './sizes.ts';

/** What words the filter needs: see fillRoles in assembly/build.ts. */
export const CONTACTS = 0;
export const SIGHTINGS = 1;
export const SEEN = 2;
export type Role = typeof CONTACTS | typeof SIGHTINGS | typeof SEEN;

/** A largest body of so many times the mean area or volume does not yet ask for levels. */
const ALIKE = 3;

/** How the bodies lie sorted now. */
export type GridKind = 'none' | 'plain' | 'levels' | 'points' | 'tree';

/** Where the grid lies: what another instance of the kernels has to bind. */
export interface GridLayout {
  kind: GridKind;
  start: number;
  levels: number;
  levelCount: number;
  /** Bodies in places. */
  count: number;
  /** Of a plain grid. */
  plan: LevelPlan | undefined;
  /** A plain grid of bodies that do not all meet all. */
  filtered: boolean;
  /** False: a plain grid is planned and START is zeroed, but the bodies are not in their places yet. */
  sorted: boolean;
}

/** The grids over the bodies of a store, each made when it is asked for and kept until another is. */
export interface Grids {
  readonly layout: GridLayout;
  /** The bodies changed: nothing made before holds. */
  forget(): void;
  /** For pairs that touch: a plain grid where it can be, else levels. */
  forContacts(): void;
  /** For any pairs and queries: levels, or for queries a plain grid that is there. */
  forAll(role: Role, queries: boolean): void;
  /** For neighbours within `radius`. */
  forPoints(radius: number): void;
  /** For the k nearest. */
  forNearest(): void;
  /** The levels that the bodies lie in now, the finest first; none of a tree. */
  plans(): readonly LevelPlan[];
  /** The grid of contacts: one level or several. */
  choice(): 'single' | 'multi';
}

export function bindGrid(kernels: Kernels, layout: GridLayout, three: boolean): void {
  kernels.bindCells(layout.start);
  kernels.levelsBind(layout.levels, layout.levelCount, three ? 1 : 0);
}

/** Steps of a plain grid: assembly/plain.ts. */
export const COUNT = 0;
export const SCATTER = 1;
export const APART = 2;

/** One step of sorting bodies into a plain grid, for slots or places `from`, a multiple of 4, to `to` − 1. */
export function plainStep(
  kernels: Kernels,
  plan: LevelPlan,
  three: boolean,
  step: typeof COUNT | typeof SCATTER | typeof APART,
  shared: boolean,
  from: number,
  to: number,
): void {
  const [ox, oy, oz] = plan.origin;
  const [w, h] = plan.size;
  const flags = [three ? 1 : 0, shared ? 1 : 0] as const;
  kernels.plainStep(step, ...flags, from, to, ox, oy, oz, plan.perUnit, w, h);
}

/** Sorts the live bodies of n slots into a plain grid; `still`: those of the still layer. */
export function sortSome(
  kernels: Kernels,
  plan: LevelPlan,
  three: boolean,
  still: boolean,
  n: number,
): void {
  const [ox, oy, oz] = plan.origin;
  const [w, h] = plan.size;
  const flags = [three ? 1 : 0, still ? 1 : 0] as const;
  kernels.plainCountSome(...flags, n, plan.cells, ox, oy, oz, plan.perUnit, w, h);
  kernels.prefixSum(plan.cells + 1);
  plainStep(kernels, plan, three, SCATTER, false, 0, n);
  plainStep(kernels, plan, three, APART, false, 0, n);
}

/** `threads`: others sort plain grids (see `GridLayout.sorted`). */
export function createGrids(
  kernels: Kernels,
  arena: Arena,
  blocks: Blocks,
  store: BodyStore,
  sizes: SizeMeasure,
  grid: 'single' | 'multi' | 'auto',
  threads = false,
): Grids {
  const { three } = store.world;
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
  let role: Role | undefined;
  let pointRadius = -1;
  /** The levels of the bodies as they are, and their world, once looked at. */
  let cut: Cut | undefined;
  let choice: 'single' | 'multi' = 'single';
  let planned: readonly LevelPlan[] = [];

  /** Zeroed room for the starts of so many cells. */
  function reserveCells(cells: number): void {
    const bytes = (cells + 8) * 4;
    if (bytes > startBytes) {
      if (layout.start !== 0) blocks.free(layout.start);
      startBytes = Math.ceil(bytes * 1.25);
      layout.start = blocks.allocate(startBytes);
    } else {
      arena.bytes().fill(0, layout.start, layout.start + bytes);
    }
  }

  function cutLevels(): Cut {
    store.needDetails();
    cut ??= sizes.cut(sizes.measure(store.end, 0));
    return cut;
  }

  function fillRole(wanted: Role): void {
    if (role === wanted) return;
    store.needDetails();
    kernels.fillRoles(0, layout.count, wanted, store.grouped ? 1 : 0);
    role = wanted;
  }

  function sortPlain(plan: LevelPlan): void {
    plainStep(kernels, plan, three, COUNT, false, 0, store.end);
    kernels.prefixSum(plan.cells);
    plainStep(kernels, plan, three, SCATTER, false, 0, store.end);
    plainStep(kernels, plan, three, APART, false, 0, store.end);
  }

  function buildPlain(plan: LevelPlan): void {
    reserveCells(plan.cells);
    layout.levelCount = 0;
    bindGrid(kernels, layout, three);
    layout.filtered = !store.plain;
    layout.sorted = !threads || layout.filtered;
    if (layout.filtered) sortSome(kernels, plan, three, false, store.end);
    else if (layout.sorted) sortPlain(plan);
    layout.kind = 'plain';
    layout.plan = plan;
    planned = [plan];
    layout.count = layout.filtered ? store.count : store.end;
    role = undefined;
  }

  /** Sorts all bodies by levels; `table` says which size goes where. */
  function buildLevels(plans: readonly LevelPlan[], table: number): void {
    store.needDetails();
    const cells = plans.reduce((sum, plan) => sum + plan.cells, 0);
    reserveCells(cells);
    let base = 0;
    plans.forEach((plan, index) => {
      writeLevel(arena, layout.levels + index * LEVEL_BYTES, plan, base, 0);
      base += plan.cells;
    });
    layout.levelCount = plans.length;
    bindGrid(kernels, layout, three);
    kernels.assignLevels(store.end, table, 0);
    kernels.buildLevels(store.end, cells, store.layout.shapes === 0 ? 0 : 1, 0, 0);
    layout.kind = 'levels';
    layout.plan = undefined;
    planned = plans;
    layout.filtered = false;
    layout.sorted = true;
    layout.count = store.end;
    role = undefined;
  }

  function buildCut(): void {
    const now = cutLevels();
    buildLevels(sizes.plan(now), sizes.writeTableOf(now));
  }

  /** A plain grid, if bodies, sizes and world allow it. */
  function plainPlan(): LevelPlan | undefined {
    if (store.layout.shapes !== 0) return undefined;
    if (!store.plain) {
      const { levels, world } = cutLevels();
      return levels.length > 1 ? undefined : planPlain(world, levels[0].largest, store.count);
    }
    // sizes that differ little are not worth a look
    const alike = grid === 'single' || store.spread < (grid === 'multi' ? 1.001 : ALIKE);
    if (!alike && cutLevels().levels.length > 1) return undefined;
    return planPlain(store.world, store.largest, store.end);
  }

  return {
    layout,
    forget() {
      layout.kind = 'none';
      cut = undefined;
      role = undefined;
      pointRadius = -1;
    },
    forContacts() {
      if (layout.kind !== 'plain' && layout.kind !== 'levels') {
        const plan = plainPlan();
        if (plan) buildPlain(plan);
        else buildCut();
        choice = layout.levelCount > 1 ? 'multi' : 'single';
      }
      if (layout.kind === 'levels' || layout.filtered) fillRole(CONTACTS);
    },
    forAll(wanted, queries) {
      if (layout.kind === 'none' && queries) {
        const plan = plainPlan();
        if (plan) buildPlain(plan);
      }
      if (layout.kind !== 'levels' && !(queries && layout.kind === 'plain')) {
        buildCut();
        choice = layout.levelCount > 1 ? 'multi' : 'single';
      }
      if (layout.kind === 'plain' && layout.plan && layout.levelCount === 0) {
        if (!layout.sorted) sortPlain(layout.plan);
        layout.sorted = true;
        writeLevel(arena, layout.levels, layout.plan, 0, layout.count);
        layout.levelCount = 1;
        bindGrid(kernels, layout, three);
      }
      fillRole(wanted);
    },
    forPoints(radius) {
      if (layout.kind !== 'points' || pointRadius !== radius) {
        const { world } = store.plain ? store : cutLevels();
        const plan = planLevel(world, radius / 2, store.end);
        buildLevels(
          [plan],
          sizes.writeTable(() => 0),
        );
        layout.kind = 'points';
        pointRadius = radius;
      }
      fillRole(SEEN);
    },
    forNearest() {
      if (layout.kind === 'tree') return;
      store.needDetails();
      layout.count = kernels.fillPlaces(store.end);
      layout.kind = 'tree';
      layout.plan = undefined;
      layout.filtered = false;
      layout.levelCount = 0;
      role = undefined;
      bindGrid(kernels, layout, three);
      fillRole(SEEN);
      if (layout.count > 0) kernels.treeBuild(layout.count);
    },
    plans: () => (layout.kind === 'none' || layout.kind === 'tree' ? [] : planned),
    choice: () => choice,
  };
}
