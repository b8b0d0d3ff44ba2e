// What a vehicle sees ahead, on its lane and on the next ones of its route, and the acceleration
// that follows from it. `lookAhead` sees only positions before the tick, so the order of vehicles
// does not matter. `inTheWay`, for queues of departures, sees positions after the moves. Functions
// pass distances to one another in `TrafficState.sight`. create-traffic.ts calls `lookAhead`, and
// move.ts `inTheWay`.
import { NONE } from '@wayfield/graph';
import { idm } from './car-following.ts';
import { MOST_CROSSINGS, rivalFor, setReach } from './claims.ts';
import {
  DRIVING,
  GAP,
  nextAt,
  NOBODY,
  NOTICE,
  REACH,
  REST,
  SPEED,
  type TrafficState,
} from './state.ts';

/** Metres kept free beyond all rounding, so that bodies never overlap by an ulp. */
const MARGIN = 1e-6;

/** Sets `accelerate`, `room`, `crossings` and `blocker` of all vehicles on lanes. */
export function lookAhead(state: TrafficState): void {
  const { vehicles, sight } = state;
  const { status, ahead } = vehicles;
  for (let v = 0; v < vehicles.count; v++) {
    if (status[v] !== DRIVING) continue;
    vehicles.accelerate[v] = Infinity;
    vehicles.room[v] = Infinity;
    vehicles.crossings[v] = 0;
    sight[GAP] = Infinity;
    sight[SPEED] = 0;
    obey(state, v, NOBODY);
    if (ahead[v] === NONE) lookOverLanes(state, v);
    else follow(state, v);
  }
}

/** Follows a vehicle on the same lane. */
function follow(state: TrafficState, v: number): void {
  const { vehicles, lanes, routes, model, sight } = state;
  const { metres, lane, ahead, room } = vehicles;
  const leader = ahead[v];
  sight[GAP] = metres[leader] - metres[v] - model.length;
  obstacle(state, v, leader);
  sight[REST] = lanes.length[lane[v]] - metres[v];
  // only the first vehicle of a lane leaves it
  if (sight[REST] < room[v]) room[v] = sight[REST];
  if (vehicles.since[v] === 0) return;
  const next = nextAt(state, v, vehicles.at[v]);
  if (next === NOBODY) return;
  const rival = rivalFor(state, v, routes.lane[next], lane[v]);
  if (rival === NOBODY) return;
  sight[GAP] = sight[REST];
  stopLine(state, v, rival);
}

/** Looks for obstacles along the route of `v`, the first vehicle of its lane. */
function lookOverLanes(state: TrafficState, v: number): void {
  const { vehicles, lanes, routes, on, model, sight } = state;
  const { metres, at, since, crossings, speed } = vehicles;
  const { minimumGap, headway, acceleration, deceleration } = model;
  const closing = (speed[v] * speed[v]) / (2 * Math.sqrt(acceleration * deceleration));
  // Twice the desired gap to an obstacle that stands. The IDM subtracts a (s* / s)^2, so an
  // obstacle beyond this lowers the acceleration by less than a / 4.
  const horizon = 2 * (minimumGap + speed[v] * headway + closing);
  setReach(state, v);
  let lane = vehicles.lane[v];
  let next = at[v];
  sight[REST] = lanes.length[lane] - metres[v];
  overhang(state, v, lane);
  for (let i = 0; i < MOST_CROSSINGS && sight[REST] < horizon; i++) {
    next = nextAt(state, v, next);
    if (next === NOBODY) {
      crossings[v] = i + 1;
      return;
    }
    const to = routes.lane[next];
    const isInReach = sight[REST] <= sight[REACH];
    if (sight[REST] <= sight[NOTICE] || (i === 0 && since[v] > 0)) {
      const rival = rivalFor(state, v, to, lane);
      if (rival !== NOBODY) {
        // The IDM stops a vehicle the minimum gap before the obstacle. At the next stop line this
        // is right. At a later one the obstacle is put that much farther: a vehicle that stopped
        // short of the line might stand on a lane that others could use.
        sight[GAP] = sight[REST] + (i === 0 ? 0 : model.minimumGap);
        stopLine(state, v, rival);
        return;
      }
    }
    if (isInReach) crossings[v] = i + 1;
    const last = on.back[to];
    // with 'loop' the lanes of the route form a circle, and `v` is the only vehicle on it
    if (last === v) return;
    if (last !== NONE) {
      sight[GAP] = sight[REST] + metres[last] - model.length;
      obstacle(state, v, last);
      return;
    }
    sight[REST] += lanes.length[to];
    lane = to;
    overhang(state, v, lane);
  }
}

