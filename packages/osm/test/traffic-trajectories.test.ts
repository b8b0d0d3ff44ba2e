import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { referenceRoutes } from '@wayfield/graph';
import { refuses } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type AgentPlan, pairRoutes, planAgents, randomRoutes } from '../src/agents.ts';
import { loadGeoJson, readOsm, type RoadNetwork } from '../src/index.ts';
import { distanceE7 } from '../src/projection.ts';
import {
  createLanePlaces,
  createLaneRoutes,
  createTraffic,
  summariseTraffic,
  trafficLanes,
  type TrafficOptions,
  trafficTrajectories,
} from '../src/traffic.ts';
import { randomStreets } from './random-streets.ts';
import { randomTown } from './traffic-scenes.ts';
import { writePbf } from './write-pbf.ts';

/** Traffic on the routes of a plan. */
function trafficOf(network: RoadNetwork, plan: AgentPlan, options?: TrafficOptions) {
  const collector = createLaneRoutes(network);
  const routes = referenceRoutes(network.graph, plan.queries);
  collector.add({ first: 0, queries: plan.queries, routes });
  return createTraffic(trafficLanes(network), collector.routes(), {
    vehicles: plan.agentCount,
    ...options,
  });
}

const test = suite('trajectories of vehicles that queue');

test('lead from the start to the goal along the road, both ways', () => {
  // about 1113 m to the east, then as far to the north
  const line = {
    type: 'LineString',
    coordinates: [
      [0, 0],
      [0.01, 0],
      [0.01, 0.01],
    ],
  };
  const network = loadGeoJson(line, { profile: 'all-ways' });
  const plan = planAgents(network, pairRoutes(network, [0, 1], [1, 0]));
  const traffic = trafficOf(network, plan, { departure: (v) => 10 * v });
  const list = [...trafficTrajectories(network, plan, traffic, { interval: 1 })];
  assert.is(list.length, 2);
  for (const { agent, count, time, lonE7, latE7 } of list) {
    const [u, v] = [plan.start[agent], plan.goal[agent]];
    assert.equal([time[0], lonE7[0], latE7[0]], [10 * agent, network.lonE7[u], network.latE7[u]]);
    assert.equal([lonE7[count - 1], latE7[count - 1]], [network.lonE7[v], network.latE7[v]]);
    let metres = 0;
    for (let i = 1; i < count; i++) {
      assert.ok(time[i] >= time[i - 1]);
      assert.ok(lonE7[i] === 100_000 || latE7[i] === 0, 'on the road');
      metres += distanceE7(lonE7[i - 1], latE7[i - 1], lonE7[i], latE7[i]);
    }
    // the corner is cut by at most one sample
    assert.ok(Math.abs(metres - network.roads.length[0]) < 15, `${metres} m`);
  }
  const { arrived, meanSeconds, meanFreeSeconds, mostSeconds } = summariseTraffic(traffic);
  assert.is(arrived, 2);
  assert.ok(meanSeconds > meanFreeSeconds && meanSeconds < meanFreeSeconds + 10);
  assert.ok(mostSeconds >= meanSeconds);
});

test('have times that do not descend, also of vehicles that restart or begin on their way', () => {
  const line = {
    type: 'LineString',
    coordinates: [
      [0, 0],
      [0.01, 0],
    ],
  };
  const network = loadGeoJson(line, { profile: 'all-ways' });
  const plan = planAgents(network, pairRoutes(network, [0, 1], [1, 0]));
  const cases: TrafficOptions[] = [
    { arrival: 'restart' },
    { along: () => 0.9, departure: () => 500 },
  ];
  for (const options of cases) {
    const traffic = trafficOf(network, plan, options);
    for (let i = 0; i < 40; i++) traffic.step(0.5);
    const list = [...trafficTrajectories(network, plan, traffic, { until: 220, interval: 10 })];
    for (const { count, time } of list) {
      for (let i = 1; i < count; i++) assert.ok(time[i] >= time[i - 1], `${time}`);
      // 20 s passed before: 20 intervals are left
      assert.ok(count <= 23, `${count} samples`);
    }
  }
});

test('cross the date line by the short way', () => {
  const line = {
    type: 'LineString',
    coordinates: [
      [179.99, 0],
      [-179.97, 0],
    ],
  };
  const network = loadGeoJson(line, { profile: 'all-ways' });
  const plan = planAgents(network, pairRoutes(network, [0, 1], [1, 0]));
  const traffic = trafficOf(network, plan, { along: () => 0.5 });
  const out = new Float64Array(4);
  createLanePlaces(network).write(traffic, out);
  assert.ok(Math.abs(out[0] + 179.99) < 1e-4 && Math.abs(out[2] + 179.99) < 1e-4, `${out}`);
  for (const { lonE7 } of trafficTrajectories(network, plan, traffic)) {
    assert.ok(lonE7.every((lon) => Math.abs(lon) >= 1_799_600_000 && Math.abs(lon) <= 1.8e9));
  }
});

