import type { BodyStore } from '../bodies/body-store.ts';
import type { LevelPlan } from '../grid/plan-grid.ts';
import type { Cut, SizeMeasure, Sizes } from '../grid/sizes.ts';
import type { Host } from '../host.ts';
import type { Room } from '../room.ts';
import type { LayerMemory } from './layer-memory.ts';

/** A layer that is sorted into levels. */
export interface LayerPart {
  /** Room for the starts of its cells. */
  readonly start: Room;
  /** The address of the slots of its n bodies. */
  readonly list: number;
  readonly n: number;
  /** The first of its places. */
  readonly place: number;
  /** The number of its first level record. */
  readonly firstLevel: number;
}

/** Makes zeroed room for the starts of `cells` cells, and binds it. */
export function reserveCells({ kernels, arena }: Host, start: Room, cells: number): void {
  const bytes = 4 * (cells + 8);
  const at = start.reserve(bytes);
  arena.bytes().fill(0, at, at + bytes);
  kernels.bindCells(at);
}

/** What sorting needs beside the layer. */
export interface Sorter {
  readonly host: Host;
  readonly store: BodyStore;
  readonly sizes: SizeMeasure;
  readonly memory: LayerMemory;
}

/** Sorts a layer into levels. Returns their plans. */
export function sortIntoLevels(
  { host, store, sizes, memory }: Sorter,
  { start, list, n, place, firstLevel }: LayerPart,
  cut: Cut,
): readonly LevelPlan[] {
  const { kernels } = host;
  const plans = sizes.plan(cut);
  const cells = memory.writeLevels(plans, firstLevel);
  reserveCells(host, start, cells);
  memory.bindLevels(firstLevel, plans.length);
  kernels.assignLevels(n, sizes.writeTableOf(cut), list);
  kernels.buildLevels(n, cells, store.layout.shapes === 0 ? 0 : 1, list, place);
  return plans;
}

/** Half the size of the largest body, or 0. */
export const largestOf = ({ bins }: Sizes): number => bins[bins.length - 1]?.largest ?? 0;
