import {
  checkOptions,
  flag,
  list,
  number,
  type OptionRules,
  positive,
  refuse,
} from '@wayfield/check';
import { createHierarchySolver } from '@wayfield/cpu-wasm/hierarchy';
import { seedsOf } from '../matrix/matrix.ts';
import { createEnds } from '../network/ends.ts';
import { cutAt, NO_ROUTE } from '../network/ticks.ts';
import { checkPoint, routingRule } from '../rules.ts';
import type { RoadPoint, RoutingNetwork } from '../types.ts';
import { createOutliner, type Outliner, type Polygon } from './polygons.ts';
import { createArrivals } from './arrivals.ts';
import { createReacher, type ReachedRoads } from './reached.ts';

/** Options of `createIsochrones`. */
export interface IsochronesOptions {
  /** Metres on a side of the cells that polygons are drawn with, 1 to 1,000,000. Default 100. */
  readonly cell?: number;
}

/** Options of a search. */
export interface ReachOptions {
  /** Draw polygons; otherwise `Isochrone.polygons` is empty. Default true. */
  readonly polygons?: boolean;
}

/** What is reached within a limit. */
export interface Isochrone {
  /** In the metric of the routing network. */
  readonly limit: number;
  /**
   * The reached parts of roads, cut exactly where the limit is met.
   */
  readonly roads: ReachedRoads;
  /**
   * Polygons, with holes, that contain every place of `roads`. A place inside is at most three
   * sides of a cell from a reached place; on a large map cells are larger than `cell`.
   */
  readonly polygons: readonly Polygon[];
}

/** Isochrones and isodistances. Owns WebAssembly memory. */
export interface Isochrones {
  /**
   * What is reached from a position within each limit, in the order of the limits, by one sweep for
   * all. Limits are above 0, in the metric of the routing network. Throws RangeError for a position
   * with `ground`.
   */
  reach(from: RoadPoint, limits: readonly number[], options?: ReachOptions): Isochrone[];
  /** Bytes of WebAssembly memory. */
  readonly memoryBytes: number;
  /** Frees the memory. The object must not be used afterwards. */
  destroy(): void;
}

const OPTIONS: OptionRules = { cell: number(1, 1e6) };
const REACH_OPTIONS: OptionRules = { polygons: flag };
/** Metres on a side of a cell. */
const DEFAULT_CELL = 100;

/**
 * Isochrones (metric seconds) or isodistances (metric metres) on a routing network: one sweep over
 * the hierarchy (PHAST), then the roads in turn. Keeps 16 bytes per part of a road in a cell, and
 * some 40 per cell, from the first polygons on. If the box around all roads has more than 2^22
 * cells, cells get larger.
 *
 * @example
 * const isochrones = createIsochrones(routing, { cell: 50 });
 * const [near, far] = isochrones.reach(home, [30, 120]); // half a minute and two minutes
 * console.log(near.roads.whole.length, far.roads.whole.length); // 5 65
 * isochrones.destroy();
 */
export function createIsochrones(
  routing: RoutingNetwork,
  options: IsochronesOptions = {},
): Isochrones {
  routingRule(routing, 'routing');
  checkOptions('createIsochrones', options, OPTIONS);
  const { tick } = routing;
  const solver = createHierarchySolver(routing.graph, routing.hierarchy);
  const sweeps = solver.sweepsTo();
  const ends = createEnds(routing);
  const arrivals = createArrivals(routing, sweeps.place);
  const { order } = arrivals;
  const reacher = createReacher(routing, order);
  let outliner: Outliner | undefined;

  /** See `StartCost`. */
  function leastOnStart(start: RoadPoint, from: number, to: number): number {
    let least = Infinity;
    for (const { arc } of ends.exits(start)) {
      const against = (routing.network.roadOf[arc] & 1) === 1;
      const weight = routing.graph.weight[arc];
      if (weight >= NO_ROUTE) continue; // closed by live speeds
      const cut = cutAt(weight, start.share, tick);
      if (against ? from > start.share : to < start.share) continue;
      const ahead = against ? cut - to * weight : from * weight - cut;
      least = Math.min(least, Math.max(0, ahead));
    }
    return least;
  }

  return {
    reach(from, limits, reachOptions = {}) {
      checkPoint(from, routing, 'from');
      if (from.ground) refuse('from.ground.area', from.ground.area, 'no walk: a place on a road');
      list(limits, 'limits');
      limits.forEach((limit, i) => positive(limit, `limits[${i}]`));
      if (limits.length === 0) refuse('limits.length', 0, 'at least 1');
      checkOptions('reach', reachOptions, REACH_OPTIONS);
      const { polygons = true } = reachOptions;
      const most = limits.reduce((a, b) => Math.max(a, b), 0);
      const arrival = arrivals.enter(sweeps.run(seedsOf([ends.exits(from)])).dist, from, most);
      let outlines: Polygon[][] = [];
      if (polygons) {
        outliner ??= createOutliner(routing, order, options.cell ?? DEFAULT_CELL);
        outlines = outliner.outline(arrival, limits, leastOnStart);
      }
      return limits.map((limit, i) => ({
        limit,
        roads: reacher.within(arrival, limit),
        polygons: outlines[i] ?? [],
      }));
    },
    get memoryBytes() {
      return solver.memoryBytes;
    },
    destroy: () => solver.destroy(),
  };
}
