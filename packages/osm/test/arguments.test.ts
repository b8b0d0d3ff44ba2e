import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildQueries, referenceRoutes, type Routes } from '@wayfield/graph';
import { type Sample, type Samples, walkExports } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as agents from '../src/agents.ts';
import * as conditions from '../src/conditions.ts';
import * as draw from '../src/draw.ts';
import * as main from '../src/index.ts';
import * as node from '../src/node.ts';
import * as traffic from '../src/traffic.ts';

const LINES = {
  type: 'MultiLineString',
  coordinates: [
    [
      [13.4, 52.5],
      [13.42, 52.5],
    ],
    [
      [13.42, 52.5],
      [13.42, 52.51],
    ],
  ],
};
const plain = main.loadGeoJson(LINES, { profile: 'all-ways' });
/** As one value: its parts are the library's own, and are looked at as kinds only. */
const whole = <T extends object>(value: T): T => Object.assign(Object.create({}) as T, value);
const network = whole(plain);
const corners = { lonE7: [0, 1e7, 0], latE7: [0, 0, 1e7], node: [0, 1, -1] };
const squares = whole({ ...plain, openAreas: [{ speed: 1, rings: [corners] }] });
const spot = (): main.GroundSpot => ({ area: 0, lonE7: 10, latE7: 10 });
const locator = main.createLocator(plain);
const position = locator.nearestRoad(13.41, 52.5)!;
const router = main.createPositionRouter(plain);
const asked = router.queries([[position, locator.nearestRoad(13.42, 52.505)!]]);
const answers = referenceRoutes(plain.graph, asked.queries);
const [route] = router.routes(asked, answers);
const routes: Routes = referenceRoutes(plain.graph, buildQueries([[0, 1]]));
const plan = agents.planAgents(plain, agents.pairRoutes(plain, [0], [1]));
const batch = { first: 0, queries: plan.queries, routes };
const solver = {
  run: (queries: agents.RouteBatch['queries']) => referenceRoutes(plain.graph, queries),
};
const run = await agents.runAgents(plain, plan, solver);
const [trajectory] = [...agents.trajectories(plain, plan, batch)].map((one) => ({
  ...one,
  time: one.time.slice(),
}));
const lanes = traffic.trafficLanes(plain);
const collector = traffic.createLaneRoutes(plain);
collector.add(batch);
const laneRoutes = collector.routes();
const cars = traffic.createTraffic(lanes, laneRoutes);
const text = new TextEncoder().encode('<osm version="0.6"/>');
const folder = await mkdtemp(join(tmpdir(), 'wayfield-arguments-'));
const file = join(folder, 'empty.osm');
await writeFile(file, text);

const nothing = (): void => undefined;
const ANY_TEXT = ["'x'", "''", 'misspelt'];
const profile: main.Profile = { ...main.PROFILES.foot };
const roadOptions = {
  weight: 'metres',
  contract: true,
  largestComponent: false,
  uTurns: true,
  endsOnly: false,
  turnCosts: false,
  leftHand: false,
  lengths: 'sphere',
  decimals: 1,
  parallel: 'cheapest',
  sides: [
    {
      side: 'left',
      rings: [
        [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 0],
        ],
      ],
    },
  ],
  pointIds: false,
  openAreas: false,
  segmentSpeeds: [{ from: 1, to: 2, kmh: 30, rate: 2 }],
  turnPenalties: [{ from: 1, via: 2, to: 3, seconds: 30, cost: 2 }],
  shared: false,
};
const readOptions = {
  ...roadOptions,
  turnRestrictions: false,
  delays: false,
  cardinalDirections: false,
  onProgress: nothing,
  signal: new AbortController().signal,
};
const HOOKS = ['keys', 'restricts', 'ends', 'delay', 'area'];
const OPTIONAL_PARTS = ['options.segmentSpeeds[0].rate', 'options.turnPenalties[0].cost'];
const profileFields = {
  optional: [...HOOKS.map((key) => `options.profile.${key}`), ...OPTIONAL_PARTS],
  accepts: {
    'options.segmentSpeeds[0].rate': ['null'],
    'options.profile.name': ANY_TEXT,
    'options.profile.keys[0]': ANY_TEXT,
    'options.profile.modes[0]': ANY_TEXT,
  },
};
const followingFields = (of: string): string[] =>
  Object.keys(traffic.CAR_FOLLOWING).map((name) => `${of}.${name}`);
const picture: Sample = {
  args: () => ({
    network,
    options: {
      size: 64,
      box: [13.3, 52.4, 13.5, 52.6],
      paths: [[0]],
      use: new Uint32Array(plain.roads.count),
      marks: { start: [0], goal: [0], blocked: [0] },
    },
  }),
  optional: ['options.marks.start', 'options.marks.goal', 'options.marks.blocked'],
};

