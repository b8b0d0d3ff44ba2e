// A corridor of a mesh per agent: @wayfield/movement/corridors keeps it while agents walk and are
// pushed, and mends it after changes of the mesh.
import {
  callback,
  checkOptions,
  object,
  type OptionRules,
  refuse,
  type Rule,
  whole,
} from '@wayfield/check';
import type { CrowdAgents, Guide } from '../types.ts';
import { type Approach, createApproach } from './approach.ts';
import { checkCrowd, createGuideMembers } from './members.ts';
import type { PathRoutes } from './path-store.ts';
import type { Planner } from './plans.ts';
import { perUpdate, SEEK_RULES } from './rules.ts';
import { createSeekCalls, extend, type SeekCalls, type SeekParts } from './seek-calls.ts';
import { createSeekers, type Seekers } from './seekers.ts';
import { checkStored, GUIDE_KIND, ofSlot, putColumns, readState, writeState } from './state.ts';
import { GUIDE_STATUS, type GuidedCrowd, type PaceOptions } from './types.ts';

/** The next corners of a corridor, as `corners` writes them. */
interface Corners {
  count: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
  hasTarget: boolean;
}

/** What the guide asks of `createCorridors` of `@wayfield/movement/corridors`. */
export interface CorridorSlots {
  readonly count: number;
  set(slot: number, routes: PathRoutes, route: number, radius?: number): boolean;
  clear(slot: number): void;
  move(slot: number, x: number, y: number): string;
  /** Moves slots 0 to x.length - 1, and writes 1 for each that was kept. */
  moveAll(rows: { readonly x: Float64Array; readonly y: Float64Array }, out: Uint8Array): unknown;
  corners(slot: number, n: number, out: Corners): Corners;
  optimize(slot: number): boolean;
  valid(slot: number): boolean;
  repair(slot: number): boolean;
  snapshot(): Float64Array;
  restore(numbers: Float64Array): void;
}

/** Options of `createCorridorGuide`. */
export interface CorridorGuideOptions extends PaceOptions {
  /**
   * Finds paths, as `createDiscSearch` or `createPolyanya` of the mesh do: for `seek`, and for
   * agents whose corridor cannot be mended. If it throws, `update` throws, and the agents wait for
   * the next update.
   */
  readonly plan: Planner;
  /** Paths that are planned in one update at most, 1 to 65,536. Default 16. */
  readonly plansPerUpdate?: number | undefined;
  /** Corridors that one update tries to mend at most, 1 to 65,536. Default 16. */
  readonly repairsPerUpdate?: number | undefined;
  /**
   * Slots that are looked at in one update, in turns, 0 to 65,536: the corridor of an agent that
   * walks is made shorter. Default 4.
   */
  readonly shortensPerUpdate?: number | undefined;
  /** Updates from a request to the planner until the agent may ask again. Default 60. */
  readonly retry?: number | undefined;
  /** An agent this near to its target has arrived, in metres. Default 0.3. */
  readonly arrival?: number | undefined;
}

/** A guide along corridors. */
export interface CorridorGuide extends Guide, SeekCalls {
  /** How many corridors were mended instead of planned again. */
  readonly repairs: number;
}

const slotsRule: Rule = /* @__PURE__ */ object(
  {
    count: /* @__PURE__ */ whole(1),
    set: callback,
    clear: callback,
    move: callback,
    moveAll: callback,
    corners: callback,
    optimize: callback,
    valid: callback,
    repair: callback,
    snapshot: callback,
    restore: callback,
  },
  'Corridors',
);
const hasPlan: Rule = /* @__PURE__ */ object({ plan: callback }, 'CorridorGuideOptions');
const rules: OptionRules = {
  ...SEEK_RULES,
  plan: callback,
  repairsPerUpdate: perUpdate,
  shortensPerUpdate: /* @__PURE__ */ whole(0, 65536),
};

const { WALKING, ARRIVED, NO_PATH } = GUIDE_STATUS;
/** What `moveAll` writes for a corridor that holds: 'kept' in `CORRIDOR_STATUS` of movement. */
const KEPT = 1;
/** Entries of `counts`. */
const REPAIRS = 0;
const TURN = 1;

