// Mean travel times of a simulation, and those that vehicles would need on empty roads.
import { type Traffic, trafficRule } from './create-traffic.ts';

/** Figures of a simulation so far. Means are over the vehicles that have arrived; 0 if none has. */
export interface TrafficSummary {
  readonly vehicles: number;
  /** Vehicles that have arrived at least once. */
  readonly arrived: number;
  /** Seconds from the departure to the last arrival, and those that a vehicle alone would need. */
  readonly meanSeconds: number;
  readonly meanFreeSeconds: number;
  /** Seconds of the longest ride. */
  readonly mostSeconds: number;
}

/**
 * The figures of a simulation whose vehicles leave the roads at the end of their routes. A vehicle
 * alone drives the whole route at its desired speeds, from its first metre on. With `along`, a ride
 * is shorter than the route.
 */
export function summariseTraffic(traffic: Traffic): TrafficSummary {
  trafficRule(traffic, 'traffic');
  const { vehicles, lanes, routes } = traffic;
  const free = new Float64Array(routes.count);
  for (let route = 0; route < routes.count; route++) {
    for (let i = routes.first[route]; i < routes.first[route + 1]; i++) {
      free[route] += lanes.length[routes.lane[i]] / lanes.speed[routes.lane[i]];
    }
  }
  let [arrived, seconds, freeSeconds, mostSeconds] = [0, 0, 0, 0];
  for (let v = 0; v < vehicles.count; v++) {
    if (vehicles.arrivedAt[v] === Infinity) continue;
    const ride = vehicles.arrivedAt[v] - vehicles.departure[v];
    arrived++;
    seconds += ride;
    freeSeconds += free[v % routes.count] / vehicles.pace[v];
    mostSeconds = Math.max(mostSeconds, ride);
  }
  const mean = (sum: number): number => (arrived > 0 ? sum / arrived : 0);
  return {
    vehicles: vehicles.count,
    arrived,
    meanSeconds: mean(seconds),
    meanFreeSeconds: mean(freeSeconds),
    mostSeconds,
  };
}
