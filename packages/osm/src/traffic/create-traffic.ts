// `createTraffic`: checks the arguments, owns the state (state.ts) and takes its steps. The parts
// of a step are in move.ts, claims.ts and look-ahead.ts; gridlock.ts looks for circles of waiting
// vehicles every 10 seconds of the simulation.
import {
  callback,
  checkOptions,
  number,
  object,
  oneOf,
  type OptionRules,
  optional,
  refuse,
  type Rule,
  typed,
  whole,
} from '@wayfield/check';
import { type CarFollowing, followingOf } from './car-following.ts';
import { claimLanes, MOST_TICKS, MOST_VEHICLES } from './claims.ts';
import { findGridlock, PATIENCE } from './gridlock.ts';
import type { LaneRoutes } from './lane-routes.ts';
import type { TrafficLanes } from './lanes.ts';
import { lookAhead } from './look-ahead.ts';
import { departVehicles, enterFromQueues, moveVehicles, STANDING } from './move.ts';
import { spread } from './spread.ts';
import {
  ARRIVED,
  type Arrival,
  createState,
  DRIVING,
  DT,
  QUEUED,
  type TrafficState,
  type Vehicles,
} from './state.ts';

/** Options of `createTraffic`. */
export interface TrafficOptions {
  /** Vehicle `k` takes route `k % routes.count`. Default: one per route. */
  readonly vehicles?: number;
  /** How vehicles follow one another; fields left out have the defaults. */
  readonly following?: Partial<CarFollowing>;
  /** Factor on the desired speeds of lanes by vehicle, above 0. Default 1. */
  readonly pace?: (vehicle: number) => number;
  /** Second at which vehicle `k` sets off. Default 0. */
  readonly departure?: (vehicle: number) => number;
  /**
   * Share of its route, 0 to 1, at which vehicle `k` begins at second 0, whatever its departure. A
   * vehicle that finds no room there departs from the begin of its route. Default: all depart.
   */
  readonly along?: (vehicle: number) => number;
  /**
   * At the end of its route a vehicle leaves the roads, queues for the begin of its route again
   * ('restart'), or drives on into the first lane of its route ('loop'). Default 'leave'.
   */
  readonly arrival?: Arrival;
  /**
   * Seconds of standing after which a vehicle of a gridlock that is the first of its lane is taken
   * out, at least 20. It queues for the next lane of its route that is longer than two vehicles, at
   * most half full and without a queue, or else for the last one. Default Infinity: gridlock is
   * only reported.
   */
  readonly release?: number;
}

/** Figures up to a tick. Every `step` writes and returns the same object. */
export interface TrafficReport {
  readonly tick: number;
  readonly seconds: number;
  /** Vehicles on lanes; of these, the ones below 0.1 m/s. */
  readonly driving: number;
  readonly standing: number;
  /** Vehicles that wait for room to enter their first lane, or their next one after a release. */
  readonly queued: number;
  /**
   * Arrivals at the end of a route. A vehicle that restarts may arrive many times; a vehicle
   * without a route arrives when it departs; with 'loop' no other one arrives.
   */
  readonly arrivals: number;
  /**
   * Vehicles that waited for one another in circles at the last look for gridlock. A look is taken
   * every 10 seconds.
   */
  readonly gridlocked: number;
  /** How often a vehicle was taken out of a gridlock. */
  readonly released: number;
  /** The hardest deceleration of any vehicle so far, in m/s². */
  readonly hardest: number;
  /**
   * 'done': all vehicles have arrived and left the roads. 'gridlock': some vehicles can never go
   * on, as there is no `release`; others may still move.
   */
  readonly status: 'moving' | 'gridlock' | 'done';
}

/** The columns of vehicles that callers may read. */
export type VehicleColumns = Pick<
  Vehicles,
  'count' | 'status' | 'lane' | 'metres' | 'speed' | 'pace' | 'departure' | 'arrivedAt'
>;

