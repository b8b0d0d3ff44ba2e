// A path per agent. The agent aims at a point of its path that it sees, or at the next corner:
// path-walk.ts.
import { callback, checkOptions, optional, type OptionRules } from '@wayfield/check';
import type { CrowdAgents, Guide } from '../types.ts';
import { type Approach, createApproach } from './approach.ts';
import { checkCrowd, createGuideMembers } from './members.ts';
import {
  createPathCalls,
  PATH_RULES,
  type PathCalls,
  type PathParts,
  takeAnswer,
} from './path-calls.ts';
import { createPathStore, type PathRoutes } from './path-store.ts';
import { createPathWalk, type PathWalk } from './path-walk.ts';
import type { Planner } from './plans.ts';
import { createSeekers, type Seekers } from './seekers.ts';
import { GUIDE_KIND, putColumns, readState, writeState } from './state.ts';
import type { Sight } from './sight.ts';
import { GUIDE_STATUS, type GuidedCrowd, type PaceOptions } from './types.ts';

/** Options of `createPathGuide`. */
export interface PathGuideOptions extends PaceOptions {
  /**
   * Whether a disc can go straight from one point to another: `sightOfSurface`, `sightOfGrid`,
   * `sightOfWalls`, or a function of yours. Default: agents aim at the next corner until they are
   * within their radius of it, or beyond the line that halves its angle.
   */
  readonly sees?: Sight | undefined;
  /**
   * Finds new paths for `seek`, and for agents that were pushed off their path. If it throws,
   * `update` throws, and the agents wait for the next update. Default: none; agents off their path
   * then go on towards the last point that they aimed at.
   */
  readonly plan?: Planner | undefined;
  /** Paths that are planned in one update at most, 1 to 65,536. Default 16. */
  readonly plansPerUpdate?: number | undefined;
  /** Updates from a request to the planner until the agent may ask again. Default 60. */
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
export interface PathGuide extends PathCalls, Required<Guide> {}

const rules: OptionRules = { ...PATH_RULES, sees: /* @__PURE__ */ optional(callback) };

const { WALKING, ARRIVED, NO_PATH } = GUIDE_STATUS;

/**
 * Creates a guide along paths. With the option `sees`, the aim of an agent moves along its path, by
 * at most `lookAhead` points per update, as long as the agent sees the next point. An agent is off
 * its path if it sees neither its aim nor the last points before it. With the option `plan`, an
 * agent off its path waits in a queue for a new path; meanwhile it goes on towards its last aim. In
 * an update agents join the queue in the order of their slots, so the same crowd gets the same
 * paths on every machine.
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
 * const id = crowd.add({ x: 1, y: 1 });
 * guide.seek(id, 19, 9);
 * crowd.follow(guide);
 * for (let tick = 0; tick < 1800; tick++) crowd.step(1 / 60);
 * console.log(Math.round(crowd.x[crowd.slotOf(id)])); // 19
 */
export function createPathGuide(crowd: GuidedCrowd, options: PathGuideOptions = {}): PathGuide {
  checkCrowd(crowd);
  checkOptions('createPathGuide', options, rules);
  const members = createGuideMembers(crowd, options.speed ?? 1.3);
  const paths = createPathStore(crowd.capacity);
  const { sees, lookAhead = 8, astray = 2 } = options;
  const walk = createPathWalk(crowd, paths, { sees, lookAhead, astray });
  const ground: PathGround = {
    crowd,
    members,
    paths,
    walk,
    approach: createApproach(crowd, members, options),
    seekers: createSeekers(crowd, members, options),
    plan: options.plan,
    cornersAtWalls: options.cornersAtWalls ?? false,
    arrived: 0,
    begin: walk.begin,
    clear: paths.clear,
  };
  const { seekers } = ground;
  const take = (slot: number, routes: PathRoutes, i: number): void =>
    takeAnswer(ground, slot, routes, i);
  const columns = [...members.columns, ...seekers.columns, ...walk.columns];
  return Object.assign(createPathCalls(ground), {
    snapshot: () => writeState(GUIDE_KIND.paths, columns, paths.numbers()),
    restore(bytes: Uint8Array) {
      const state = readState(GUIDE_KIND.paths, columns, bytes);
      members.checkState(state);
      seekers.checkState(state);
      walk.checkState(state, paths.lengthsIn(state.numbers));
      putColumns(columns, state);
      paths.putNumbers(state.numbers);
    },
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
interface PathGround extends PathParts {
  readonly walk: PathWalk;
  readonly approach: Approach;
  readonly seekers: Seekers;
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
