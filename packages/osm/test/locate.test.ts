import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { NONE, referenceRoutes } from '@wayfield/graph';
import { random } from '@wayfield/graph/generators';
import { dataDir, refuses } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  createLocator,
  createPositionRouter,
  pathToGeoJson,
  readOsm,
  type RoadNetwork,
  type RoadPosition,
} from '../src/index.ts';
import { readOsmFile } from '../src/node.ts';
import { distanceE7 } from '../src/projection.ts';
import { randomStreets } from './random-streets.ts';
import { routeByIds } from './routes.ts';
import { place, town } from './town.ts';
import { writePbf } from './write-pbf.ts';

const SEED = 20_261_122;

/** The least distance to any of some points of every piece of every road. */
function slowNearest({ roads }: RoadNetwork, lonE7: number, latE7: number): number {
  let least = Infinity;
  const STEPS = 64;
  for (let r = 0; r < roads.count; r++) {
    for (let i = roads.firstPoint[r]; i < roads.firstPoint[r + 1] - 1; i++) {
      for (let step = 0; step <= STEPS; step++) {
        const lon = roads.lonE7[i] + ((roads.lonE7[i + 1] - roads.lonE7[i]) * step) / STEPS;
        const lat = roads.latE7[i] + ((roads.latE7[i + 1] - roads.latE7[i]) * step) / STEPS;
        least = Math.min(least, distanceE7(lonE7, latE7, lon, lat));
      }
    }
  }
  return least;
}

const locate = suite(`createLocator, seed ${SEED}`);
const streets = await readOsm(writePbf(randomStreets(SEED)), { profile: 'car' });

locate('finds several roads, the nearest first, as asking without the nearer ones does', () => {
  const locator = createLocator(streets);
  const next = random(SEED + 1);
  for (let i = 0; i < 40; i++) {
    const { lonE7, latE7 } = place(30 * next() - 3, 26 * next() - 3);
    const [lon, lat] = [lonE7 / 1e7, latE7 / 1e7];
    const count = 1 + Math.floor(6 * next());
    const found = locator.nearestRoads(lon, lat, { count });
    assert.is(found.length, count);
    const before = new Set<number>();
    for (const position of found) {
      const filter = (road: number): boolean => !before.has(road);
      assert.equal(position, locator.nearestRoad(lon, lat, { filter }));
      before.add(position.road);
    }
  }
  assert.is(locator.nearestRoads(13.4, 52.5, { count: 1000 }).length, streets.roads.count);
  assert.is(locator.nearestRoads(13.4, 52.5, { count: 9, filter: (r) => r < 3 }).length, 3);
});

locate('finds the nearest place on any road, as a search over all points does', () => {
  const locator = createLocator(streets);
  const next = random(SEED);
  for (let i = 0; i < 60; i++) {
    const { lonE7, latE7 } = place(30 * next() - 3, 26 * next() - 3);
    const found = locator.nearestRoad(lonE7 / 1e7, latE7 / 1e7)!;
    const right = slowNearest(streets, Math.round(lonE7), Math.round(latE7));
    assert.ok(found.distance <= right + 0.02, `${found.distance} instead of ${right}`);
    assert.ok(found.distance >= right - 3, `${found.distance} instead of ${right}`);
    // the share says where on the road that is
    const { roads } = streets;
    let before = 0;
    for (let p = roads.firstPoint[found.road]; p < found.point; p++) {
      before += distanceE7(roads.lonE7[p], roads.latE7[p], roads.lonE7[p + 1], roads.latE7[p + 1]);
    }
    before += distanceE7(
      roads.lonE7[found.point],
      roads.latE7[found.point],
      found.lonE7,
      found.latE7,
    );
    assert.ok(Math.abs(before / roads.length[found.road] - found.share) < 1e-4);
  }
});

