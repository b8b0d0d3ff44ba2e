import { FOUND, referenceRoutes } from '@wayfield/graph';
import { refuses, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  createTrajectoryWriter,
  type MotionOptions,
  pairRoutes,
  planAgents,
  randomRoutes,
  trajectories,
  type Trajectory,
} from '../src/agents.ts';
import { loadGeoJson, pathToGeoJson, readOsm, type RoadNetwork } from '../src/index.ts';
import { distanceE7 } from '../src/projection.ts';
import { randomStreets } from './random-streets.ts';
import { writePbf } from './write-pbf.ts';

const SEED = 20_261_124;
const car = await readOsm(writePbf(randomStreets(SEED)), { profile: 'car' });
const timed = await readOsm(writePbf(randomStreets(SEED)), {
  profile: 'car',
  weight: 'seconds',
  turnRestrictions: true,
});

/** All trajectories, copied. */
function moves(network: RoadNetwork, agents: number, routes: number, options?: MotionOptions) {
  const plan = planAgents(network, randomRoutes(network, routes, { seed: SEED }), agents);
  const batch = {
    first: 0,
    queries: plan.queries,
    routes: referenceRoutes(network.graph, plan.queries),
  };
  const list = Array.from(trajectories(network, plan, batch, options), copy);
  return { plan, batch, list };
}

function copy({ agent, count, time, lonE7, latE7 }: Trajectory): Trajectory {
  return { agent, count, time: time.slice(), lonE7: lonE7.slice(), latE7: latE7.slice() };
}

const move = suite('trajectories');

move('follow the shapes of the roads, at the pace of the weights', () => {
  const { plan, batch, list } = moves(timed, 40, 40);
  assert.equal(
    list.map(({ agent }) => agent),
    Array.from({ length: 40 }, (_, i) => i),
  );
  let found = 0;
  for (const { agent, count, time, lonE7, latE7 } of list) {
    const { status, cost, firstNode, node } = batch.routes;
    const u = plan.start[agent];
    assert.equal([lonE7[0], latE7[0], time[0]], [timed.lonE7[u], timed.latE7[u], 0]);
    if (status[agent] !== FOUND) {
      assert.is(count, 1);
      continue;
    }
    found++;
    const path = node.subarray(firstNode[agent], firstNode[agent + 1]);
    const line = pathToGeoJson(timed, path).geometry.coordinates;
    const places = Array.from(lonE7, (lon, i) => [lon / 1e7, latE7[i] / 1e7]);
    const moved = places.filter(
      ([lon, lat], i) => i === 0 || lon !== places[i - 1][0] || lat !== places[i - 1][1],
    );
    assert.equal(moved, plan.start[agent] === plan.goal[agent] ? line.slice(0, 1) : line);
    // arrives after what the path costs, to the rounding of f32 and of milliseconds
    assert.ok(Math.abs(time[count - 1] - cost[agent]) <= 0.0005 + 1e-5 * cost[agent]);
    for (let i = 1; i < count; i++) assert.ok(time[i] >= time[i - 1]);
  }
  assert.ok(found > 20, `${found} found`);
});

move('take the speed that is asked for, by the metre', () => {
  const { list } = moves(car, 30, 30, { speed: 36 });
  for (const { count, time, lonE7, latE7 } of list) {
    for (let i = 1; i < count; i++) {
      const metres = distanceE7(lonE7[i - 1], latE7[i - 1], lonE7[i], latE7[i]);
      // 36 km/h are 10 m/s
      assert.ok(Math.abs(time[i] - time[i - 1] - metres / 10) < 0.002, `${metres} m`);
    }
  }
});

