// The unit of all weights, where a position cuts an arc, and the weight of closed arcs. All
// services that take positions cut arcs by `cutAt`, so their costs agree.
import type { Metric } from '../types.ts';

/** The weight of a closed arc: above the cost of every route; finite, as weights must be. */
export const CLOSED: number = 2 ** 60;

/**
 * A path of at least this cost counts as no route. All closed arcs weigh more, and ends.ts gives
 * each part of a closed arc at least this cost, except a part of no length. Open paths are taken to
 * cost less: 2^48 s are 9 million years. A speed that gives one road more than half of this is
 * refused.
 */
export const NO_ROUTE: number = 2 ** 48;

/** A function that makes costs of at least `NO_ROUTE` infinite; undefined: no arc is closed. */
export function infiniteOver(weight: Float32Array): ((costs: Float32Array) => void) | undefined {
  if (!weight.some((one) => one >= NO_ROUTE)) return undefined;
  return (costs) => {
    for (let i = 0; i < costs.length; i++) if (costs[i] >= NO_ROUTE) costs[i] = Infinity;
  };
}

/**
 * Seconds, metres and units of cost per tick. Rounding moves the weight of a road by at most half a
 * tick: 2 ms, 8 mm or 0.002 units. A smaller weight above 0 becomes one tick.
 */
export const TICKS: Readonly<Record<Metric, number>> = {
  seconds: 2 ** -8,
  metres: 2 ** -6,
  cost: 2 ** -8,
};

/** All metrics. Files hold places in this list, so a new metric goes to the end of `TICKS`. */
export const METRICS = Object.keys(TICKS) as readonly Metric[];

/** The cost of a walk on open ground, not in ticks: walks have no cost apart from seconds. */
export const costOfWalk = (
  metric: Metric,
  walk: { readonly seconds: number; readonly metres: number },
): number => walk[metric === 'cost' ? 'seconds' : metric];

/** A weight as the nearest whole number of ticks, at least one tick; a weight of 0 stays 0. */
export function inTicks(weight: number, tick: number): number {
  return weight === 0 ? 0 : Math.max(1, Math.round(weight / tick)) * tick;
}

/**
 * The cost from the first point of a road to a share of it, in whole ticks. For an arc against the
 * road, `before` in ends.ts takes the rest of the weight. If both directions weigh the same, they
 * are cut at the same tick, and a symmetric network keeps symmetric costs.
 */
export function cutAt(weight: number, share: number, tick: number): number {
  return Math.round((share * weight) / tick) * tick;
}
