import { CIRCLE, FREE, LEAST_RADIUS } from '../constants.ts';
import type { Host } from '../host.ts';
import { createRoom } from '../room.ts';
import type { Bodies } from '../types.ts';
import type { BodyStore } from './body-store.ts';
import { createSlotSet, type SlotSet } from './slot-set.ts';
import { SHAPE_WORDS, type StoreColumns } from './store-columns.ts';

/** Finds the slots whose values differ from those of the last update. */
export interface Changes {
  /** The first `count` entries are the slots that changed. */
  readonly slots: Uint32Array;
  readonly count: number;
  /** The last `collect` compared positions in the kernel, so the store has a copy of them. */
  readonly fresh: boolean;
  /** Does a sample of the positions say that at most a share of the bodies moved? */
  likely(bodies: Bodies, share: number): boolean;
  /**
   * Collects the slots that changed. Returns false if they are more than `most`, or if one of them
   * is not a circle and the store has no shape records, because all bodies were circles. `slots`
   * and `count` then mean nothing.
   */
  collect(bodies: Bodies, most: number): boolean;
}

/**
 * `likely` compares at least this many slots, or all if there are fewer, and always fewer than
 * twice as many. Chosen, not measured.
 */
const SAMPLE = 64;
/**
 * If `fixedVersion` did not change, and if loose bodies (not fixed) are fewer than one in this many
 * slots, only they are compared, one by one on the host. Else the kernel compares all slots, four
 * at a time. Chosen, not measured.
 */
const FEW_LOOSE = 4;

const NO_SLOTS = new Uint32Array(0);

type Column = Float32Array | Uint32Array | Uint8Array;

/**
 * For a store with details (`likely` needs none). Changes of fixed bodies count only if
 * `fixedVersion` changed.
 */
export function createChanges(store: BodyStore, { arena, blocks }: Host): Changes {
  const list = createRoom(blocks);
  const set = createSlotSet();
  const looseSlots = createLooseSlots();
  let fresh = false;

  /** Lists the slots below the end of the store whose position or radius changed. */
  function listed(bodies: Bodies, most: number): Uint32Array | undefined {
    const address = list.reserve(4 * (most + 1));
    const found = store.listChanged(bodies, address, most);
    return found > most ? undefined : arena.words().subarray(address / 4, address / 4 + found);
  }

  return {
    get slots() {
      return set.slots;
    },
    get count() {
      return set.count;
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
      let moved = 0;
      let compared = 0;
      for (let slot = 0; slot < end; slot += step) {
        compared++;
        if (x[slot] !== floats[atX + slot] || y[slot] !== floats[atY + slot]) moved++;
        else if (z && z[slot] !== floats[atZ + slot]) moved++;
      }
      // 1.5 times the share, plus 4 bodies: a sample of 64 bodies may by chance hold more bodies
      // that moved than their share. Chosen, not measured.
      return moved <= 1.5 * share * compared + 4;
    },
    collect(bodies, most) {
      const { end, kind, fixed, shape } = bodies;
      const { end: before } = store;
      set.reset(end);
      /** No fixed body has changed, because `fixedVersion` is the same as at the last update. */
      const trust = fixed !== undefined && store.fixedVersion === bodies.fixedVersion;
      const loose = trust ? looseSlots.of(bodies) : NO_SLOTS;
      fresh = !(trust && loose.length * FEW_LOOSE < end);
      if (!fresh) {
        addMoved(set, bodies, loose, store.columns());
      } else {
        const slots = listed(bodies, most);
        if (!slots) return false;
        if (onlyPositions(store, bodies)) {
          set.fill(slots);
          return true;
        }
        for (const slot of slots) set.add(slot);
      }
      const old = store.columns();
      addDetails(set, store, old, bodies, trust);
      for (let slot = before; slot < end; slot++) set.add(slot);

      let fits = true;
      // leave out slots that were free before and are free now, and fixed bodies that did not
      // change
      set.filter((slot) => {
        const oldKind = slot < before ? old.kind[slot] : FREE;
        if (kind[slot] === FREE && oldKind === FREE) return false;
        if (trust && fixed[slot] === 1 && oldKind === kind[slot]) return false;
        if (!old.shapes && shape && shape[slot] !== CIRCLE && kind[slot] !== FREE) fits = false;
        return true;
      });
      return fits && set.count <= most;
    },
  };
}

