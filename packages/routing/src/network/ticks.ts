import type { Metric } from '../types.ts';

/** The weight of a closed arc: above the cost of every route; finite, as weights must be. */
export const CLOSED: number = 2 ** 60;

/** A path of at least this cost goes over a closed arc, or over at least 1/4096 of one. */
export const NO_ROUTE: number = 2 ** 48;

/** Makes costs over closed arcs infinite; undefined: a network has no such arcs. */
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

/** The nearest whole number of ticks, as a weight. A road takes at least one tick. */
export function inTicks(weight: number, tick: number): number {
  return weight === 0 ? 0 : Math.max(1, Math.round(weight / tick)) * tick;
}

/**
 * The cost of the part of a road's arc that lies before a share of the road, seen from the road's
 * first point. An arc against the road splits at the same tick, so a network that is symmetric
 * keeps symmetric costs.
 */
export function cutAt(weight: number, share: number, tick: number): number {
  return Math.round((share * weight) / tick) * tick;
}
