import { referenceRoutes } from '@wayfield/graph';
import { refuses, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { planAgents, randomRoutes, runAgents } from '../src/agents.ts';
import { loadGeoJson, readOsm } from '../src/index.ts';
import {
  CAR_FOLLOWING,
  createLaneRoutes,
  createTraffic,
  DRIVING,
  equilibriumFlow,
  equilibriumGap,
  trafficLanes,
  type TrafficReport,
} from '../src/traffic.ts';
import { randomStreets } from './random-streets.ts';
import { hashOf, lanesOf, randomTown, ringRoad, routesOf } from './traffic-scenes.ts';
import { writePbf } from './write-pbf.ts';

const { length, minimumGap } = CAR_FOLLOWING;
const KMH = 1 / 3.6;

const follow = suite('vehicles that follow one another');

follow('keep the gap of the IDM in a platoon, whose leader is slow', () => {
  const lanes = lanesOf([100_000], 50 * KMH);
  const vehicles = 12;
  for (const pace of [0.2, 0.5, 0.8]) {
    const traffic = createTraffic(lanes, routesOf([[0]]), {
      vehicles,
      pace: (v) => (v === 0 ? pace : 1),
    });
    for (let i = 0; i < 4000; i++) traffic.step(0.25);
    const { metres, speed } = traffic.vehicles;
    const expected = equilibriumGap(pace * lanes.speed[0], lanes.speed[0]);
    for (let v = 1; v < vehicles; v++) {
      const gap = metres[v - 1] - metres[v] - length;
      assert.ok(Math.abs(gap - expected) < 1e-3 * expected, `${pace}: ${gap} m, not ${expected}`);
      assert.ok(Math.abs(speed[v] - pace * lanes.speed[0]) < 1e-3);
    }
  }
});

follow('have the fundamental diagram of the IDM on a ring road, to 0.5 %', () => {
  const desired = 50 * KMH;
  const metres = 1000;
  const flows: number[] = [];
  // free flow, capacity near 47 vehicles a kilometre, jams; a vehicle and its gap need 7 m
  for (const vehicles of [1, 5, 10, 20, 30, 40, 45, 50, 60, 80, 100, 120, 130]) {
    const { lanes, routes } = ringRoad(metres, 5, desired);
    const traffic = createTraffic(lanes, routes, {
      vehicles,
      arrival: 'loop',
      along: (v) => (v + 0.5) / vehicles,
    });
    for (let i = 0; i < 3000; i++) traffic.step(0.25);
    let sum = 0;
    for (let i = 0; i < 400; i++) {
      traffic.step(0.25);
      for (let v = 0; v < vehicles; v++) sum += traffic.vehicles.speed[v];
    }
    assert.is(traffic.report.driving, vehicles);
    const flow = sum / 400 / metres;
    const expected = equilibriumFlow(vehicles / metres, desired);
    assert.ok(
      Math.abs(flow / expected - 1) < 0.005,
      `${vehicles} vehicles a km: ${3600 * flow} an hour, not ${3600 * expected}`,
    );
    flows.push(flow);
  }
  const most = flows.indexOf(Math.max(...flows));
  assert.ok(most > 3 && most < 9, 'capacity lies between free flow and jam');
  for (let i = 1; i < flows.length; i++) assert.ok(flows[i] > flows[i - 1] === i <= most);
});

follow('slow down to a slower road by the comfortable deceleration at most', () => {
  const lanes = { ...lanesOf([500, 500], 1), speed: Float64Array.of(30, 8) };
  const traffic = createTraffic(lanes, routesOf([[0, 1]]));
  while (traffic.step(0.25).status === 'moving') {
    if (traffic.vehicles.lane[0] === 1 && traffic.vehicles.metres[0] > 300) {
      assert.ok(traffic.vehicles.speed[0] < 8.1);
    }
  }
  assert.ok(traffic.report.hardest <= CAR_FOLLOWING.deceleration, `${traffic.report.hardest}`);
});

follow.run();

const queue = suite('vehicles that queue');

/** Steps until a state or a number of steps is reached. */
function drive(step: () => TrafficReport, steps: number): TrafficReport {
  let report = step();
  for (let i = 1; i < steps && report.status === 'moving'; i++) report = step();
  return report;
}

queue('spill back from a bottleneck to the lanes before it', () => {
  // the last 200 m allow 2 m/s
  const lanes = { ...lanesOf([200, 200, 200, 200], 1), speed: Float64Array.of(14, 14, 14, 2) };
  const traffic = createTraffic(lanes, routesOf([[0, 1, 2, 3]]), {
    vehicles: 400,
    departure: (v) => 3 * v,
  });
  const held = new Uint32Array(4);
  const full: number[] = [Infinity, Infinity, Infinity];
  const speeds: number[] = [0, 0, 0, 0];
  for (let i = 0; i < 2400; i++) {
    traffic.step(0.5);
    held.fill(0);
    speeds.fill(0);
    const { status, lane, speed } = traffic.vehicles;
    for (let v = 0; v < status.length; v++) {
      if (status[v] !== 2) continue;
      held[lane[v]]++;
      speeds[lane[v]] += speed[v];
    }
    for (let k = 0; k < 3; k++) {
      if (full[k] === Infinity && held[k] > 12 && speeds[k] / held[k] < 4) full[k] = i / 2;
      assert.ok(held[k] <= lanes.length[k] / (length + minimumGap) + 1, `${held[k]} on lane ${k}`);
    }
  }
  assert.ok(full[2] < full[1] && full[1] < full[0] && full[0] < 1200, `full at ${full.join()} s`);
  assert.ok(traffic.report.queued > 0, 'and departures wait');
  // the queue leaves at what the bottleneck can take: the most that any density at 2 m/s allows
  const before = traffic.report.arrivals;
  for (let i = 0; i < 1200; i++) traffic.step(0.5);
  const flow = (traffic.report.arrivals - before) / 600;
  let most = 0;
  for (let density = 0.01; density < 0.14; density += 0.001) {
    most = Math.max(most, equilibriumFlow(density, 2));
  }
  assert.ok(flow > 0.9 * most && flow < 1.01 * most, `${flow} of ${most} vehicles a second`);
});

queue('keep to the capacity of a lane', () => {
  const lanes = { ...lanesOf([300, 300, 300], 14), capacity: Uint32Array.of(99, 3, 99) };
  const traffic = createTraffic(lanes, routesOf([[0, 1, 2]]), { vehicles: 60 });
  let most = 0;
  for (let i = 0; i < 4000 && traffic.step(0.5).status === 'moving'; i++) {
    most = Math.max(most, traffic.vehicles.lane.filter((lane) => lane === 1).length);
  }
  assert.is(traffic.report.status, 'done');
  assert.is(most, 3);
});

queue('take turns where two roads meet, and none waits for ever', () => {
  const lanes = lanesOf([400, 400, 800], 14);
  const traffic = createTraffic(
    lanes,
    routesOf([
      [0, 2],
      [1, 2],
    ]),
    {
      vehicles: 200,
      departure: (v) => v,
    },
  );
  const entered = [0, 0];
  const was = new Uint32Array(200).fill(9);
  let unfair = 0;
  while (traffic.step(0.5).status === 'moving') {
    const { lane } = traffic.vehicles;
    for (let v = 0; v < 200; v++) {
      if (lane[v] === 2 && was[v] !== 2) entered[v % 2]++;
      was[v] = lane[v];
    }
    unfair = Math.max(unfair, Math.abs(entered[0] - entered[1]));
  }
  assert.is(traffic.report.arrivals, 200);
  assert.ok(unfair <= 8, `one road was ${unfair} vehicles ahead`);
  assert.ok(traffic.report.hardest < 9, `${traffic.report.hardest} m/s²`);
});

queue('let those within a roundabout go first, so that it does not fill up', () => {
  // six pieces of 6 m; roads lead in before every other piece and out behind the ones between
  const lanes = lanesOf([6, 6, 6, 6, 6, 6, 200, 200, 200, 200, 200, 200], 8);
  const lists = [0, 1, 2].flatMap((k) =>
    // to the next exit but one, and to the one after it
    [4, 6].map((pieces) => [
      6 + k,
      ...Array.from({ length: pieces }, (_, i) => (2 * k + i) % 6),
      9 + ((k + pieces / 2 - 1) % 3),
    ]),
  );
  const traffic = createTraffic(lanes, routesOf(lists), {
    vehicles: 600,
    departure: (v) => v / 2,
  });
  const report = drive(() => traffic.step(0.5), 20_000);
  assert.is(report.status, 'done', JSON.stringify(report));
});

queue('all arrive on networks that are not full', () => {
  for (let seed = 1; seed <= 12; seed++) {
    const { lanes, routes } = randomTown(seed);
    const traffic = createTraffic(lanes, routes, { departure: (v) => v });
    const report = drive(() => traffic.step(0.5), 20_000);
    assert.is(report.status, 'done', `town ${seed}: ${JSON.stringify(report)}`);
    for (let v = 0; v < 60; v++) {
      // nobody is faster than the fastest lane of the route allows
      let [metres, fastest] = [-length, 0];
      for (let i = routes.first[v]; i < routes.first[v + 1]; i++) {
        metres += lanes.length[routes.lane[i]];
        fastest = Math.max(fastest, lanes.speed[routes.lane[i]]);
      }
      assert.ok(traffic.vehicles.arrivedAt[v] - v >= metres / fastest - 0.5);
    }
  }
});

/** Four lanes in a circle, full of vehicles that all want to go three lanes on. */
function fullCircle(release: number) {
  const lanes = lanesOf([35, 35, 35, 35], 10);
  const lists = [0, 1, 2, 3].map((k) => [k, (k + 1) % 4, (k + 2) % 4, (k + 3) % 4]);
  // five vehicles of 7 m on each lane
  return createTraffic(lanes, routesOf(lists), {
    vehicles: 20,
    release,
    along: (v) => (Math.floor(v / 4) * 7 + 7) / 140,
  });
}

queue('report gridlock, and dissolve it where that is asked for', () => {
  const stuck = fullCircle(Infinity);
  const report = drive(() => stuck.step(0.5), 2000);
  assert.is(report.status, 'gridlock');
  assert.ok(report.gridlocked >= 4, `${report.gridlocked} in circles`);
  assert.ok(report.seconds < 120, `after ${report.seconds} s`);
  const before = hashOf(stuck);
  for (let i = 0; i < 100; i++) stuck.step(0.5);
  assert.ok(stuck.report.arrivals === 0 && hashOf(stuck) === before, 'nobody can go on');

  const dissolved = fullCircle(20);
  for (let i = 0; i < 4000 && dissolved.report.status !== 'done'; i++) dissolved.step(0.5);
  assert.is(dissolved.report.status, 'done');
  assert.ok(dissolved.report.released > 0);
});

queue('begin along their routes, restart and loop', () => {
  const { lanes, routes } = ringRoad(1000, 4, 14);
  const along = (v: number): number => v / 5;
  const loop = createTraffic(lanes, routes, { vehicles: 5, arrival: 'loop', along });
  assert.is(loop.report.driving, 5);
  // 0 m is no place for a body of 5 m
  const at = [0, 1, 2, 3, 4].map((v) => 250 * loop.vehicles.lane[v] + loop.vehicles.metres[v]);
  assert.equal(at, [5, 200, 400, 600, 800]);
  const again = createTraffic(lanes, routes, { vehicles: 5, arrival: 'restart', along });
  for (let i = 0; i < 1000; i++) {
    loop.step(0.5);
    again.step(0.5);
  }
  assert.is(loop.report.arrivals, 0);
  assert.is(loop.report.driving, 5);
  assert.ok(again.report.arrivals > 20);
  assert.is(again.report.driving + again.report.queued, 5);
});

queue('enter again in the tick of their arrival where nobody claims the lane', () => {
  const traffic = createTraffic(lanesOf([100], 10), routesOf([[0]]), {
    arrival: 'restart',
    along: () => 0.5,
  });
  for (let arrivals = 1; arrivals < 4; arrivals++) {
    while (traffic.report.arrivals < arrivals) traffic.step(0.5);
    assert.is(traffic.vehicles.status[0], DRIVING, `arrival ${arrivals}`);
  }
});

queue('begin along their routes at second 0, as far as the capacity of lanes allows', () => {
  const lanes = { ...lanesOf([100], 10), capacity: Uint32Array.of(2) };
  const traffic = createTraffic(lanes, routesOf([[0]]), {
    vehicles: 5,
    along: (v) => v / 5,
    departure: () => 100,
  });
  assert.is(traffic.report.driving, 2);
  const departures = [...traffic.vehicles.departure];
  assert.equal(departures.sort(), [0, 0, 100, 100, 100]);
  drive(() => traffic.step(0.5), 2000);
  const { departure, arrivedAt } = traffic.vehicles;
  for (let v = 0; v < 5; v++) assert.ok(arrivedAt[v] > departure[v], `vehicle ${v}`);
  traffic.reset();
  assert.is(traffic.report.driving, 2);
});

queue('give the same bits again, on every version of Node', () => {
  const { lanes, routes } = randomTown(20_261_128);
  const traffic = createTraffic(lanes, routes, { vehicles: 300, arrival: 'restart', release: 30 });
  const hashes = [0, 1].map(() => {
    for (let i = 0; i < 2000; i++) traffic.step(0.5);
    const hash = hashOf(traffic);
    traffic.reset();
    return hash;
  });
  assert.is(hashes[0], hashes[1]);
  assert.is(hashes[0], 548_239_985);
});

queue.run();

const roads = suite('lanes of a road network');

roads('are shared by the arcs of one road, and routes are sequences of them', async () => {
  const network = await readOsm(writePbf(randomStreets(7)), {
    profile: 'car',
    weight: 'seconds',
    turnRestrictions: true,
    uTurns: false,
    largestComponent: true,
  });
  const lanes = trafficLanes(network);
  assert.is(lanes.count, 2 * network.roads.count);
  const plan = planAgents(network, randomRoutes(network, 80, { seed: 3 }));
  const collector = createLaneRoutes(network);
  const run = await runAgents(
    network,
    plan,
    { run: (queries) => referenceRoutes(network.graph, queries) },
    { onBatch: collector.add, memoryBudget: 4000 },
  );
  assert.ok(run.batches > 1);
  const routes = collector.routes();
  assert.is(routes.count, 80);
  for (let i = 0; i < routes.count; i++) {
    let seconds = 0;
    for (let k = routes.first[i]; k < routes.first[i + 1]; k++) {
      seconds += lanes.length[routes.lane[k]] / lanes.speed[routes.lane[k]];
    }
    if (run.cost[i] === Infinity) assert.is(seconds, 0);
    else assert.ok(Math.abs(seconds - run.cost[i]) < 1e-3 * run.cost[i] + 1e-3);
  }
  const traffic = createTraffic(lanes, routes, { departure: (v) => v });
  assert.is(drive(() => traffic.step(0.5), 20_000).status, 'done');
});

roads('take speeds by class, or one for all', () => {
  const line = (highway: string, lon: number) => ({
    type: 'Feature',
    properties: { highway },
    geometry: {
      type: 'LineString',
      coordinates: [
        [lon, 0],
        [lon + 0.01, 0],
      ],
    },
  });
  const network = loadGeoJson(
    { type: 'FeatureCollection', features: [line('primary', 0), line('residential', 0.01)] },
    { profile: 'car' },
  );
  const kmh = (lanes: { speed: Float64Array }) => lanes.speed.map((s) => Math.round(36 * s) / 10);
  sameArray(kmh(trafficLanes(network)), [70, 70, 30, 30]);
  sameArray(kmh(trafficLanes(network, { primary: 90 })), [90, 90, 30, 30]);
  sameArray(kmh(trafficLanes(network, 36)), [36, 36, 36, 36]);
  refuses(() => trafficLanes(network, 0), RangeError, /speed is 0/);
  refuses(() => trafficLanes(network, { lane: 3 } as object), RangeError, /no such road class/);
});

roads('refuse what is no traffic', () => {
  const { lanes, routes } = ringRoad(100, 2, 10);
  const made =
    (more: object, other = lanes) =>
    () =>
      createTraffic(other, routes, more);
  refuses(
    made({}, { ...lanes, length: Float64Array.of(1, NaN) }),
    RangeError,
    /length\[1\] is NaN/,
  );
  refuses(made({}, { ...lanes, speed: Float64Array.of(0, 1) }), RangeError, /speed\[0\] is 0/);
  refuses(made({}, { ...lanes, speed: Float64Array.of(1) }), RangeError, /speed.length is 1/);
  refuses(
    () => createTraffic(lanes, routesOf([[0, 2]])),
    RangeError,
    /routes.lane\[1\] is 2, expected a lane below 2/,
  );
  refuses(made({ pace: () => 0 }), RangeError, /pace\(0\) is 0/);
  refuses(made({ departure: () => -1 }), RangeError, /departure\(0\) is -1/);
  refuses(made({ along: () => 2 }), RangeError, /along\(0\) is 2/);
  refuses(made({ release: 3 }), RangeError, /release is 3/);
  refuses(made({ following: { headway: 0 } }), RangeError, /headway is 0/);
  refuses(made({ vehicles: 2 ** 20 + 1 }), RangeError, /vehicles is 1048577/);
  refuses(() => createTraffic(lanes, routesOf([]), { vehicles: 1 }), RangeError, /no routes for 1/);
  const traffic = createTraffic(lanes, routes);
  refuses(() => traffic.step(0), RangeError, /seconds is 0/);
  refuses(() => traffic.step(1.5), RangeError, /seconds is 1.5/);
  assert.is(traffic.report.tick, 0);
});

roads.run();
