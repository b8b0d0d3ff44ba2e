// Speeds of segments, and costs apart from time.
import { NONE } from '@wayfield/graph';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  createLocator,
  createPositionRouter,
  type OsmOptions,
  type Profile,
  PROFILES,
  readOsm,
  readRoadNetwork,
  readSegmentSpeeds,
  readTurnPenalties,
  roadFeatures,
  type RoadNetwork,
  writeRoadNetwork,
} from '../src/index.ts';
import { OSRM_PROFILES } from '../src/osrm.ts';
import { trafficLanes } from '../src/traffic.ts';

/** Nodes 1 to 5 from west to east, 1 km apart; node 6 north of node 3. Ways 1-2-3-4-5 and 3-6. */
const nds = (ids: readonly number[]): string => ids.map((id) => `<nd ref="${id}"/>`).join('');
const west = [0, 1, 2, 3, 4].map((i) => `<node id="${i + 1}" lon="${13 + i / 70}" lat="52"/>`);
const MAP = new TextEncoder().encode(
  `<osm version="0.6">${west.join('')}<node id="6" lon="${13 + 2 / 70}" lat="52.01"/>
  <way id="1">${nds([1, 2, 3, 4, 5])}<tag k="highway" v="primary"/></way>
  <way id="2">${nds([3, 6])}<tag k="highway" v="primary"/></way></osm>`,
);
const read = (text: string, options: Partial<OsmOptions> = {}): Promise<RoadNetwork> =>
  readOsm(MAP, {
    profile: 'car',
    weight: 'seconds',
    segmentSpeeds: readSegmentSpeeds(text),
    ...options,
  });

/** By the ids at both ends of arcs: seconds, cost where there is one, and the bits of the road. */
function arcsOf({
  graph,
  nodeId,
  baseOf,
  roadOf,
  roads,
  cost,
}: RoadNetwork): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (let u = 0; u < graph.nodeCount; u++) {
    for (let a = graph.firstOut[u]; a < graph.firstOut[u + 1]; a++) {
      if (roadOf[a] === NONE) continue;
      const row = [graph.weight[a], roads.live?.[roadOf[a] >>> 1] ?? 0, ...(cost ? [cost[a]] : [])];
      const key = `${nodeId[baseOf[u]]}-${nodeId[baseOf[graph.head[a]]]}`;
      found.set(
        key,
        row.map((value) => Math.round(value * 10) / 10),
      );
    }
  }
  return found;
}

const test = suite('speeds of segments');

test('are read from lines of two nodes, a speed and a rate', () => {
  assert.equal(readSegmentSpeeds('1,2,30\r\n\n 2 , 1 , 0,1.5,more\n3,4,7.5,\n'), [
    { from: 1, to: 2, kmh: 30 },
    { from: 2, to: 1, kmh: 0, rate: 1.5 },
    { from: 3, to: 4, kmh: 7.5, rate: null },
  ]);
  assert.equal(readSegmentSpeeds(''), []);
  for (const line of ['1,2,-10', '1,2', '1,x,3', '1,2,3,-1', '1,2,1e3', 'from,to,speed']) {
    assert.throws(() => readSegmentSpeeds(`1,2,3\n${line}`), /line 2 of text is malformed/);
  }
});

test('replace those of roads, and cut roads only where they hold', async () => {
  const network = await read('1,2,36\n9,8,5\n1,3,5\n');
  const arcs = arcsOf(network);
  // 978 m at 10 m/s; the road back keeps 70 km/h; nodes 1 and 2 are nodes of the graph, 4 is none
  assert.equal(arcs.get('1-2'), [97.8, 1 + 2]);
  assert.equal(arcs.get('2-1'), [50.3, 1 + 2]);
  assert.equal(arcs.get('3-5')![1], 1);
  assert.is(arcs.has('3-4'), false);
  assert.is(network.cost, undefined);
  const plain = await readOsm(MAP, { profile: 'car', weight: 'seconds' });
  assert.is(plain.roads.live, undefined);
});

