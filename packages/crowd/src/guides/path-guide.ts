// A path per agent, followed by the farthest of its points that the agent sees.
import {
  callback,
  checkOptions,
  number,
  optional,
  type OptionRules,
  points as pointsRule,
  refuse,
  refuseNumber,
  type Rule,
  whole,
} from '@wayfield/check';
import type { CrowdAgents, Guide } from '../types.ts';
import { type Approach, createApproach } from './approach.ts';
import { checkCrowd, createMembers, type Members } from './members.ts';
import { createPathStore, type PathRoutes, type PathStore } from './path-store.ts';
import { createPathWalk, type PathWalk } from './path-walk.ts';
import { checkRoutes, type Planner } from './plans.ts';
import { createSeekers, type Seekers } from './seekers.ts';
import { GUIDE_KIND, readColumns, readNumbers, writeState } from './state.ts';
import type { Sight } from './sight.ts';
import { GUIDE_STATUS, type GuidedCrowd, type PaceOptions } from './types.ts';

/** Options of `createPathGuide`. */
export interface PathGuideOptions extends PaceOptions {
  /**
   * Whether a disc can go straight from one place to another: `sightOfSurface`, `sightOfGrid`, or a
   * function of yours. Default: agents aim at the next corner, and pass on at the line that halves
   * its angle.
   */
  readonly sees?: Sight | undefined;
  /**
   * Finds new paths for agents that were pushed off theirs, and for `seek`. Default: none; then
   * such agents go on towards the last point that they aimed at.
   */
  readonly plan?: Planner | undefined;
  /** Paths that are planned in one update at most, 1 to 65,536. Default 16. */
  readonly plansPerUpdate?: number | undefined;
  /** Updates until an agent that has asked for a path may ask again. Default 60. */
  readonly retry?: number | undefined;
  /** Points ahead that are tried in one update at most, 1 to 1,024. Default 8. */
  readonly lookAhead?: number | undefined;
  /** Without `sees`: farther from its path than this, in metres, an agent is off it. Default 2. */
  readonly astray?: number | undefined;
  /**
   * Whether paths turn exactly at the corners of walls, as those of Polyanya do. Corners are then
   * moved away from the wall by the radius of the agent. Paths of discs, of grids and of roads keep
   * clear themselves. Default false.
   */
  readonly cornersAtWalls?: boolean | undefined;
  /** An agent this near to the end of its path has arrived, in metres. Default 0.3. */
  readonly arrival?: number | undefined;
}

/** A guide along paths. */
export interface PathGuide extends Required<Guide> {
  /** `GUIDE_STATUS` of each slot after the last update. Read only. */
  readonly status: Uint8Array;
  /** How many agents of the guide had arrived at the last update. */
  readonly arrived: number;
  /** How many agents wait for a plan. */
  readonly waiting: number;
  /** How many plans were asked for since the guide was created. */
  readonly plans: number;
  /** Bytes of the paths. */
  readonly memoryBytes: number;
  /**
   * Gives an agent a path, x, y, x, y, …, in metres, at least one point; the first is where it
   * starts. The points are copied. Throws RangeError for an id that is not in the crowd.
   */
  assign(id: number, points: ArrayLike<number>, speed?: number): void;
  /**
   * Gives an agent route `i` of a solver: of Polyanya, of a disc search, whose arcs are followed by
   * corners outside of them, or of `planOnGrid`. Returns false for a route without points; the
   * agent then keeps the path it has.
   */
  assignRoute(id: number, routes: PathRoutes, i: number, speed?: number): boolean;
  /** Sends an agent to (x, y): a path is planned at one of the next updates. Needs `plan`. */
  seek(id: number, x: number, y: number, speed?: number): void;
  /** Lets an agent go: its preferred velocity becomes 0. */
  release(id: number): void;
  /** Plans the paths of all agents again, as where the map has changed. Needs `plan`. */
  replanAll(): void;
}

const finite: Rule = /* @__PURE__ */ number();
const onePoint: Rule = /* @__PURE__ */ pointsRule(1);
const MOST_PLANS = 65536;
const rules: OptionRules = {
  speed: /* @__PURE__ */ number(0, 1e6),
  slowing: /* @__PURE__ */ number(0, 1e6),
  sees: /* @__PURE__ */ optional(callback),
  plan: /* @__PURE__ */ optional(callback),
  plansPerUpdate: /* @__PURE__ */ whole(1, MOST_PLANS),
  retry: /* @__PURE__ */ whole(1, 2 ** 30),
  lookAhead: /* @__PURE__ */ whole(1, 1024),
  astray: /* @__PURE__ */ number(0, Infinity),
  cornersAtWalls: (value, name) => {
    if (value !== undefined && typeof value !== 'boolean') refuse(name, value, 'true or false');
  },
  arrival: /* @__PURE__ */ number(0, 1e6),
};

const { WALKING, ARRIVED, NO_PATH } = GUIDE_STATUS;

/**
 * Creates a guide along paths. Each agent aims at the farthest point of its path that it sees. One
 * that sees none was pushed off its path: it waits in a queue for a new one, while it goes on
 * towards where it aimed. Agents are asked in the order of their slots, so that the same crowd gets
 * the same paths on every machine.
 *
 * @throws TypeError and RangeError for wrong arguments.
 *
 * @example
 * const polyanya = createPolyanya(mesh);
 * const guide = createPathGuide(crowd, {
 *   sees: sightOfSurface(createSurface(mesh)),
 *   plan: (requests) => polyanya.run(requests),
 *   cornersAtWalls: true,
 * });
 * guide.seek(crowd.add({ x: 1, y: 1 }), 19, 9);
 * crowd.follow(guide);
 */
