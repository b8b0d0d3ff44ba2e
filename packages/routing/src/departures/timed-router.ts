import {
  checkOptions,
  flag,
  list,
  number,
  type OptionRules,
  refuse,
  typed,
  whole,
} from '@wayfield/check';
import type { CustomizableSolver } from '@wayfield/cpu-wasm/customizable';
import { buildGraph, FOUND, type Graph, NO_PATH } from '@wayfield/graph';
import { routeOver } from '../route/route-over.ts';
import type { NodeRouter } from '../route/search.ts';
import { checkPoints, routingRule } from '../rules.ts';
import type { RoadPoint, Route, RoutingNetwork } from '../types.ts';
import { NO_ROUTE } from '../network/ticks.ts';
import { checkSlices, checkSpeeds, type SpeedSlice, WEEK } from './slices.ts';
import { createTimedWeights } from './timed-weights.ts';

/** Options of `createTimedRouter`. */
export interface TimedRouterOptions {
  /** Speeds by the time of the week, in the order of their starts. Default: the network's. */
  readonly slices?: readonly SpeedSlice[];
  /** Slices whose weights stay in memory, 1 to 100; one more while a slice is added. Default 2. */
  readonly kept?: number;
}

/** Options of a timed route. */
export interface TimedRouteOptions {
  /** Seconds after the midnight before Monday, 0 to below 604,800. Default 0. */
  readonly departure?: number;
  /** As in `RouteOptions`. */
  readonly turnAtVias?: boolean;
}

/** Routes at the speeds of a time of the week, and at live ones. Owns WebAssembly memory. */
export interface TimedRouter {
  /**
   * The fastest route at the speeds of the slice in which it departs; these hold for the whole
   * route. Undefined: there is none over open roads. A position on a closed road has no route,
   * except at an end of the road that other roads lead to.
   */
  route(points: readonly RoadPoint[], options?: TimedRouteOptions): Route | undefined;
  /**
   * Live speeds, as `SpeedSlice.kmh`, from now on: they replace those of all slices, and all
   * earlier live speeds. NaN = the speed of the slice. Copies the array. The next route in a slice
   * customises the arcs whose weights change.
   */
  setLive(kmh: Float32Array): void;
  /**
   * A network with the speeds of a time, default 0, and the live speeds, for all other services and
   * for files. It has a hierarchy of its own, made in some milliseconds per 10,000 nodes. Closed
   * arcs weigh 2^60, so no service goes over them.
   */
  network(departure?: number): RoutingNetwork;
  /** Bytes of WebAssembly memory. */
  readonly memoryBytes: number;
  /** Frees the memory. The router must not be used afterwards. */
  destroy(): void;
}

const OPTIONS: OptionRules = { slices: list, kept: whole(1, 100) };
const DEPARTURE = number(0);
const ROUTE_OPTIONS: OptionRules = { departure: DEPARTURE, turnAtVias: flag };
const SPEEDS = typed(Float32Array);
/** Slices kept by default: the current one, and its neighbour for departures around a change. */
const DEFAULT_KEPT = 2;

/**
 * A router for departure times on a network of the metric seconds, which must not change. The first
 * call of `route` or `network` builds the part of a customizable hierarchy that does not depend on
 * weights (Dibbelt, Strasser and Wagner 2014). Each slice is customised when it is first needed.
 * New live speeds customise only the arcs whose weights they change.
 *
 * @example
 * const slices = [{ start: 0, kmh: night }, { start: 25_200, kmh: day }];
 * const router = createTimedRouter(routing, { slices });
 * const route = router.route([home, work], { departure: 8 * 3600 }); // Monday, 8 o'clock
 * const free = router.route([home, work], { departure: 3600 });
 * console.log(Math.round(route!.seconds), Math.round(free!.seconds)); // 300 150
 * router.setLive(night); // from now on
 */
export function createTimedRouter(
  routing: RoutingNetwork,
  options: TimedRouterOptions = {},
): TimedRouter {
  routingRule(routing, 'routing');
  checkOptions('createTimedRouter', options, OPTIONS);
  if (routing.metric !== 'seconds') refuse('routing.metric', routing.metric, 'seconds');
  const { slices = [], kept = DEFAULT_KEPT } = options;
  checkSlices(slices, routing);
  const weights = createTimedWeights(routing, slices, kept);

  function checkDeparture(departure: number): void {
    DEPARTURE(departure, 'departure');
    if (departure >= WEEK) refuse('departure', departure, `below ${WEEK}`);
  }

  return {
    route(points, routeOptions = {}) {
      checkPoints(points, routing, 'points', 2);
      checkOptions('route', routeOptions, ROUTE_OPTIONS);
      const { departure = 0, turnAtVias = false } = routeOptions;
      checkDeparture(departure);
      const { routing: now, solver } = weights.at(departure);
      const route = routeOver(now, openOnly(solver), points, { turnAtVias });
      return route && route.cost < NO_ROUTE ? route : undefined;
    },
    setLive(kmh) {
      SPEEDS(kmh, 'kmh');
      checkSpeeds(kmh, routing, 'kmh');
      weights.setLive(kmh.slice());
    },
    network(departure = 0) {
      checkDeparture(departure);
      const { routing: now, solver } = weights.at(departure);
      const weight = now.graph.weight.slice();
      const hierarchy = solver.hierarchy({ perfect: true });
      const graph = { ...now.graph, weight };
      // files hold the weights of the road network, and `readRouting` makes the graph from them
      const network = { ...now.network, graph: reweighed(now, weight) };
      return { ...now, network, graph, seconds: weight, hierarchy };
    },
    get memoryBytes() {
      return weights.memoryBytes();
    },
    destroy: weights.destroy,
  };
}

/** The graph of the road network with these weights, for `network`. */
function reweighed({ network, tail }: RoutingNetwork, weight: Float32Array): Graph {
  const { nodeCount, head, x, y } = network.graph;
  return buildGraph({ nodeCount, tail, head, weight, ...(x && y && { x, y }) });
}

/** A solver that answers NO_PATH where the cheapest path goes over a closed arc. */
function openOnly(solver: CustomizableSolver): NodeRouter {
  return {
    route(source, target) {
      const found = solver.route(source, target);
      const blocked = found.status === FOUND && found.cost >= NO_ROUTE;
      return blocked ? { ...found, status: NO_PATH, cost: Infinity } : found;
    },
  };
}
