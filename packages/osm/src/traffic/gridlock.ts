// Gridlock: a circle of vehicles, each of which waits for the next one. Each vehicle waits for one
// other vehicle at most, its blocker, so following the blockers finds every circle. Called by
// `step` of create-traffic.ts every 10 seconds of the simulation.
import { NONE } from '@wayfield/graph';
import { joinQueue } from './move.ts';
import {
  ARRIVED,
  DRIVING,
  leaveLane,
  nextAt,
  NOBODY,
  type TrafficState,
  WAITING,
} from './state.ts';

/** A vehicle counts as waiting if it has been slower than STANDING for this many seconds. */
export const PATIENCE = 20;

/** Marks of vehicles: not visited in this search, on the current walk, visited, to be taken out. */
const [FRESH, WALKED, DONE, LEAVES] = [0, 1, 2, 3];

/**
 * The number of vehicles in circles that wait for one another. Of these vehicles, those that are
 * the first of their lane and have waited for `release` seconds are taken out and queue farther on.
 */
export function findGridlock(state: TrafficState, release: number): number {
  const { count, mark, movedAt } = state.vehicles;
  mark.fill(FRESH);
  let waiting = 0;
  for (let v = 0; v < count; v++) {
    const end = walk(state, v);
    if (end === NOBODY) continue;
    let w = end;
    do {
      waiting++;
      // marked now and taken out after all walks, because `takeOut` changes blockers
      if (mayBeTakenOut(state, w) && state.time - movedAt[w] >= release) mark[w] = LEAVES;
      w = blockerOf(state, w);
    } while (w !== end);
  }
  for (let v = 0; v < count; v++) if (mark[v] === LEAVES) takeOut(state, v);
  return waiting;
}

/** The blocker of `v`, if `v` is on the roads or in a queue and has waited PATIENCE seconds. */
function blockerOf({ vehicles, time }: TrafficState, v: number): number {
  const { status, movedAt, blocker } = vehicles;
  if (status[v] === WAITING || status[v] === ARRIVED) return NOBODY;
  // `| 0` turns NONE into NOBODY
  return time - movedAt[v] < PATIENCE ? NOBODY : blocker[v] | 0;
}

/** Follows the blockers from `v`. Returns a vehicle of a circle not found before, else NOBODY. */
function walk(state: TrafficState, v: number): number {
  const { mark } = state.vehicles;
  let end = v;
  // in a whole search each vehicle becomes WALKED once and DONE once, so the time is linear
  while (end !== NOBODY && mark[end] === FRESH) {
    mark[end] = WALKED;
    end = blockerOf(state, end);
  }
  const circle = end !== NOBODY && mark[end] === WALKED ? end : NOBODY;
  for (let w = v; w !== NOBODY && mark[w] === WALKED; w = blockerOf(state, w)) mark[w] = DONE;
  return circle;
}

/** Whether `v` is the first vehicle of its lane and its route goes on to another one. */
function mayBeTakenOut(state: TrafficState, v: number): boolean {
  const { status, ahead, at } = state.vehicles;
  return status[v] === DRIVING && ahead[v] === NONE && nextAt(state, v, at[v]) !== NOBODY;
}

/**
 * Takes `v` from its lane. It queues for the next lane of its route that is longer than two
 * vehicles with gaps, at most half full and without a queue; or else for the last lane.
 */
function takeOut(state: TrafficState, v: number): void {
  const { vehicles, lanes, routes, on, model } = state;
  const space = model.length + model.minimumGap;
  const last = routes.first[(v % routes.count) + 1] - 1;
  let next = nextAt(state, v, vehicles.at[v]);
  // Fuller lanes are skipped: a vehicle that queues for a lane of the jam closes the circle again.
  while (next < last) {
    const lane = routes.lane[next];
    const isFree = 2 * on.held[lane] * space <= lanes.length[lane];
    if (isFree && lanes.length[lane] > 2 * space && on.queueFront[lane] === NONE) break;
    next++;
  }
  leaveLane(state, v);
  vehicles.lane[v] = NONE;
  vehicles.speed[v] = 0;
  vehicles.driven[v] += model.length;
  state.released++;
  joinQueue(state, v, next);
}
