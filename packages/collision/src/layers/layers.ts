import type { BodyStore } from '../bodies/body-store.ts';
import { createChanges } from '../bodies/changes.ts';
import type { Host } from '../host.ts';
import { createLayerGrids, type LayerGrids } from './layer-grids.ts';
import { createLayerMembers } from './layer-members.ts';
import { createLayerPolicy, type Motion } from './layer-policy.ts';
import type { SizeMeasure } from '../grid/sizes.ts';
import type { Bodies } from '../types.ts';

/**
 * Bodies in two layers, each with grids of its own. The still layer stays sorted. The moving layer
 * has the bodies that changed since bodies were divided into layers and, if layers began with fixed
 * bodies (`takeAll`), all bodies that are not fixed. It is sorted again for the first answer after
 * an update with changes. A body that leaves the still layer leaves an empty place there. Pairs
 * within the still layer are kept (kept-pairs.ts). Only solvers on the calling thread use layers;
 * layer-policy.ts decides when.
 */
export interface Layers {
  /** The layers are in use: all answers but neighbours come from them. */
  readonly active: boolean;
  readonly grids: LayerGrids;
  /**
   * Takes the bodies that changed, if they are few. Returns false if `takeAll` has to take all
   * bodies instead. Throws as `BodyStore.take`.
   */
  take(bodies: Bodies): boolean;
  /** False: the last `take` found that nothing changed. */
  readonly changed: boolean;
  /** Takes all bodies, and divides them if the policy starts layers. Throws as `BodyStore.take`. */
  takeAll(bodies: Bodies): void;
}

/** The number of fixed bodies. */
function countFixed({ end, fixed }: Bodies): number {
  let count = 0;
  if (fixed) for (let slot = 0; slot < end; slot++) if (fixed[slot] === 1) count++;
  return count;
}

export function createLayers(
  host: Host,
  store: BodyStore,
  sizes: SizeMeasure,
  motion: Motion,
): Layers {
  const changes = createChanges(store, host);
  const policy = createLayerPolicy(motion, host.three ? 3 : 2);
  const members = createLayerMembers();
  const mostMoving = policy.most;
  const grids = createLayerGrids(host, { store, sizes, members, mostMoving });
  let active = false;
  let changed = false;

  function divide(bodies: Bodies, moves: (slot: number) => boolean): void {
    members.divide(bodies, moves);
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
      if (!policy.compares(bodies.count, active, store.fits(bodies))) return false;
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
      store.takeSome(bodies, { slots, count, list, fresh: changes.fresh });
      if (step === 'move') {
        changed = count > 0;
        if (changed) grids.move(members.move(bodies, slots, count));
        return true;
      }
      const moves = new Uint8Array(bodies.end);
      for (let i = 0; i < count; i++) moves[slots[i]] = 1;
      divide(bodies, (slot) => moves[slot] === 1 && bodies.fixed?.[slot] !== 1);
      return true;
    },
    takeAll(bodies) {
      const fixedCount = countFixed(bodies);
      const starts = policy.starts(bodies.count, fixedCount);
      store.take(bodies, starts);
      active = false;
      if (!starts) return;
      store.needDetails();
      // fixed bodies go into the still layer; if none is fixed, all bodies do
      divide(bodies, (slot) => fixedCount > 0 && bodies.fixed?.[slot] !== 1);
    },
  };
}