/**
 * Creates a guide along corridors of a mesh, one slot of `corridors` per slot of the crowd. Agents
 * aim at the next corner of the shortest path through their corridor, which a disc sees. After a
 * change of a `NavMesh`, corridors that it cuts are mended, and planned again if that fails. Agents
 * beyond `repairsPerUpdate` and `plansPerUpdate` wait for the next updates.
 *
 * @throws TypeError for wrong arguments, RangeError for options out of range, and for fewer
 * corridors than the capacity of the crowd.
 *
 * @example
 * const discs = createDiscSearch(buildPolygonMesh(mesh.triangulation, { merge: false }));
 * const corridors = createCorridors(mesh, crowd.capacity);
 * const guide = createCorridorGuide(crowd, corridors, {
 *   plan: (requests) => discs.run(requests, { radius: 0.25 }),
 * });
 * const id = crowd.add({ x: 1, y: 1 });
 * guide.seek(id, 19, 9);
 * crowd.follow(guide);
 * for (let tick = 0; tick < 1800; tick++) crowd.step(1 / 60);
 * console.log(Math.round(crowd.x[crowd.slotOf(id)])); // 19
 */
export function createCorridorGuide(
  crowd: GuidedCrowd,
  corridors: CorridorSlots,
  options: CorridorGuideOptions,
): CorridorGuide {
  checkCrowd(crowd);
  slotsRule(corridors, 'corridors');
  hasPlan(options, 'options');
  checkOptions('createCorridorGuide', options, rules);
  const { capacity } = crowd;
  if (corridors.count < capacity)
    refuse('corridors.count', corridors.count, `at least the capacity of the crowd, ${capacity}`);
  const members = createGuideMembers(crowd, options.speed ?? 1.3);
  const { plan, repairsPerUpdate = 16, shortensPerUpdate = 4 } = options;
  const has = new Uint8Array(capacity);
  const ground: CorridorGround = {
    crowd,
    corridors,
    members,
    approach: createApproach(crowd, members, options),
    seekers: createSeekers(crowd, members, options),
    plan,
    has,
    clear(slot) {
      corridors.clear(slot);
      has[slot] = 0;
    },
    places: { x: crowd.positionX, y: crowd.positionY },
    moved: new Uint8Array(capacity),
    next: { count: 0, x: new Float64Array(2), y: new Float64Array(2), hasTarget: false },
    repairsLeft: 0,
    counts: new Float64Array(2),
    arrived: 0,
  };
  const { seekers } = ground;
  const take = (slot: number, routes: PathRoutes, i: number): void =>
    takeAnswer(ground, slot, routes, i);
  return Object.assign(corridorCalls(ground), {
    update(other: CrowdAgents) {
      members.check(other);
      ground.repairsLeft = repairsPerUpdate;
      seekers.answer(options.plan, take);
      ground.arrived = 0;
      // One call for all agents: engines box fractions that are passed in calls, which allocates.
      corridors.moveAll(ground.places, ground.moved);
      for (let slot = 0; slot < crowd.end; slot++) {
        if (!members.isMember(slot)) continue;
        step(ground, slot);
        if (members.status[slot] === ARRIVED) ground.arrived++;
      }
      shorten(ground, shortensPerUpdate);
    },
  });
}

/** The parts of a guide along corridors. */
interface CorridorGround extends SeekParts {
  readonly corridors: CorridorSlots;
  readonly approach: Approach;
  readonly seekers: Seekers;
  /** Whether a slot has a corridor. */
  readonly has: Uint8Array;
  readonly next: Corners;
  /** Where all agents are, and what became of their corridors in this update. */
  readonly places: { readonly x: Float64Array; readonly y: Float64Array };
  readonly moved: Uint8Array;
  /** Corridors that may still be mended in this update. */
  repairsLeft: number;
  /** At `REPAIRS`: corridors that were mended. At `TURN`: the last slot `shorten` looked at. */
  readonly counts: Float64Array;
}

