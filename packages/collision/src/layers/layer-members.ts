import { FREE } from '../constants.ts';
import type { Bodies } from '../types.ts';

const NOWHERE = 0;
const STILL = 1;
const MOVING = 2;

/** Which bodies are in which layer. */
export interface LayerMembers {
  /** The first `moverCount` entries are the slots of the moving layer. */
  readonly movers: Uint32Array;
  readonly moverCount: number;
  /**
   * An upper bound on the bodies of the still layer that are not fixed: their number at the last
   * `divide`. Bodies only leave the still layer until the next one.
   */
  readonly looseStill: number;
  isStill(slot: number): boolean;
  /** Divides all live bodies again: those for which `moves` is true are in the moving layer. */
  divide(bodies: Bodies, moves: (slot: number) => boolean): void;
  /** How many of n slots are not in the moving layer yet. */
  countNew(slots: Uint32Array, n: number): number;
  /**
   * Takes n slots that changed. Live bodies go into the moving layer, removed bodies leave both
   * layers. Returns the slots that left the still layer.
   */
  move(bodies: Bodies, slots: Uint32Array, n: number): Uint32Array;
}

export function createLayerMembers(): LayerMembers {
  /** By slot: NOWHERE, STILL or MOVING. */
  let layerOf = new Uint8Array(0);
  let movers = new Uint32Array(0);
  let moverCount = 0;
  let looseStill = 0;

  function addMover(slot: number): void {
    if (moverCount === movers.length) {
      const larger = new Uint32Array(Math.max(256, 2 * moverCount));
      larger.set(movers);
      movers = larger;
    }
    movers[moverCount++] = slot;
    layerOf[slot] = MOVING;
  }

  function reserveSlots(end: number): void {
    if (end <= layerOf.length) return;
    const larger = new Uint8Array(2 ** Math.ceil(Math.log2(end + 64)));
    larger.set(layerOf);
    layerOf = larger;
  }

  return {
    get movers() {
      return movers;
    },
    get moverCount() {
      return moverCount;
    },
    get looseStill() {
      return looseStill;
    },
    isStill: (slot) => layerOf[slot] === STILL,
    divide({ end, kind, fixed }, moves) {
      reserveSlots(end);
      moverCount = 0;
      looseStill = 0;
      for (let slot = 0; slot < end; slot++) {
        if (kind[slot] === FREE) layerOf[slot] = NOWHERE;
        else if (moves(slot)) addMover(slot);
        else {
          layerOf[slot] = STILL;
          if (fixed?.[slot] !== 1) looseStill++;
        }
      }
    },
    countNew(slots, n) {
      let sum = 0;
      for (let i = 0; i < n; i++) if (layerOf[slots[i]] !== MOVING) sum++;
      return sum;
    },
    move({ end, kind }, slots, n) {
      reserveSlots(end);
      const leaving = new Uint32Array(n);
      let left = 0;
      let gone = 0;
      for (let i = 0; i < n; i++) {
        const slot = slots[i];
        const was = layerOf[slot];
        if (was === STILL) leaving[left++] = slot;
        if (kind[slot] === FREE) {
          if (was === MOVING) gone++;
          layerOf[slot] = NOWHERE;
        } else if (was !== MOVING) {
          addMover(slot);
        }
      }
      if (gone > 0) {
        let to = 0;
        for (let i = 0; i < moverCount; i++) {
          if (layerOf[movers[i]] === MOVING) movers[to++] = movers[i];
        }
        moverCount = to;
      }
      return leaving.subarray(0, left);
    },
  };
}