/** Vehicles that queue. The arrays are views of the simulation: read them only. */
export interface Traffic {
  /** Another object after `reset`. */
  readonly vehicles: VehicleColumns;
  readonly lanes: TrafficLanes;
  readonly routes: LaneRoutes;
  /** What happened so far. */
  readonly report: TrafficReport;
  /** Drives on by `seconds`, 0.001 to 1. Allocates nothing. RangeError after 2^30 - 1 steps. */
  step(seconds: number): TrafficReport;
  /** Goes back to second 0 with new arrays of vehicles; `report` stays the same object. */
  reset(): void;
}

const SECONDS = number(0.001, 1);
const LANES = object(
  {
    count: whole(0, 2 ** 32 - 3),
    length: typed(Float64Array),
    speed: typed(Float64Array),
    capacity: optional(typed(Uint32Array)),
  },
  'TrafficLanes',
);
const ROUTES = object(
  { count: whole(), first: typed(Uint32Array), lane: typed(Uint32Array) },
  'LaneRoutes',
);
const OPTIONS: OptionRules = {
  vehicles: whole(0, MOST_VEHICLES),
  following: object({}),
  pace: callback,
  departure: callback,
  along: callback,
  arrival: oneOf('leave', 'restart', 'loop'),
  release: number(PATIENCE, Infinity),
};
/** What `createTraffic` returns. */
export const trafficRule: Rule = object(
  { step: callback, vehicles: object({}), lanes: object({}), routes: object({}) },
  'a Traffic',
);
/** Seconds between two looks for gridlock. */
const LOOK_EVERY = 10;

/**
 * Vehicles that follow one another along routes of lanes by the IDM and queue where there is no
 * room. They do not overtake. A vehicle enters a lane only if it has room there. If several want to
 * enter, a vehicle that cannot stop any more goes first, then one inside a junction, then the one
 * that came first, then the one with the least id. The same calls give the same bits.
 *
 * Takes 119 bytes per vehicle, 8 more with `along`, and 64 per lane. Throws RangeError for lanes
 * without length or speed, for routes over lanes that do not exist, and for callbacks that give no
 * number in range.
 *
 * @example
 * const collector = createLaneRoutes(network);
 * await runAgents(network, plan, solver, { onBatch: collector.add });
 * const lanes = trafficLanes(network, 50);
 * const traffic = createTraffic(lanes, collector.routes(), { vehicles: 100 });
 * while (traffic.step(0.5).status === 'moving');
 * console.log(traffic.report.status); // done
 */
export function createTraffic(
  lanes: TrafficLanes,
  routes: LaneRoutes,
  options: TrafficOptions = {},
): Traffic {
  checkLanes(lanes);
  checkRoutes(routes, lanes.count);
  checkOptions('createTraffic', options, OPTIONS);
  const model = followingOf(options.following);
  const { vehicles = routes.count, arrival = 'leave', release = Infinity } = options;
  if (routes.count === 0 && vehicles > 0) {
    throw new RangeError(`there are no routes for ${vehicles} vehicles`);
  }
  const each = (name: 'pace' | 'departure' | 'along', usual: number, is: typeof isTime) =>
    Float64Array.from({ length: vehicles }, (_, v) => {
      const value = options[name]?.(v) ?? usual;
      if (is(value)) return value;
      throw new RangeError(`${name}(${v}) is ${value}, expected ${EXPECTED[name]}`);
    });
  const parts = {
    lanes,
    routes,
    model,
    arrival,
    pace: each('pace', 1, isPace),
    departure: each('departure', 0, isTime),
  };
  const along = options.along && each('along', 0, isShare);
  const begin = (): TrafficState => {
    const state = createState(parts);
    if (along) spread(state, along);
    return state;
  };
  let state = begin();
  const report = createReport();
  let [looked, gridlocked] = [0, 0];
  tell(report, state, gridlocked, release);
  return {
    get vehicles() {
      return state.vehicles;
    },
    lanes,
    routes,
    report,
    step(seconds) {
      SECONDS(seconds, 'seconds');
      takeStep(state, seconds);
      if (state.time >= looked + LOOK_EVERY) {
        looked = state.time;
        gridlocked = findGridlock(state, release);
      }
      return tell(report, state, gridlocked, release);
    },
    reset() {
      state = begin();
      [looked, gridlocked] = [0, 0];
      tell(report, state, gridlocked, release);
    },
  };
}