test('begin where a vehicle is that is under way', () => {
  const coordinates = [
    [0, 0],
    [0.01, 0],
  ];
  const network = loadGeoJson({ type: 'LineString', coordinates }, { profile: 'all-ways' });
  const plan = planAgents(network, pairRoutes(network, [0], [1]));
  const [{ time, lonE7 }] = trafficTrajectories(
    network,
    plan,
    trafficOf(network, plan, { along: () => 0.5 }),
  );
  assert.equal([time[0], lonE7[0]], [0, 50_000]);
  assert.ok(
    time.every((t, i) => i === 0 || t > time[i - 1]),
    `${time}`,
  );
});

test('have one sample where there is no path, and end with the time', async () => {
  const network = await readOsm(writePbf(randomStreets(11)), { profile: 'car' });
  const plan = planAgents(network, randomRoutes(network, 60, { seed: 5 }), 90);
  const traffic = trafficOf(network, plan);
  const list = [...trafficTrajectories(network, plan, traffic, { until: 60, step: 1 })];
  assert.is(traffic.report.seconds, 60);
  assert.is(list.length, 90);
  let [without, moved] = [0, 0];
  for (const { agent, count, time } of list) {
    const route = agent % 60;
    const isEmpty = traffic.routes.first[route] === traffic.routes.first[route + 1];
    assert.is(count === 1, isEmpty);
    if (isEmpty) without++;
    else moved++;
    assert.ok(time[count - 1] <= 60);
  }
  assert.ok(without > 0 && moved > 0, `${without} and ${moved}`);
});

test('are beside the road by the metres asked for, one direction on each side', () => {
  const line = {
    type: 'LineString',
    coordinates: [
      [0, 0],
      [0.01, 0],
    ],
  };
  const network = loadGeoJson(line, { profile: 'all-ways' });
  const plan = planAgents(network, pairRoutes(network, [0, 1], [1, 0]));
  const traffic = trafficOf(network, plan, { along: () => 0.25 });
  // metres to the east and to the south
  const project = (lon: number, lat: number) => [111_195 * lon, -111_195 * lat] as const;
  const out = new Float64Array(4);
  createLanePlaces(network, { project, aside: 3 }).write(traffic, out);
  const [x, y, backX, backY] = out;
  const along = 0.25 * network.roads.length[0];
  const [east, west] = network.lonE7[plan.start[0]] === 0 ? [x, backX] : [backX, x];
  assert.ok(Math.abs(east - along) < 0.1 && Math.abs(west - 3 * along) < 0.1, `${east}, ${west}`);
  assert.equal([Math.abs(y), Math.abs(backY), y + backY], [3, 3, 0]);
  // to the east the right hand is in the south
  assert.is(network.lonE7[plan.start[0]] === 0 ? y : backY, 3);
});

test('refuse another plan, another network and an array that is too short', () => {
  const line = {
    type: 'LineString',
    coordinates: [
      [0, 0],
      [0.01, 0],
    ],
  };
  const network = loadGeoJson(line, { profile: 'all-ways' });
  const plan = planAgents(network, pairRoutes(network, [0], [1]));
  const traffic = trafficOf(network, plan);
  const other = planAgents(network, pairRoutes(network, [0], [1]), 3);
  refuses(() => trafficTrajectories(network, other, traffic), RangeError, /agentCount is 3/);
  const two = planAgents(network, pairRoutes(network, [0, 1], [1, 0]));
  refuses(() => trafficTrajectories(network, two, traffic), RangeError, /routeCount is 2/);
  const places = createLanePlaces(network);
  refuses(() => places.write(traffic, new Float32Array(1)), RangeError, /out.length is 1/);
  const { lanes, routes } = randomTown(1);
  refuses(
    () => places.write(createTraffic(lanes, routes), new Float32Array(999)),
    RangeError,
    /traffic.lanes.count is 120, expected 2/,
  );
});

test('come of places that are written without allocation', () => {
  const { lanes, routes } = randomTown(3);
  const traffic = createTraffic(lanes, routes, { vehicles: 300, arrival: 'restart', release: 30 });
  for (let i = 0; i < 3000; i++) traffic.step(0.5);
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  // one number on the heap per vehicle and step would be 4.8 MB, too little for a collection
  let least = Infinity;
  for (let window = 0; window < 60 && least > 400_000; window++) {
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let i = 0; i < 1000; i++) traffic.step(0.5);
    least = Math.min(least, process.memoryUsage().heapUsed - before);
  }
  // the first windows may still run code that is not compiled
  assert.ok(least < 400_000, `${least} bytes`);
});

test.run();
