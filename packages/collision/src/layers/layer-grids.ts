import type { BodyStore } from '../bodies/body-store.ts';
import { bindPlain } from '../grid/plain-grid.ts';
import type { LevelPlan } from '../grid/plan-grid.ts';
import type { Role } from '../grid/roles.ts';
import type { SizeMeasure } from '../grid/sizes.ts';
import type { Host } from '../host.ts';
import type { Answer } from '../lists/answer.ts';
import { isPlain, type PairTask } from '../pairs/tasks.ts';
import { createKeptPairs } from './kept-pairs.ts';
import { createLayerMemory } from './layer-memory.ts';
import type { LayerMembers } from './layer-members.ts';
import { createMovingLayer } from './moving-layer.ts';
import { createStillLayer } from './still-layer.ts';

/** The grids of two layers, and the pairs within the still layer. */
export interface LayerGrids {
  /** The bodies were divided again: both layers have to be sorted, and no pair is kept. */
  forget(): void;
  /** The moving layer has to be sorted again. The `leaving` bodies leave the still layer now. */
  move(leaving: Uint32Array): void;
  /** Copies n slots to where kernels find them. Returns the address. */
  writeList(slots: Uint32Array, n: number): number;
  /** Begins the answer, and writes the pairs of a task. */
  pairs(task: PairTask, answer: Answer, capacity: number): void;
  /** Sorts what is not sorted, and binds the kernels to all levels of both layers. */
  forQueries(role: Role): void;
  choice(): 'single' | 'multi';
}

export interface LayerParts {
  readonly store: BodyStore;
  readonly sizes: SizeMeasure;
  readonly members: LayerMembers;
  /** The moving layer has room for at least this share of all bodies. */
  readonly mostMoving: number;
}

export function createLayerGrids(
  host: Host,
  { store, sizes, members, mostMoving }: LayerParts,
): LayerGrids {
  const { kernels } = host;
  const kept = createKeptPairs(host);
  const memory = createLayerMemory(host, store);
  const sorter = { host, store, sizes, memory };
  const still = createStillLayer(sorter, members, mostMoving);
  const moving = createMovingLayer(sorter, members, still);
  const search = createLayerSearch(host, store);
  /** A plain still layer answers all tasks so far. Once false, it stays false. */
  let plainServes = true;

  /** Sorts the layers that have to be sorted again, and binds both. */
  function prepare(): void {
    if (!still.sorted || still.places + members.moverCount > memory.places) {
      still.sort(plainServes);
      moving.sorted = false;
    }
    memory.bind();
    if (!moving.sorted) moving.sort();
    kernels.bindCells(still.start);
  }

  function bindRole(role: Role): void {
    const words = memory.bindRole(role);
    const details = store.grouped ? 1 : 0;
    const { places } = still;
    if (!words.still) kernels.fillRoles(0, places, role, details);
    if (!words.moving) kernels.fillRoles(places, places + members.moverCount, role, details);
    words.still = words.moving = true;
  }

  /** The pairs within the still layer, found only if they are not kept from an earlier update. */
  function stillPairs(task: PairTask, answer: Answer): { address: number; count: number } {
    return kept.of(task, store.end, () => {
      answer.begin(Infinity, 8);
      memory.bindLevels(0, still.levels);
      if (still.plain) search.plain(still.plain, still.places);
      else search.levels(task, 0, still.places);
      return answer.end();
    });
  }

  return {
    writeList: memory.writeList,
    forget() {
      still.sorted = false;
      moving.sorted = false;
      kept.forget();
    },
    move(leaving) {
      moving.sorted = false;
      const { length } = leaving;
      if (length > 0) kept.drop(); // also if memory ended, and the layer is not sorted
      if (length === 0 || !still.sorted) return;
      memory.bind();
      const list = memory.writeList(leaving, length);
      kernels.leaveStill(list, length, store.capacity);
      for (const role of memory.roles.keys()) {
        memory.bindRole(role);
        kernels.clearRoles(list, length);
      }
    },
    pairs(task, answer, capacity) {
      // all still bodies are fixed, so a task without pairs of two fixed bodies has no pair there
      const onlyFixed = task.skipFixed && members.looseStill === 0;
      if (plainServes && !isForPlain(task, onlyFixed)) {
        plainServes = false;
        if (still.plain) still.sorted = false;
      }
      prepare();
      bindRole(task.role);
      const pairs = still.levels > 0 && !onlyFixed ? stillPairs(task, answer) : undefined;
      answer.begin(capacity, 8);
      if (pairs) kernels.outAppend(pairs.address, pairs.count);
      if (members.moverCount === 0) return;
      const end = still.places + members.moverCount;
      memory.bindLevels(still.levels, moving.levels);
      search.levels(task, still.places, end);
      memory.bindLevels(0, still.levels);
      // a moving and a still body can both be fixed only if some moving body is fixed
      const between = { ...task, skipFixed: task.skipFixed && moving.anyFixed };
      const { plain } = still;
      if (plain && isPlain(task) && !between.skipFixed && moving.largest <= plain.half) {
        search.reachPlain(plain, still.places, end);
      } else {
        search.reachLevels(between, still.places, end);
      }
    },
    forQueries(role) {
      prepare();
      bindRole(role);
      memory.bindLevels(0, still.levels + moving.levels);
    },
    choice: () => (Math.max(still.levels, moving.levels) > 1 ? 'multi' : 'single'),
  };
}

/**
 * Does a plain still layer answer this task? It answers contacts of circles. Its search cannot
 * leave out pairs of two fixed bodies, so it answers tasks that leave them out only if all still
 * bodies are fixed (`onlyFixed`): such a task has no pair within the still layer.
 */
function isForPlain(task: PairTask, onlyFixed: boolean): boolean {
  return isPlain(task) && (onlyFixed || !task.skipFixed);
}

/** The searches over the bound layers; places from `from` to `to` − 1. */
function createLayerSearch({ kernels, three }: Host, store: BodyStore) {
  const inThree = three ? 1 : 0;
  const filtered = (): number => (store.uniform ? 0 : 1);
  return {
    /** Pairs within a plain grid. */
    plain(plan: LevelPlan, places: number): void {
      bindPlain(kernels, plan);
      kernels.plainKeys(inThree, places);
      kernels.plainPairs(inThree, filtered(), 0, places);
    },
    /** Pairs of bodies in a plain grid and bodies at places behind it. */
    reachPlain(plan: LevelPlan, from: number, to: number): void {
      bindPlain(kernels, plan);
      kernels.plainReach(inThree, filtered(), from, to);
    },
    /** Pairs within the bound levels. */
    levels({ role, test, skipFixed }: PairTask, from: number, to: number): void {
      kernels.levelPairs(from, to, role, test, skipFixed ? 1 : 0);
    },
    /** Pairs of bodies in the bound levels and bodies at other places. */
    reachLevels({ role, test, skipFixed }: PairTask, from: number, to: number): void {
      kernels.reachPairs(from, to, role, test, skipFixed ? 1 : 0);
    },
  };
}
