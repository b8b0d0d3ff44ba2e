// A corridor of a mesh per agent: @wayfield/navmesh/corridors keeps it while agents walk and are
// pushed, and mends it after changes of the mesh.
import {
  callback,
  checkOptions,
  number,
  object,
  type OptionRules,
  refuse,
  type Rule,
  whole,
} from '@wayfield/check';
import type { CrowdAgents, Guide } from '../types.ts';
import { checkCrowd, createMembers } from './members.ts';
import type { PathRoutes } from './path-store.ts';
import { createPlanQueue, type Planner } from './plans.ts';
import { GUIDE_STATUS, type GuidedCrowd, type PaceOptions } from './types.ts';

/** The next corners of a corridor, as `corners` writes them. */
interface Corners {
  count: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
  hasTarget: boolean;
}

/** What the guide asks of `createCorridors` of `@wayfield/navmesh/corridors`. */
export interface CorridorSlots {
  readonly count: number;
  set(slot: number, routes: PathRoutes, route: number, radius?: number): boolean;
  clear(slot: number): void;
  move(slot: number, x: number, y: number): string;
  corners(slot: number, n: number, out: Corners): Corners;
  optimize(slot: number): boolean;
  valid(slot: number): boolean;
  repair(slot: number): boolean;
}

/** Options of `createCorridorGuide`. */
export interface CorridorGuideOptions extends PaceOptions {
  /**
   * Finds paths, as `createDiscSearch` or `createPolyanya` of the mesh do: for `seek`, and for
   * agents whose corridor cannot be mended.
   */
  readonly plan: Planner;
  /** Paths that are planned in one update at most, 1 to 65,536. Default 16. */
  readonly plansPerUpdate?: number | undefined;
  /** Corridors that are mended in one update at most, 1 to 65,536. Default 16. */
  readonly repairsPerUpdate?: number | undefined;
  /** Corridors that are made shorter in one update, in turns, 0 to 65,536. Default 4. */
  readonly shortensPerUpdate?: number | undefined;
  /** Updates until an agent without a path asks again. Default 60. */
  readonly retry?: number | undefined;
  /** An agent this near to its target has arrived, in metres. Default 0.3. */
  readonly arrival?: number | undefined;
}

/** A guide along corridors. */
export interface CorridorGuide extends Guide {
  /** `GUIDE_STATUS` of each slot after the last update. Read only. */
  readonly status: Uint8Array;
  /** How many agents of the guide had arrived at the last update. */
  readonly arrived: number;
  /** How many agents wait for a plan. */
  readonly waiting: number;
  /** How many plans were asked for, and how many corridors were mended instead. */
  readonly plans: number;
  readonly repairs: number;
  /** Sends an agent to (x, y), in metres: a path is planned at one of the next updates. */
  seek(id: number, x: number, y: number, speed?: number): void;
  /** Lets an agent go: its preferred velocity becomes 0. */
  release(id: number): void;
}

const finite: Rule = /* @__PURE__ */ number();
const some: Rule = /* @__PURE__ */ whole(1, 65536);
const slotsRule: Rule = /* @__PURE__ */ object(
  {
    count: /* @__PURE__ */ whole(1),
    set: callback,
    clear: callback,
    move: callback,
    corners: callback,
    optimize: callback,
    valid: callback,
    repair: callback,
  },
  'Corridors',
);
const hasPlan: Rule = /* @__PURE__ */ object({ plan: callback }, 'CorridorGuideOptions');
const rules: OptionRules = {
  speed: /* @__PURE__ */ number(0, 1e6),
  slowing: /* @__PURE__ */ number(0, 1e6),
  plan: callback,
  plansPerUpdate: some,
  repairsPerUpdate: some,
  shortensPerUpdate: /* @__PURE__ */ whole(0, 65536),
  retry: /* @__PURE__ */ whole(1, 2 ** 30),
  arrival: /* @__PURE__ */ number(0, 1e6),
};

const { WALKING, ARRIVED, NO_PATH, WAITING } = GUIDE_STATUS;

