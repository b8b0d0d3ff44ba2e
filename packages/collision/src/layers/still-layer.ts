import { sortSome } from '../grid/plain-grid.ts';
import { type LevelPlan, planPlain } from '../grid/plan-grid.ts';
import { writeLevel } from '../grid/sizes.ts';
import { createRoom } from '../room.ts';
import type { LayerMembers } from './layer-members.ts';
import { largestOf, reserveCells, type Sorter, sortIntoLevels } from './sort-layer.ts';

/**
 * When a plain still layer is sorted, its cells are made to fit the largest moving body too, but at
 * most this many times the largest still body. If a moving body does not fit, all moving
 * bodies search the layer as a level (`reachLevels` of layer-grids.ts). Chosen, not measured.
 */
const LARGER_MOVERS = 1.5;

/** The still layer: bodies that are sorted once, at places 0 to `places` − 1. */
export interface StillLayer {
  /** False: the layer has to be sorted again. */
  sorted: boolean;
  readonly places: number;
  /** Levels, 0 if the layer is empty. */
  readonly levels: number;
  /** Undefined: the layer is not a plain grid. */
  readonly plain: LevelPlan | undefined;
  /** The address of the starts of cells. */
  readonly start: number;
  /**
   * Sorts the layer. `plainServes`: a plain grid answers all tasks so far (`isForPlain` of
   * layer-grids.ts), so the layer becomes one if its bodies allow it. Else it is sorted as levels.
   */
  sort(plainServes: boolean): void;
}

/** `mostMoving`: the moving layer has room for at least this share of all bodies. */
export function createStillLayer(
  sorter: Sorter,
  members: LayerMembers,
  mostMoving: number,
): StillLayer {
  const { host, store, sizes, memory } = sorter;
  const { kernels, arena, blocks, three } = host;
  const start = createRoom(blocks);

  /** Writes the flags of the still layer. Returns its slots. */
  function flagStill(): Uint32Array {
    const flags = store.columns().still;
    const slots = new Uint32Array(store.end);
    let n = 0;
    for (let slot = 0; slot < store.end; slot++) {
      const isStill = members.isStill(slot);
      flags[slot] = isStill ? 1 : 0;
      if (isStill) slots[n++] = slot;
    }
    return slots.subarray(0, n);
  }

  function planOf(slots: Uint32Array, plainServes: boolean): void {
    const movers = memory.writeList(members.movers, members.moverCount);
    const largestMover = largestOf(sizes.measure(members.moverCount, movers));
    const n = slots.length;
    const list = memory.writeList(slots, n);
    const cut = sizes.cut(sizes.measure(n, list));
    if (plainServes && cut.levels.length === 1 && store.layout.shapes === 0) {
      const largest = largestOf(cut);
      const half = Math.max(largest, Math.min(largestMover, LARGER_MOVERS * largest));
      layer.plain = planPlain(cut.world, half, n);
    }
    if (!layer.plain) {
      const part = { start, list, n, place: 0, firstLevel: 0 };
      layer.levels = sortIntoLevels(sorter, part, cut).length;
      return;
    }
    reserveCells(host, start, layer.plain.cells);
    writePlain(layer.plain, n);
    layer.levels = 1;
  }

  function writePlain(plan: LevelPlan, n: number): void {
    writeLevel(arena, memory.records, plan, { firstCell: 0, places: n });
    sortSome(host, plan, true, store.end);
    // a plain grid in 2D writes no z, and the column may hold other values from before
    if (!three) memory.clearZ();
  }

  const layer: { -readonly [Field in keyof StillLayer]: StillLayer[Field] } = {
    sorted: false,
    places: 0,
    levels: 0,
    plain: undefined,
    get start() {
      return start.address;
    },
    sort(plainServes) {
      // true again only at the end, because memory may run out in between
      layer.sorted = false;
      const slots = flagStill();
      const n = slots.length;
      const places = n + Math.max(members.moverCount, Math.ceil(store.end * mostMoving));
      memory.reserve(Math.max(store.end, places));
      memory.clearPlaces();
      layer.plain = undefined;
      layer.levels = 0;
      if (n > 0) planOf(slots, plainServes);
      kernels.notePlaces(n);
      layer.places = n;
      layer.sorted = true;
      for (const words of memory.roles.values()) words.still = false;
    },
  };
  return layer;
}