const samples: Samples = {
  readSideAreas: { args: () => ({ text: '{"features":[]}' }), accepts: { text: [] } },
  readTurnPenalties: { args: () => ({ text: '1,2,3,4' }), accepts: { text: ["''"] } },
  readSegmentSpeeds: { args: () => ({ text: '1,2,3' }), accepts: { text: ["''"] } },
  createGround: {
    args: () => ({ network: squares }),
    methods: {
      at: { args: () => ({ lon: 0.5, lat: 0.5 }) },
      between: { args: () => ({ from: spot(), to: spot() }) },
    },
  },
  createLocator: {
    args: () => ({ network }),
    methods: {
      nearestNode: {
        args: () => ({ lon: 13.4, lat: 52.5, options: { within: 10, filter: () => true } }),
      },
      nearestRoad: {
        args: () => ({ lon: 13.4, lat: 52.5, options: { within: 10, filter: () => true } }),
      },
      nearestRoads: {
        args: () => ({
          lon: 13.4,
          lat: 52.5,
          options: { count: 2, within: 10, filter: () => true },
        }),
      },
    },
  },
  createPositionRouter: {
    args: () => ({ network }),
    methods: {
      queries: { args: () => ({ pairs: [[position, position]] }) },
      routes: {
        args: () => ({ queries: whole(asked), routes: { ...answers } }),
        optional: ['routes.settled'],
        accepts: { 'routes.settled': ['*'] },
      },
    },
  },
  describeRoute: { args: () => ({ network, route }) },
  loadGeoJson: {
    args: () => ({
      data: whole(LINES),
      options: { ...roadOptions, profile: 'foot', tags: () => ({}) },
    }),
    optional: OPTIONAL_PARTS,
    accepts: { data: [...ANY_TEXT, '{}'], 'options.segmentSpeeds[0].rate': ['null'] },
  },
  networkToGeoJson: { args: () => ({ network }) },
  pathToGeoJson: {
    args: () => ({ network, path: [0], properties: {} }),
    optional: ['properties'],
  },
  roadFeatures: { args: () => ({ network }) },
  readOsm: {
    args: () => ({ source: text, options: { ...readOptions, profile } }),
    ...profileFields,
  },
  readRoadNetwork: { args: () => ({ bytes: main.writeRoadNetwork(plain) }) },
  writeRoadNetwork: { args: () => ({ network }) },

  blockNodes: { args: () => ({ network, nodes: [0] }) },
  blockRoads: { args: () => ({ network, roads: [0] }) },
  createTrajectoryWriter: {
    args: () => ({ format: 'csv', sink: { write: nothing } }),
    methods: { add: { args: () => ({ list: [trajectory] }) }, end: 'no arguments' },
  },
  pairRoutes: { args: () => ({ network, starts: [0], goals: [1] }) },
  planAgents: {
    args: () => ({ network, ends: agents.pairRoutes(plain, [0], [1]), agentCount: 3 }),
    optional: ['agentCount'],
  },
  randomRoutes: {
    args: () => ({ network, count: 3, options: { seed: 1, classified: false, reachable: true } }),
  },
  runAgents: {
    args: () => ({
      network,
      plan,
      solver: whole(solver),
      options: {
        memoryBudget: 1000,
        onBatch: nothing,
        onProgress: nothing,
        signal: new AbortController().signal,
      },
    }),
  },
  summariseAgents: { args: () => ({ run }) },
  trajectories: {
    args: () => ({
      network,
      plan,
      batch: { ...batch, routes: { ...routes } },
      options: { speed: { path: 5 }, pace: () => 1, departure: () => 0, interval: 60 },
    }),
    optional: ['batch.routes.settled', 'options.speed.path'],
    accepts: { 'batch.routes.settled': ['*'], 'options.speed': ['7'] },
  },
  usualSpeeds: { args: () => ({ network }) },

  countUse: {
    args: () => ({
      network,
      routes: { ...routes },
      agents: () => 1,
      into: new Uint32Array(plain.roads.count),
    }),
    optional: ['routes.settled', 'agents', 'into'],
    accepts: { 'routes.settled': ['*'] },
  },
  mapPixels: picture,
  mapSvg: picture,

  createLanePlaces: {
    args: () => ({ network, options: { project: () => [0, 0], aside: 2 } }),
    methods: { write: { args: () => ({ traffic: whole(cars), out: new Float32Array(2) }) } },
  },
  createLaneRoutes: {
    args: () => ({ network }),
    methods: {
      add: {
        args: () => ({ batch: { ...batch, routes: { ...routes } } }),
        optional: ['batch.routes.settled'],
        accepts: { 'batch.routes.settled': ['*'] },
      },
      routes: 'no arguments',
    },
  },
  createTraffic: {
    args: () => ({
      lanes: whole(lanes),
      routes: whole(laneRoutes),
      options: {
        vehicles: 2,
        following: { ...traffic.CAR_FOLLOWING },
        pace: () => 1,
        departure: () => 0,
        along: () => 0,
        arrival: 'leave',
        release: 60,
      },
    }),
    optional: followingFields('options.following'),
    methods: { step: { args: () => ({ seconds: 0.5 }) }, reset: 'no arguments' },
  },
  equilibriumFlow: {
    args: () => ({ density: 0.05, desired: 14, following: { ...traffic.CAR_FOLLOWING } }),
    optional: ['following', ...followingFields('following')],
  },
  equilibriumGap: {
    args: () => ({ speed: 5, desired: 14, following: { ...traffic.CAR_FOLLOWING } }),
    optional: ['following', ...followingFields('following')],
  },
  summariseTraffic: { args: () => ({ traffic: whole(cars) }) },
  trafficLanes: {
    args: () => ({ network, speed: { path: 5 } }),
    optional: ['speed', 'speed.path'],
    accepts: { speed: ['7'] },
  },
  trafficTrajectories: {
    args: () => ({
      network,
      plan,
      traffic: whole(cars),
      options: { step: 0.5, interval: 1, until: 10 },
    }),
  },

  profileAt: {
    args: () => ({
      profile: { ...profile },
      when: new Date(2026, 0, 5),
      options: {
        place: { lon: 13, lat: 52, country: 'de', state: 'be', timeZone: 'Europe/Berlin' },
        measures: { weight: 1, height: 2, width: 2, length: 5 },
        words: ['wet'],
      },
    }),
    optional: [
      ...HOOKS.map((key) => `profile.${key}`),
      'options.place.state',
      'options.place.timeZone',
      ...['weight', 'height', 'width', 'length'].map((key) => `options.measures.${key}`),
    ],
    accepts: {
      'profile.name': ANY_TEXT,
      'profile.keys[0]': ANY_TEXT,
      'profile.modes[0]': ANY_TEXT,
      'options.place.country': ANY_TEXT,
      'options.place.state': ANY_TEXT,
    },
  },

  profileAnyTime: {
    args: () => ({ profile: { ...profile } }),
    optional: HOOKS.map((key) => `profile.${key}`),
    accepts: {
      'profile.name': ANY_TEXT,
      'profile.keys[0]': ANY_TEXT,
      'profile.modes[0]': ANY_TEXT,
    },
  },
  speedsAt: {
    args: () => ({
      network,
      when: new Date(2026, 0, 5),
      options: {
        profile: { ...profile },
        place: { lon: 13, lat: 52, country: 'de', state: 'be', timeZone: 'Europe/Berlin' },
        measures: { weight: 1, height: 2, width: 2, length: 5 },
        words: ['wet'],
      },
    }),
    optional: [
      ...HOOKS.map((key) => `options.profile.${key}`),
      'options.place.state',
      'options.place.timeZone',
      ...['weight', 'height', 'width', 'length'].map((key) => `options.measures.${key}`),
    ],
    accepts: {
      'options.profile.name': ANY_TEXT,
      'options.profile.keys[0]': ANY_TEXT,
      'options.profile.modes[0]': ANY_TEXT,
      'options.place.country': ANY_TEXT,
      'options.place.state': ANY_TEXT,
    },
  },
  hasConditions: { args: () => ({ network }) },
  localTime: { args: () => ({ when: new Date(2026, 0, 5), timeZone: 'Europe/Berlin' }) },

  openFile: {
    args: () => ({ path: file }),
    accepts: { path: ANY_TEXT },
    methods: { chunks: 'no arguments' },
  },
  readOsmFile: {
    args: () => ({ path: file, options: { ...readOptions, profile } }),
    optional: profileFields.optional,
    accepts: { ...profileFields.accepts, path: ANY_TEXT },
  },
};

