import { random } from '@wayfield/graph/generators';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createMatrix } from '../src/matrix.ts';
import { planTrip } from '../src/trip.ts';
import { goodOrder } from '../src/trip/heuristic.ts';
import { roundTripBound } from '../src/trip/bound.ts';
import { randomPoints, town } from './town.ts';

const SEED = 12;
const test = suite(`planTrip, seed ${SEED}`);

/** The least cost of all orders. */
function bruteForce(
  costs: ArrayLike<number>,
  n: number,
  { round, endAtLast }: { round: boolean; endAtLast: boolean },
): number {
  let best = Infinity;
  const used = new Uint8Array(n);
  const visit = (at: number, count: number, sum: number): void => {
    if (count === n) {
      if (endAtLast && at !== n - 1) return;
      best = Math.min(best, sum + (round ? costs[at * n] : 0));
      return;
    }
    for (let next = 1; next < n; next++) {
      if (used[next] === 1) continue;
      used[next] = 1;
      visit(next, count + 1, sum + costs[at * n + next]);
      used[next] = 0;
    }
  };
  visit(0, 1, 0);
  return best;
}

const KINDS = [
  { round: true, endAtLast: false },
  { round: false, endAtLast: false },
  { round: false, endAtLast: true },
];

function costOf(costs: ArrayLike<number>, n: number, order: readonly number[], round: boolean) {
  let sum = 0;
  order.forEach((stop, i) => {
    if (i > 0) sum += costs[order[i - 1] * n + stop];
  });
  return sum + (round ? costs[order[order.length - 1] * n] : 0);
}

/** Costs in the plane, different in both directions, some pairs without a route. */
function randomCosts(n: number, next: () => number, absent: number): Float64Array {
  const places = Array.from({ length: n }, () => [next(), next()]);
  return Float64Array.from({ length: n * n }, (_, k) => {
    const [i, j] = [Math.floor(k / n), k % n];
    if (i === j) return 0;
    if (next() < absent) return Infinity;
    const [[a, b], [c, d]] = [places[i], places[j]];
    return Math.hypot(a - c, b - d) * (1 + 0.3 * next());
  });
}

test('orders up to 9 stops as brute force does', () => {
  const next = random(SEED);
  let none = 0;
  for (let round = 0; round < 60; round++) {
    const n = 1 + (round % 9);
    const costs = randomCosts(n, next, round % 3 === 0 ? 0.35 : 0);
    for (const kind of KINDS) {
      const trip = planTrip(costs, kind);
      const best = bruteForce(costs, n, kind);
      if (best === Infinity) {
        assert.equal(trip, { order: [], cost: Infinity, bound: Infinity });
        none++;
        continue;
      }
      assert.ok(Math.abs(trip.cost - best) <= 1e-9, `${trip.cost}, ${best}`);
      assert.is(trip.bound, trip.cost);
      assert.is(trip.order[0], 0);
      assert.equal(
        [...trip.order].sort((a, b) => a - b),
        [...Array(n).keys()],
      );
      if (kind.endAtLast) assert.is(trip.order[n - 1], n - 1);
      assert.ok(Math.abs(costOf(costs, n, trip.order, kind.round) - best) <= 1e-9);
    }
  }
  assert.ok(none > 3, `${none} without a trip`);
});

test('orders roads exactly', async () => {
  const routing = await town(SEED, { turnRestrictions: true });
  const matrix = createMatrix(routing);
  const stops = randomPoints(routing, 8, SEED);
  const costs = matrix.costs(stops, stops);
  for (const kind of KINDS) assert.is(planTrip(costs, kind).cost, bruteForce(costs, 8, kind));
  matrix.destroy();
});

test('finds good orders of many stops, and bounds that hold', () => {
  const next = random(SEED + 1);
  let gaps = 0;
  for (const n of [13, 20, 40]) {
    const costs = randomCosts(n, next, 0.05);
    for (const kind of KINDS) {
      const trip = planTrip(costs, kind);
      assert.equal(
        [...trip.order].sort((a, b) => a - b),
        [...Array(n).keys()],
      );
      assert.is(trip.order[0], 0);
      if (kind.endAtLast) assert.is(trip.order[n - 1], n - 1);
      assert.ok(Math.abs(costOf(costs, n, trip.order, kind.round) - trip.cost) < 1e-9);
      assert.ok(trip.bound <= trip.cost);
      gaps = Math.max(gaps, trip.cost / trip.bound - 1);
      if (n === 13) assert.equal(planTrip(costs, kind), trip);
    }
  }
  assert.ok(gaps < 0.3, `${gaps} above the bound`);
});

test('the heuristic and the bound enclose the best order of few stops', () => {
  const next = random(SEED + 2);
  let worse = 0;
  for (let round = 0; round < 40; round++) {
    const n = 8 + (round % 2);
    const costs = randomCosts(n, next, 0);
    const best = bruteForce(costs, n, KINDS[1 + (round % 2)]);
    const last = round % 2 ? n - 1 : undefined;
    const found = goodOrder(costs, n, last, random(round));
    assert.ok(found.cost >= best - 1e-9);
    if (found.cost > best + 1e-9) worse++;
    const whole = bruteForce(costs, n, KINDS[0]);
    const bound = roundTripBound(costs, n, whole);
    assert.ok(bound <= whole && bound > 0.7 * whole, `${bound}, ${whole}`);
  }
  assert.ok(worse <= 2, `${worse} of 40 are not the best`);
});

test('takes costs up to 1e300', () => {
  for (const n of [9, 13, 30]) {
    const next = random(SEED + n);
    const costs = Float64Array.from({ length: n * n }, () => 1e300 * (1 - next() / 2));
    for (const kind of KINDS) {
      const { order, cost, bound } = planTrip(costs, kind);
      assert.equal(
        [...order].sort((a, b) => a - b),
        [...Array(n).keys()],
      );
      if (kind.endAtLast) assert.is(order[n - 1], n - 1);
      assert.ok(cost < 1e300 * (n + 1) && bound <= cost && bound > 0.3 * cost, `${bound}, ${cost}`);
    }
  }
});

test('refuses costs that are none', () => {
  assert.throws(() => planTrip([1, 2, 3]), /costs is/);
  assert.throws(() => planTrip([0, -1, 1, 0]), /costs is/);
  // the sum of two of these costs is Infinity, which would mean that there is no trip
  assert.throws(() => planTrip([0, 1e308, 1e308, 0]), /costs is .* to 1e\+300, or Infinity/);
  assert.throws(() => planTrip([0], { round: true, endAtLast: true }), /endAtLast/);
  assert.throws(() => planTrip(new Float32Array(501 * 501)), /501 stops, at most 500/);
});

test.run();