function takeStep(state: TrafficState, seconds: number): void {
  if (state.tick >= MOST_TICKS) throw new RangeError(`tick ${state.tick} is the last one`);
  state.tick++;
  state.time += seconds;
  state.sight[DT] = seconds;
  departVehicles(state);
  claimLanes(state);
  lookAhead(state);
  moveVehicles(state);
  enterFromQueues(state);
}

type Writable = { -readonly [K in keyof TrafficReport]: TrafficReport[K] };

function createReport(): Writable {
  return {
    tick: 0,
    seconds: 0,
    driving: 0,
    standing: 0,
    queued: 0,
    arrivals: 0,
    gridlocked: 0,
    released: 0,
    hardest: 0,
    status: 'moving',
  };
}

function tell(
  report: Writable,
  state: TrafficState,
  gridlocked: number,
  release: number,
): TrafficReport {
  const { count, status, speed } = state.vehicles;
  let [driving, standing, queued, done] = [0, 0, 0, 0];
  for (let v = 0; v < count; v++) {
    if (status[v] === DRIVING) {
      driving++;
      if (speed[v] < STANDING) standing++;
    } else if (status[v] === QUEUED) queued++;
    else if (status[v] === ARRIVED) done++;
  }
  report.tick = state.tick;
  report.seconds = state.time;
  report.driving = driving;
  report.standing = standing;
  report.queued = queued;
  report.arrivals = state.arrivals;
  report.gridlocked = gridlocked;
  report.released = state.released;
  report.hardest = state.hardest;
  const isStuck = gridlocked > 0 && release === Infinity;
  report.status = done === count ? 'done' : isStuck ? 'gridlock' : 'moving';
  return report;
}

const EXPECTED = {
  pace: 'a number above 0',
  departure: 'seconds from 0 on',
  along: 'a share from 0 to 1',
};
const isPace = (value: number): boolean => value > 0 && value < Infinity;
const isTime = (value: number): boolean => value >= 0 && value < Infinity;
const isShare = (value: number): boolean => value >= 0 && value <= 1;

function checkLanes(lanes: TrafficLanes): void {
  LANES(lanes, 'lanes');
  const { count, length, speed, capacity } = lanes;
  for (const [name, list] of Object.entries({ length, speed, ...(capacity && { capacity }) })) {
    if (list.length !== count) refuse(`lanes.${name}.length`, list.length, `${count}`);
    for (let lane = 0; lane < count; lane++) {
      if (list[lane] > 0 && list[lane] < Infinity) continue;
      refuse(`lanes.${name}[${lane}]`, list[lane], 'a number above 0');
    }
  }
}

function checkRoutes(routes: LaneRoutes, lanes: number): void {
  ROUTES(routes, 'routes');
  const { count, first, lane } = routes;
  if (first.length !== count + 1) refuse('routes.first.length', first.length, `${count + 1}`);
  if (first[0] !== 0) refuse('routes.first[0]', first[0], '0');
  for (let i = 0; i < count; i++) {
    if (first[i + 1] < first[i])
      refuse(`routes.first[${i + 1}]`, first[i + 1], `at least ${first[i]}`);
  }
  if (first[count] !== lane.length) refuse('routes.lane.length', lane.length, `${first[count]}`);
  for (let i = 0; i < lane.length; i++) {
    if (lane[i] >= lanes) refuse(`routes.lane[${i}]`, lane[i], `a lane below ${lanes}`);
  }
}