export function createPathGuide(crowd: GuidedCrowd, options: PathGuideOptions = {}): PathGuide {
  checkCrowd(crowd);
  checkOptions('createPathGuide', options, rules);
  const members = createMembers(crowd, options.speed ?? 1.3);
  const paths = createPathStore(crowd.capacity);
  const { sees, lookAhead = 8, astray = 2 } = options;
  const ground: PathGround = {
    crowd,
    members,
    paths,
    walk: createPathWalk(crowd, paths, { sees, lookAhead, astray }),
    approach: createApproach(crowd, members, options),
    seekers: createSeekers(crowd, members, options),
    plan: options.plan,
    cornersAtWalls: options.cornersAtWalls ?? false,
    arrived: 0,
  };
  const { seekers } = ground;
  const take = (slot: number, routes: PathRoutes, i: number): void =>
    takeAnswer(ground, slot, routes, i);
  return Object.assign(pathCalls(ground), {
    update(other: CrowdAgents) {
      members.check(other);
      if (ground.plan) seekers.answer(ground.plan, take);
      ground.arrived = 0;
      for (let slot = 0; slot < crowd.end; slot++) {
        if (!members.isMember(slot)) continue;
        step(ground, slot);
        if (members.status[slot] === ARRIVED) ground.arrived++;
      }
    },
  });
}

/** The parts of a guide along paths. */
interface PathGround {
  readonly crowd: GuidedCrowd;
  readonly members: Members;
  readonly paths: PathStore;
  readonly walk: PathWalk;
  readonly approach: Approach;
  readonly seekers: Seekers;
  readonly plan: Planner | undefined;
  readonly cornersAtWalls: boolean;
  arrived: number;
}

/** Sends an agent along the path that it has now. */
function begin({ crowd, members, paths, walk, cornersAtWalls }: PathGround, slot: number): void {
  if (cornersAtWalls) paths.inset(slot, crowd.radius[slot]);
  walk.begin(slot);
  members.status[slot] = WALKING;
}

/** The path of a slot is new: its end is the target of later plans. */
function beginGiven(ground: PathGround, slot: number): void {
  const { x, y, first, length } = ground.paths;
  const last = first[slot] + length[slot] - 1;
  ground.seekers.aim(slot, x[last], y[last]);
  begin(ground, slot);
}

function takeAnswer(ground: PathGround, slot: number, routes: PathRoutes, i: number): void {
  if (routes.firstPoint[i + 1] > routes.firstPoint[i]) {
    ground.paths.putRoute(slot, routes, i);
    begin(ground, slot);
    return;
  }
  ground.paths.clear(slot);
  ground.members.status[slot] = NO_PATH;
}

/** Writes the preferred velocity of an agent. */
function step({ members, paths, walk, approach, seekers, plan }: PathGround, slot: number): void {
  const { status } = members;
  if (paths.length[slot] === 0) {
    approach.rest(slot);
    if (status[slot] === NO_PATH && plan) seekers.askIfDue(slot);
    return;
  }
  const isOn = walk.follow(slot);
  if (isOn) status[slot] = WALKING;
  else if (plan) seekers.askIfDue(slot);
  approach.go(slot, walk.aim, 0, isOn && walk.isLast);
}

function pathCalls(ground: PathGround): Omit<PathGuide, 'update'> {
  const { crowd, members, paths, seekers, plan } = ground;
  const needPlan = (): void => {
    if (!plan) throw new Error('this guide has no planner: give createPathGuide the option plan');
  };
  const columns = [...members.columns, ...seekers.columns, ...ground.walk.columns];
  return {
    status: members.status,
    snapshot: () => writeState(GUIDE_KIND.paths, columns, paths.numbers()),
    restore(bytes) {
      const numbers = readNumbers(GUIDE_KIND.paths, columns, bytes);
      if (!paths.fits(numbers))
        refuse('bytes', numbers.length, 'paths of as many slots as the crowd has');
      readColumns(columns, bytes);
      paths.putNumbers(numbers);
    },
    get arrived() {
      return ground.arrived;
    },
    get waiting() {
      return seekers.waiting;
    },
    get plans() {
      return seekers.plans;
    },
    get memoryBytes() {
      return paths.memoryBytes;
    },
    assign(id, points, given) {
      onePoint(points, 'points');
      const slot = members.join(id, given);
      paths.putPoints(slot, points);
      beginGiven(ground, slot);
    },
    assignRoute(id, routes, i, given) {
      checkRoutes(routes, 0);
      if (!(Number.isInteger(i) && i >= 0 && i + 1 < routes.firstPoint.length))
        refuseNumber('i', i, `a route from 0 to ${routes.firstPoint.length - 2}`);
      checkRoutes(routes, i + 1);
      crowd.slotOf(id);
      if (routes.firstPoint[i + 1] === routes.firstPoint[i]) return false;
      const slot = members.join(id, given);
      paths.putRoute(slot, routes, i);
      beginGiven(ground, slot);
      return true;
    },
    seek(id, x, y, given) {
      finite(x, 'x');
      finite(y, 'y');
      needPlan();
      const slot = members.join(id, given);
      paths.clear(slot);
      seekers.aim(slot, x, y);
      seekers.ask(slot);
    },
    release(id) {
      members.leave(id);
      const slot = crowd.slotOf(id);
      seekers.drop(slot);
      paths.clear(slot);
    },
    replanAll() {
      needPlan();
      for (let slot = 0; slot < crowd.end; slot++)
        if (members.isMember(slot) && members.status[slot] !== ARRIVED) seekers.ask(slot);
    },
  };
}