test('close directions; roads closed between two junctions are not found by place', async () => {
  const network = await read('1,2,0\n2,1,0\n3,6,0\n6,3,0\n');
  const arcs = arcsOf(network);
  assert.is(arcs.has('1-2') || arcs.has('3-6'), false);
  const { roads } = network;
  const bits = new Map<string, number>();
  for (let r = 0; r < roads.count; r++) {
    bits.set(`${roads.wayId[r]} ${roads.lonE7[roads.firstPoint[r]]}`, roads.live![r]);
  }
  // a part of the road from 1 to 3 is open: it is found, and was connected before
  assert.is(bits.get('1 130000000'), 1 + 2 + 4);
  assert.is(bits.get(`2 ${Math.round((13 + 2 / 70) * 1e7)}`), 1 + 2 + 4 + 8);
  const again = readRoadNetwork(writeRoadNetwork(network));
  assert.equal(again.roads.live, roads.live);
});

test('have rates, which make costs apart from seconds', async () => {
  const network = await read('1,2,36,1\n2,1,36,\n');
  const arcs = arcsOf(network);
  assert.equal(arcs.get('1-2'), [97.8, 3 + 4, 978]);
  assert.equal(arcs.get('2-1'), [97.8, 3 + 4, 50.3]);
  assert.equal(arcs.get('3-6')![0], arcs.get('3-6')![2]);
  assert.equal(readRoadNetwork(writeRoadNetwork(network)).cost, network.cost);
});

test('costs come from profiles: by rate, by way and by segment', async () => {
  const of = (changes: Partial<Profile>): Promise<RoadNetwork> =>
    readOsm(MAP, { profile: { ...PROFILES.car, ...changes }, weight: 'seconds' });
  const use = { roadClass: 'primary', forward: 36, backward: 36 } as const;
  const rates = arcsOf(await of({ way: () => ({ ...use, rates: [2, 0.5] }) }));
  assert.equal(rates.get('1-3'), [195.6, 0, 978]);
  assert.equal(rates.get('3-1'), [195.6, 0, 3911.9]);
  const whole = arcsOf(await of({ way: () => ({ ...use, cost: 40 }) }));
  assert.equal(whole.get('1-3')![2], 20);
  const segments = arcsOf(
    await of({ way: () => use, segment: ({ seconds }) => ({ seconds: seconds / 2, cost: 7 }) }),
  );
  assert.equal(segments.get('1-3'), [97.8, 0, 14]);
});

test('seconds and costs of segments are rounded as OSRM rounds them', async () => {
  const of = async (decimals: number, more: Partial<OsmOptions> = {}): Promise<RoadNetwork> =>
    readOsm(MAP, { profile: 'car', weight: 'seconds', contract: false, decimals, ...more });
  const plain = await readOsm(MAP, { profile: 'car', weight: 'seconds', contract: false });
  const tenths = await of(1);
  assert.is(tenths.cost, undefined);
  assert.equal(
    Array.from(tenths.graph.weight, (one) => Math.round(1e4 * one) / 1e4),
    Array.from(plain.graph.weight, (one) => Math.max(0.1, Math.round(10 * one) / 10)),
  );
  // with other decimals costs are apart from seconds
  const fine = await of(3);
  assert.equal(fine.graph.weight, tenths.graph.weight);
  fine.cost!.forEach((one, a) => assert.ok(Math.abs(one - plain.graph.weight[a]) <= 5e-4 + 1e-5));
  // 22 bits
  const slow = await of(2, { segmentSpeeds: readSegmentSpeeds('1,2,1,0.001\n') });
  assert.is(Math.max(...slow.cost!), Math.fround(41943.02));
  await of(7).then(
    () => assert.unreachable(),
    (error) => assert.instance(error, RangeError),
  );
});

test('penalties of turns are read from lines of three nodes, seconds and a cost', () => {
  assert.equal(readTurnPenalties('1,2,3,4.5\r\n\n 3 , 2 , 1 , -6,.5,more\n1,2,5,0,comment\n'), [
    { from: 1, via: 2, to: 3, seconds: 4.5 },
    { from: 3, via: 2, to: 1, seconds: -6, cost: 0.5 },
    { from: 1, via: 2, to: 5, seconds: 0 },
  ]);
  assert.equal(readTurnPenalties(''), []);
  for (const line of ['1,2,3', '1,2,3,x', '1,2,x,3', '1,2,3,1e3', 'from,via,to,penalty']) {
    assert.throws(() => readTurnPenalties(`1,2,3,4\n${line}`), /line 2 of text is malformed/);
  }
});

