import type { BodyStore } from '../bodies/body-store.ts';
import type { Host } from '../host.ts';
import { createGridBuilder } from './build-grids.ts';
import type { GridLayout } from './grid-layout.ts';
import { type LevelPlan, planLevel, planPlain } from './plan-grid.ts';
import type { Role } from './roles.ts';
import { CONTACTS, SEEN } from '../kernels.gen.ts';
import type { Cut, SizeMeasure } from './sizes.ts';

/**
 * Circles count as alike while the area (in 3D the volume) of the largest is less than this many
 * times the mean. Circles that are alike get one plain grid. This saves the pass over the bodies
 * that counts their sizes for the cut into levels (plan-levels.ts). How 3 was found is not
 * recorded; radii spread evenly from 0 reach 3 in 2D and 4 in 3D.
 */
const ALIKE = 3;
/** `ALIKE` of `grid: 'multi'`: above it, each binary exponent in use gets a level. */
const ALIKE_MULTI = 1.001;

/**
 * The grids over the bodies of a store. A grid is built when a question needs it, and kept until
 * another grid is built or the bodies change.
 */
export interface Grids {
  readonly layout: GridLayout;
  /** The bodies changed: no grid is valid any more. */
  forget(): void;
  /** For pairs that touch: a plain grid where bodies allow it, else levels. */
  forContacts(): void;
  /**
   * For any pairs and queries: levels. Queries take a plain grid instead if one is built, or if no
   * grid is built and the bodies allow one.
   */
  forAll(role: Role, queries: boolean): void;
  /** For neighbours within `radius`. */
  forPoints(radius: number): void;
  /** For the k nearest neighbours. */
  forNearest(): void;
  /** The levels that the bodies lie in now, the finest first; empty for a k-d tree. */
  plans(): readonly LevelPlan[];
  /** Whether the last grid of bodies (not of points, not the tree) has one level or several. */
  choice(): 'single' | 'multi';
}

export interface GridsOptions {
  readonly grid: 'single' | 'multi' | 'auto';
  /** Worker threads sort plain grids (see `GridLayout.sorted`). */
  readonly threads: boolean;
}

/** Decides which grid serves a question; the builder sorts the bodies into it. */
export function createGrids(
  host: Host,
  store: BodyStore,
  sizes: SizeMeasure,
  { grid, threads }: GridsOptions,
): Grids {
  const { kernels } = host;
  const builder = createGridBuilder(host, store, threads);
  const { layout } = builder;
  /** The role whose words of the filter the places have; undefined: none. */
  let role: Role | undefined;
  let pointRadius = -1;
  /** The sizes of the bodies, once they are measured. */
  let cut: Cut | undefined;
  let choice: 'single' | 'multi' = 'single';

  function cutLevels(): Cut {
    store.needDetails();
    cut ??= sizes.cut(sizes.measure(store.end, 0));
    return cut;
  }

  function fillRole(needed: Role): void {
    if (role === needed) return;
    store.needDetails();
    kernels.fillRoles(0, layout.count, needed, store.grouped ? 1 : 0);
    role = needed;
  }

  function buildPlain(plan: LevelPlan): void {
    builder.plain(plan);
    choice = 'single';
    role = undefined;
  }

  function buildCut(): void {
    const now = cutLevels();
    builder.levels(sizes.plan(now), sizes.writeTableOf(now));
    choice = layout.levelCount > 1 ? 'multi' : 'single';
    role = undefined;
  }

  /** A plain grid, if shapes, sizes and world allow one. */
  function plainPlan(): LevelPlan | undefined {
    if (store.layout.shapes !== 0) return undefined;
    if (!store.plain) {
      const { levels, world } = cutLevels();
      return levels.length > 1 ? undefined : planPlain(world, levels[0].largest, store.count);
    }
    const alike = grid === 'single' || store.spread < (grid === 'multi' ? ALIKE_MULTI : ALIKE);
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
      }
      if (layout.kind === 'levels' || layout.filtered) fillRole(CONTACTS);
    },
    forAll(needed, queries) {
      if (layout.kind === 'none' && queries) {
        const plan = plainPlan();
        if (plan) buildPlain(plan);
      }
      if (layout.kind !== 'levels' && !(queries && layout.kind === 'plain')) buildCut();
      if (layout.kind === 'plain' && layout.plan && layout.levelCount === 0) {
        builder.asLevel(layout.plan);
      }
      fillRole(needed);
    },
    forPoints(radius) {
      if (layout.kind !== 'points' || pointRadius !== radius) {
        const { world } = store.plain ? store : cutLevels();
        // points of half the radius: two of them reach each other at the radius
        const plan = planLevel(world, radius / 2, store.end);
        const oneLevel = sizes.writeTable(() => 0);
        builder.levels([plan], oneLevel);
        role = undefined;
        layout.kind = 'points';
        pointRadius = radius;
      }
      fillRole(SEEN);
    },
    forNearest() {
      if (layout.kind === 'tree') return;
      builder.tree();
      role = undefined;
      fillRole(SEEN);
      if (layout.count > 0) kernels.treeBuild(layout.count);
    },
    plans: () => (layout.kind === 'none' || layout.kind === 'tree' ? [] : builder.plans),
    choice: () => choice,
  };
}