locate('finds the nearest node, as a search over all nodes does', () => {
  const locator = createLocator(streets);
  const next = random(SEED);
  for (let i = 0; i < 200; i++) {
    const { lonE7, latE7 } = place(30 * next() - 3, 26 * next() - 3);
    const node = locator.nearestNode(lonE7 / 1e7, latE7 / 1e7);
    const to = (u: number): number => distanceE7(lonE7, latE7, streets.lonE7[u], streets.latE7[u]);
    let least = Infinity;
    for (let u = 0; u < streets.baseCount; u++) least = Math.min(least, to(u));
    assert.ok(to(node) <= least * (1 + 1e-6), `${to(node)} instead of ${least}`);
  }
});

locate('looks no further than told, and only at what is wanted', () => {
  const locator = createLocator(streets);
  const far = place(-40, 3);
  const [lon, lat] = [far.lonE7 / 1e7, far.latE7 / 1e7];
  assert.is(locator.nearestNode(lon, lat, { within: 1000 }), NONE);
  assert.is(locator.nearestRoad(lon, lat, { within: 1000 }), undefined);
  assert.ok(locator.nearestRoad(lon, lat, { within: 5000 })!.distance > 2000);
  const node = locator.nearestNode(lon, lat);
  assert.is.not(locator.nearestNode(lon, lat, { filter: (u) => u !== node }), node);
  const { road } = locator.nearestRoad(lon, lat)!;
  assert.is.not(locator.nearestRoad(lon, lat, { filter: (r) => r !== road })!.road, road);
  assert.is(locator.nearestRoad(lon, lat, { filter: () => false }), undefined);
  refuses(
    () => locator.nearestNode(200, 0),
    RangeError,
    'lon is 200, expected a number from -180 to 180',
  );
});

locate('finds nothing where there is nothing', async () => {
  const locator = createLocator(await readOsm(writePbf({}), { profile: 'car' }));
  assert.is(locator.nearestNode(0, 0), NONE);
  assert.is(locator.nearestRoad(0, 0), undefined);
});
locate.run();

const routes = suite(`createPositionRouter, seed ${SEED}`);

/** Positions at shape points, with the ids of these points. */
function positionsAtShapes(
  network: RoadNetwork,
  ids: Map<string, bigint>,
): [RoadPosition, bigint][] {
  const { roads } = network;
  const found: [RoadPosition, bigint][] = [];
  for (let road = 0; road < roads.count; road++) {
    let before = 0;
    for (let point = roads.firstPoint[road]; point < roads.firstPoint[road + 1] - 1; point++) {
      const [lonE7, latE7] = [roads.lonE7[point], roads.latE7[point]];
      if (point > roads.firstPoint[road]) {
        const share = before / roads.length[road];
        found.push([
          { road, share, point, lonE7, latE7, distance: 0 },
          ids.get(`${lonE7} ${latE7}`)!,
        ]);
      }
      before += distanceE7(lonE7, latE7, roads.lonE7[point + 1], roads.latE7[point + 1]);
    }
  }
  return found;
}

for (const turnRestrictions of [false, true]) {
  routes(
    `as between nodes where every point is one, ${turnRestrictions ? 'with' : 'without'} turn restrictions`,
    async () => {
      const file = writePbf(randomStreets(SEED + 1));
      // turning round in the middle of a street would evade restrictions
      const options = { profile: 'car', turnRestrictions, uTurns: !turnRestrictions } as const;
      const network = await readOsm(file, options);
      const every = await readOsm(file, { ...options, contract: false });
      const ids = new Map(
        Array.from(every.nodeId, (id, u) => [`${every.lonE7[u]} ${every.latE7[u]}`, id]),
      );
      const positions = positionsAtShapes(network, ids).filter((_, i) => i % 4 === 0);
      const pairs = positions.flatMap((from) => positions.map((to) => [from, to] as const));
      const router = createPositionRouter(network);
      const asked = router.queries(pairs.map(([[from], [to]]) => [from, to] as const));
      const found = router.routes(asked, referenceRoutes(network.graph, asked.queries));
      let between = 0;
      found.forEach(({ cost, nodes }, i) => {
        const [[, from], [, to]] = pairs[i];
        const right = routeByIds(every, from, to).cost;
        assert.ok(
          cost === right || Math.abs(cost - right) < 1e-3 * right + 1e-3,
          `${from} to ${to}: ${cost} instead of ${right}`,
        );
        if (nodes.length > 2) between++;
        if (cost === Infinity || right === 0) return;
        // the line is as long as the route, and goes from one to the other
        const { geometry, properties } = pathToGeoJson(network, found[i]);
        assert.ok(
          Math.abs((properties.metres as number) - cost) < 1e-3 * cost + 0.1,
          `line of ${properties.metres}, route of ${cost}`,
        );
        const [[lon0, lat0]] = geometry.coordinates;
        const [lon1, lat1] = geometry.coordinates[geometry.coordinates.length - 1];
        const { from: start, to: end } = found[i];
        assert.equal([lon0, lat0], [start.lonE7 / 1e7, start.latE7 / 1e7]);
        assert.equal([lon1, lat1], [end.lonE7 / 1e7, end.latE7 / 1e7]);
      });
      assert.ok(between > 100, `${between} routes between streets`);
    },
  );
}