/** The least seconds, or costs, from a node to another, over nodes and arcs of turns too. */
function leastOf(network: RoadNetwork, [from, to]: [number, number], what: Float32Array): number {
  const { graph, nodeId, endOf } = network;
  const at = (id: number): number => nodeId.indexOf(BigInt(id));
  const best = new Float64Array(graph.nodeCount).fill(Infinity);
  const open = [at(from)];
  best[open[0]] = 0;
  for (let u = open.pop(); u !== undefined; u = open.pop()) {
    for (let a = graph.firstOut[u]; a < graph.firstOut[u + 1]; a++) {
      if (best[u] + what[a] >= best[graph.head[a]]) continue;
      best[graph.head[a]] = best[u] + what[a];
      open.push(graph.head[a]);
    }
  }
  return best[endOf[at(to)]];
}

test('penalties of turns replace the seconds of the profile, and may cost else', async () => {
  const of = (text: string, options: Partial<OsmOptions> = {}): Promise<RoadNetwork> =>
    readOsm(MAP, {
      profile: { ...PROFILES.car, turn: ({ isBack }) => (isBack ? 0 : 7) },
      weight: 'seconds',
      turnCosts: true,
      turnPenalties: readTurnPenalties(text),
      ...options,
    });
  const [north, ahead]: [number, number][] = [
    [1, 6],
    [1, 5],
  ];
  const seconds = (network: RoadNetwork, ends: [number, number]): number =>
    leastOf(network, ends, network.graph.weight);
  const plain = await of('');
  const network = await of('2,3,6,100\n2,3,6,30\n');
  // node 2 is no node of the graph: a turn is named by the neighbours of its node
  assert.is(network.nodeId.includes(2n), false);
  assert.is(network.roads.pointId, undefined);
  assert.is(network.cost, undefined);
  const more = (changed: RoadNetwork, ends: [number, number]): number =>
    Math.round(1000 * (seconds(changed, ends) - seconds(plain, ends))) / 1000;
  assert.equal([more(network, north), more(network, ahead)], [23, 0]);
  // without costs of turns there is nothing but penalties; those below 0 shorten the road behind
  const only = await of('2,3,6,30\n2,3,4,-30\n', { turnCosts: false });
  assert.equal([more(only, north), more(only, ahead)], [23, -37]);
  // of which 0.1 s are left
  const most = await of('2,3,4,-30000\n', { turnCosts: false });
  const free = await of('', { turnCosts: false });
  const behind = seconds(free, [3, 5]) - 0.1;
  assert.ok(Math.abs(seconds(most, ahead) - (seconds(free, ahead) - behind)) < 1e-3);
  assert.is(seconds(most, [3, 5]), seconds(free, [3, 5]));
  for (const { graph } of [only, most]) {
    const { x, y, head, weight, firstOut, heuristicScale } = graph;
    assert.ok(heuristicScale > 0);
    for (let u = 0; u < graph.nodeCount; u++) {
      for (let a = firstOut[u]; a < firstOut[u + 1]; a++) {
        const line = Math.hypot(x![head[a]] - x![u], y![head[a]] - y![u]);
        assert.ok(weight[a] >= heuristicScale * line);
      }
    }
  }
  // a node in the middle of a way becomes a node of the graph, so back there the profile is asked
  const within = await of('1,2,3,40\n');
  assert.equal([more(within, ahead), more(within, [5, 1])], [40, 7]);
  const apart = await of('2,3,6,30,100\n2,3,4,0,-3\n');
  assert.equal([more(apart, north), more(apart, ahead)], [23, -7]);
  const cost = (ends: [number, number]): number =>
    Math.round(leastOf(apart, ends, apart.cost!) - seconds(apart, ends));
  assert.equal([cost(north), cost(ahead)], [70, -3]);
  assert.equal(readRoadNetwork(writeRoadNetwork(apart)).cost, apart.cost);
  assert.is((await of('2,3,6,30', { weight: 'metres' })).graph.nodeCount, 4);
});

