import type { BodyStore } from '../bodies/body-store.ts';
import { bindStore, entriesOf, strideFor } from '../bodies/store-memory.ts';
import type { Role } from '../grid/roles.ts';
import type { LevelPlan } from '../grid/plan-grid.ts';
import { LEVEL_BYTES } from '../kernels.gen.ts';
import { MOST_LEVELS, writeLevel } from '../grid/sizes.ts';
import type { Host } from '../host.ts';
import { createRoom, type Room } from '../room.ts';

/** Columns by place: x, y, z, radius, slot, half bounds. */
const COLUMNS = 8;
/** The column of z. */
const Z = 2;

/** The words of the filter of one role, and for which layers they are written. */
interface RoleWords {
  readonly room: Room;
  still: boolean;
  moving: boolean;
}

/** The memory that both layers share: columns by place, level records, words of the filter. */
export interface LayerMemory {
  /** Entries of a column: the places that there is room for. */
  readonly places: number;
  /** By role. */
  readonly roles: ReadonlyMap<Role, RoleWords>;
  /** The address of the level records, those of the still layer first. */
  readonly records: number;
  /** Makes room for `places` places; what was in the columns may be lost. */
  reserve(places: number): void;
  /** Notes that no body has a place in the still layer. */
  clearPlaces(): void;
  /** Binds the columns by slot and by place. */
  bind(): void;
  /** Binds `count` level records from number `first` on. */
  bindLevels(first: number, count: number): void;
  /** Binds the words of the filter of a role, and tells for which layers they are written. */
  bindRole(role: Role): RoleWords;
  /** Copies n slots to where kernels find them. Returns the address. */
  writeList(slots: Uint32Array, n: number): number;
  /** Writes records of levels from number `first` on. Returns the sum of their cells. */
  writeLevels(plans: readonly LevelPlan[], first: number): number;
  /** Sets the column of z to 0. */
  clearZ(): void;
}

export function createLayerMemory(host: Host, store: BodyStore): LayerMemory {
  const { kernels, arena, blocks, three } = host;
  const records = createRoom(blocks);
  const columns = createRoom(blocks);
  const placeOf = createRoom(blocks);
  const list = createRoom(blocks);
  const roles = new Map<Role, RoleWords>();
  let stride = 0;
  return {
    roles,
    get places() {
      return stride === 0 ? 0 : entriesOf(stride);
    },
    get records() {
      return records.reserve(2 * MOST_LEVELS * LEVEL_BYTES);
    },
    reserve(places) {
      const needed = strideFor(places);
      columns.reserve(COLUMNS * needed);
      for (const { room } of roles.values()) room.reserve(2 * needed);
      // last: if memory ends, the columns keep a stride that all blocks have room for
      stride = needed;
    },
    clearPlaces() {
      placeOf.reserve(4 * (store.capacity + 1));
      this.bind();
      kernels.clearPlaces(store.capacity + 1);
    },
    bind() {
      bindStore(kernels, store.layout);
      kernels.bindLayers(columns.address, stride, placeOf.address);
    },
    bindLevels(first, count) {
      kernels.levelsBind(this.records + first * LEVEL_BYTES, count, three ? 1 : 0);
    },
    bindRole(role) {
      let words = roles.get(role);
      if (!words) {
        words = { room: createRoom(blocks), still: false, moving: false };
        words.room.reserve(2 * stride);
        roles.set(role, words);
      }
      kernels.bindRoles(words.room.address, stride);
      return words;
    },
    writeList(slots, n) {
      const address = list.reserve(4 * (n + 1));
      arena.words().set(slots.subarray(0, n), address / 4);
      return address;
    },
    writeLevels(plans, first) {
      let firstCell = 0;
      plans.forEach((plan, index) => {
        const address = this.records + (first + index) * LEVEL_BYTES;
        writeLevel(arena, address, plan, { firstCell, places: 0 });
        firstCell += plan.cells;
      });
      return firstCell;
    },
    clearZ() {
      const z = columns.address + Z * stride;
      arena.bytes().fill(0, z, z + stride);
    },
  };
}
