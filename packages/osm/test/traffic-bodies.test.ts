// The bodies of vehicles never overlap, over 10,000 ticks of random networks, short lanes and full
// ones included. The check shares no code with the simulation.
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createTraffic } from '../src/traffic.ts';
import { faultOf, randomTown } from './traffic-scenes.ts';

const TICKS = 10_000;
const test = suite('vehicles on random networks');

for (const [seed, vehicles, dt] of [
  [1, 60, 0.1],
  [2, 200, 0.25],
  [3, 500, 0.5],
  [4, 200, 1],
  [5, 500, 0.25],
  [6, 200, 0.5],
]) {
  test(`do not overlap in ${TICKS} ticks of ${dt} s: town ${seed}, ${vehicles} vehicles`, () => {
    const { lanes, routes, next } = randomTown(seed);
    const pace = Float64Array.from({ length: vehicles }, () => 0.7 + 0.6 * next());
    const traffic = createTraffic(lanes, routes, {
      vehicles,
      arrival: 'restart',
      release: 20,
      pace: (v) => pace[v],
      departure: (v) => v / 2,
      ...(seed % 2 === 1 && { along: (v: number) => (0.618034 * v) % 1 }),
    });
    for (let i = 0; i < TICKS; i++) {
      traffic.step(dt);
      const fault = faultOf(traffic, 5);
      if (fault !== '') assert.unreachable(`tick ${i}: ${fault}`);
    }
    assert.ok(traffic.report.arrivals > 100, `${traffic.report.arrivals} arrivals`);
  });
}

test('say so where all stand for ever', () => {
  let gridlocks = 0;
  for (let seed = 1; seed <= 10; seed++) {
    const { lanes, routes } = randomTown(seed);
    const traffic = createTraffic(lanes, routes, { vehicles: 400 });
    let still = 0;
    for (let i = 0; i < TICKS && still < 100 && traffic.report.status !== 'done'; i++) {
      const { standing, driving, queued } = traffic.step(0.5);
      still = standing === driving && driving + queued > 0 ? still + 0.5 : 0;
    }
    if (still < 100) continue;
    gridlocks++;
    assert.is(traffic.report.status, 'gridlock', `town ${seed}`);
  }
  assert.ok(gridlocks >= 5, `${gridlocks} gridlocks`);
});

test('are seen to overlap where they do', () => {
  const { lanes, routes } = randomTown(9);
  const traffic = createTraffic(lanes, routes, { vehicles: 60, along: (v) => (0.618034 * v) % 1 });
  for (let i = 0; i < 20; i++) traffic.step(0.5);
  assert.is(faultOf(traffic, 5), '');
  assert.match(faultOf(traffic, 60), /overlap|apart/);
});

test.run();