/** Can only positions and radii of massive circles have changed? */
function onlyPositions(store: BodyStore, { version, fixedVersion, shape, fixed }: Bodies): boolean {
  const same = version === store.version && fixedVersion === store.fixedVersion;
  return same && store.uniform && store.count === store.end && !shape && !fixed;
}

/** Adds the slots whose kind, fixed flag, group, mask, shape or extents changed. */
function addDetails(
  set: SlotSet,
  store: BodyStore,
  old: StoreColumns,
  bodies: Bodies,
  trust: boolean,
): void {
  const { end } = store;
  const { kind, fixed, group, mask, shape } = bodies;
  if (store.version !== bodies.version) addWhere(set, kind, FREE, old.kind, end);
  if (fixed && !trust) addWhere(set, fixed, 0, old.fixed, end);
  if (store.grouped) {
    addWhere(set, group, 1, old.group, end);
    addWhere(set, mask, 0xffffffff, old.mask, end);
  }
  if (old.shapes && old.shapeCodes) addShapes(set, bodies, old, end);
  else if (shape) {
    // without shape records all bodies were circles
    for (let slot = 0; slot < end; slot++) if (shape[slot] !== CIRCLE) set.add(slot);
  }
}

/** Adds the slots below `end` where a column changed; an absent column has `value` everywhere. */
function addWhere(
  set: SlotSet,
  now: Column | undefined,
  value: number,
  old: Column,
  end: number,
): void {
  if (now) {
    for (let slot = 0; slot < end; slot++) if (now[slot] !== old[slot]) set.add(slot);
  } else {
    for (let slot = 0; slot < end; slot++) if (old[slot] !== value) set.add(slot);
  }
}

function addShapes(set: SlotSet, bodies: Bodies, old: StoreColumns, end: number): void {
  const { shape, extentX, extentY, extentZ } = bodies;
  const shapes = old.shapes!;
  const codes = old.shapeCodes!;
  for (let slot = 0, at = 4; slot < end; slot++, at += SHAPE_WORDS) {
    const same =
      (shape ? shape[slot] : CIRCLE) === codes[at + 3] &&
      (extentX ? extentX[slot] : 0) === shapes[at] &&
      (extentY ? extentY[slot] : 0) === shapes[at + 1] &&
      (extentZ ? extentZ[slot] : 0) === shapes[at + 2];
    if (!same) set.add(slot);
  }
}

/**
 * Of the listed slots, adds those whose position or radius changed. The store holds radii from 0 to
 * LEAST_RADIUS as LEAST_RADIUS. A radius below 0 counts as changed, so that it is refused.
 */
function addMoved(
  set: SlotSet,
  { x, y, z, radius }: Bodies,
  slots: Uint32Array,
  old: StoreColumns,
): void {
  for (const slot of slots) {
    const given = radius[slot];
    const same =
      x[slot] === old.x[slot] &&
      y[slot] === old.y[slot] &&
      (z === undefined || z[slot] === old.z[slot]) &&
      (given >= 0 && given < LEAST_RADIUS ? LEAST_RADIUS : given) === old.radius[slot];
    if (!same) set.add(slot);
  }
}

/** The slots of live bodies that are not fixed, listed again only when the versions change. */
function createLooseSlots(): { of(bodies: Bodies): Uint32Array } {
  let loose = new Uint32Array(0);
  let listedFor = { version: -1, fixedVersion: -1 };
  return {
    of({ version, fixedVersion, fixed, kind, end }) {
      if (listedFor.version === version && listedFor.fixedVersion === fixedVersion) return loose;
      listedFor = { version, fixedVersion };
      const found = new Uint32Array(end);
      let n = 0;
      for (let slot = 0; slot < end; slot++) {
        if (kind[slot] !== FREE && fixed?.[slot] !== 1) found[n++] = slot;
      }
      loose = found.slice(0, n);
      return loose;
    },
  };
}