/**
 * Creates a guide along corridors of a mesh, one slot of `corridors` per slot of the crowd. Agents
 * aim at the next corner of the shortest path through their corridor, which a disc sees. After a
 * change of a `NavMesh`, corridors that it cuts are mended, else planned again; both are queued,
 * in the order of slots.
 *
 * @throws RangeError for fewer corridors than the capacity of the crowd.
 *
 * @example
 * const discs = createDiscSearch(mesh);
 * const corridors = createCorridors(mesh, crowd.capacity);
 * const guide = createCorridorGuide(crowd, corridors, {
 *   plan: (requests) => discs.run(requests, { radius: 0.25 }),
 * });
 * guide.seek(crowd.add({ x: 1, y: 1 }), 19, 9);
 * crowd.follow(guide);
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
  const { capacity, positionX, positionY, preferredX, preferredY, radius } = crowd;
  if (corridors.count < capacity)
    refuse('corridors.count', corridors.count, `at least the capacity of the crowd, ${capacity}`);
  const { plan, plansPerUpdate = 16, repairsPerUpdate = 16, shortensPerUpdate = 4 } = options;
  const { retry = 60, slowing = 0.5, arrival = 0.3 } = options;
  const members = createMembers(crowd, options.speed ?? 1.3);
  const { status, speed } = members;
  const queue = createPlanQueue(capacity, plansPerUpdate);
  const targetX = new Float64Array(capacity);
  const targetY = new Float64Array(capacity);
  const askAt = new Float64Array(capacity);
  /** Whether a slot has a corridor. */
  const has = new Uint8Array(capacity);
  const next: Corners = {
    count: 0,
    x: new Float64Array(2),
    y: new Float64Array(2),
    hasTarget: false,
  };
  const counts = { updates: 0, arrived: 0, plans: 0, repairs: 0 };
  let mends = 0;
  let turn = 0;

  const planning = {
    target(slot: number, i: number, requests: Parameters<Planner>[0]): boolean {
      if (!members.isMember(slot)) return false;
      requests.sourceX[i] = positionX[slot];
      requests.sourceY[i] = positionY[slot];
      requests.targetX[i] = targetX[slot];
      requests.targetY[i] = targetY[slot];
      requests.radius[i] = radius[slot];
      counts.plans++;
      return true;
    },
    take(slot: number, routes: PathRoutes, i: number): void {
      const isFound = routes.firstPoint[i + 1] > routes.firstPoint[i];
      // a disc that fits on its path, but not through the polygons beside, goes as a point
      const isSet =
        isFound &&
        (corridors.set(slot, routes, i, routes.sweep ? radius[slot] : 0) ||
          corridors.set(slot, routes, i));
      has[slot] = isSet ? 1 : 0;
      status[slot] = isSet ? WALKING : NO_PATH;
      if (!isSet) askAt[slot] = counts.updates + retry;
    },
  };

  function ask(slot: number): void {
    status[slot] = WAITING;
    queue.push(slot);
  }

  /** Whether the corridor of an agent holds, after mending where that is due. */
  function isKept(slot: number): boolean {
    const moved = corridors.move(slot, positionX[slot], positionY[slot]);
    if (moved === 'kept' && corridors.valid(slot)) return true;
    if (mends >= repairsPerUpdate) return false;
    mends++;
    if (!corridors.repair(slot)) {
      ask(slot);
      return false;
    }
    counts.repairs++;
    return corridors.move(slot, positionX[slot], positionY[slot]) === 'kept';
  }

  function rest(slot: number): void {
    preferredX[slot] = 0;
    preferredY[slot] = 0;
  }

  /** The distance of an agent to next corner k. */
  function distanceTo(slot: number, k: number): number {
    const dx = next.x[k] - positionX[slot];
    const dy = next.y[k] - positionY[slot];
    return Math.sqrt(dx * dx + dy * dy);
  }

  function step(slot: number): void {
    if (!isKept(slot)) return;
    corridors.corners(slot, 2, next);
    if (next.count === 0) {
      ask(slot);
      return;
    }
    status[slot] = WALKING;
    // at a corner: the one after
    const k = next.count === 2 && distanceTo(slot, 0) < 1e-3 ? 1 : 0;
    const dx = next.x[k] - positionX[slot];
    const dy = next.y[k] - positionY[slot];
    const away = distanceTo(slot, k);
    const isLast = next.hasTarget && k === next.count - 1;
    if (isLast && away <= arrival) {
      status[slot] = ARRIVED;
      rest(slot);
      return;
    }
    let pace = speed[slot];
    if (isLast && slowing > 0 && away < pace * slowing) pace = away / slowing;
    if (!(away > 0)) return;
    preferredX[slot] = (pace * dx) / away;
    preferredY[slot] = (pace * dy) / away;
  }

  return {
    status,
    get arrived() {
      return counts.arrived;
    },
    get waiting() {
      return queue.waiting;
    },
    get plans() {
      return counts.plans;
    },
    get repairs() {
      return counts.repairs;
    },
    seek(id, x, y, given) {
      finite(x, 'x');
      finite(y, 'y');
      const slot = members.join(id, given);
      corridors.clear(slot);
      has[slot] = 0;
      targetX[slot] = x;
      targetY[slot] = y;
      ask(slot);
    },
    release(id) {
      members.leave(id);
      const slot = crowd.slotOf(id);
      queue.drop(slot);
      corridors.clear(slot);
      has[slot] = 0;
    },
    update(other: CrowdAgents) {
      members.check(other);
      counts.updates++;
      counts.arrived = 0;
      mends = 0;
      queue.answer(plansPerUpdate, plan, planning);
      const { end } = crowd;
      for (let slot = 0; slot < end; slot++) {
        if (!members.isMember(slot)) continue;
        if (has[slot] !== 0) step(slot);
        else {
          rest(slot);
          if (status[slot] === NO_PATH && counts.updates >= askAt[slot]) queue.push(slot);
        }
        if (status[slot] === ARRIVED) counts.arrived++;
      }
      for (let k = 0; k < shortensPerUpdate && k < end; k++) {
        turn = (turn + 1) % end;
        if (members.isMember(turn) && has[turn] !== 0 && status[turn] === WALKING)
          corridors.optimize(turn);
      }
    },
  };
}
