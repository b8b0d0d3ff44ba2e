// Where vehicles are on the map: from a lane and metres along it to x and y, along the road's
// shape.
import {
  callback,
  checkOptions,
  either,
  number,
  type OptionRules,
  refuse,
  type Rule,
  typed,
} from '@wayfield/check';
import { distanceE7, shortWay } from '../projection.ts';
import { checkNetwork } from '../rules.ts';
import type { RoadNetwork } from '../types.ts';
import { type Traffic, trafficRule } from './create-traffic.ts';
import { ARRIVED, DRIVING } from './state.ts';

/** The shapes of the lanes of a network. */
export interface LanePlaces {
  /**
   * Writes x and y of the front of vehicle `v` to `out[2 * v]` and `out[2 * v + 1]`. Vehicles that
   * wait for their departure or in a queue, also after a release, are at the begin of their route.
   * Nothing is written for vehicles that have arrived or have no route. Allocates nothing.
   */
  write(traffic: Traffic, out: Float32Array | Float64Array): void;
}

/** Options of `createLanePlaces`. */
export interface LanePlaceOptions {
  /**
   * x and y of a place in degrees. Between two points of a road both are interpolated. Default:
   * longitude, -180 to 180, and latitude; a road across the date line goes the short way.
   */
  readonly project?: (lon: number, lat: number) => readonly [x: number, y: number];
  /**
   * Units of x and y by which vehicles keep from the middle of the road, so that directions are
   * drawn apart: to the right where y grows downwards, to the left where it grows upwards. Default
   * 0.
   */
  readonly aside?: number;
}

const OPTIONS: OptionRules = { project: callback, aside: number() };

const OUT: Rule = either(typed(Float32Array), typed(Float64Array));

/**
 * The shapes of the lanes of a network. Takes 24 bytes per point of the roads. `write` throws
 * RangeError for the traffic of another number of lanes, and for an `out` that is too short.
 *
 * @example
 * const collector = createLaneRoutes(network);
 * await runAgents(network, plan, solver, { onBatch: collector.add });
 * const lanes = trafficLanes(network, 50);
 * const traffic = createTraffic(lanes, collector.routes(), { vehicles: 100 });
 * const places = createLanePlaces(network);
 * const out = new Float32Array(2 * traffic.vehicles.count);
 * traffic.step(0.5);
 * places.write(traffic, out);
 * console.log(out.length); // 200
 */
export function createLanePlaces(network: RoadNetwork, options: LanePlaceOptions = {}): LanePlaces {
  checkNetwork(network);
  checkOptions('createLanePlaces', options, OPTIONS);
  const shapes = createShapes(network, options);
  return {
    write(traffic, out) {
      trafficRule(traffic, 'traffic');
      OUT(out, 'out');
      const { vehicles, routes, lanes } = traffic;
      const { count, status, lane, metres } = vehicles;
      if (lanes.count !== 2 * network.roads.count) {
        refuse('traffic.lanes.count', lanes.count, `${2 * network.roads.count}`);
      }
      if (out.length < 2 * count) refuse('out.length', out.length, `at least ${2 * count}`);
      for (let v = 0; v < count; v++) {
        if (status[v] === DRIVING) shapes.write(lane[v], metres[v], out, v);
        else if (status[v] !== ARRIVED) {
          const first = routes.first[v % routes.count];
          if (first < routes.first[(v % routes.count) + 1]) {
            shapes.write(routes.lane[first], 0, out, v);
          }
        }
      }
    },
  };
}

/** Points of roads, by x, y and the metres from the first point of the road. */
export interface LaneShapes {
  /** Writes the place `metres` after the begin of `lane` to entries 2 i and 2 i + 1 of `out`. */
  write(lane: number, metres: number, out: Float32Array | Float64Array, i: number): void;
}

/** The shapes of the lanes, in degrees unless `project` says otherwise. */
export function createShapes(
  network: RoadNetwork,
  { project, aside = 0 }: LanePlaceOptions = {},
): LaneShapes {
  const { firstPoint, lonE7, latE7, length, count } = network.roads;
  const points = lonE7.length;
  const [x, y] = [new Float64Array(points), new Float64Array(points)];
  if (project) {
    for (let p = 0; p < points; p++) [x[p], y[p]] = project(lonE7[p] / 1e7, latE7[p] / 1e7);
  }
  /** Degrees along a road: longitudes go on beyond 180 where the road crosses the date line. */
  function unroll(low: number, high: number): void {
    let lon = lonE7[low];
    for (let p = low; p <= high; p++) {
      if (p > low) lon += shortWay(lonE7[p] - lonE7[p - 1]);
      [x[p], y[p]] = [lon / 1e7, latE7[p] / 1e7];
    }
  }
  /** Metres from the first point of the road, scaled so that the last point is at its length. */
  const along = new Float64Array(points);
  for (let road = 0; road < count; road++) {
    const [low, high] = [firstPoint[road], firstPoint[road + 1] - 1];
    if (!project) unroll(low, high);
    for (let p = low; p < high; p++) {
      along[p + 1] = along[p] + distanceE7(lonE7[p], latE7[p], lonE7[p + 1], latE7[p + 1]);
    }
    // the length is a sum in f32, and a road between nodes at one place has none
    const scale = along[high] > 0 ? length[road] / along[high] : 0;
    for (let p = low; p <= high; p++) along[p] *= scale;
  }
  return {
    write(lane, metres, out, i) {
      const road = lane >>> 1;
      const gone = (lane & 1) === 0 ? metres : length[road] - metres;
      let [low, high] = [firstPoint[road], firstPoint[road + 1] - 1];
      while (high - low > 1) {
        const middle = (low + high) >>> 1;
        if (along[middle] <= gone) low = middle;
        else high = middle;
      }
      const span = along[high] - along[low];
      const share = span > 0 ? Math.min(1, Math.max(0, (gone - along[low]) / span)) : 0;
      const [dx, dy] = [x[high] - x[low], y[high] - y[low]];
      const size = Math.sqrt(dx * dx + dy * dy);
      const shift = size > 0 ? ((lane & 1) === 0 ? aside : -aside) / size : 0;
      const at = x[low] + share * dx - shift * dy;
      out[2 * i] = project ? at : shortWay(at * 1e7) / 1e7;
      out[2 * i + 1] = y[low] + share * dy + shift * dx;
    },
  };
}
