// Roads for the start and the end of a route, against a search that remembers the whole way.
import { buildQueries, checkGraph, FOUND, NONE, referenceRoutes } from '@wayfield/graph';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  createLocator,
  createPositionRouter,
  loadGeoJson,
  readOsm,
  readRoadNetwork,
  type RoadNetwork,
  type RoadPosition,
  writeRoadNetwork,
} from '../src/index.ts';

/** Streets of a grid, some of them private or for destinations, by a linear congruence. */
function streets(size: number, seed: number): object {
  let state = seed;
  const random = (): number => (state = (state * 1103515245 + 12345) % 2 ** 31) / 2 ** 31;
  const features: object[] = [];
  for (let x = 0; x < size; x++) {
    for (let y = 0; y < size; y++) {
      for (const [dx, dy] of [
        [1, 0],
        [0, 1],
      ]) {
        if (x + dx >= size || y + dy >= size || random() < 0.15) continue;
        const kind = random();
        const access = kind < 0.25 ? 'private' : kind < 0.4 ? 'destination' : 'yes';
        features.push({
          type: 'Feature',
          properties: { highway: 'residential', access, oneway: random() < 0.2 ? 'yes' : 'no' },
          geometry: {
            type: 'LineString',
            coordinates: [
              [13 + x / 1000, 52 + y / 1000],
              [13 + (x + dx) / 1000, 52 + (y + dy) / 1000],
            ],
          },
        });
      }
    }
  }
  return { type: 'FeatureCollection', features };
}

/** The cost between the middles of roads by a search over pairs of a node and a part of the way. */
function slowCost(
  { graph, roadOf, roads }: RoadNetwork,
  ends: ReadonlySet<number>,
  from: number,
  to: number,
): number {
  const best = new Map<string, number>();
  let found = Infinity;
  if (from === to) found = 0;
  // parts: 0 on roads for ends since the start, 1 on other roads, 2 on roads for ends again
  const open: { u: number; part: number; cost: number }[] = [];
  const after = (part: number, road: number): number =>
    ends.has(road) ? (part === 0 ? 0 : 2) : part === 2 ? NONE : 1;
  const half = (road: number): number => roads.length[road] / 2;
  for (let u = 0; u < graph.nodeCount; u++) {
    for (let a = graph.firstOut[u]; a < graph.firstOut[u + 1]; a++) {
      if (roadOf[a] >>> 1 !== from) continue;
      open.push({ u: graph.head[a], part: after(0, from), cost: half(from) });
    }
  }
  while (open.length > 0) {
    open.sort((a, b) => b.cost - a.cost);
    const { u, part, cost } = open.pop()!;
    const key = `${u} ${part}`;
    if (best.has(key)) continue;
    best.set(key, cost);
    for (let a = graph.firstOut[u]; a < graph.firstOut[u + 1]; a++) {
      const road = roadOf[a] >>> 1;
      const next = after(part, road);
      if (next === NONE) continue;
      if (road === to) found = Math.min(found, cost + half(to));
      open.push({ u: graph.head[a], part: next, cost: cost + roads.length[road] });
    }
  }
  return found;
}

const test = suite('roads for ends of routes');

test('are no short cut: costs of a slow search', () => {
  let [private_, none, differ] = [0, 0, 0];
  for (const seed of [1, 2, 3, 4]) {
    const data = streets(6, seed);
    const network = loadGeoJson(data, { profile: 'car', endsOnly: true });
    checkGraph(network.graph);
    const access = (data as { features: { properties: { access: string } }[] }).features.map(
      ({ properties }) => properties.access,
    );
    // the same roads in a network without copies
    const plain = loadGeoJson(data, { profile: { ...carWithoutEnds } });
    assert.is(plain.roads.count, network.roads.count);
    const { count } = plain.roads;
    const ends = new Set<number>();
    for (let r = 0; r < count; r++) if (access[Number(plain.roads.wayId[r])] !== 'yes') ends.add(r);
    const position = (road: number): RoadPosition => {
      const p = network.roads.firstPoint[road];
      const [lonE7, latE7] = [network.roads.lonE7[p], network.roads.latE7[p]];
      return { road, share: 0.5, point: p, lonE7, latE7, distance: 0 };
    };
    const pairs: [RoadPosition, RoadPosition][] = [];
    for (let r = 0; r < count; r++) {
      for (let s = seed; s < count; s += 5) pairs.push([position(r), position(s)]);
    }
    const router = createPositionRouter(network);
    const asked = router.queries(pairs);
    const routes = router.routes(asked, referenceRoutes(network.graph, asked.queries));
    const open = createPositionRouter(plain);
    const free = open.queries(pairs);
    const others = open.routes(free, referenceRoutes(plain.graph, free.queries));
    routes.forEach(({ cost }, i) => {
      const [from, to] = [pairs[i][0].road, pairs[i][1].road];
      const slow = slowCost(plain, ends, from, to);
      if (slow === Infinity) none++;
      if (ends.has(from) || ends.has(to)) private_++;
      if (others[i].cost < cost - 1e-3) differ++;
      assert.ok(
        cost === slow || Math.abs(cost - slow) < 1e-2,
        `${seed}: ${from} ${to}: ${cost}, ${slow}`,
      );
    });
  }
  assert.ok(private_ > 300 && none > 10 && differ > 100, `${private_} ${none} ${differ}`);
});

