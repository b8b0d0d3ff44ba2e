// Columns of the vehicles and lanes of a simulation. All files of this folder that take a step work
// on these arrays; nothing is allocated after `createState`.
import { NONE } from '@wayfield/graph';
import type { CarFollowing } from './car-following.ts';
import type { LaneRoutes } from './lane-routes.ts';
import type { TrafficLanes } from './lanes.ts';

/** `status` of a vehicle before its departure. */
export const WAITING = 0;
/** In a queue of departures: departed, restarted or released, and not on its lane yet. */
export const QUEUED = 1;
/** On a lane. */
export const DRIVING = 2;
/** Off the roads: at the end of its route, or departed without a route. */
export const ARRIVED = 3;

/** What vehicles do at the end of their routes. */
export type Arrival = 'leave' | 'restart' | 'loop';

/** The columns of vehicles: `count` entries each, in the order of the vehicles' ids. */
export interface Vehicles {
  readonly count: number;
  readonly status: Uint8Array;
  /** The lane of the front bumper, and the metres from the begin of the lane to it. */
  readonly lane: Uint32Array;
  readonly metres: Float64Array;
  /** Metres per second. */
  readonly speed: Float64Array;
  /** Factor on the desired speeds of lanes. */
  readonly pace: Float64Array;
  /** Index in `LaneRoutes.lane` of the current lane. */
  readonly at: Uint32Array;
  /**
   * `at` of the lane on which the vehicle last entered the roads, from a queue of departures or by
   * `spread`: its body lies on no earlier lane of its route. No step reads it; the test of bodies
   * does.
   */
  readonly from: Uint32Array;
  /** Seconds: the departure, and the last arrival at the end of the route; Infinity before. */
  readonly departure: Float64Array;
  readonly arrivedAt: Float64Array;
  /** First index of the route in `LaneRoutes.lane`, and the index after its last. */
  readonly routeFirst: Uint32Array;
  readonly routeEnd: Uint32Array;
  /**
   * Metres driven. A vehicle that is taken from the roads adds its length, so that `overhang` no
   * longer finds its body on the lane that it left.
   */
  readonly driven: Float64Array;
  /** The neighbours on the same lane, or NONE; `behind` also links the queues of departures. */
  readonly ahead: Uint32Array;
  readonly behind: Uint32Array;
  /** Tick in which the vehicle came near its next lane, or joined its queue; 0 = not yet. */
  readonly since: Float64Array;
  /** Second at which the vehicle last drove faster than STANDING, was put on a lane or queued. */
  readonly movedAt: Float64Array;
  /**
   * Of the current tick: acceleration in m/s², metres that the vehicle may drive at most, and how
   * many ends of lanes it may cross.
   */
  readonly accelerate: Float64Array;
  readonly room: Float64Array;
  readonly crossings: Uint8Array;
  /** The vehicle that limits the acceleration most or keeps it in its queue, or NONE. */
  readonly blocker: Uint32Array;
  /** Scratch of the search for gridlock. */
  readonly mark: Uint8Array;
}

/** One entry per lane each. */
export interface LaneStates {
  /**
   * First and last vehicle whose front is on the lane, or NONE; how many such vehicles there are.
   */
  readonly front: Uint32Array;
  readonly back: Uint32Array;
  readonly held: Uint32Array;
  /** The last vehicle that left the lane, and its `driven` when its front passed the end. */
  readonly leaver: Uint32Array;
  readonly leaverEnd: Float64Array;
  /** First and last vehicle of the queue of departures; the first is NONE where there is none. */
  readonly queueFront: Uint32Array;
  readonly queueBack: Uint32Array;
  /** Tick in which the claims below were made. `claim` overwrites those of an earlier tick. */
  readonly claimTick: Float64Array;
  /** Key and feeder of the best claim, and the best key of all other feeders. */
  readonly bestKey: Float64Array;
  readonly bestFeeder: Uint32Array;
  readonly otherKey: Float64Array;
}

/** Index in `sight`: metres from the front of the vehicle to the end of the lane looked at. */
export const REST = 0;
/** Index in `sight`: metres from the front of the vehicle to the rear of an obstacle. */
export const GAP = 1;
/** Index in `sight`: metres per second of the obstacle. */
export const SPEED = 2;
/** Index in `sight`: the key of a claim. */
export const KEY = 3;
/** Index in `sight`: the seconds of the tick. */
export const DT = 4;
/** Index in `sight`: the most metres that a vehicle drives in the tick. */
export const REACH = 5;
/** Index in `sight`: metres ahead within which lanes are claimed. */
export const NOTICE = 6;