/**
 * Sets the corridor of a slot along route i, the answer of the planner. Without a path, or without
 * a corridor along it, the slot loses its earlier corridor, with status NO_PATH.
 */
function takeAnswer(ground: CorridorGround, slot: number, routes: PathRoutes, i: number): void {
  const { crowd, corridors, members, has } = ground;
  const isFound = routes.firstPoint[i + 1] > routes.firstPoint[i];
  // A disc may fit along its path but not through the polygons of its corridor. Then the corridor
  // is set for a point, without the radius.
  const isSet =
    isFound &&
    (corridors.set(slot, routes, i, routes.sweep ? crowd.radius[slot] : 0) ||
      corridors.set(slot, routes, i));
  if (isSet) has[slot] = 1;
  else ground.clear(slot);
  members.status[slot] = isSet ? WALKING : NO_PATH;
}

/**
 * Whether the corridor of an agent holds. If not, mends it, or asks for a new path if that fails.
 * Once `repairsLeft` is 0, the agent keeps its preferred velocity until the next update.
 */
function isKept(ground: CorridorGround, slot: number): boolean {
  const { crowd, corridors, seekers } = ground;
  if (ground.moved[slot] === KEPT && corridors.valid(slot)) return true;
  if (ground.repairsLeft === 0) return false;
  ground.repairsLeft--;
  if (!corridors.repair(slot)) {
    seekers.askIfDue(slot);
    return false;
  }
  ground.counts[REPAIRS]++;
  return corridors.move(slot, crowd.positionX[slot], crowd.positionY[slot]) === 'kept';
}

/** Writes the preferred velocity of an agent. */
function step(ground: CorridorGround, slot: number): void {
  const { corridors, members, approach, seekers, next } = ground;
  if (ground.has[slot] === 0) {
    approach.rest(slot);
    if (members.status[slot] === NO_PATH) seekers.askIfDue(slot);
    return;
  }
  if (!isKept(ground, slot)) return;
  corridors.corners(slot, 2, next);
  if (next.count === 0) {
    seekers.askIfDue(slot);
    return;
  }
  members.status[slot] = WALKING;
  // an agent at a corner goes to the next one
  const k = next.count === 2 && approach.isAt(slot, next, 0) ? 1 : 0;
  approach.go(slot, next, k, next.hasTarget && k === next.count - 1);
}

/** Looks at the next `count` slots, and makes the corridors of those that walk shorter. */
function shorten(ground: CorridorGround, count: number): void {
  const { crowd, corridors, members, has } = ground;
  const { end } = crowd;
  for (let k = 0; k < count && k < end; k++) {
    const slot = (ground.counts[TURN] + 1) % end;
    ground.counts[TURN] = slot;
    if (members.isMember(slot) && has[slot] !== 0 && members.status[slot] === WALKING)
      corridors.optimize(slot);
  }
}

function corridorCalls(ground: CorridorGround): Omit<CorridorGuide, 'update'> {
  const { corridors, members, seekers, has } = ground;
  const columns = [...members.columns, ...seekers.columns, has, ground.counts];
  return extend(createSeekCalls(ground), {
    snapshot: () => writeState(GUIDE_KIND.corridors, columns, corridors.snapshot()),
    restore(bytes: Uint8Array) {
      const state = readState(GUIDE_KIND.corridors, columns, bytes);
      members.checkState(state);
      seekers.checkState(state);
      checkStored(state.of(has), ofSlot('corridor'), 0, 1);
      const [repairs, turn] = state.of(ground.counts);
      checkStored([repairs], () => 'repairs', 0, Number.MAX_VALUE);
      if (!(turn >= 0 && turn < has.length && Number.isInteger(turn)))
        refuse('turn in bytes', turn, `a whole number from 0 to ${has.length - 1}`);
      // `restore` of the corridors refuses before anything has changed
      corridors.restore(state.numbers);
      putColumns(columns, state);
    },
    get repairs() {
      return ground.counts[REPAIRS];
    },
  });
}
