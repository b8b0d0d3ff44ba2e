// Turns that take time, against a search over pairs of roads.
import { checkGraph, NONE } from '@wayfield/graph';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  loadGeoJson,
  type Profile,
  PROFILES,
  readOsm,
  readRoadNetwork,
  readSideAreas,
  type RoadNetwork,
  writeRoadNetwork,
} from '../src/index.ts';
import { rejects } from './rejects.ts';

const SECONDS_PER_DEGREE = 0.1;
const BACK = 30;
const profile: Profile = {
  ...PROFILES.car,
  turn: ({ angle, isBack, roads }) =>
    (roads > 2 ? SECONDS_PER_DEGREE * Math.abs(angle) : 0) + (isBack ? BACK : 0),
};

/** Streets of a grid with gaps and one-way streets, by a linear congruence. */
function streets(size: number, seed: number): object {
  let state = seed;
  const next = (): number => (state = (state * 1103515245 + 12345) % 2 ** 31) / 2 ** 31;
  const features: object[] = [];
  for (let x = 0; x < size; x++) {
    for (let y = 0; y < size; y++) {
      for (const [dx, dy] of [
        [1, 0],
        [0, 1],
      ]) {
        if (x + dx >= size || y + dy >= size || next() < 0.2) continue;
        const place = (i: number, j: number): [number, number] => [13 + i / 500, 52 + j / 700];
        const middle = place(x + dx / 2 + 0.2 * next(), y + dy / 2 + 0.2 * next());
        features.push({
          type: 'Feature',
          properties: { highway: 'residential', oneway: next() < 0.2 ? 'yes' : 'no' },
          geometry: {
            type: 'LineString',
            coordinates: [place(x, y), middle, place(x + dx, y + dy)],
          },
        });
      }
    }
  }
  return { type: 'FeatureCollection', features };
}

/** Costs from one node to all, with the turns that a network has as nodes and arcs. */
function costsFrom({ graph, endOf, baseCount }: RoadNetwork, source: number): number[] {
  const best = new Float64Array(graph.nodeCount).fill(Infinity);
  const open = [source];
  best[source] = 0;
  while (open.length > 0) {
    const u = open.shift()!;
    for (let a = graph.firstOut[u]; a < graph.firstOut[u + 1]; a++) {
      const cost = best[u] + graph.weight[a];
      if (cost >= best[graph.head[a]]) continue;
      best[graph.head[a]] = cost;
      open.push(graph.head[a]);
    }
  }
  return Array.from({ length: baseCount }, (_, v) => (v === source ? 0 : best[endOf[v]]));
}

/** The same on the plain network, over arcs, by the angles between the roads' shapes. */
function slowCosts(plain: RoadNetwork, source: number, uTurns: boolean): number[] {
  const { graph, roadOf, roads, baseCount } = plain;
  const { firstOut, head, weight } = graph;
  const heading = (a: number, atEnd: boolean): number => {
    const [low, high] = [
      roads.firstPoint[roadOf[a] >>> 1],
      roads.firstPoint[(roadOf[a] >>> 1) + 1],
    ];
    const points = Array.from({ length: high - low }, (_, i) => low + i);
    if (roadOf[a] & 1) points.reverse();
    const [p, q] = atEnd ? points.slice(-2) : points;
    const shrink = Math.cos((52.005 * Math.PI) / 180);
    const dx = (roads.lonE7[q] - roads.lonE7[p]) * shrink;
    return (Math.atan2(dx, roads.latE7[q] - roads.latE7[p]) * 180) / Math.PI;
  };
  const roadsAt = new Map<number, Set<number>>();
  for (let u = 0; u < baseCount; u++) {
    for (let a = firstOut[u]; a < firstOut[u + 1]; a++) {
      for (const v of [u, head[a]]) {
        roadsAt.set(v, (roadsAt.get(v) ?? new Set()).add(roadOf[a] >>> 1));
      }
    }
  }
  const best = new Map<number, number>();
  const found = Array.from({ length: baseCount }, (_, v) => (v === source ? 0 : Infinity));
  const open: number[] = [];
  const reach = (a: number, cost: number): void => {
    if (cost >= (best.get(a) ?? Infinity)) return;
    best.set(a, cost);
    found[head[a]] = Math.min(found[head[a]], cost);
    open.push(a);
  };
  for (let a = firstOut[source]; a < firstOut[source + 1]; a++) reach(a, weight[a]);
  while (open.length > 0) {
    const a = open.shift()!;
    const v = head[a];
    for (let b = firstOut[v]; b < firstOut[v + 1]; b++) {
      const isBack = (roadOf[a] ^ roadOf[b]) === 1;
      if (isBack && !uTurns && firstOut[v + 1] - firstOut[v] > 1) continue;
      const turned = Math.abs(((heading(b, false) - heading(a, true) + 900) % 360) - 180);
      const degrees = isBack ? 180 : turned;
      const turn = roadsAt.get(v)!.size > 2 ? SECONDS_PER_DEGREE * degrees : 0;
      reach(b, best.get(a)! + weight[b] + turn + (isBack ? BACK : 0));
    }
  }
  return found;
}

