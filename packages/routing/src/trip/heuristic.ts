// A good order for more stops than exact.ts takes; plan.ts calls `goodOrder`. Insertion gives the
// first order, and Or-opt and 2-opt moves improve it until none helps. Then a double bridge kicks
// the best order, the moves improve the result, and the better of both orders is kept (Martin, Otto
// and Felten 1991).

/**
 * Kicks: KICKS_PER_STOP per stop, but at most MOST_WORK / stops^2, some seconds of work. Chosen,
 * not measured.
 */
const KICKS_PER_STOP = 10;
const MOST_WORK = 1e6;
/** `improve` ends after this many tries per stop, even if moves still help. */
const MOST_TRIED = 200;
/** The most stops that an Or-opt move takes along. */
const LONGEST_MOVE = 3;

/** A path over all stops, from stop 0; if the last stop is given, the path ends there. */
export interface Path {
  readonly order: number[];
  readonly cost: number;
}

/**
 * A good path from stop 0 over all stops, to stop `last` if given. `cost` has n rows of n entries,
 * a large number for a pair without a route. `next` gives random numbers from 0 to below 1.
 */
export function goodOrder(
  cost: Float64Array,
  n: number,
  last: number | undefined,
  next: () => number,
): Path {
  const fixed = last !== undefined;
  let best = improve(cost, n, insertAll(cost, n, last), fixed);
  const kicks = n < 8 ? 0 : Math.min(KICKS_PER_STOP * n, Math.ceil(MOST_WORK / (n * n)));
  for (let k = 0; k < kicks; k++) {
    const tried = improve(cost, n, kick(best.order, fixed, next), fixed);
    if (tried.cost < best.cost) best = tried;
  }
  return best;
}

/** The cost of a path; `order`: its stops. */
export function pathCost(cost: Float64Array, n: number, order: readonly number[]): number {
  let sum = 0;
  for (let i = 1; i < order.length; i++) sum += cost[order[i - 1] * n + order[i]];
  return sum;
}

/**
 * Inserts stops one by one, each where it costs least. The next stop is the one whose cheapest
 * insertion costs most.
 */
function insertAll(cost: Float64Array, n: number, last: number | undefined): number[] {
  const order = last === undefined ? [0] : [0, last];
  const left = new Set(Array.from({ length: n }, (_, i) => i).filter((i) => !order.includes(i)));
  while (left.size > 0) {
    let [stop, place, worst] = [-1, 0, -Infinity];
    for (const s of left) {
      let [least, at] = [Infinity, order.length];
      for (let i = 0; i < order.length; i++) {
        const added = addedAfter(cost, n, order, i, s);
        if (i + 1 === order.length && last !== undefined) continue;
        if (added < least) [least, at] = [added, i + 1];
      }
      if (least > worst) [stop, place, worst] = [s, at, least];
    }
    order.splice(place, 0, stop);
    left.delete(stop);
  }
  return order;
}

/** The cost that a path gains if a stop is inserted after place `i`. */
function addedAfter(
  cost: Float64Array,
  n: number,
  order: readonly number[],
  i: number,
  stop: number,
): number {
  const to = cost[order[i] * n + stop];
  if (i + 1 === order.length) return to;
  return to + cost[stop * n + order[i + 1]] - cost[order[i] * n + order[i + 1]];
}

/**
 * Or-opt moves of up to three stops, reversed or not, and 2-opt moves, until none helps or after
 * MOST_TRIED tries per stop. `fixed`: the last stop stays the last.
 */
function improve(cost: Float64Array, n: number, start: readonly number[], fixed: boolean): Path {
  let path: Path = { order: [...start], cost: pathCost(cost, n, start) };
  const end = fixed ? start.length - 1 : start.length;
  let failed = 0;
  // each change lowers the cost, so the loop ends; MOST_TRIED bounds the time of many small changes
  for (let tried = 0, i = 1; failed < end && tried < MOST_TRIED * n; tried++) {
    const better = moveStops(cost, n, path, [i, end]) ?? reverse(cost, n, path, [i, end]);
    if (better !== undefined) {
      path = better;
      failed = 0;
    } else {
      failed++;
      i = i + 1 < end ? i + 1 : 1;
    }
  }
  return path;
}

/** The first Or-opt move of stops from place `i` on that helps. */
function moveStops(
  cost: Float64Array,
  n: number,
  { order, cost: total }: Path,
  [i, end]: readonly [number, number],
): Path | undefined {
  const size = order.length;
  const at = (a: number, b: number): number =>
    a < size && b < size ? cost[order[a] * n + order[b]] : 0;
  for (let length = 1; length <= LONGEST_MOVE && i + length <= end; length++) {
    const j = i + length - 1;
    const saved = at(i - 1, i) + at(j, j + 1) - (j + 1 < size ? at(i - 1, j + 1) : 0);
    const turning = length > 1 ? turnCost(cost, n, order.slice(i, j + 1)) : Infinity;
    for (let k = 0; k < end; k++) {
      if (k >= i - 1 && k <= j) continue;
      const gap = at(k, k + 1);
      const straight = at(k, i) + at(j, k + 1) - gap < saved;
      if (!straight && at(k, j) + at(i, k + 1) - gap + turning >= saved) continue;
      const stretch = order.slice(i, j + 1);
      if (!straight) stretch.reverse();
      const moved = [...order.slice(0, i), ...order.slice(j + 1)];
      moved.splice(k < i ? k + 1 : k + 1 - length, 0, ...stretch);
      const sum = pathCost(cost, n, moved);
      if (sum < total) return { order: moved, cost: sum };
    }
  }
  return undefined;
}

/** How much more a stretch of a path costs if it is reversed. */
function turnCost(cost: Float64Array, n: number, stretch: readonly number[]): number {
  return pathCost(cost, n, [...stretch].reverse()) - pathCost(cost, n, stretch);
}

/** The first 2-opt move that helps: a stretch of the path from place `i` on is reversed. */
function reverse(
  cost: Float64Array,
  n: number,
  { order, cost: total }: Path,
  [i, end]: readonly [number, number],
): Path | undefined {
  // the costs of the stretch forward and backward, as it grows
  let [forward, backward] = [0, 0];
  for (let j = i + 1; j < end; j++) {
    forward += cost[order[j - 1] * n + order[j]];
    backward += cost[order[j] * n + order[j - 1]];
    const [a, b, c, d] = [order[i - 1], order[i], order[j], order[j + 1]];
    const after = d === undefined ? 0 : cost[b * n + d] - cost[c * n + d];
    if (cost[a * n + c] - cost[a * n + b] + after + backward - forward >= 0) continue;
    const stretch = order.slice(i, j + 1).reverse();
    const turned = [...order.slice(0, i), ...stretch, ...order.slice(j + 1)];
    const sum = pathCost(cost, n, turned);
    if (sum < total) return { order: turned, cost: sum };
  }
  return undefined;
}

/** Cuts the path in four and swaps the two middle parts. */
function kick(order: readonly number[], fixed: boolean, next: () => number): number[] {
  const end = fixed ? order.length - 1 : order.length;
  const cuts = [0, 0, 0].map(() => 1 + Math.floor(next() * (end - 1))).sort((a, b) => a - b);
  const [a, b, c] = cuts;
  return [...order.slice(0, a), ...order.slice(b, c), ...order.slice(a, b), ...order.slice(c)];
}
