// Moves vehicles: by their accelerations, from lane to lane, off the roads at the end of their
// routes, and onto them from the queues of departures. Called by `takeStep` of create-traffic.ts.
import { NONE } from '@wayfield/graph';
import { rivalOfQueue } from './claims.ts';
import { inTheWay } from './look-ahead.ts';
import {
  ARRIVED,
  DRIVING,
  DT,
  enterLane,
  leaveLane,
  nextAt,
  NOBODY,
  QUEUED,
  type TrafficState,
  WAITING,
} from './state.ts';

/** Metres per second below which a vehicle counts as standing. */
export const STANDING = 0.1;

/** Moves all vehicles on lanes by a tick. */
export function moveVehicles(state: TrafficState): void {
  const { vehicles, sight } = state;
  const dt = sight[DT];
  const { status, speed, metres, accelerate, room, driven, movedAt } = vehicles;
  for (let v = 0; v < vehicles.count; v++) {
    if (status[v] !== DRIVING) continue;
    const before = speed[v];
    const rate = accelerate[v];
    let after = before + rate * dt;
    let step = before * dt + 0.5 * rate * dt * dt;
    if (after < 0) {
      // stops within the tick
      step = (before * before) / (-2 * rate);
      after = 0;
    }
    if (step > room[v]) {
      step = room[v];
      after = Math.min(after, step / dt);
    }
    const braking = (before - after) / dt;
    if (braking > state.hardest) state.hardest = braking;
    speed[v] = after;
    metres[v] += step;
    driven[v] += step;
    if (after > STANDING) movedAt[v] = state.time;
    crossLanes(state, v);
  }
}

/** Moves `v` to the lane that its front has reached, or off the roads at the end of its route. */
function crossLanes(state: TrafficState, v: number): void {
  const { vehicles, lanes, routes, on } = state;
  const { metres, lane, at, driven, crossings } = vehicles;
  let left = crossings[v];
  while (metres[v] > lanes.length[lane[v]]) {
    const beyond = metres[v] - lanes.length[lane[v]];
    if (left === 0) {
      // the front passed a stop line by rounding
      metres[v] = lanes.length[lane[v]];
      driven[v] -= beyond;
      return;
    }
    left--;
    const next = nextAt(state, v, at[v]);
    on.leaver[lane[v]] = v;
    on.leaverEnd[lane[v]] = driven[v] - beyond;
    leaveLane(state, v);
    if (next === NOBODY) {
      arrive(state, v);
      return;
    }
    at[v] = next;
    metres[v] = beyond;
    enterLane(state, v, routes.lane[next]);
  }
}

function arrive(state: TrafficState, v: number): void {
  const { vehicles, routes, model } = state;
  state.arrivals++;
  vehicles.arrivedAt[v] = state.time;
  vehicles.speed[v] = 0;
  vehicles.lane[v] = NONE;
  // counts the body as beyond the end of the lane, so that `overhang` does not find it there
  vehicles.driven[v] += model.length;
  if (state.arrival === 'leave') vehicles.status[v] = ARRIVED;
  else joinQueue(state, v, routes.first[v % routes.count]);
}

/** Puts all vehicles whose departure has come into the queues of their first lanes. */
export function departVehicles(state: TrafficState): void {
  const { vehicles, routes, departures } = state;
  while (state.departed < vehicles.count) {
    const v = departures[state.departed];
    if (vehicles.departure[v] > state.time) return;
    state.departed++;
    // a vehicle that `spread` has put on its route does not depart
    if (vehicles.status[v] !== WAITING) continue;
    const route = v % routes.count;
    if (routes.first[route] < routes.first[route + 1]) joinQueue(state, v, routes.first[route]);
    else {
      vehicles.status[v] = ARRIVED;
      vehicles.arrivedAt[v] = state.time;
      state.arrivals++;
    }
  }
}

/** Puts `v` at the end of the queue that enters its route at index `at`. */
export function joinQueue(state: TrafficState, v: number, at: number): void {
  const { vehicles, routes, on, queued } = state;
  const lane = routes.lane[at];
  vehicles.status[v] = QUEUED;
  vehicles.at[v] = at;
  vehicles.since[v] = Math.max(1, state.tick);
  vehicles.movedAt[v] = state.time;
  vehicles.blocker[v] = NONE;
  vehicles.behind[v] = NONE;
  if (on.queueFront[lane] === NONE) {
    queued[state.queuedLanes++] = lane;
    on.queueFront[lane] = v;
  } else vehicles.behind[on.queueBack[lane]] = v;
  on.queueBack[lane] = v;
}

/** Puts the front of each queue onto its lane if it has the right of way and room: one per tick. */
export function enterFromQueues(state: TrafficState): void {
  const { vehicles, lanes, on, queued } = state;
  let kept = 0;
  for (let i = 0; i < state.queuedLanes; i++) {
    const lane = queued[i];
    const v = on.queueFront[lane];
    vehicles.metres[v] = Math.min(state.model.length, lanes.length[lane]);
    const rival = rivalOfQueue(state, lane);
    const other = rival === NOBODY ? inTheWay(state, v, vehicles.at[v]) : rival;
    vehicles.blocker[v] = other;
    if (other === NOBODY) {
      on.queueFront[lane] = vehicles.behind[v];
      place(state, v, vehicles.at[v]);
    }
    if (on.queueFront[lane] !== NONE) queued[kept++] = lane;
  }
  state.queuedLanes = kept;
}

/**
 * Puts `v`, which stands, at `metres[v]` of the lane at index `at` of its route. All vehicles
 * of the lane are ahead of it.
 */
export function place(state: TrafficState, v: number, at: number): void {
  const { vehicles, routes } = state;
  vehicles.status[v] = DRIVING;
  vehicles.at[v] = at;
  vehicles.from[v] = at;
  vehicles.speed[v] = 0;
  vehicles.movedAt[v] = state.time;
  enterLane(state, v, routes.lane[at]);
}