test('penalties of turns are rounded with all other seconds', async () => {
  const of = (text: string): Promise<RoadNetwork> =>
    readOsm(MAP, {
      profile: 'car',
      weight: 'seconds',
      turnPenalties: readTurnPenalties(text),
      decimals: 0,
    });
  const turn = ({ graph, cost, roadOf }: RoadNetwork): number[][] =>
    Array.from(roadOf.keys())
      .filter((a) => roadOf[a] === NONE && graph.weight[a] > 0)
      .map((a) => [graph.weight[a], cost![a]].map((one) => Math.round(1e5 * one) / 1e5));
  assert.equal(turn(await of('2,3,6,1.26\n')), [[1.3, 1]]);
  assert.equal(turn(await of('2,3,6,1.26,4.7\n')), [[1.3, 5]]);
});

test('a turn that gives time back shortens no road on which it was not made', async () => {
  const of = (text: string): Promise<RoadNetwork> =>
    readOsm(MAP, { profile: 'car', weight: 'seconds', turnPenalties: readTurnPenalties(text) });
  const [free, network] = [await of('2,3,4,0\n'), await of('2,3,4,-30\n')];
  assert.ok(network.graph.nodeCount > free.graph.nodeCount);
  // between two positions of the road that the turn leads into
  const along = ({ graph, ...rest }: RoadNetwork): number => {
    const locator = createLocator({ graph, ...rest });
    const [from, to] = [2.2, 2.8].map((x) => locator.nearestRoad(13 + x / 70, 52)!);
    assert.is(from.road, to.road);
    const router = createPositionRouter({ graph, ...rest });
    const asked = router.queries([[from, to]]);
    const none = new Uint32Array(asked.queries.count + 1);
    const [route] = router.routes(asked, {
      count: asked.queries.count,
      status: new Uint8Array(asked.queries.count),
      cost: new Float32Array(asked.queries.count),
      firstNode: none,
      node: new Uint32Array(0),
      settled: none,
    });
    return route.cost;
  };
  assert.is(along(network), along(free));
  assert.equal(trafficLanes(network), trafficLanes(free));
  assert.equal([...roadFeatures(network)], [...roadFeatures(free)]);
});

test('signs without a direction hold near junctions, those of minor roads for these', async () => {
  const waits = async (sign: string, at: number, ends: [number, number]): Promise<number> => {
    // nodes 7 and 8 are 7 m from junction 3 to the west and to the east
    const nodes = [
      [7, 13 + 1.9999 * (1 / 70) + 1e-6, 52],
      [8, 13 + 2 / 70 + 1e-4, 52],
    ].map(
      ([id, lon, lat]) =>
        `<node id="${id}" lon="${lon}" lat="${lat}">${at === id ? sign : ''}</node>`,
    );
    const xml = `<osm version="0.6">${west.map((node, i) =>
      at === i + 1 ? node.replace('/>', `>${sign}</node>`) : node,
    )}${nodes}<node id="6" lon="${13 + 2 / 70}" lat="52.01"/>
      <way id="1">${nds([1, 2, 7, 3, 8, 4, 5])}<tag k="highway" v="primary"/></way>
      <way id="2">${nds([3, 6])}<tag k="highway" v="secondary"/></way></osm>`;
    const bytes = new TextEncoder().encode(xml.replaceAll(',', ''));
    const [plain, delayed] = await Promise.all(
      [false, true].map((delays) =>
        readOsm(bytes, { profile: OSRM_PROFILES.car, weight: 'seconds', delays }),
      ),
    );
    const seconds = [plain, delayed].map((one) => leastOf(one, ends, one.graph.weight));
    return Math.round(seconds[1] - seconds[0]);
  };
  const stop = '<tag k="highway" v="stop"/>';
  const minor = `${stop}<tag k="stop" v="minor"/>`;
  const to = async (sign: string, at: number): Promise<number[]> =>
    Promise.all([waits(sign, at, [1, 5]), waits(sign, at, [5, 1]), waits(sign, at, [6, 1])]);
  // 7 m before the junction; in the middle of a road; at the junction
  assert.equal(await to(stop, 7), [2, 0, 0]);
  assert.equal(await to(stop, 8), [0, 2, 0]);
  assert.equal(await to(stop, 2), [2, 2, 2]);
  assert.equal(await to(stop, 3), [2, 2, 2]);
  assert.equal(await to(minor, 3), [0, 0, 2]);
});