/** A simulation. */
export interface TrafficState {
  /**
   * Numbers that functions pass to one another while they look at one vehicle, by the indices
   * above. V8 would allocate parameters that are doubles: two for each vehicle and tick.
   */
  readonly sight: Float64Array;
  readonly lanes: TrafficLanes;
  readonly routes: LaneRoutes;
  readonly model: CarFollowing;
  readonly arrival: Arrival;
  readonly vehicles: Vehicles;
  readonly on: LaneStates;
  /** Lanes with a queue of departures: the first `queuedLanes` entries. */
  readonly queued: Uint32Array;
  queuedLanes: number;
  /** Vehicles by departure; the first `departed` of them have departed. */
  readonly departures: Uint32Array;
  departed: number;
  /** Steps taken, and their seconds. */
  tick: number;
  time: number;
  /** See `TrafficReport`. */
  arrivals: number;
  released: number;
  hardest: number;
}

/** What a state is made of. */
export interface StateParts {
  readonly lanes: TrafficLanes;
  readonly routes: LaneRoutes;
  readonly model: CarFollowing;
  readonly arrival: Arrival;
  readonly pace: Float64Array;
  readonly departure: Float64Array;
}

/** A state in which no vehicle has departed. */
export function createState(parts: StateParts): TrafficState {
  const { lanes, routes, departure } = parts;
  const count = departure.length;
  const vehicles = createVehicles(parts);
  const order = Array.from({ length: count }, (_, v) => v);
  order.sort((v, w) => departure[v] - departure[w] || v - w);
  return {
    sight: new Float64Array(7),
    lanes,
    routes,
    model: parts.model,
    arrival: parts.arrival,
    vehicles,
    on: createLaneStates(lanes.count),
    queued: new Uint32Array(lanes.count),
    queuedLanes: 0,
    departures: Uint32Array.from(order),
    departed: 0,
    tick: 0,
    time: 0,
    arrivals: 0,
    released: 0,
    hardest: 0,
  };
}

function createVehicles({ routes, pace, departure }: StateParts): Vehicles {
  const count = departure.length;
  const routeOf = (end: number) => (_: unknown, v: number) =>
    routes.first[(v % routes.count) + end];
  return {
    count,
    status: new Uint8Array(count),
    lane: new Uint32Array(count).fill(NONE),
    metres: new Float64Array(count),
    speed: new Float64Array(count),
    pace,
    at: new Uint32Array(count),
    from: new Uint32Array(count),
    departure,
    arrivedAt: new Float64Array(count).fill(Infinity),
    routeFirst: Uint32Array.from({ length: count }, routeOf(0)),
    routeEnd: Uint32Array.from({ length: count }, routeOf(1)),
    driven: new Float64Array(count),
    ahead: new Uint32Array(count).fill(NONE),
    behind: new Uint32Array(count).fill(NONE),
    since: new Float64Array(count),
    movedAt: new Float64Array(count),
    accelerate: new Float64Array(count),
    room: new Float64Array(count),
    crossings: new Uint8Array(count),
    blocker: new Uint32Array(count).fill(NONE),
    mark: new Uint8Array(count),
  };
}

function createLaneStates(count: number): LaneStates {
  const none = (): Uint32Array => new Uint32Array(count).fill(NONE);
  return {
    front: none(),
    back: none(),
    held: new Uint32Array(count),
    leaver: none(),
    leaverEnd: new Float64Array(count),
    queueFront: none(),
    queueBack: none(),
    claimTick: new Float64Array(count),
    bestKey: new Float64Array(count),
    bestFeeder: none(),
    otherKey: new Float64Array(count),
  };
}

/**
 * No vehicle, or the end of a route, as an answer of a function. In a column it reads as NONE, a
 * number that V8 would allocate when a function returns it.
 */
export const NOBODY = -1;

/** Index in `LaneRoutes.lane` after `at` on the route of vehicle `v`; NOBODY at the route's end. */
export function nextAt({ vehicles, arrival }: TrafficState, v: number, at: number): number {
  if (at + 1 < vehicles.routeEnd[v]) return (at + 1) | 0;
  return arrival === 'loop' ? vehicles.routeFirst[v] | 0 : NOBODY;
}

/** Puts `v` behind all vehicles of `lane`. */
export function enterLane({ vehicles, on }: TrafficState, v: number, lane: number): void {
  const last = on.back[lane];
  vehicles.lane[v] = lane;
  vehicles.ahead[v] = last;
  vehicles.behind[v] = NONE;
  vehicles.since[v] = 0;
  if (last === NONE) on.front[lane] = v;
  else vehicles.behind[last] = v;
  on.back[lane] = v;
  on.held[lane]++;
}

/** Takes `v`, the first vehicle of its lane, from it. */
export function leaveLane({ vehicles, on }: TrafficState, v: number): void {
  const lane = vehicles.lane[v];
  const next = vehicles.behind[v];
  on.front[lane] = next;
  if (next === NONE) on.back[lane] = NONE;
  else vehicles.ahead[next] = NONE;
  vehicles.behind[v] = NONE;
  on.held[lane]--;
}
