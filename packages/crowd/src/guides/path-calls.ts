// The calls of guides along paths, on every backend: give paths, seek, release, plan again.
import {
  flag,
  number,
  type OptionRules,
  points as pointsRule,
  refuseNumber,
  type Rule,
  whole,
} from '@wayfield/check';
import type { PathRoutes, PathStore } from './path-store.ts';
import { checkRoutes } from './plans.ts';
import { SEEK_RULES } from './rules.ts';
import { createSeekCalls, extend, needPlan, type SeekCalls, type SeekParts } from './seek-calls.ts';
import { GUIDE_STATUS } from './types.ts';

/** The rules of options that path guides of every backend have. */
export const PATH_RULES: OptionRules = {
  ...SEEK_RULES,
  lookAhead: /* @__PURE__ */ whole(1, 1024),
  astray: /* @__PURE__ */ number(0, Infinity),
  cornersAtWalls: flag,
};

/** Calls that give agents paths. `seek` and `replanAll` throw Error without the option `plan`. */
export interface PathCalls extends SeekCalls {
  /** Bytes of the paths. */
  readonly memoryBytes: number;
  /**
   * Gives an agent a path, x, y, x, y, …, in metres, at least one point; the first is where it
   * starts. The points are copied. Throws RangeError for an id that is not in the crowd.
   */
  assign(id: number, points: ArrayLike<number>, speed?: number): void;
  /**
   * Gives an agent route `i` of a solver: of Polyanya, of `planOnGrid`, or of a disc search, whose
   * arcs become corners outside the arc. Returns false for a route without points; the agent then
   * keeps its path. Throws RangeError for an id that is not in the crowd, and if there is no route
   * `i`.
   */
  assignRoute(id: number, routes: PathRoutes, i: number, speed?: number): boolean;
  /**
   * Plans the paths of all agents again that have not arrived, for example after a change of the
   * map. Needs `plan`.
   */
  replanAll(): void;
}

/** What the calls of a guide along paths work on. */
export interface PathParts extends SeekParts {
  readonly paths: PathStore;
  readonly cornersAtWalls: boolean;
  /** Called when a slot begins a new path, whose points are in `paths`. */
  begin(slot: number): void;
}

const onePoint: Rule = /* @__PURE__ */ pointsRule(1);
const { ARRIVED, NO_PATH, WALKING } = GUIDE_STATUS;

/** Sends an agent along the path that it has now. */
function begin(parts: PathParts, slot: number): void {
  const { crowd, members, paths, cornersAtWalls } = parts;
  if (cornersAtWalls) paths.inset(slot, crowd.radius[slot]);
  members.status[slot] = WALKING;
  parts.begin(slot);
}

/** Sends an agent along a path that the caller gave: its end becomes the target of later plans. */
function beginGiven(parts: PathParts, slot: number): void {
  const { x, y, first, length } = parts.paths;
  const last = first[slot] + length[slot] - 1;
  parts.seekers.aim(slot, x[last], y[last]);
  begin(parts, slot);
}

/**
 * Takes route i, the answer of a planner, as the path of a slot. If the route has no points, the
 * slot loses its path, with status NO_PATH.
 */
export function takeAnswer(parts: PathParts, slot: number, routes: PathRoutes, i: number): void {
  if (routes.firstPoint[i + 1] > routes.firstPoint[i]) {
    parts.paths.putRoute(slot, routes, i);
    begin(parts, slot);
    return;
  }
  parts.members.status[slot] = NO_PATH;
  parts.clear(slot);
}

export function createPathCalls(parts: PathParts): PathCalls {
  const { crowd, members, paths, seekers } = parts;
  return extend(createSeekCalls(parts), {
    get memoryBytes() {
      return paths.memoryBytes;
    },
    assign(id: number, points: ArrayLike<number>, given?: number) {
      onePoint(points, 'points');
      // a path that finds no memory leaves the agent as it was
      const slot = members.slotFor(id, given);
      paths.putPoints(slot, points);
      members.join(id, given);
      beginGiven(parts, slot);
    },
    assignRoute(id: number, routes: PathRoutes, i: number, given?: number) {
      checkRoutes(routes, 0);
      if (!(Number.isInteger(i) && i >= 0 && i + 1 < routes.firstPoint.length))
        refuseNumber('i', i, `a route from 0 to ${routes.firstPoint.length - 2}`);
      checkRoutes(routes, i + 1);
      crowd.slotOf(id);
      if (routes.firstPoint[i + 1] === routes.firstPoint[i]) return false;
      const slot = members.slotFor(id, given);
      paths.putRoute(slot, routes, i);
      members.join(id, given);
      beginGiven(parts, slot);
      return true;
    },
    replanAll() {
      needPlan(parts);
      for (let slot = 0; slot < crowd.end; slot++)
        if (members.isMember(slot) && members.status[slot] !== ARRIVED) seekers.ask(slot);
    },
  });
}
