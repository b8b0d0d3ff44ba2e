// Routes that minimise costs apart from time, and waits in steps.
import { type OsmOptions, PROFILES } from '@wayfield/osm';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { buildRouting, createRouter, legSteps, readRouting, writeRouting } from '../src/index.ts';
import { createMatrix } from '../src/matrix.ts';
import { randomPoints, town } from './town.ts';

const SEED = 11;
const { car } = PROFILES;
/** Main roads are fast and dear. */
const profile: OsmOptions['profile'] = {
  ...car,
  way(tags) {
    const use = car.way(tags);
    const rate = tags.get('highway') === 'secondary' ? 1 : 10;
    return use && { ...use, rates: [rate, rate / 2] };
  },
};
const near = (a: number, b: number): boolean => Math.abs(a - b) < 1e-3 * (1 + Math.abs(b));
const test = suite(`costs, seed ${SEED}`);

test('are what routes minimise; seconds and metres are those along them', async () => {
  const { network } = await town(SEED, { profile });
  const routing = buildRouting(network);
  assert.is(routing.metric, 'cost');
  const fast = buildRouting(network, { metric: 'seconds' });
  const [cheap, quick] = [createRouter(routing), createRouter(fast)];
  const points = randomPoints(routing, 24, SEED);
  let cheaper = 0;
  for (let i = 0; i + 1 < points.length; i++) {
    const route = cheap.route([points[i], points[i + 1]]);
    const other = quick.route([points[i], points[i + 1]]);
    if (!route || !other) continue;
    const costOf = (of: typeof route): number => {
      let sum = 0;
      for (const { arc, from, to } of of.legs[0].pieces) {
        sum += Math.abs(to - from) * routing.graph.weight[arc];
      }
      return sum;
    };
    assert.ok(near(costOf(route), route.cost), `${costOf(route)}, ${route.cost}`);
    assert.ok(route.cost <= costOf(other) + 0.1);
    assert.ok(other.seconds <= route.seconds + 0.1);
    if (route.cost < costOf(other) - 0.1) cheaper++;
    const steps = legSteps(routing, route.legs[0]);
    assert.ok(
      near(
        steps.reduce((sum, { cost }) => sum + cost, 0),
        route.cost,
      ),
    );
  }
  assert.ok(cheaper > 2, `${cheaper} routes differ`);
  const matrix = createMatrix(routing);
  const { seconds, metres } = matrix.measure(points.slice(0, 6), points.slice(6, 12));
  for (let i = 0; i < 6; i++) {
    for (let j = 0; j < 6; j++) {
      const route = cheap.route([points[i], points[6 + j]]);
      assert.ok(near(seconds[6 * i + j], route?.seconds ?? Infinity) || !route);
      assert.ok(near(metres[6 * i + j], route?.metres ?? Infinity) || !route);
    }
  }
  const again = readRouting(writeRouting(routing));
  assert.equal([again.metric, again.graph.weight], ['cost', routing.graph.weight]);
  const plain = await town(SEED);
  assert.throws(() => buildRouting(plain.network, { metric: 'cost' }), RangeError);
  for (const owner of [matrix, cheap, quick]) owner.destroy();
});

test('waits belong to the steps before them, so that steps add up to the leg', async () => {
  const turning = { ...car, turn: () => 5 };
  const routing = await town(SEED, { profile: turning, turnCosts: true });
  const router = createRouter(routing);
  const points = randomPoints(routing, 20, SEED);
  let waiting = 0;
  for (let i = 0; i + 1 < points.length; i++) {
    const route = router.route([points[i], points[i + 1]]);
    if (!route) continue;
    const [leg] = route.legs;
    const waits = leg.pieces.reduce((sum, { wait = 0 }) => sum + wait, 0);
    if (waits > 0) waiting++;
    assert.is(waits % 5, 0);
    const total = legSteps(routing, leg).reduce((sum, { seconds }) => sum + seconds, 0);
    assert.ok(near(total, leg.seconds), `${total}, ${leg.seconds}`);
  }
  assert.ok(waiting > 5);
  router.destroy();
});
test.run();
