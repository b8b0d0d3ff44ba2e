// Runs a simulation to its end and records where each vehicle was, as `trajectories` does for
// agents that do not meet.
import { checkOptions, number, type OptionRules, refuse } from '@wayfield/check';
import { type AgentPlan, checkPlan } from '../agents/plan.ts';
import type { Trajectory } from '../agents/trajectory.ts';
import { createGrowing } from '../growing.ts';
import { shortWay } from '../projection.ts';
import { checkNetwork } from '../rules.ts';
import type { RoadNetwork } from '../types.ts';
import { type Traffic, trafficRule } from './create-traffic.ts';
import { createShapes } from './lane-places.ts';
import { ARRIVED, DRIVING } from './state.ts';

/** Options of `trafficTrajectories`. */
export interface TrafficTrajectoryOptions {
  /** Seconds of a step, 0.001 to 1. Default 0.5. */
  readonly step?: number;
  /** Seconds between two samples of a vehicle, 0.001 to 86,400; at least a step. Default 2. */
  readonly interval?: number;
  /** Second of the simulation at which the recording ends. Default 86,400. */
  readonly until?: number;
}

const OPTIONS: OptionRules = {
  step: number(0.001, 1),
  interval: number(0.001, 86_400),
  until: number(0, 1e9),
};

/**
 * Drives on until all vehicles have arrived, a gridlock is found or the time is over, and gives
 * the movement of each vehicle from now on: a sample at its start, or where it is now if it is
 * under way; every `interval` on a lane; one at the end of the recording; and its arrival if it
 * has left the roads. A vehicle without a path stays at its start. All samples are kept until the
 * end, 24 bytes each. Throws RangeError if the traffic has another number of routes or vehicles
 * than the plan, or of lanes than the network.
 */
export function trafficTrajectories(
  network: RoadNetwork,
  plan: AgentPlan,
  traffic: Traffic,
  options: TrafficTrajectoryOptions = {},
): Generator<Trajectory, void, undefined> {
  checkNetwork(network);
  checkPlan(plan);
  trafficRule(traffic, 'traffic');
  checkOptions('trafficTrajectories', options, OPTIONS);
  const { routes, vehicles, lanes } = traffic;
  if (routes.count !== plan.routeCount) {
    refuse('plan.routeCount', plan.routeCount, `${routes.count}, the routes of the traffic`);
  }
  if (vehicles.count !== plan.agentCount) {
    refuse('plan.agentCount', plan.agentCount, `${vehicles.count}, the vehicles of the traffic`);
  }
  if (lanes.count !== 2 * network.roads.count) {
    refuse('network.roads.count', network.roads.count, `half of ${lanes.count} lanes`);
  }
  return record(network, plan, traffic, options);
}

function* record(
  network: RoadNetwork,
  plan: AgentPlan,
  traffic: Traffic,
  { step = 0.5, interval = 2, until = 86_400 }: TrafficTrajectoryOptions,
): Generator<Trajectory, void, undefined> {
  const samples = createSamples(network, traffic);
  const begin = traffic.report.seconds;
  let next = begin;
  while (traffic.report.status === 'moving' && traffic.report.seconds < until) {
    if (traffic.report.seconds >= next) {
      samples.takeAll();
      next += interval;
    }
    traffic.step(step);
  }
  samples.takeAll();
  const { first, order } = samples.byVehicle();
  const line = { time: [] as number[], lonE7: [] as number[], latE7: [] as number[] };
  for (let v = 0; v < plan.agentCount; v++) {
    // one that is under way at the beginning is not at its start any more
    const isUnderWay = first[v] < first[v + 1] && samples.time(order[first[v]]) === begin;
    const starts = isUnderWay ? [] : [plan.start[v % plan.routeCount]];
    line.time = starts.map(() => traffic.vehicles.departure[v]);
    line.lonE7 = starts.map((node) => network.lonE7[node]);
    line.latE7 = starts.map((node) => network.latE7[node]);
    for (let k = first[v]; k < first[v + 1]; k++) {
      const i = order[k];
      line.time.push(Math.max(line.time[0] ?? begin, samples.time(i)));
      line.lonE7.push(samples.lonE7(i));
      line.latE7.push(samples.latE7(i));
    }
    const { status, arrivedAt } = traffic.vehicles;
    if (status[v] === ARRIVED && hasRoute(traffic, v)) {
      const goal = plan.goal[v % plan.routeCount];
      line.time.push(arrivedAt[v]);
      line.lonE7.push(network.lonE7[goal]);
      line.latE7.push(network.latE7[goal]);
    }
    yield {
      agent: v,
      count: line.time.length,
      time: Float64Array.from(line.time, (t) => Math.round(1000 * t) / 1000),
      lonE7: Int32Array.from(line.lonE7),
      latE7: Int32Array.from(line.latE7),
    };
  }
}

function hasRoute({ routes }: Traffic, v: number): boolean {
  return routes.first[v % routes.count] < routes.first[(v % routes.count) + 1];
}

/** Samples of all vehicles in the order of time. */
function createSamples(network: RoadNetwork, traffic: Traffic) {
  const places = createShapes(network);
  const vehicle = createGrowing(Uint32Array);
  const time = createGrowing(Float64Array);
  const lonE7 = createGrowing(Int32Array);
  const latE7 = createGrowing(Int32Array);
  const place = new Float64Array(2);
  return {
    time: (i: number) => time.values()[i],
    lonE7: (i: number) => lonE7.values()[i],
    latE7: (i: number) => latE7.values()[i],
    takeAll(): void {
      const { count, status, lane, metres } = traffic.vehicles;
      for (let v = 0; v < count; v++) {
        if (status[v] !== DRIVING) continue;
        places.write(lane[v], metres[v], place, 0);
        vehicle.push(v);
        time.push(traffic.report.seconds);
        lonE7.push(shortWay(Math.round(place[0] * 1e7)));
        latE7.push(Math.round(place[1] * 1e7));
      }
    },
    /** The samples of vehicle `v` are `order[first[v]]` to `order[first[v + 1] - 1]`. */
    byVehicle(): { first: Uint32Array; order: Uint32Array } {
      const of = vehicle.values();
      const first = new Uint32Array(traffic.vehicles.count + 1);
      for (const v of of) first[v + 1]++;
      for (let v = 0; v < traffic.vehicles.count; v++) first[v + 1] += first[v];
      const at = first.slice();
      const order = new Uint32Array(of.length);
      of.forEach((v, i) => (order[at[v]++] = i));
      return { first, order };
    },
  };
}