/**
 * Follows the last vehicle that left `lane`, which ends `REST` ahead, as long as the body of that
 * vehicle is still on the lane.
 */
function overhang(state: TrafficState, v: number, lane: number): void {
  const { vehicles, on, model, sight } = state;
  const leaver = on.leaver[lane];
  if (leaver === NONE || leaver === v) return;
  const beyond = vehicles.driven[leaver] - on.leaverEnd[lane];
  if (beyond >= model.length) return;
  sight[GAP] = sight[REST] + beyond - model.length;
  obstacle(state, v, leaver);
}

/** Follows vehicle `leader`, whose rear is `GAP` ahead of the front of `v`. */
function obstacle(state: TrafficState, v: number, leader: number): void {
  const { vehicles, sight } = state;
  const { room, speed } = vehicles;
  sight[SPEED] = speed[leader];
  obey(state, v, leader);
  const free = sight[GAP] > MARGIN ? sight[GAP] - MARGIN : 0;
  if (free < room[v]) room[v] = free;
}

/**
 * Stops `v` at a line `REST` ahead, the end of a lane, because `rival` goes first. The vehicle
 * brakes as for an obstacle that stands `GAP` ahead.
 */
function stopLine(state: TrafficState, v: number, rival: number): void {
  const { vehicles, sight } = state;
  sight[SPEED] = 0;
  obey(state, v, rival);
  if (sight[REST] < vehicles.room[v]) vehicles.room[v] = sight[REST];
}

/**
 * Lowers the acceleration of `v` to that of the IDM for the obstacle at `GAP` with `SPEED`. If that
 * lowers it, `other` becomes the blocker of `v`; NOBODY: the free road.
 */
function obey({ vehicles, lanes, model, sight }: TrafficState, v: number, other: number): void {
  const { speed, lane, pace, accelerate, blocker } = vehicles;
  const desired = lanes.speed[lane[v]] * pace[v];
  const wanted = idm(model, speed[v], desired, sight[GAP], sight[SPEED]);
  if (wanted >= accelerate[v]) return;
  accelerate[v] = wanted;
  blocker[v] = other;
}

/**
 * The vehicle that keeps `v` from entering at `metres[v]` of the lane at index `at` of its route:
 * the next vehicle ahead, on this lane or a later one, if its rear is nearer than the minimum gap.
 * NOBODY: there is room.
 */
export function inTheWay(state: TrafficState, v: number, at: number): number {
  const { vehicles, lanes, routes, on, model } = state;
  const { driven } = vehicles;
  const least = model.length + model.minimumGap;
  let next = at;
  let rest = -vehicles.metres[v];
  for (let i = 0; i < MOST_CROSSINGS && next !== NOBODY && rest < model.minimumGap; i++) {
    const lane = routes.lane[next];
    const last = on.back[lane];
    if (last !== NONE) return rest + vehicles.metres[last] < least ? last | 0 : NOBODY;
    rest += lanes.length[lane];
    const leaver = on.leaver[lane];
    if (leaver !== NONE && leaver !== v) {
      const beyond = driven[leaver] - on.leaverEnd[lane];
      if (beyond < model.length && rest + beyond < least) return leaver | 0;
    }
    next = nextAt(state, v, next);
  }
  return NOBODY;
}
