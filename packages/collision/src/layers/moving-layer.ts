import { LEVEL_BYTES } from '../kernels.gen.ts';
import { shiftLevel } from '../grid/sizes.ts';
import { createRoom } from '../room.ts';
import type { LayerMembers } from './layer-members.ts';
import { largestOf, type Sorter, sortIntoLevels } from './sort-layer.ts';
import type { StillLayer } from './still-layer.ts';

/**
 * The moving layer: bodies that are sorted again after each update with changes, at the places
 * behind the still layer.
 */
export interface MovingLayer {
  /** False: the layer has to be sorted again. */
  sorted: boolean;
  readonly levels: number;
  /** Half the size of its largest body. */
  readonly largest: number;
  /** One of its bodies is fixed. */
  readonly anyFixed: boolean;
  sort(): void;
}

export function createMovingLayer(
  sorter: Sorter,
  members: LayerMembers,
  still: StillLayer,
): MovingLayer {
  const { host, store, sizes, memory } = sorter;
  const start = createRoom(host.blocks);

  function hasFixed(): boolean {
    const { fixed } = store.columns();
    for (let i = 0; i < members.moverCount; i++) if (fixed[members.movers[i]] === 1) return true;
    return false;
  }

  function sortMovers(n: number): void {
    const list = memory.writeList(members.movers, n);
    const cut = sizes.cut(sizes.measure(n, list));
    const firstLevel = still.levels;
    const part = { start, list, n, place: still.places, firstLevel };
    layer.levels = sortIntoLevels(sorter, part, cut).length;
    layer.largest = largestOf(cut);
    // Kernels find the starts of cells from the address of the still layer's starts. The starts of
    // this layer are another block, so its first cells are shifted by the distance in words.
    const words = (start.address - still.start) / 4;
    for (let level = firstLevel; level < firstLevel + layer.levels; level++) {
      shiftLevel(host.arena, memory.records + level * LEVEL_BYTES, words);
    }
    layer.anyFixed = store.fixed !== undefined && hasFixed();
  }

  const layer: { -readonly [Field in keyof MovingLayer]: MovingLayer[Field] } = {
    sorted: false,
    levels: 0,
    largest: 0,
    anyFixed: false,
    sort() {
      layer.levels = 0;
      for (const words of memory.roles.values()) words.moving = false;
      if (members.moverCount > 0) sortMovers(members.moverCount);
      // true only at the end, because memory may run out in between
      layer.sorted = true;
    },
  };
  return layer;
}
