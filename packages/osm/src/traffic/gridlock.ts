// Gridlock: a circle of vehicles, each of which waits for the next one. Each vehicle waits for one
// other vehicle at most, its blocker, so following the blockers finds every circle.
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

/** Seconds for which no vehicle of a circle has moved. */
export const PATIENCE = 20;

/** Marks of vehicles: before this search, on the current walk, done. */
const [FRESH, WALKED, DONE] = [0, 1, 2];

/**
 * The number of vehicles in circles that wait for one another. One vehicle of each circle that has
 * waited for `release` seconds is taken out and queues for its next lane.
 */
export function findGridlock(state: TrafficState, release: number): number {
  const { count, mark, movedAt } = state.vehicles;
  mark.fill(FRESH);
  let waiting = 0;
  for (let v = 0; v < count; v++) {
    const end = walk(state, v);
    if (end === NOBODY) continue;
    let first = NOBODY;
    let w = end;
    do {
      waiting++;
      if (mayBeTakenOut(state, w) && (first === NOBODY || w < first)) first = w;
      w = blockerOf(state, w);
    } while (w !== end);
    if (first !== NOBODY && state.time - movedAt[first] >= release) takeOut(state, first);
  }
  return waiting;
}

/** The vehicle that `v` has waited for; NOBODY where `v` moves. */
function blockerOf({ vehicles, time }: TrafficState, v: number): number {
  const { status, movedAt, blocker } = vehicles;
  if (status[v] === WAITING || status[v] === ARRIVED) return NOBODY;
  return time - movedAt[v] < PATIENCE ? NOBODY : blocker[v] | 0;
}

/** Follows the blockers from `v`. Returns a vehicle of a circle that is new, else NOBODY. */
function walk(state: TrafficState, v: number): number {
  const { mark } = state.vehicles;
  let end = v;
  // each turn of both loops changes a mark, so there are at most as many as vehicles
  while (end !== NOBODY && mark[end] === FRESH) {
    mark[end] = WALKED;
    end = blockerOf(state, end);
  }
  const circle = end !== NOBODY && mark[end] === WALKED ? end : NOBODY;
  for (let w = v; w !== NOBODY && mark[w] === WALKED; w = blockerOf(state, w)) mark[w] = DONE;
  return circle;
}

/** Only the first vehicle of a lane that has a next lane. */
function mayBeTakenOut(state: TrafficState, v: number): boolean {
  const { status, ahead, at } = state.vehicles;
  return status[v] === DRIVING && ahead[v] === NONE && nextAt(state, v, at[v]) !== NOBODY;
}

function takeOut(state: TrafficState, v: number): void {
  const { vehicles, model } = state;
  const next = nextAt(state, v, vehicles.at[v]);
  leaveLane(state, v);
  vehicles.lane[v] = NOBODY;
  vehicles.speed[v] = 0;
  vehicles.driven[v] += model.length;
  state.released++;
  joinQueue(state, v, next);
}