// what a text or a file holds is no matter of arguments
const isOfContent = (error: unknown): boolean =>
  error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT';
const loadGeoJson = (data: string, options: main.GeoJsonOptions): unknown => {
  try {
    return main.loadGeoJson(data, options);
  } catch (error) {
    if (isOfContent(error)) return undefined;
    throw error;
  }
};
const there = async (made: Promise<unknown>): Promise<unknown> => {
  try {
    return await made;
  } catch (error) {
    if (isOfContent(error)) return undefined;
    throw error;
  }
};
const readOsmFile = (path: string, options: main.OsmOptions): Promise<unknown> =>
  there(node.readOsmFile(path, options));
const openFile = (path: string): Promise<unknown> => there(node.openFile(path));

const test = suite('arguments of all functions');
test('are named where they are wrong', async () => {
  const entries = {
    '@wayfield/osm': { ...main, loadGeoJson },
    '@wayfield/osm/agents': agents,
    '@wayfield/osm/conditions': conditions,
    '@wayfield/osm/draw': draw,
    '@wayfield/osm/traffic': traffic,
    '@wayfield/osm/node': { readOsmFile, openFile },
  };
  assert.equal(await walkExports(entries, samples), []);
});
test('include the name of a profile, which no option has twice', () => {
  for (const wrong of ['cars', '', 'constructor']) {
    assert.throws(
      () => main.loadGeoJson(LINES, { profile: wrong as 'car' }),
      /profile is '.*', expected car, bicycle/,
    );
  }
  assert.throws(() => main.loadGeoJson(LINES, undefined as never), /options is undefined/);
  assert.throws(() => main.loadGeoJson(LINES, {} as never), /profile is undefined, expected/);
});
test.after(() => rm(folder, { recursive: true }));
test.run();
