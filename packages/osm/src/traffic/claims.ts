// Right of way. A lane into which several lanes lead is claimed by the first vehicle of each; in
// one tick vehicles of one feeder may enter. The feeder of a lane is the lane before it on a route,
// or DEPARTURES.
import { NONE } from '@wayfield/graph';
import { DRIVING, DT, KEY, nextAt, NOBODY, REACH, REST, type TrafficState } from './state.ts';

/** The feeder of vehicles that enter a lane from a parking place. */
export const DEPARTURES = 0xfffffffe;

/**
 * Keys order claims: by class, then by the tick of the first claim, then by id. 2^20 vehicles and
 * 2^30 ticks keep a key within the 53 bits of a double.
 */
const CLASS = 2 ** 50;
const TICK = 2 ** 20;
export const MOST_VEHICLES: number = TICK;
export const MOST_TICKS: number = 2 ** 30 - 1;

/** A vehicle that cannot stop before its next lane at this factor of comfortable deceleration. */
const RUSHED = 1.25;

/** Sets `KEY` for a vehicle `REST` before its next lane. Vehicles that cannot stop come first. */
function setKey({ vehicles, model, sight }: TrafficState, v: number): void {
  const speed = vehicles.speed[v];
  const isRushed = speed * speed > 2 * RUSHED * model.deceleration * sight[REST];
  sight[KEY] = (isRushed ? 0 : CLASS) + vehicles.since[v] * TICK + v;
}

/** Key of a vehicle for a lane beyond its next lane: below all claims of vehicles next to it. */
const farKey = (v: number): number => 2 * CLASS + v;

/** Sets `REACH` to the metres that a vehicle may drive in the tick. */
export function setReach({ vehicles, model, sight }: TrafficState, v: number): void {
  sight[REACH] = (vehicles.speed[v] + model.acceleration * sight[DT]) * sight[DT];
}

/** Enters all claims of the tick. */
export function claimLanes(state: TrafficState): void {
  const { vehicles, lanes, routes, on, model, sight } = state;
  const { status, lane, metres, at, ahead, since, speed } = vehicles;
  const { minimumGap, headway, deceleration } = model;
  for (let v = 0; v < vehicles.count; v++) {
    if (status[v] !== DRIVING) continue;
    const next = nextAt(state, v, at[v]);
    if (next === NOBODY) continue;
    const rest = lanes.length[lane[v]] - metres[v];
    setReach(state, v);
    if (since[v] === 0) {
      // from here the vehicle can still stop comfortably
      const stopping = headway * speed[v] + (speed[v] * speed[v]) / (2 * deceleration);
      if (rest > Math.max(sight[REACH], 2 * minimumGap + stopping)) continue;
      since[v] = state.tick;
    }
    if (ahead[v] !== NONE) continue;
    sight[REST] = rest;
    setKey(state, v);
    claim(state, routes.lane[next], lane[v]);
    if (rest < sight[REACH]) claimFar(state, v, next);
  }
  for (let i = 0; i < state.queuedLanes; i++) {
    const v = on.queueFront[state.queued[i]];
    sight[KEY] = CLASS + since[v] * TICK + v;
    claim(state, state.queued[i], DEPARTURES);
  }
}

/** Claims the lanes after the next one, `REST` ahead, that `v` may reach in the tick. */
function claimFar(state: TrafficState, v: number, next: number): void {
  const { lanes, routes, sight } = state;
  let at = next;
  let rest = sight[REST];
  sight[KEY] = farKey(v);
  for (let i = 0; i < MOST_CROSSINGS; i++) {
    const lane = routes.lane[at];
    rest += lanes.length[lane];
    at = nextAt(state, v, at);
    if (rest > sight[REACH] || at === NOBODY) return;
    claim(state, routes.lane[at], lane);
  }
}

/** Boundaries of lanes that a vehicle may cross in a tick, and that it looks ahead over. */
export const MOST_CROSSINGS = 64;

/** Enters a claim of the key `KEY`. */
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
 * The vehicle for which `v` must not enter `lane` from `feeder`, `REST` ahead of it, in this
 * tick; NOBODY where it may. The answer is the vehicle with the first claim from another feeder.
 * Where the capacity is reached, it is the one that leaves the lane next.
 */
export function rivalFor(state: TrafficState, v: number, lane: number, feeder: number): number {
  const { vehicles, on, lanes, tick, sight } = state;
  if (lanes.capacity && on.held[lane] >= lanes.capacity[lane]) return on.front[lane] | 0;
  if (on.claimTick[lane] !== tick) return NOBODY;
  const rival = on.bestFeeder[lane] === feeder ? on.otherKey[lane] : on.bestKey[lane];
  if (vehicles.lane[v] === feeder) setKey(state, v);
  else sight[KEY] = farKey(v);
  return sight[KEY] < rival ? NOBODY : (rival % TICK) | 0;
}

/** The same for the front of the queue of departures of `lane`. */
export function rivalOfQueue({ on, lanes }: TrafficState, lane: number): number {
  if (lanes.capacity && on.held[lane] >= lanes.capacity[lane]) return on.front[lane] | 0;
  return on.bestFeeder[lane] === DEPARTURES ? NOBODY : (on.bestKey[lane] % TICK) | 0;
}
