import type { Arena, Blocks } from '@wayfield/wasm';
import type { Answer } from './answer.ts';
import { bindStore, type BodyStore } from './body-store.ts';
import { type Role, sortSome } from './grids.ts';
import type { Kernels } from './kernel-exports.ts';
import { createKeptPairs } from './kept-pairs.ts';
import type { LayerMembers } from './layer-members.ts';
import { isPlain, type PairTask } from './pair-finder.ts';
import { type LevelPlan, planPlain } from './plan-grid.ts';
import { createRoom, type Room } from './room.ts';
import {
  type Cut,
  LEVEL_BYTES,
  MOST_LEVELS,
  type SizeMeasure,
  type Sizes,
  writeLevel,
} from './sizes.ts';

/** Columns of places: x, y, z, radius, slot, half bounds. */
const COLUMNS = 8;
const MARGIN = 12;

/** The grids of two layers, and the pairs within the still one, which stay until it is another one. */
export interface LayerGrids {
  /** Both layers are to be sorted anew. */
  forget(): void;
  /** The moving layer is; these bodies left the still one, and leave places where nobody is. */
  move(leaving: Uint32Array): void;
  /** Puts n slots where kernels find them. */
  writeList(slots: Uint32Array, n: number): number;
  /** Appends the pairs of a task to the answer, which this begins. */
  pairs(task: PairTask, answer: Answer, capacity: number): void;
  /** Sorts what is not sorted, and binds the kernels to all levels of both layers. */
  forQueries(role: Role): void;
  choice(): 'single' | 'multi';
}

