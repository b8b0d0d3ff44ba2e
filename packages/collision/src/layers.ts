import type { Arena, Blocks } from '@wayfield/wasm';
import type { BodyStore } from './body-store.ts';
import { createChanges } from './changes.ts';
import type { Kernels } from './kernel-exports.ts';
import { createLayerGrids, type LayerGrids } from './layer-grids.ts';
import { createLayerMembers } from './layer-members.ts';
import { createLayerPolicy, type Motion } from './layer-policy.ts';
import type { SizeMeasure } from './sizes.ts';
import type { Bodies } from './types.ts';

/**
 * Bodies in two layers, each a grid of its own: the still layer is sorted once, and stays; the moving layer
 * has all bodies that changed since, and is sorted at each update. A body that leaves the still layer leaves
 * a place where nobody is. Pairs within the still layer are kept too.
 */
export interface Layers {
  /** All answers but neighbours come from the layers. */
  readonly active: boolean;
  readonly grids: LayerGrids;
  /**
   * Takes the bodies as they are, where few changed; false: nothing was taken, and all have to be taken
   * anew. Throws as `BodyStore.take`.
   */
  take(bodies: Bodies): boolean;
  /** Did the last `take` find that something changed? */
  readonly changed: boolean;
  /** All bodies were taken anew. */
  reset(bodies: Bodies): void;
}

export function createLayers(
  kernels: Kernels,
  arena: Arena,
  blocks: Blocks,
  store: BodyStore,
  sizes: SizeMeasure,
  motion: Motion,
): Layers {
  const changes = createChanges(store, arena, blocks);
  const policy = createLayerPolicy(motion, store.world.three ? 3 : 2);
  const members = createLayerMembers();
  const grids = createLayerGrids(kernels, arena, blocks, store, sizes, members, policy.most);
  let active = false;
  let changed = false;

  function part(bodies: Bodies, moves: (slot: number) => boolean): void {
    members.part(bodies, moves);
    grids.forget();
    active = true;
  }

  return {
    grids,
    get active() {
      return active;
    },
    get changed() {
      return changed;
    },
    take(bodies) {
      changed = true;
      if (!policy.looks(bodies.count, active, store.fits(bodies))) return false;
      if (!active && !changes.likely(bodies, policy.most)) {
        policy.busy();
        return false;
      }
      store.needDetails();
      if (!changes.collect(bodies, Math.ceil(bodies.count * policy.most))) {
        policy.busy();
        return false;
      }
      const { slots, count } = changes;
      const moving = members.moverCount + members.countNew(slots, count);
      const step = policy.step(bodies.count, count, moving, active);
      if (step === 'all') return false;
      const list = grids.writeList(slots, count);
      store.takeSome(bodies, slots, count, list, changes.fresh);
      if (step === 'move') {
        changed = count > 0;
        if (changed) grids.move(members.move(bodies, slots, count));
        return true;
      }
      const moves = new Uint8Array(bodies.end);
      for (let i = 0; i < count; i++) moves[slots[i]] = 1;
      part(bodies, (slot) => moves[slot] === 1 && bodies.fixed?.[slot] !== 1);
      return true;
    },
    reset(bodies) {
      const flags = store.anyFixed ? bodies.fixed : undefined;
      let fixed = 0;
      if (flags) for (let slot = 0; slot < bodies.end; slot++) if (flags[slot] === 1) fixed++;
      active = policy.starts(bodies.count, fixed);
      if (!active) return;
      store.needDetails();
      part(bodies, (slot) => fixed > 0 && flags?.[slot] !== 1);
    },
  };
}
