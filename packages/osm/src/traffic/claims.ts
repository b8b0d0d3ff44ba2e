// Right of way. In each tick the first vehicle of each lane claims the lanes that it wants to
// enter; a claim lasts for this tick. A lane takes in vehicles of one feeder only, that of the best
// claim. The feeder is the lane before the claimed one on the route of the vehicle, or DEPARTURES
// for the queue of departures. `takeStep` of create-traffic.ts calls `claimLanes`, then
// look-ahead.ts and move.ts ask for rivals.
import { NONE } from '@wayfield/graph';
import {
  DRIVING,
  DT,
  KEY,
  nextAt,
  NOBODY,
  NOTICE,
  REACH,
  REST,
  type TrafficState,
} from './state.ts';

/** The feeder of vehicles that enter a lane from its queue of departures. */
export const DEPARTURES = 0xfffffffe;

/**
 * Keys order claims: by class, then by `Vehicles.since`, the tick in which the vehicle came near or
 * queued, then by id. 2^20 vehicles and 2^30 ticks keep a key within the 53 bits of a double.
 */
const CLASS = 2 ** 50;
const TICK = 2 ** 20;
export const MOST_VEHICLES: number = TICK;
export const MOST_TICKS: number = 2 ** 30 - 1;

/**
 * A vehicle is rushed if it cannot stop before the lane that it claims at this many times the
 * comfortable deceleration.
 */
const RUSHED = 1.25;

/**
 * A lane on which fewer than this number of vehicles fit lies inside a junction, as the pieces of a
 * roundabout do. Vehicles on it go before those that enter the junction, or it would fill up.
 */
const INSIDE = 3;

/** Classes of claims, as the part of the key that orders them: the least goes first. */
const [RUSHED_ONES, INSIDE_ONES, OTHERS, FAR_ONES] = [0, CLASS, 2 * CLASS, 3 * CLASS];

/**
 * Sets `KEY` for vehicle `v` and a lane that begins `REST` ahead and has this feeder. Vehicles that
 * cannot stop come first. Vehicles that are not on the feeder yet come last: if their claims made
 * others wait, the waiting vehicles could form a circle.
 */
function setKey(state: TrafficState, v: number, feeder: number): void {
  const { vehicles, lanes, model, sight } = state;
  const speed = vehicles.speed[v];
  const isRushed = speed * speed > 2 * RUSHED * model.deceleration * sight[REST];
  const isInside = lanes.length[feeder] < INSIDE * (model.length + model.minimumGap);
  const near = isInside ? INSIDE_ONES : OTHERS;
  const rank = isRushed ? RUSHED_ONES : vehicles.lane[v] === feeder ? near : FAR_ONES;
  sight[KEY] = rank + vehicles.since[v] * TICK + v;
}

/**
 * Sets `REACH` to an upper bound on the metres that a vehicle drives in the tick. Sets `NOTICE` to
 * the metres within which it claims lanes: those in which it stops comfortably twice the minimum
 * gap before the lane, or `REACH` if that is more.
 */
export function setReach({ vehicles, model, sight }: TrafficState, v: number): void {
  const { acceleration, minimumGap, headway, deceleration } = model;
  const speed = vehicles.speed[v];
  sight[REACH] = (speed + acceleration * sight[DT]) * sight[DT];
  const stopping = headway * speed + (speed * speed) / (2 * deceleration);
  sight[NOTICE] = Math.max(sight[REACH], 2 * minimumGap + stopping);
}

/**
 * Writes all claims of the tick into `LaneStates`: those of the first vehicles of lanes and those
 * of the fronts of queues. A vehicle that is not the first of its lane claims nothing, but sets
 * `since` once it is near the end of the lane.
 */
export function claimLanes(state: TrafficState): void {
  const { vehicles, lanes, on, sight } = state;
  const { status, lane, metres, at, ahead, since } = vehicles;
  for (let v = 0; v < vehicles.count; v++) {
    if (status[v] !== DRIVING || nextAt(state, v, at[v]) === NOBODY) continue;
    sight[REST] = lanes.length[lane[v]] - metres[v];
    setReach(state, v);
    if (since[v] === 0) {
      if (sight[REST] > sight[NOTICE]) continue;
      since[v] = state.tick;
    }
    if (ahead[v] === NONE) claimAhead(state, v);
  }
  for (let i = 0; i < state.queuedLanes; i++) {
    const v = on.queueFront[state.queued[i]];
    sight[KEY] = OTHERS + since[v] * TICK + v;
    claim(state, state.queued[i], DEPARTURES);
  }
}

/** Claims the next lane, `REST` ahead, and those after it within `NOTICE` up to one in use. */
function claimAhead(state: TrafficState, v: number): void {
  const { vehicles, lanes, routes, on, sight } = state;
  let feeder = vehicles.lane[v];
  let at = nextAt(state, v, vehicles.at[v]);
  for (let i = 0; i < MOST_CROSSINGS && at !== NOBODY; i++) {
    const lane = routes.lane[at];
    setKey(state, v, feeder);
    claim(state, lane, feeder);
    sight[REST] += lanes.length[lane];
    if (on.back[lane] !== NONE || sight[REST] > sight[NOTICE]) return;
    at = nextAt(state, v, at);
    feeder = lane;
  }
}

/** Most ends of lanes that a vehicle crosses in a tick, and that it looks ahead over. */
export const MOST_CROSSINGS = 64;

/** Writes a claim with the key `KEY`: keeps the best key, and the best key of another feeder. */
function claim({ on, tick, sight }: TrafficState, lane: number, feeder: number): void {
  const { claimTick, bestKey, bestFeeder, otherKey } = on;
  const key = sight[KEY];
  if (claimTick[lane] !== tick) {
    claimTick[lane] = tick;
    bestKey[lane] = key;
    bestFeeder[lane] = feeder;
    otherKey[lane] = Infinity;
  } else if (feeder === bestFeeder[lane]) {
    if (key < bestKey[lane]) bestKey[lane] = key;
  } else if (key < bestKey[lane]) {
    otherKey[lane] = bestKey[lane];
    bestKey[lane] = key;
    bestFeeder[lane] = feeder;
  } else if (key < otherKey[lane]) otherKey[lane] = key;
}

/**
 * The rival of `v`: the vehicle with the best claim of another feeder, if that claim comes before
 * the claim of `v` on `lane` from `feeder`, `REST` ahead. While there is a rival, `v` must not
 * enter. NOBODY: `v` may enter. If the lane is full (`capacity`), the rival is the vehicle at its
 * front.
 */
export function rivalFor(state: TrafficState, v: number, lane: number, feeder: number): number {
  const { on, lanes, tick, sight } = state;
  if (lanes.capacity && on.held[lane] >= lanes.capacity[lane]) return on.front[lane] | 0;
  if (on.claimTick[lane] !== tick) return NOBODY;
  const rival = on.bestFeeder[lane] === feeder ? on.otherKey[lane] : on.bestKey[lane];
  setKey(state, v, feeder);
  return sight[KEY] < rival ? NOBODY : (rival % TICK) | 0;
}

/**
 * `rivalFor` for the front of the queue of departures of `lane`. A vehicle that joined the queue
 * during the moves has made no claim: it waits if there is a claim, and enters if there is none.
 */
export function rivalOfQueue({ on, lanes, tick }: TrafficState, lane: number): number {
  if (lanes.capacity && on.held[lane] >= lanes.capacity[lane]) return on.front[lane] | 0;
  if (on.claimTick[lane] !== tick) return NOBODY;
  return on.bestFeeder[lane] === DEPARTURES ? NOBODY : (on.bestKey[lane] % TICK) | 0;
}
