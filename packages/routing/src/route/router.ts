import { checkOptions, flag, type OptionRules } from '@wayfield/check';
import { createHierarchySolver } from '@wayfield/cpu-wasm/hierarchy';
import { checkPoints, routingRule } from '../rules.ts';
import type { RoadPoint, Route, RoutingNetwork } from '../types.ts';
import { type Avoid, avoidRule, closedRoads } from './avoid.ts';
import { createClosures } from './closures.ts';
import { routeOver } from './route-over.ts';
import type { NodeRouter } from './search.ts';

/** Options of a route. */
export interface RouteOptions {
  /**
   * The route may turn round at any position between the first and the last. Default false: the
   * route turns round only if no route over all positions exists otherwise.
   */
  readonly turnAtVias?: boolean;
  /** Roads that are closed for this route; a position on one of them has no route. */
  readonly avoid?: Avoid;
}

/** Routes between positions. Owns WebAssembly memory. */
export interface Router {
  /**
   * The cheapest route over two or more positions in this order; undefined: there is none. Costs
   * are exact up to 2^24 ticks (see `RoutingNetwork`), beyond that to the rounding of f32.
   */
  route(points: readonly RoadPoint[], options?: RouteOptions): Route | undefined;
  /** Bytes of WebAssembly memory. */
  readonly memoryBytes: number;
  /** Frees the memory. The router must not be used afterwards. */
  destroy(): void;
}

const OPTIONS: OptionRules = { turnAtVias: flag, avoid: avoidRule };

/**
 * A router on a routing network, which must not change.
 *
 * The first request with `avoid` builds a customizable hierarchy (3 to 16 us per node). Each
 * further one customises only the roads that differ from the request before.
 *
 * @example
 * const router = createRouter(routing);
 * const route = router.route([home, shop, work]); // points of a RoadIndex
 * console.log(Math.round(route!.seconds), Math.round(route!.metres)); // 250 2082
 * router.destroy();
 */
export function createRouter(routing: RoutingNetwork): Router {
  routingRule(routing, 'routing');
  const solver = createHierarchySolver(routing.graph, routing.hierarchy);
  const closures = createClosures(routing);

  return {
    route(points, options = {}) {
      checkPoints(points, routing, 'points', 2);
      checkOptions('route', options, OPTIONS);
      const { avoid, turnAtVias = false } = options;
      const closed = avoid && closedRoads(routing.network, avoid);
      const inner: NodeRouter = closed ? closures.around(closed) : solver;
      return routeOver(routing, inner, points, { turnAtVias, closed });
    },
    get memoryBytes() {
      return solver.memoryBytes + closures.memoryBytes;
    },
    destroy() {
      solver.destroy();
      closures.destroy();
    },
  };
}