const test = suite('costs of turns');

for (const uTurns of [true, false]) {
  test(`equal those of a search over roads, uTurns: ${uTurns}`, () => {
    let turned = 0;
    for (let seed = 1; seed <= 6; seed++) {
      const options = { profile, weight: 'seconds' } as const;
      const data = streets(5, seed);
      const plain = loadGeoJson(data, options);
      const network = loadGeoJson(data, { ...options, uTurns, turnCosts: true });
      checkGraph(network.graph);
      assert.is(network.baseCount, plain.baseCount);
      for (let source = 0; source < plain.baseCount; source++) {
        const [found, expected] = [costsFrom(network, source), slowCosts(plain, source, uTurns)];
        found.forEach((cost, v) => {
          const right = expected[v];
          const near = cost === right || Math.abs(cost - right) < 0.02;
          assert.ok(near, `seed ${seed}, ${source} to ${v}: ${cost}, expected ${right}`);
        });
        const free = costsFrom(plain, source);
        turned += found.filter((cost, v) => cost > free[v] + 1).length;
      }
    }
    assert.ok(turned > 1000, `${turned} pairs whose turns cost more than a second`);
  });
}

test('are left out where the profile has none, or weights are metres', () => {
  const data = streets(4, 3);
  const { turn: _, ...without } = profile;
  const size = (options: Parameters<typeof loadGeoJson>[1]): number =>
    loadGeoJson(data, options).graph.nodeCount;
  const plain = size({ profile, weight: 'seconds' });
  assert.is(size({ profile: without, weight: 'seconds', turnCosts: true }), plain);
  assert.is(size({ profile, weight: 'metres', turnCosts: true }), plain);
  assert.ok(size({ profile, weight: 'seconds', turnCosts: true }) > plain);
});

test('of a car: more across the other direction, most for turning back, none on a bend', () => {
  const turn = PROFILES.car.turn!;
  const crossing = { isBack: false, roads: 4, from: 'primary', to: 'primary', leftHand: false };
  const [left, right, ahead] = [-90, 90, 0].map((angle) => turn({ ...crossing, angle } as never));
  assert.ok(left !== right && ahead < 0.1 && right > 2 && left > 2);
  const mirrored = turn({ ...crossing, angle: 90, leftHand: true } as never);
  assert.is(mirrored, left);
  assert.ok(turn({ ...crossing, angle: 180, isBack: true } as never) > 25);
  assert.is(turn({ ...crossing, roads: 2, angle: 90 } as never), 0);
});

test('out of range are refused with the number', async () => {
  const xml = new TextEncoder().encode(
    '<osm version="0.6"><node id="1" lon="13" lat="52"/><node id="2" lon="13.1" lat="52"/>' +
      '<way id="1"><nd ref="1"/><nd ref="2"/><tag k="highway" v="primary"/></way></osm>',
  );
  const options = { weight: 'seconds', turnCosts: true } as const;
  await rejects(
    readOsm(xml, { ...options, profile: { ...profile, turn: () => -1 } }),
    RangeError,
    'seconds of a turn is -1, expected 0 to 3600',
  );
});

test('arcs that are no roads are turns, and lead to nodes of the same place', () => {
  const network = loadGeoJson(streets(4, 5), { profile, weight: 'seconds', turnCosts: true });
  const { graph, roadOf, baseOf } = network;
  let turns = 0;
  for (let u = 0; u < graph.nodeCount; u++) {
    for (let a = graph.firstOut[u]; a < graph.firstOut[u + 1]; a++) {
      if (roadOf[a] !== NONE) continue;
      assert.is(baseOf[graph.head[a]], baseOf[u]);
      if (graph.weight[a] > 0) turns++;
    }
  }
  assert.ok(turns > 20);
});

/** A crossing of four streets at each of some longitudes. */
function crossings(longitudes: readonly number[], tags: object = {}): object {
  const features = longitudes.flatMap((lon) =>
    [
      [-0.01, 0],
      [0.01, 0],
      [0, -0.01],
      [0, 0.01],
    ].map(([x, y]) => ({
      type: 'Feature',
      properties: { highway: 'residential', ...tags },
      geometry: {
        type: 'LineString',
        coordinates: [
          [lon + x, 50 + y],
          [lon, 50],
        ],
      },
    })),
  );
  return { type: 'FeatureCollection', features };
}

