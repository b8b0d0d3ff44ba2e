// The parts of roads that are reached within a limit, cut exactly where the limit is met.
// isochrones.ts calls `within` once per limit.
import type { RoadPoint, RoutingNetwork } from '../types.ts';
import { createEnds } from '../network/ends.ts';
import { cutAt, NO_ROUTE } from '../network/ticks.ts';
import { type Arrival, reachedShare, takeBits } from './arrivals.ts';

/** The reached parts of all roads, in ascending order of roads, but the start's road last. */
export interface ReachedRoads {
  /** Roads that are reached from end to end. */
  readonly whole: Uint32Array;
  /** Parts of other roads: the road, and the shares between which it is reached, from < to. */
  readonly road: Uint32Array;
  readonly from: Float64Array;
  readonly to: Float64Array;
}

/** The part of the start's road that is reached in one direction: `from` < `to`, shares. */
export interface StartPart {
  readonly from: number;
  readonly to: number;
}

/**
 * The parts of the start's road that are reached without leaving it; `weights`: along it and
 * against it.
 */
export function startParts(
  routing: RoutingNetwork,
  weights: Float32Array,
  start: RoadPoint,
  limit: number,
): StartPart[] {
  const parts: StartPart[] = [];
  for (const { arc } of createEnds(routing).exits(start)) {
    const against = routing.network.roadOf[arc] & 1;
    const weight = weights[against];
    if (weight >= NO_ROUTE) continue;
    const cut = cutAt(weight, start.share, routing.tick);
    if (against === 0) {
      const to = Math.min(1, (cut + limit) / weight);
      if (to > start.share) parts.push({ from: start.share, to });
    } else {
      const from = Math.max(0, (cut - limit) / weight);
      if (from < start.share) parts.push({ from, to: start.share });
    }
  }
  return parts;
}

/** Collects the parts reached within one limit after another. */
export interface Reacher {
  /** `limit`: at most the `most` of the arrival. The result is a copy. */
  within(arrival: Arrival, limit: number): ReachedRoads;
}

/** @param order the roads in sweep order */
export function createReacher(routing: RoutingNetwork, order: Uint32Array): Reacher {
  const { count } = routing.network.roads;
  const whole = new Uint32Array(count);
  /** A bit per road, set if the whole road is reached; no bit is set between calls. */
  const isWhole = new Uint32Array((count + 31) >>> 5);
  const road = new Uint32Array(2 * count + 4);
  const from = new Float64Array(2 * count + 4);
  const to = new Float64Array(2 * count + 4);

  return {
    within(arrival, limit) {
      const { weights, roads, start, startRoad } = arrival;
      let parts = 0;
      const add = (r: number, a: number, b: number): void => {
        road[parts] = r;
        from[parts] = a;
        to[parts++] = b;
      };
      for (let k = 0; k < roads.length; k++) {
        const q = roads[k];
        if (q === startRoad) continue;
        const r = order[q];
        const low = reachedShare(arrival, 2 * q, limit);
        const high = 1 - reachedShare(arrival, 2 * q + 1, limit);
        if (low >= high) isWhole[r >>> 5] |= 1 << (r & 31);
        else {
          if (low > 0) add(r, 0, low);
          if (high < 1) add(r, high, 1);
        }
      }
      let wholes = takeBits(isWhole, whole);
      // the parts ascend by road, except that the parts of the start's road come last
      const ascending = road.subarray(0, parts).map((_, k) => k);
      ascending.sort((a, b) => road[a] - road[b] || a - b);
      const w = weights.subarray(2 * startRoad, 2 * startRoad + 2);
      const spans = startParts(routing, w, start, limit);
      const low = reachedShare(arrival, 2 * startRoad, limit);
      const high = 1 - reachedShare(arrival, 2 * startRoad + 1, limit);
      if (low > 0) spans.push({ from: 0, to: Math.min(1, low) });
      if (high < 1) spans.push({ from: Math.max(0, high), to: 1 });
      const between = parts;
      for (const span of union(spans)) {
        if (span.from === 0 && span.to === 1) whole[wholes++] = start.road;
        else add(start.road, span.from, span.to);
      }
      const placeOf = (k: number): number => (k < between ? ascending[k] : k);
      return {
        whole: whole.slice(0, wholes),
        road: road.slice(0, parts).map((_, k) => road[placeOf(k)]),
        from: from.slice(0, parts).map((_, k) => from[placeOf(k)]),
        to: to.slice(0, parts).map((_, k) => to[placeOf(k)]),
      };
    },
  };
}

/** Spans that overlap or touch become one. */
function union(spans: StartPart[]): StartPart[] {
  const joined: { from: number; to: number }[] = [];
  for (const { from, to } of spans.sort((a, b) => a.from - b.from)) {
    const last = joined[joined.length - 1];
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else joined.push({ from, to });
  }
  return joined;
}