routes('stays on a road, or goes around where it is one-way', async () => {
  const network = await readOsm(writePbf(town), { profile: 'car' });
  const locator = createLocator(network);
  const at = (x: number, y: number): RoadPosition => {
    const { lonE7, latE7 } = place(x, y);
    return locator.nearestRoad(lonE7 / 1e7, latE7 / 1e7)!;
  };
  const router = createPositionRouter(network);
  // both on 5 -> 6 -> 3, which is one-way
  const [early, late] = [at(1.25, 1), at(2, 0.5)];
  const asked = router.queries([
    [early, late],
    [late, early],
    [early, early],
    [at(6.5, 0), early],
  ]);
  const [ahead, around, nowhere, unreached] = router.routes(
    asked,
    referenceRoutes(network.graph, asked.queries),
  );
  assert.is(ahead.nodes.length, 0);
  const names = (nodes: Uint32Array): string =>
    Array.from(nodes, (u) => network.nodeId[u]).join(' ');
  assert.is(names(around.nodes), '3 2 5');
  assert.is(nowhere.cost, 0);
  assert.is(unreached.cost, Infinity);
  assert.ok(around.cost > ahead.cost);
  assert.is(pathToGeoJson(network, ahead).geometry.coordinates.length, 3);
});

routes('refuses positions of other networks and routes of other queries', () => {
  const router = createPositionRouter(streets);
  const position = createLocator(streets).nearestRoad(13.4, 52.5)!;
  const asked = router.queries([[position, position]]);
  const answer = referenceRoutes(streets.graph, asked.queries);
  refuses(
    () => router.queries([[{ ...position, road: 9999 }, position]]),
    RangeError,
    /pairs\[0\]\[0\].road is 9999, expected below \d+, the number of roads/,
  );
  refuses(
    () => router.queries([[position, { ...position, share: 2 }]]),
    RangeError,
    'pairs[0][1].share is 2, expected a number from 0 to 1',
  );
  refuses(
    () => router.routes(router.queries([]), answer),
    RangeError,
    /routes.count is \d+, expected 0/,
  );
});
routes.run();

const real = suite('createLocator on a real town');
const file = join(dataDir('osm') ?? '', 'aberdeen-uk.osm.gz');
const on = existsSync(file) ? real : real.skip;
on('every node is nearest to itself, and every road to its points', async () => {
  const network = await readOsmFile(file, { profile: 'foot' });
  const locator = createLocator(network);
  for (let u = 0; u < network.baseCount; u += 7) {
    const found = locator.nearestNode(network.lonE7[u] / 1e7, network.latE7[u] / 1e7);
    assert.equal(
      [network.lonE7[found], network.latE7[found]],
      [network.lonE7[u], network.latE7[u]],
    );
  }
  const { roads } = network;
  for (let i = 0; i < roads.lonE7.length; i += 11) {
    assert.ok(locator.nearestRoad(roads.lonE7[i] / 1e7, roads.latE7[i] / 1e7)!.distance < 0.02);
  }
});
real.run();
