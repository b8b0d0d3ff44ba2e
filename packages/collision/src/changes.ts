import type { Arena, Blocks } from '@wayfield/wasm';
import type { BodyStore } from './body-store.ts';
import { CIRCLE, FREE } from './constants.ts';
import { createRoom } from './room.ts';
import type { Bodies } from './types.ts';

/** Finds the slots whose values are not those of the last update. */
export interface Changes {
  /** The first `count` entries are the slots that changed. */
  readonly slots: Uint32Array;
  readonly count: number;
  /** The store listed changes for the last `collect`. */
  readonly fresh: boolean;
  /** Does a look at a few bodies say that no more than a share of them changed? */
  likely(bodies: Bodies, share: number): boolean;
  /** Collects them; false: there are more than `most`, or the first body that is no circle. */
  collect(bodies: Bodies, most: number): boolean;
}

/** Bodies that `likely` looks at. */
const SAMPLE = 64;
/** With so many fixed bodies for each that is not, only the others are read. */
const FEW_LOOSE = 4;

type Column = Float32Array | Uint32Array | Uint8Array;

/** For a store with details. Values of fixed bodies are looked at where `fixedVersion` changed. */
export function createChanges(store: BodyStore, arena: Arena, blocks: Blocks): Changes {
  const list = createRoom(blocks);
  let slots = new Uint32Array(0);
  let count = 0;
  let fresh = false;
  /** By slot: 1, it is among the slots. */
  let seen = new Uint8Array(0);
  /** Slots of bodies that are not fixed, for the versions of bodies that it was made for. */
  let loose = new Uint32Array(0);
  let looseFor = { version: -1, fixedVersion: -1 };

  function add(slot: number): void {
    if (seen[slot] === 1) return;
    seen[slot] = 1;
    if (count === slots.length) {
      const larger = new Uint32Array(Math.max(256, 2 * count));
      larger.set(slots);
      slots = larger;
    }
    slots[count++] = slot;
  }

  /** Slots below `end` where a column is not as it was; an absent one has the same value everywhere. */
  function addWhere(now: Column | undefined, value: number, before: Column, end: number): void {
    if (now) {
      for (let slot = 0; slot < end; slot++) if (now[slot] !== before[slot]) add(slot);
    } else {
      for (let slot = 0; slot < end; slot++) if (before[slot] !== value) add(slot);
    }
  }

  function addShapes(bodies: Bodies, shapes: Float32Array, codes: Uint32Array, end: number): void {
    const { shape, extentX, extentY, extentZ } = bodies;
    for (let slot = 0, at = 4; slot < end; slot++, at += 8) {
      const same =
        (shape ? shape[slot] : CIRCLE) === codes[at + 3] &&
        (extentX ? extentX[slot] : 0) === shapes[at] &&
        (extentY ? extentY[slot] : 0) === shapes[at + 1] &&
        (extentZ ? extentZ[slot] : 0) === shapes[at + 2];
      if (!same) add(slot);
    }
  }

  /** Of circles that are not fixed: those that moved, or have another radius. */
  function addLoose(bodies: Bodies): void {
    const { x, y, z, radius } = bodies;
    const now = store.columns();
    for (const slot of loose) {
      const same =
        x[slot] === now.x[slot] &&
        y[slot] === now.y[slot] &&
        (z === undefined || z[slot] === now.z[slot]) &&
        radius[slot] === now.radius[slot];
      // a radius below the least is another one in the store: then it counts as changed, always
      if (!same) add(slot);
    }
  }

  /** Nothing but positions and radii of massive circles can have changed. */
  function simple({ version, fixedVersion, shape, fixed }: Bodies): boolean {
    const same = version === store.version && fixedVersion === store.fixedVersion;
    return same && store.uniform && store.count === store.end && !shape && !fixed;
  }

  function listLoose(bodies: Bodies): void {
    const { version, fixedVersion, fixed, kind, end } = bodies;
    if (looseFor.version === version && looseFor.fixedVersion === fixedVersion) return;
    looseFor = { version, fixedVersion };
    const found = new Uint32Array(end);
    let n = 0;
    for (let slot = 0; slot < end; slot++) {
      if (kind[slot] !== FREE && fixed?.[slot] !== 1) found[n++] = slot;
    }
    loose = found.slice(0, n);
  }

  return {
    get slots() {
      return slots;
    },
    get count() {
      return count;
    },
    get fresh() {
      return fresh;
    },
    likely(bodies, share) {
      const { x, y, z, end } = bodies;
      const { positions, stride } = store.layout;
      const floats = arena.floats();
      const [atX, atY, atZ] = [0, 1, 2].map((axis) => (positions + axis * stride) / 4);
      const step = Math.max(1, Math.floor(end / SAMPLE));
      let changed = 0;
      let looked = 0;
      for (let slot = 0; slot < end; slot += step) {
        looked++;
        if (x[slot] !== floats[atX + slot] || y[slot] !== floats[atY + slot]) changed++;
        else if (z && z[slot] !== floats[atZ + slot]) changed++;
      }
      // a sample may be unlucky
      return changed <= 1.5 * share * looked + 4;
    },
    collect(bodies, most) {
      const { end: before } = store;
      const { end, kind, fixed, group, mask, shape } = bodies;
      for (let i = 0; i < count; i++) seen[slots[i]] = 0;
      count = 0;
      if (seen.length < end) seen = new Uint8Array(2 ** Math.ceil(Math.log2(end + 64)));
      const trust = fixed !== undefined && store.fixedVersion === bodies.fixedVersion;
      if (trust) listLoose(bodies);
      fresh = !(trust && loose.length * FEW_LOOSE < end);
      if (!fresh) {
        addLoose(bodies);
      } else {
        const address = list.reserve(4 * (most + 1));
        const found = store.listChanged(bodies, address, most);
        if (found > most) return false;
        const listed = arena.words().subarray(address / 4, address / 4 + found);
        if (simple(bodies)) {
          if (slots.length < found) slots = new Uint32Array(2 * found);
          slots.set(listed);
          count = found;
          return true;
        }
        for (const slot of listed) add(slot);
      }
      const was = store.columns();
      if (store.version !== bodies.version) addWhere(kind, 0, was.kind, before);
      if (fixed && !trust) addWhere(fixed, 0, was.fixed, before);
      if (store.grouped) {
        addWhere(group, 1, was.group, before);
        addWhere(mask, 0xffffffff, was.mask, before);
      }
      if (was.shapes && was.shapeCodes) addShapes(bodies, was.shapes, was.shapeCodes, before);
      for (let slot = before; slot < end; slot++) add(slot);

      // not those that were free and are, nor fixed ones that nobody said to have changed
      let kept = 0;
      for (let i = 0; i < count; i++) {
        const slot = slots[i];
        const old = slot < before ? was.kind[slot] : FREE;
        const free = kind[slot] === FREE && old === FREE;
        if (free || (trust && fixed[slot] === 1 && old === kind[slot])) {
          seen[slot] = 0;
          continue;
        }
        if (!was.shapes && shape && shape[slot] !== CIRCLE && kind[slot] !== FREE) return false;
        slots[kept++] = slot;
      }
      count = kept;
      return count <= most;
    },
  };
}
