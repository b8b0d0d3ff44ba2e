// Trips: exact.ts up to 12 stops, heuristic.ts and bound.ts beyond.
import { checkOptions, flag, type OptionRules, rule } from '@wayfield/check';
import { exactOrder, MOST_EXACT } from './exact.ts';
import { roundTripBound } from './bound.ts';
import { goodOrder, pathCost } from './heuristic.ts';

/** Options of a trip. */
export interface TripOptions {
  /** Come back to the first stop. Default true. */
  readonly round?: boolean;
  /**
   * End at the last stop of the list. Needs `round: false`, otherwise RangeError. Default false: a
   * trip that is not round ends at any stop.
   */
  readonly endAtLast?: boolean;
}

/** The order in which to visit stops. */
export interface Trip {
  /** All stops by number, stop 0 first. A round trip goes from the last entry back to stop 0. */
  readonly order: number[];
  /**
   * The cost of the whole trip. `Infinity`: no order with a route for every leg was found, and
   * `order` is empty. Up to 12 stops, no such order exists then.
   */
  readonly cost: number;
  /**
   * A lower bound: no order costs less. Up to 12 stops it equals `cost`. Beyond 12 it may be lower
   * than `cost` even if the order is the best, and it is finite if `cost` is `Infinity`.
   */
  readonly bound: number;
}

const OPTIONS: OptionRules = { round: flag, endAtLast: flag };
/** Above this, sums over 500 stops and `absent` of `longTrip` could overflow to Infinity. */
const MOST_COST = 1e300;
const square = rule<ArrayLike<number>>(
  `an array of n · n costs, numbers from 0 to ${MOST_COST}, or Infinity`,
  (value) => Array.isArray(value) || ArrayBuffer.isView(value),
  (value) => {
    const n = Math.sqrt(value.length);
    if (!Number.isInteger(n) || n < 1) return false;
    for (let i = 0; i < value.length; i++) {
      const cost = value[i];
      if (typeof cost !== 'number' || !(cost >= 0)) return false;
      if (cost > MOST_COST && cost < Infinity) return false;
    }
    return true;
  },
);
/** The most stops of a trip; the heuristic takes some seconds for 500. */
const MOST_STOPS = 500;

/**
 * The best order of stops by a matrix of costs, `costs[i * n + j]` from stop i to stop j, as
 * `Matrix.costs(stops, stops)` gives it; `Infinity` = no route. The costs from a stop to itself do
 * not count. The trip begins at stop 0. Up to 12 stops the order is the best (Held and Karp 1962).
 * Beyond 12 stops the order is found by Or-opt, 2-opt and kicks, and `bound` says how far it may be
 * from the best. The same costs give the same trip.
 *
 * Throws RangeError for a matrix that is not square, for costs that are below 0, NaN, or finite and
 * above 1e300, and beyond 500 stops.
 *
 * @example
 * const { order } = planTrip(matrix.costs(stops, stops));
 * const route = router.route([...order, 0].map((i) => stops[i]));
 * console.log(order.join(), route!.legs.length); // 0,2,1 3
 */
export function planTrip(costs: ArrayLike<number>, options: TripOptions = {}): Trip {
  square(costs, 'costs');
  checkOptions('planTrip', options, OPTIONS);
  const { round = true, endAtLast = false } = options;
  if (round && endAtLast) throw new RangeError('endAtLast is true, and so is round');
  const n = Math.sqrt(costs.length);
  if (n > MOST_STOPS) throw new RangeError(`costs has ${n} stops, at most ${MOST_STOPS}`);
  if (n === 1) return { order: [0], cost: 0, bound: 0 };
  const trip = asPath(costs, n, round);
  const last = round ? n : endAtLast ? n - 1 : undefined;
  const size = round ? n + 1 : n;
  const stops = (order: number[]): number[] => (round ? order.slice(0, -1) : order);
  if (n <= MOST_EXACT) {
    const { order, cost } = exactOrder(trip, size, last);
    if (cost === Infinity) return { order: [], cost, bound: Infinity };
    return { order: stops(order), cost, bound: cost };
  }
  return longTrip(trip, size, last, (order) => stops(order));
}

/** The costs of the path problem: a round trip is a path to stop n, a copy of stop 0. */
function asPath(costs: ArrayLike<number>, n: number, round: boolean): Float64Array {
  if (!round) return Float64Array.from(costs);
  const size = n + 1;
  const trip = new Float64Array(size * size).fill(Infinity);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) trip[i * size + j] = costs[i * n + j];
    trip[i * size + n] = costs[i * n];
  }
  return trip;
}

function longTrip(
  trip: Float64Array,
  size: number,
  last: number | undefined,
  stops: (order: number[]) => number[],
): Trip {
  // A pair without a route gets a cost above that of any path whose pairs all have routes, so the
  // heuristic avoids such pairs. It may still end with one although an order without one exists.
  let most = 1;
  for (const cost of trip) if (cost < Infinity) most = Math.max(most, cost);
  const absent = most * 4 * size;
  const finite = trip.map((cost) => (cost === Infinity ? absent : cost));
  const { order } = goodOrder(finite, size, last, generator());
  const cost = pathCost(trip, size, order);
  if (cost === Infinity) return { order: [], cost, bound: boundOf(finite, size, last, absent) };
  return { order: stops(order), cost, bound: Math.min(cost, boundOf(finite, size, last, cost)) };
}

/**
 * A lower bound on the cost of a path. Links of cost 0 to the first stop make the path a round
 * trip: from the last stop, or from every stop if the end is free. `best`: the cost of a known
 * path.
 */
function boundOf(path: Float64Array, size: number, last: number | undefined, best: number): number {
  const closed = path.slice();
  // no other link leads to the first stop or away from the last one
  if (last !== undefined) closed.fill(Infinity, last * size, (last + 1) * size);
  for (let i = 0; i < size; i++) {
    closed[i * size] = last === undefined || i === last ? 0 : Infinity;
  }
  return roundTripBound(closed, size, best);
}

/** Numbers from 0 to below 1, the same in every call: a multiplicative congruential generator. */
function generator(): () => number {
  let state = 1;
  return () => {
    state = (state * 48271) % 0x7fffffff;
    return state / 0x7fffffff;
  };
}