const carWithoutEnds = {
  name: 'all open',
  modes: [],
  way: (tags: ReadonlyMap<string, string>) => ({
    roadClass: 'residential' as const,
    forward: 30,
    backward: tags.get('oneway') === 'yes' ? 0 : 30,
  }),
  blocks: () => false,
};

test('stay closed, or open, without the option', () => {
  const data = streets(6, 1);
  const without = loadGeoJson(data, { profile: 'car' });
  const withEnds = loadGeoJson(data, { profile: 'car', endsOnly: true });
  assert.ok(without.roads.count < withEnds.roads.count);
  assert.is(without.graph.nodeCount, without.baseCount);
  assert.ok(withEnds.graph.nodeCount > withEnds.baseCount);
  const again = readRoadNetwork(writeRoadNetwork(withEnds));
  assert.equal(again.baseOf.slice(-20), withEnds.baseOf.slice(-20));
  assert.equal(again.roads.endsOnly!.slice(), withEnds.roads.endsOnly);
});

const SIGNALS = new TextEncoder().encode(`<osm version="0.6">
  <node id="1" lat="1" lon="1"/>
  <node id="2" lat="1" lon="1.01"><tag k="highway" v="traffic_signals"/></node>
  <node id="3" lat="1" lon="1.02"/>
  <node id="4" lat="1" lon="1.03"><tag k="highway" v="traffic_signals"/>
    <tag k="traffic_signals:direction" v="backward"/></node>
  <node id="5" lat="1" lon="1.04"/><node id="6" lat="1.01" lon="1.01"/>
  <way id="1"><nd ref="1"/><nd ref="2"/><nd ref="3"/><nd ref="4"/><nd ref="5"/>
    <tag k="highway" v="primary"/><tag k="maxspeed" v="36"/></way>
  <way id="2"><nd ref="2"/><nd ref="6"/><tag k="highway" v="primary"/>
    <tag k="maxspeed" v="36"/></way>
  <relation id="1"><member type="way" ref="2" role="from"/>
    <member type="node" ref="2" role="via"/><member type="way" ref="1" role="to"/>
    <tag k="type" v="restriction"/><tag k="restriction" v="only_straight_on"/></relation>
</osm>`);

const waits = suite('waits at traffic signals');
for (const uTurns of [true, false]) {
  waits(`add to routes that pass them, U-turns ${uTurns}`, async () => {
    const options = {
      profile: 'car',
      weight: 'seconds',
      contract: false,
      turnRestrictions: true,
      uTurns,
    } as const;
    const plain = await readOsm(SIGNALS, options);
    const network = await readOsm(SIGNALS, { ...options, delays: true });
    checkGraph(network.graph);
    const cost = (of: RoadNetwork, from: number, to: number): number => {
      const at = (id: number): number => of.nodeId.indexOf(BigInt(id));
      const asked = buildQueries([[at(from), of.endOf[at(to)]]]);
      const { status, cost: costs } = referenceRoutes(of.graph, asked);
      return status[0] === FOUND ? Math.round(costs[0]) : NaN;
    };
    const more = (from: number, to: number): number =>
      cost(network, from, to) - cost(plain, from, to);
    assert.equal([more(1, 5), more(5, 1), more(1, 6), more(6, 5)], [10, 20, 10, 10]);
    // ends and starts at signals do not wait
    assert.equal([more(1, 2), more(2, 1), more(5, 4), more(4, 5)], [0, 0, 0, 0]);
    const locator = createLocator(network);
    const place = (lon: number): RoadPosition => locator.nearestRoad(lon, 1)!;
    const router = createPositionRouter(network);
    const pairs: [RoadPosition, RoadPosition][] = [
      [place(1.005), place(1.009)],
      [place(1.005), place(1.011)],
      [place(1.035), place(1.025)],
    ];
    const asked = router.queries(pairs);
    const routes = router.routes(asked, referenceRoutes(network.graph, asked.queries));
    const metres = [0.004, 0.006, 0.01].map((degrees) => (degrees * 111194.9) / 10);
    routes.forEach(({ cost: seconds }, i) => {
      assert.ok(Math.abs(seconds - metres[i] - [0, 10, 10][i]) < 0.5, `${i}: ${seconds}`);
    });
  });
}
waits('need weights in seconds', async () => {
  const network = await readOsm(SIGNALS, { profile: 'car', delays: true });
  assert.is(network.graph.nodeCount, network.baseCount);
});
test.run();
waits.run();
