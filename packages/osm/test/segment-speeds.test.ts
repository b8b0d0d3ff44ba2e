// Speeds of segments, and costs apart from time.
import { NONE } from '@wayfield/graph';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type OsmOptions,
  type Profile,
  PROFILES,
  readOsm,
  readRoadNetwork,
  readSegmentSpeeds,
  type RoadNetwork,
  writeRoadNetwork,
} from '../src/index.ts';
import { OSRM_PROFILES } from '../src/osrm.ts';

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
  assert.equal(car.delay!(new Map([['highway', 'stop']])), { forward: 2, backward: 2 });
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
