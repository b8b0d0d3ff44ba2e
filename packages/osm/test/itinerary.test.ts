import { referenceRoutes } from '@wayfield/graph';
import { refuses } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  createLocator,
  createPositionRouter,
  describeRoute,
  type Leg,
  loadGeoJson,
  pathToGeoJson,
  readOsm,
  type RoadNetwork,
} from '../src/index.ts';
import { randomStreets } from './random-streets.ts';
import { writePbf } from './write-pbf.ts';

const SEED = 20_261_125;

/** Streets by name, in thousandths of a degree at the equator. */
function streets(lines: readonly (readonly [name: string, points: readonly number[][]])[]) {
  const features = lines.map(([name, points]) => ({
    type: 'Feature',
    properties: name === 'ferry' ? { route: 'ferry' } : { highway: 'residential', name },
    geometry: { type: 'LineString', coordinates: points.map(([x, y]) => [x / 1000, y / 1000]) },
  }));
  return loadGeoJson({ type: 'FeatureCollection', features }, { profile: 'car' });
}

function legsBetween(network: RoadNetwork, from: number[], to: number[]): Leg[] {
  const locator = createLocator(network);
  const find = ([x, y]: number[]) => locator.nearestRoad(x / 1000, y / 1000)!;
  const router = createPositionRouter(network);
  const asked = router.queries([[find(from), find(to)]]);
  const [route] = router.routes(asked, referenceRoutes(network.graph, asked.queries));
  return describeRoute(network, route);
}

const say = (legs: readonly Leg[]): string =>
  legs.map(({ name, turn, metres }) => `${turn} ${name} ${Math.round(metres)}`).join(', ');

const describe = suite('describeRoute');

// a cross with a bent arm: east is Ost, north Nord, south-east Schräg
const cross = streets([
  [
    'West',
    [
      [-10, 0],
      [0, 0],
    ],
  ],
  [
    'Ost',
    [
      [0, 0],
      [10, 0],
    ],
  ],
  [
    'Nord',
    [
      [0, 0],
      [0, 4],
      [0, 10],
    ],
  ],
  [
    'Schräg',
    [
      [0, 0],
      [10, -8],
    ],
  ],
  [
    '',
    [
      [10, 0],
      [14, 0],
    ],
  ],
  [
    'Ost',
    [
      [14, 0],
      [20, 0],
    ],
  ],
  [
    'ferry',
    [
      [20, 0],
      [30, 0],
    ],
  ],
]);

describe('names roads, turns and lengths', () => {
  assert.is(say(legsBetween(cross, [-5, 0], [0, 5])), 'start West 556, left Nord 556');
  assert.is(say(legsBetween(cross, [0, 5], [-5, 0])), 'start Nord 556, right West 556');
  assert.is(say(legsBetween(cross, [-5, 0], [5, -4])), 'start West 556, slight right Schräg 712');
  assert.is(say(legsBetween(cross, [0, 5], [5, -4])), 'start Nord 556, slight left Schräg 712');
});

describe('joins roads of one name, and what has none between them; a ferry is a leg', () => {
  const legs = legsBetween(cross, [-5, 0], [25, 0]);
  assert.is(say(legs), 'start West 556, straight Ost 2224, straight  556');
  assert.equal(
    legs.map(({ roadClass, lon }) => [roadClass, lon]),
    [
      ['residential', -0.005],
      ['residential', 0],
      ['ferry', 0.02],
    ],
  );
});

describe('stays on one road, and says nothing of no way', () => {
  assert.is(say(legsBetween(cross, [-8, 0], [-2, 0])), 'start West 667');
  assert.is(say(legsBetween(cross, [-2, 0], [-8, 0])), 'start West 667');
  assert.equal(legsBetween(cross, [-2, 0], [-2, 0]), []);
  const apart = streets([
    [
      'A',
      [
        [0, 0],
        [1, 0],
      ],
    ],
    [
      'B',
      [
        [5, 0],
        [6, 0],
      ],
    ],
  ]);
  assert.equal(legsBetween(apart, [0.5, 0], [5.5, 0]), []);
});

describe('a road over the date line goes straight on, one beside it turns', () => {
  const over = streets([
    [
      'A',
      [
        [179_999, 0],
        [-179_998, 0],
      ],
    ],
    [
      'B',
      [
        [-179_998, 0],
        [-179_990, 0],
      ],
    ],
    [
      'C',
      [
        [-179_998, 0],
        [-179_998, 10],
      ],
    ],
  ]);
  const A = [179_999.5, 0];
  assert.is(say(legsBetween(over, A, [-179_994, 0])), 'start A 278, straight B 445');
  assert.is(say(legsBetween(over, A, [-179_998, 5])), 'start A 278, left C 556');
});

describe('refuses positions that the network lacks', () => {
  const locator = createLocator(cross);
  const from = locator.nearestRoad(0.001, 0)!;
  const to = locator.nearestRoad(0.009, 0)!;
  const router = createPositionRouter(cross);
  const asked = router.queries([[from, to]]);
  const [route] = router.routes(asked, referenceRoutes(cross.graph, asked.queries));
  for (const tell of [describeRoute, pathToGeoJson]) {
    const of = (changes: Partial<typeof from>) => () =>
      tell(cross, { ...route, from: { ...from, ...changes } });
    refuses(of({ road: 99 }), RangeError, /route.from.road is 99, expected below \d+/);
    const beyond = cross.roads.firstPoint[from.road + 1] - 1;
    for (const point of [beyond, beyond + 5]) {
      refuses(of({ point }), RangeError, /route.from.point is \d+, expected \d+ to \d+/);
    }
  }
});

describe(`legs are as long as the line, on random streets (seed ${SEED})`, async () => {
  const network = await readOsm(writePbf(randomStreets(SEED)), {
    profile: 'car',
    turnRestrictions: true,
    uTurns: false,
    lengths: 'ellipsoid',
  });
  const locator = createLocator(network);
  const router = createPositionRouter(network);
  const { lonE7, latE7, baseCount } = network;
  const near = (u: number) =>
    locator.nearestRoad((lonE7[u] + 9000) / 1e7, (latE7[u] - 7000) / 1e7)!;
  const pairs = Array.from({ length: 60 }, (_, i) => {
    return [near((7 * i) % baseCount), near((11 * i + 5) % baseCount)] as const;
  });
  const asked = router.queries(pairs);
  const routes = router.routes(asked, referenceRoutes(network.graph, asked.queries));
  let compared = 0;
  for (const route of routes) {
    const legs = describeRoute(network, route);
    if (legs.length === 0) continue;
    const metres = legs.reduce((sum, leg) => sum + leg.metres, 0);
    const line = Number(pathToGeoJson(network, route).properties.metres);
    assert.ok(Math.abs(metres - line) < 0.1 + 1e-4 * line, `${metres} m, the line has ${line}`);
    assert.is(legs[0].turn, 'start');
    compared++;
  }
  assert.ok(compared > 30, `${compared} compared`);
});

describe.run();