test('vehicles turn round at turning circles, without turning round elsewhere', async () => {
  const backAt = async (kind: string, uTurns: boolean): Promise<number[]> => {
    const tag = `<tag k="highway" v="${kind}"/>`;
    const nodes = west.map((node, i) => (i === 1 ? node.replace('/>', `>${tag}</node>`) : node));
    const way = `<way id="1">${nds([1, 2, 3, 4, 5])}<tag k="highway" v="primary"/></way>`;
    const other = `<way id="2">${nds([3, 4])}<tag k="highway" v="primary"/></way>`;
    const xml = `<osm version="0.6">${nodes.join('')}${way}${other}</osm>`;
    const bytes = new TextEncoder().encode(xml);
    const { graph, roadOf, baseOf, nodeId } = await readOsm(bytes, { profile: 'car', uTurns });
    const found = new Set<bigint>();
    for (let a = 0; a < graph.arcCount; a++) {
      const v = graph.head[a];
      for (let b = graph.firstOut[v]; b < graph.firstOut[v + 1]; b++) {
        if (roadOf[a] !== NONE && roadOf[b] === (roadOf[a] ^ 1)) found.add(nodeId[baseOf[v]]);
      }
    }
    return [...found].map(Number).sort();
  };
  for (const kind of ['turning_circle', 'turning_loop', 'mini_roundabout']) {
    assert.equal(await backAt(kind, false), [1, 2, 5]);
  }
  assert.equal(await backAt('crossing', false), [1, 5]);
  // node 2 is no node of the graph
  assert.equal(await backAt('turning_circle', true), [1, 3, 4, 5]);
});

test('profiles say what ways are called', async () => {
  const network = await readOsm(MAP, {
    profile: { ...PROFILES.car, way: (tags) => ({ ...PROFILES.car.way(tags)!, name: 'Own' }) },
  });
  assert.equal(network.names, ['', 'Own']);
});

test('profiles of OSRM have its speeds, waits and access', () => {
  const { car, foot } = OSRM_PROFILES;
  const speedOf = (profile: Profile, tags: Record<string, string>): number | undefined =>
    profile.way(new Map(Object.entries(tags)))?.forward;
  assert.is(speedOf(car, { highway: 'primary' }), 65);
  assert.is(speedOf(car, { highway: 'primary', maxspeed: '50' }), 40);
  assert.is(speedOf(car, { highway: 'ice_road' }), 15);
  assert.is(speedOf(car, { highway: 'road' }), undefined);
  assert.equal(
    car.way(
      new Map([
        ['route', 'ferry'],
        ['bicycle', 'yes'],
      ]),
    )?.passOnly,
    true,
  );
  assert.is(
    car.ends!(
      new Map([
        ['highway', 'primary'],
        ['hov', 'designated'],
      ]),
    )?.forward,
    65,
  );
  assert.is(car.blocks(new Map([['barrier', 'unheard_of']])), true);
  assert.is(
    car.blocks(
      new Map([
        ['barrier', 'wall'],
        ['access', 'private'],
      ]),
    ),
    false,
  );
  assert.is(
    car.blocks(
      new Map([
        ['barrier', 'bollard'],
        ['bollard', 'rising'],
      ]),
    ),
    false,
  );
  assert.equal(car.delay!(new Map([['highway', 'stop']])), {
    sign: 'near',
    forward: 2,
    backward: 2,
  });
  assert.is(speedOf(foot, { highway: 'path', surface: 'mud' }), 2.5);
  assert.is(speedOf(foot, { highway: 'cycleway' }), undefined);
  assert.is(speedOf(foot, { highway: 'cycleway', foot: 'yes' }), 5);
  assert.is(speedOf(foot, { highway: 'motorway', access: 'yes' }), 5);
  assert.is(speedOf(foot, { highway: 'proposed', foot: 'yes' }), undefined);
  assert.is(speedOf(foot, { highway: 'primary', 'sidewalk:left': 'separate' }), undefined);
  assert.is(speedOf(foot, { amenity: 'parking' }), 5);
});

test('ways that are only passed keep their arcs and are not found', async () => {
  const network = await readOsm(MAP, {
    profile: { ...PROFILES.car, way: (tags) => ({ ...PROFILES.car.way(tags)!, passOnly: true }) },
    weight: 'seconds',
  });
  assert.ok(network.roads.live!.every((bits) => (bits & 8) !== 0));
  assert.ok(network.graph.arcCount > 0);
});
test.run();