/** Seconds of a turn to the left less those of a turn to the right, at the crossing there. */
function leftLessRight(network: RoadNetwork, lon: number): number {
  const nodeAt = (x: number, y: number): number =>
    network.lonE7.findIndex(
      (one, u) => one === Math.round(x * 1e7) && network.latE7[u] === Math.round(y * 1e7),
    );
  const costs = costsFrom(network, nodeAt(lon, 49.99));
  return costs[nodeAt(lon - 0.01, 50)] - costs[nodeAt(lon + 0.01, 50)];
}

test('are the same over the date line as elsewhere', () => {
  const options = { profile, weight: 'seconds', turnCosts: true } as const;
  const at = (lon: number): number[] => {
    const west = lon - 0.01;
    const east = lon + 0.01 > 180 ? lon + 0.01 - 360 : lon + 0.01;
    const lines = [
      [west, 50],
      [east, 50],
      [lon, 50.01],
      [lon, 49.99],
    ].map((place) => ({
      type: 'Feature',
      properties: { highway: 'residential' },
      geometry: { type: 'LineString', coordinates: [place, [lon, 50]] },
    }));
    const network = loadGeoJson({ type: 'FeatureCollection', features: lines }, options);
    const nodeAt = (x: number): number => network.lonE7.indexOf(Math.round(x * 1e7));
    const costs = costsFrom(network, nodeAt(west));
    return Array.from(costs).sort((a, b) => a - b);
  };
  at(180).forEach((cost, i) => assert.ok(Math.abs(cost - at(13)[i]) < 0.01, `${at(180)}`));
});

const PROPERTY = (side: unknown, rings: unknown): object => ({
  type: 'Feature',
  properties: { driving_side: side },
  geometry: { type: 'Polygon', coordinates: rings },
});
const box = (west: number, east: number): number[][] => [
  [west, 49],
  [east, 49],
  [east, 51],
  [west, 51],
  [west, 49],
];

test('are dearer across the traffic on the side of the way: by areas, tags, everywhere', () => {
  // an area with a hole around 14 degrees, and a later one that lies over all of it
  const areas = readSideAreas(
    JSON.stringify({
      type: 'FeatureCollection',
      features: [
        PROPERTY('left', [box(12, 16), box(13.5, 14.5)]),
        PROPERTY('wrong', [box(0, 1)]),
        PROPERTY('right', [box(12, 13.2)]),
      ],
    }),
  );
  assert.equal(
    areas.map(({ side, rings }) => `${side} ${rings.length}`),
    ['left 2', 'right 1'],
  );
  const options = { profile: 'car', weight: 'seconds', turnCosts: true } as const;
  const data = crossings([13, 14, 15, 17]);
  const found = (network: RoadNetwork, list = [13, 14, 15, 17]): boolean[] =>
    list.map((lon) => leftLessRight(network, lon) > 0.5);
  assert.equal(found(loadGeoJson(data, options)), [true, true, true, true]);
  const sided = loadGeoJson(data, { ...options, sides: areas });
  assert.equal(found(sided), [false, true, false, true]);
  const elsewhere = loadGeoJson(data, { ...options, sides: areas, leftHand: true });
  assert.equal(found(elsewhere), [false, false, false, false]);
  const tagged = crossings([13], { driving_side: 'right' });
  assert.equal(found(loadGeoJson(tagged, { ...options, sides: areas }), [13]), [true]);
  const told = readRoadNetwork(writeRoadNetwork(sided)).details!;
  assert.equal(
    told.map(({ drivingSide }) => drivingSide).filter((side) => side !== undefined),
    ['left'],
  );
});

test('of areas that are none are refused with their number', () => {
  const read = (value: unknown): unknown => readSideAreas(JSON.stringify(value));
  assert.throws(() => read({}), /features is undefined, expected an array of features/);
  assert.throws(
    () => read({ features: [PROPERTY('left', [[[0, 0]]])] }),
    /features\[0\]\.geometry\.coordinates, ring 0/,
  );
  const ring = [...box(0, 1).slice(1), [0, 'x']];
  assert.throws(() => read({ features: [PROPERTY('left', [ring])] }), /ring 0, place 4/);
  assert.throws(
    () => read({ features: [{ ...PROPERTY('left', []), geometry: null }] }),
    /features\[0\]\.geometry is undefined, expected a Polygon or a MultiPolygon/,
  );
});

test.run();