move('wait at signals and turns, and arrive after what the route costs', async () => {
  const streets = randomStreets(SEED);
  for (const node of streets.nodes!.slice(0, 30)) {
    if (Number(node.id) % 3 === 0) Object.assign(node, { tags: { highway: 'traffic_signals' } });
  }
  const network = await readOsm(writePbf(streets), {
    profile: 'car',
    weight: 'seconds',
    turnRestrictions: true,
    delays: true,
    turnCosts: true,
  });
  const { plan, batch, list } = moves(network, 60, 30, {
    pace: (agent) => (agent < 30 ? 1 : 2),
    departure: (agent) => agent,
  });
  const even = moves(network, 60, 30, {
    pace: (agent) => (agent < 30 ? 1 : 2),
    departure: (agent) => agent,
    interval: 1,
  });
  const { graph, roadOf, baseOf } = network;
  let waited = 0;
  list.forEach(({ agent, count, time, lonE7, latE7 }, k) => {
    const route = agent % 30;
    if (batch.routes.status[route] !== FOUND) return;
    const pace = agent < 30 ? 1 : 2;
    const right = agent + batch.routes.cost[route] / pace;
    assert.ok(Math.abs(time[count - 1] - right) <= 0.001 + 1e-5 * right, `agent ${agent}`);
    assert.is(even.list[k].time[even.list[k].count - 1], time[count - 1]);
    // the waits of the path, in turn, each at its node
    const { firstNode, node } = batch.routes;
    const waits: number[][] = [];
    for (let i = firstNode[route]; i + 1 < firstNode[route + 1]; i++) {
      const [u, v] = [node[i], node[i + 1]];
      for (let a = graph.firstOut[u]; a < graph.firstOut[u + 1]; a++) {
        if (graph.head[a] !== v || roadOf[a] !== 0xffff_ffff || graph.weight[a] === 0) continue;
        assert.is(baseOf[u], baseOf[v]);
        waits.push([network.lonE7[baseOf[u]], network.latE7[baseOf[u]], graph.weight[a] / pace]);
      }
    }
    const stays: number[][] = [];
    for (let i = 1; i < count; i++) {
      const moved = lonE7[i] !== lonE7[i - 1] || latE7[i] !== latE7[i - 1];
      if (!moved) stays.push([lonE7[i], latE7[i], time[i] - time[i - 1]]);
    }
    assert.equal(
      stays.map((stay) => stay.slice(0, 2)),
      waits.map((wait) => wait.slice(0, 2)),
    );
    stays.forEach((stay, i) => assert.ok(Math.abs(stay[2] - waits[i][2]) < 0.0011));
    waited += waits.length;
  });
  assert.ok(waited > 20, `${waited} waits`);
  assert.is(plan.agentCount, 60);
});

/** A trunk road of about 1 km, then a footway of about 1 km. */
const twoClasses = loadGeoJson(
  {
    type: 'FeatureCollection',
    features: [
      [0, 'trunk'],
      [0.009, 'footway'],
    ].map(([lon, highway]) => ({
      type: 'Feature',
      properties: { highway },
      geometry: {
        type: 'LineString',
        coordinates: [
          [lon, 0],
          [Number(lon) + 0.009, 0],
        ],
      },
    })),
  },
  { profile: 'all-ways' },
);

move('take a speed by class, a pace and a time to set off by agent', () => {
  const at = (lon: number): number => twoClasses.lonE7.indexOf(lon);
  const plan = planAgents(twoClasses, pairRoutes(twoClasses, [at(0)], [at(180_000)]), 2);
  const routes = referenceRoutes(twoClasses.graph, plan.queries);
  const batch = { first: 0, queries: plan.queries, routes };
  const [slow, fast] = Array.from(
    trajectories(twoClasses, plan, batch, {
      speed: { trunk: 72, footway: 3.6 },
      pace: (agent) => agent + 1,
      departure: (agent) => 100 * agent,
    }),
    copy,
  );
  const metres = distanceE7(0, 0, 90_000, 0);
  const round = (t: number): number => Math.round(1000 * t) / 1000;
  const [first, second] = [metres / 20, metres / 20 + metres];
  // roads know their lengths as f32
  const near = (list: Float64Array, expected: readonly number[]): void =>
    list.forEach((t, i) => assert.ok(Math.abs(t - round(expected[i])) < 0.0011, `${t}`));
  near(slow.time, [0, first, second]);
  near(fast.time, [100, 100 + first / 2, 100 + second / 2]);
  sameArray(slow.lonE7, [0, 90_000, 180_000]);
  sameArray(fast.lonE7, slow.lonE7);
});

move('may be sampled at even times: the same movement, and the arrival', () => {
  const exact = moves(car, 12, 6, { speed: 50 });
  const even = moves(car, 12, 6, { speed: 50, interval: 7 });
  assert.equal(
    even.list.map(({ agent }) => agent),
    // those who share a route follow one another
    [0, 6, 1, 7, 2, 8, 3, 9, 4, 10, 5, 11],
  );
  even.list.forEach(({ count, time, lonE7, latE7 }, k) => {
    const all = exact.list[k];
    const last = all.count - 1;
    assert.equal(
      [time[count - 1], lonE7[count - 1], latE7[count - 1]],
      [all.time[last], all.lonE7[last], all.latE7[last]],
    );
    for (let i = 0; i + 1 < count; i++) {
      assert.is(time[i], 7 * i);
      const p = Math.max(
        0,
        all.time.findLastIndex((t) => t <= time[i]),
      );
      const share = (time[i] - all.time[p]) / (all.time[p + 1] - all.time[p] || 1);
      const lon = all.lonE7[p] + share * (all.lonE7[p + 1] - all.lonE7[p]);
      // places are whole units, times of the shape whole milliseconds: 14 mm
      assert.ok(Math.abs(lonE7[i] - lon) < 3, `${lonE7[i]} is not ${lon}`);
    }
  });
});