/** `mostMoving`: the share of the bodies to make room for in the moving layer. */
export function createLayerGrids(
  kernels: Kernels,
  arena: Arena,
  blocks: Blocks,
  store: BodyStore,
  sizes: SizeMeasure,
  members: LayerMembers,
  mostMoving: number,
): LayerGrids {
  const { three } = store.world;
  const kept = createKeptPairs(kernels, arena, blocks);
  const records = createRoom(blocks);
  const columns = createRoom(blocks);
  const placeOf = createRoom(blocks);
  const list = createRoom(blocks);
  const still = { start: createRoom(blocks), levels: 0, places: 0, sorted: false };
  const moving = {
    start: createRoom(blocks),
    levels: 0,
    largest: 0,
    anyFixed: false,
    sorted: false,
  };
  const roles = new Map<Role, { block: Room; still: boolean; moving: boolean }>();
  let stride = 0;
  /** Of the still layer, where all bodies are circles of much the same size. */
  let plain: LevelPlan | undefined;
  /** Pairs were asked for that a plain grid does not find. */
  let anyTask = false;

  function writeList(slots: Uint32Array, n: number): number {
    const address = list.reserve(4 * (n + 1));
    arena.words().set(slots.subarray(0, n), address / 4);
    return address;
  }

  function bindLayers(): void {
    bindStore(kernels, store.layout);
    kernels.bindLayers(columns.address, stride, placeOf.address);
  }

  /** Sorts n slots of a list into levels, whose records begin with number `first`. */
  function sort(
    address: number,
    n: number,
    place: number,
    start: Room,
    first: number,
    cut: Cut,
    plans: readonly LevelPlan[],
  ): void {
    const cells = plans.reduce((sum, plan) => sum + plan.cells, 0);
    const at = start.reserve(4 * (cells + 8));
    arena.bytes().fill(0, at, at + 4 * (cells + 8));
    const recordsAt = records.address + first * LEVEL_BYTES;
    let base = 0;
    plans.forEach((plan, index) => {
      writeLevel(arena, recordsAt + index * LEVEL_BYTES, plan, base, 0);
      base += plan.cells;
    });
    kernels.bindCells(at);
    kernels.levelsBind(recordsAt, plans.length, three ? 1 : 0);
    kernels.assignLevels(n, sizes.writeTableOf(cut), address);
    kernels.buildLevels(n, cells, store.layout.shapes === 0 ? 0 : 1, address, place);
  }

  /** Writes who is in the still layer; returns how many. */
  function flagStill(): number {
    const flags = store.columns().still;
    let n = 0;
    for (let slot = 0; slot < store.end; slot++) {
      const is = members.isStill(slot) ? 1 : 0;
      flags[slot] = is;
      n += is;
    }
    return n;
  }

  function sortStill(): void {
    placeOf.reserve(4 * (store.capacity + 1));
    const n = flagStill();
    const most = n + Math.max(members.moverCount, Math.ceil(store.end * mostMoving));
    reserveColumns(Math.max(store.end, most));
    bindLayers();
    kernels.clearPlaces(store.capacity + 1);
    plain = undefined;
    still.levels = n === 0 ? 0 : sortLevels(n);
    kernels.notePlaces(n);
    still.places = n;
    still.sorted = true;
    for (const role of roles.values()) role.still = false;
  }

  /** Sorts the still layer of n bodies; returns its levels. */
  function sortLevels(n: number): number {
    const slots = new Uint32Array(n);
    for (let slot = 0, i = 0; slot < store.end; slot++)
      if (members.isStill(slot)) slots[i++] = slot;
    const largest = largestOf(
      sizes.measure(members.moverCount, writeList(members.movers, members.moverCount)),
    );
    const address = writeList(slots, n);
    const cut = sizes.cut(sizes.measure(n, address));
    if (!anyTask && cut.levels.length === 1 && store.layout.shapes === 0) {
      // cells for those who move as well, if that does not make them much larger
      const half = Math.max(largestOf(cut), Math.min(largest, 1.5 * largestOf(cut)));
      plain = planPlain(cut.world, half, n);
    }
    if (!plain) {
      const plans = sizes.plan(cut);
      sort(address, n, 0, still.start, 0, cut, plans);
      return plans.length;
    }
    const bytes = 4 * (plain.cells + 8);
    const at = still.start.reserve(bytes);
    arena.bytes().fill(0, at, at + bytes);
    writeLevel(arena, records.address, plain, 0, n);
    kernels.bindCells(at);
    sortSome(kernels, plain, three, true, store.end);
    // a plain grid in 2D writes no z, and columns may have lain otherwise before
    const z = columns.address + 2 * stride;
    if (!three) arena.bytes().fill(0, z, z + stride);
    return 1;
  }

  function sortMoving(): void {
    moving.levels = 0;
    moving.sorted = true;
    for (const role of roles.values()) role.moving = false;
    if (members.moverCount === 0) return;
    const address = writeList(members.movers, members.moverCount);
    const cut = sizes.cut(sizes.measure(members.moverCount, address));
    const plans = sizes.plan(cut);
    sort(address, members.moverCount, still.places, moving.start, still.levels, cut, plans);
    moving.levels = plans.length;
    moving.largest = largestOf(cut);
    // cells of both count from where those of the still layer start
    const words = arena.words();
    for (let level = 0; level < moving.levels; level++) {
      const base = (records.address + (still.levels + level) * LEVEL_BYTES + 44) / 4;
      words[base] += (moving.start.address - still.start.address) / 4;
    }
    moving.anyFixed = store.anyFixed && anyFixedMoves();
  }

  function anyFixedMoves(): boolean {
    const { fixed } = store.columns();
    for (let i = 0; i < members.moverCount; i++) if (fixed[members.movers[i]] === 1) return true;
    return false;
  }

  function reserveColumns(places: number): void {
    stride = Math.ceil(((places + MARGIN) * 4) / 4096) * 4096 + 192;
    columns.reserve(COLUMNS * stride);
    for (const role of roles.values()) role.block.reserve(2 * stride);
  }

  /** Both layers are in their places. */
  function prepare(): void {
    records.reserve(2 * MOST_LEVELS * LEVEL_BYTES);
    const room = stride / 4 - MARGIN;
    if (!still.sorted || still.places + members.moverCount > room) {
      sortStill();
      moving.sorted = false;
    }
    bindLayers();
    if (!moving.sorted) sortMoving();
    kernels.bindCells(still.start.address);
  }

  function bindRole(wanted: Role): void {
    let role = roles.get(wanted);
    if (!role) {
      role = { block: createRoom(blocks), still: false, moving: false };
      role.block.reserve(2 * stride);
      roles.set(wanted, role);
    }
    kernels.bindRoles(role.block.address, stride);
    const details = store.grouped ? 1 : 0;
    const { places } = still;
    if (!role.still) kernels.fillRoles(0, places, wanted, details);
    if (!role.moving) kernels.fillRoles(places, places + members.moverCount, wanted, details);
    role.still = role.moving = true;
  }

  /** The pairs of the still layer in a plain grid. */
  function findPlain(plan: LevelPlan): void {
    const [ox, oy, oz] = plan.origin;
    const [w, h] = plan.size;
    const { places } = still;
    const filtered = store.uniform ? 0 : 1;
    kernels.plainKeys(three ? 1 : 0, places, ox, oy, oz, plan.perUnit, w, h);
    if (three) kernels.plainPairs3(0, places, w, h, filtered);
    else kernels.plainPairs2(0, places, w, filtered);
  }

  const bindLevels = (first: number, count: number): void =>
    kernels.levelsBind(records.address + first * LEVEL_BYTES, count, three ? 1 : 0);

  return {
    writeList,
    forget() {
      still.sorted = false;
      moving.sorted = false;
      kept.forget();
    },
    move(leaving) {
      moving.sorted = false;
      const { length } = leaving;
      if (length === 0 || !still.sorted) return;
      bindLayers();
      const address = writeList(leaving, length);
      kernels.leaveStill(address, length, store.capacity);
      for (const { block } of roles.values()) {
        kernels.bindRoles(block.address, stride);
        kernels.clearRoles(address, length);
      }
      kept.drop();
    },
    pairs(task, answer, capacity) {
      if (!anyTask && !isPlain(task)) {
        anyTask = true;
        if (plain) still.sorted = false;
      }
      prepare();
      bindRole(task.role);
      const { role, test } = task;
      const apart = task.moving ? 1 : 0;
      const reachApart = task.moving && moving.anyFixed;
      // pairs of the still layer: if all of it is fixed, they may not be wanted
      const wanted = still.levels > 0 && !(task.moving && members.looseStill === 0);
      const stillPairs = wanted
        ? kept.of(task, store.end, () => {
            answer.begin(Infinity, 8);
            bindLevels(0, still.levels);
            if (plain) findPlain(plain);
            else kernels.levelPairs(0, still.places, role, test, apart);
            return answer.end();
          })
        : undefined;
      answer.begin(capacity, 8);
      if (stillPairs) kernels.outAppend(stillPairs.address, stillPairs.count);
      if (members.moverCount === 0) return;
      const end = still.places + members.moverCount;
      bindLevels(still.levels, moving.levels);
      kernels.levelPairs(still.places, end, role, test, apart);
      bindLevels(0, still.levels);
      if (plain && isPlain(task) && !reachApart && moving.largest <= plain.half) {
        const [ox, oy, oz] = plain.origin;
        const kinds = [three ? 1 : 0, store.uniform ? 0 : 1] as const;
        kernels.plainReach(...kinds, still.places, end, ox, oy, oz, plain.perUnit, ...plain.size);
      } else {
        kernels.reachPairs(still.places, end, role, test, reachApart ? 1 : 0);
      }
    },
    forQueries(role) {
      prepare();
      bindRole(role);
      bindLevels(0, still.levels + moving.levels);
    },
    choice: () => (Math.max(still.levels, moving.levels) > 1 ? 'multi' : 'single'),
  };
}

const largestOf = ({ bins }: Sizes): number => bins[bins.length - 1]?.largest ?? 0;