move('refuse what is no movement', () => {
  const of = (options: MotionOptions) => () => moves(car, 2, 2, options);
  refuses(of({ speed: 0 }), RangeError, /speed is 0/);
  refuses(of({ speed: { trunk: -1 } }), RangeError, /speed.trunk is -1/);
  refuses(of({ speed: { street: 1 } as object }), RangeError, /no such road class/);
  refuses(of({ interval: 0 }), RangeError, /interval is 0/);
  refuses(of({ interval: Infinity }), RangeError, /interval is Infinity/);
  refuses(of({ interval: 1e-300 }), RangeError, /interval is 1e-300/);
  const many = of({ pace: () => 1e-9, interval: 0.01 });
  refuses(many, RangeError, /interval of agent 0 is 0\.01, expected at least \d.*16777216 samples/);
  for (const interval of [undefined, 10]) {
    const slow = of({ pace: () => 1e-310, ...(interval && { interval }) });
    refuses(slow, RangeError, /arrival of agent 0 is Infinity, expected/);
  }
  refuses(of({ pace: () => NaN }), RangeError, /pace\(0\) is NaN/);
  refuses(of({ departure: () => -1 }), RangeError, /departure\(0\) is -1/);
});

move.run();

const write = suite('createTrajectoryWriter');

/** A sink that is slow, and notes whether anybody writes before it is ready. */
function slowSink() {
  const pieces: string[] = [];
  let busy = false;
  return {
    pieces,
    async write(text: string): Promise<void> {
      assert.not(busy, 'written to before the last piece was taken');
      busy = true;
      await new Promise((resolve) => setTimeout(resolve, 0));
      pieces.push(text);
      busy = false;
    },
  };
}

write(
  'gives back what it was given, as CSV and as GeoJSON, in pieces of bounded size',
  async () => {
    const { list } = moves(timed, 1500, 40, { departure: (agent) => agent / 3 });
    const samples = list.reduce((sum, { count }) => sum + count, 0);
    for (const format of ['csv', 'geojson'] as const) {
      const sink = slowSink();
      const writer = createTrajectoryWriter(format, sink);
      for (let k = 0; k < list.length; k += 100) await writer.add(list.slice(k, k + 100));
      await writer.end();
      assert.ok(sink.pieces.length > 5, `${sink.pieces.length} pieces`);
      assert.ok(sink.pieces.every((piece) => piece.length < 1 << 18));
      const text = sink.pieces.join('');
      const read = format === 'csv' ? parseCsv(text) : parseGeoJson(text);
      assert.is(read.length, list.length);
      let compared = 0;
      read.forEach((one, k) => {
        assert.is(one.agent, list[k].agent);
        sameArray(one.time, list[k].time);
        sameArray(one.lonE7, list[k].lonE7);
        sameArray(one.latE7, list[k].latE7);
        compared += one.time.length;
      });
      assert.is(compared, samples);
    }
  },
);

write('writes places south and west of zero, and nobody at all', async () => {
  const sink = slowSink();
  const writer = createTrajectoryWriter('csv', sink);
  const time = Float64Array.of(0.25);
  const [lonE7, latE7] = [Int32Array.of(-5), Int32Array.of(-339_000_001)];
  await writer.add([{ agent: 7, count: 1, time, lonE7, latE7 }]);
  await writer.end();
  assert.is(sink.pieces.join(''), 'time,id,lon,lat\n0.25,7,-0.0000005,-33.9000001\n');
  const empty = slowSink();
  await createTrajectoryWriter('geojson', empty).end();
  assert.equal(JSON.parse(empty.pieces.join('')), { type: 'FeatureCollection', features: [] });
  refuses(() => createTrajectoryWriter('gpx' as 'csv', empty), RangeError, /format is 'gpx'/);
  const long = { agent: 7, count: 2, time, lonE7, latE7 };
  await createTrajectoryWriter('csv', empty)
    .add([long])
    .then(
      () => assert.unreachable(),
      (error) => assert.match(String(error), /RangeError: count is 2, expected at most 1/),
    );
});

interface Read {
  agent: number;
  time: number[];
  lonE7: number[];
  latE7: number[];
}

function parseCsv(text: string): Read[] {
  const [head, ...lines] = text.trimEnd().split('\n');
  assert.is(head, 'time,id,lon,lat');
  const list: Read[] = [];
  for (const line of lines) {
    const [time, id, lon, lat] = line.split(',').map(Number);
    let last = list[list.length - 1];
    if (last?.agent !== id) list.push((last = { agent: id, time: [], lonE7: [], latE7: [] }));
    last.time.push(time);
    last.lonE7.push(Math.round(lon * 1e7));
    last.latE7.push(Math.round(lat * 1e7));
  }
  return list;
}

function parseGeoJson(text: string): Read[] {
  const { features } = JSON.parse(text) as {
    features: {
      id: number;
      geometry: { type: string; coordinates: number[] | number[][] };
      properties: { times: number[] };
    }[];
  };
  return features.map(({ id, geometry, properties }) => {
    const line = geometry.type === 'Point' ? [geometry.coordinates] : geometry.coordinates;
    const places = line as number[][];
    return {
      agent: id,
      time: properties.times,
      lonE7: places.map(([lon]) => Math.round(lon * 1e7)),
      latE7: places.map(([, lat]) => Math.round(lat * 1e7)),
    };
  });
}

write.run();
