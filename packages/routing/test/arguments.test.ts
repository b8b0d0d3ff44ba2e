import { type Samples, walkExports } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as main from '../src/index.ts';
import * as alternatives from '../src/alternatives.ts';
import * as departures from '../src/departures.ts';
import * as isochrone from '../src/isochrone.ts';
import * as match from '../src/match.ts';
import * as matrix from '../src/matrix.ts';
import * as trip from '../src/trip.ts';
import { randomPoints, town } from './town.ts';

/** As one value: its parts are the library's own, and are looked at as kinds only. */
const whole = <T extends object>(value: T): T => Object.assign(Object.create({}) as T, value);
const plain = await town(3);
const routing = whole(plain);
const { network: roadsOnly } = plain;
const pointId = new BigInt64Array(roadsOnly.roads.lonE7.length);
const withIds = whole({
  ...plain,
  network: { ...roadsOnly, roads: { ...roadsOnly.roads, pointId } },
});
const points = randomPoints(plain, 4, 3);
const router = main.createRouter(plain);
const found = router.route(points.slice(0, 2))!;
const ends = (): main.RoadPoint[] => points.slice(0, 2).map((point) => ({ ...point }));
const POINT_FIELDS = ['directions', 'side', 'bearing', 'ground'];
const pointsOptional = POINT_FIELDS.map((field) => `points[0].${field}`);
const pointsAccept = { 'points[0].side': ['*'], 'points[0].bearing': ['*'] };
const leg = (): main.RouteLeg => ({ ...found.legs[0], pieces: [{ ...found.legs[0].pieces[0] }] });

const [reached] = isochrone.createIsochrones(plain).reach(points[0], [20]);
const isochroneSample = (): object => ({
  limit: 20,
  roads: { ...reached.roads, whole: new Uint32Array(1), road: new Uint32Array(0) },
  polygons: [],
});
const both = ['sources[0]', 'targets[0]'];
const anyFields = Object.fromEntries(
  both.flatMap((name) => [`${name}.side`, `${name}.bearing`]).map((path) => [path, ['*']]),
);
const optionalFields = both.flatMap((name) => POINT_FIELDS.map((field) => `${name}.${field}`));
const table = {
  args: () => ({ sources: ends(), targets: ends() }),
  accepts: anyFields,
  optional: optionalFields,
};

const roadDirections = 2 * plain.network.roads.count;

const samples: Samples = {
  roadsToAvoid: {
    args: () => ({
      routing,
      avoid: { roads: [0], classes: ['ferry'], kinds: ['toll'], areas: [[[[13, 52]]]] },
    }),
    optional: ['avoid.roads', 'avoid.classes', 'avoid.kinds', 'avoid.areas'],
  },
  withoutRoads: {
    args: () => ({
      routing,
      avoid: { roads: [0], classes: ['ferry'], kinds: ['toll'], areas: [[[[13, 52]]]] },
    }),
    optional: ['avoid.roads', 'avoid.classes', 'avoid.kinds', 'avoid.areas'],
  },
  createAlternatives: {
    args: () => ({ routing }),
    done: (made: alternatives.Alternatives) => made.destroy(),
    methods: {
      routes: {
        args: () => ({
          from: { ...points[0] },
          to: { ...points[1] },
          options: { count: 2, stretch: 0.2, shared: 0.5, optimal: 0.2 },
        }),
        optional: POINT_FIELDS.flatMap((field) => [`from.${field}`, `to.${field}`]),
        accepts: {
          'from.side': ['*'],
          'from.bearing': ['*'],
          'to.side': ['*'],
          'to.bearing': ['*'],
        },
      },
      destroy: 'no arguments',
    },
  },
  createTimedRouter: {
    args: () => ({
      routing,
      options: { slices: [{ start: 0, kmh: new Float32Array(roadDirections) }], kept: 2 },
    }),
    done: (made: departures.TimedRouter) => made.destroy(),
    methods: {
      route: {
        args: () => ({ points: ends(), options: { departure: 5, turnAtVias: true } }),
        optional: pointsOptional,
        accepts: pointsAccept,
      },
      setLive: { args: () => ({ kmh: new Float32Array(roadDirections) }) },
      network: { args: () => ({ departure: 5 }), optional: ['departure'] },
      destroy: 'no arguments',
    },
  },
  readRoadSpeeds: {
    args: () => ({ routing, text: '5,6' }),
    // the first line may be a heading
    accepts: { text: ["'x'", "''", 'misspelt'] },
  },
  createMatcher: {
    args: () => ({ routing }),
    methods: {
      match: {
        args: () => ({
          trace: [{ lon: 13.4, lat: 52.5, time: 1, accuracy: 5 }],
          options: { accuracy: 5, gapSeconds: 10, gapMetres: 100 },
        }),
        optional: ['trace[0].time', 'trace[0].accuracy'],
      },
    },
  },
  createAsyncMatrix: {
    args: () => ({
      routing,
      solver: {
        async *tableRows() {
          yield { first: 0, count: 1, cost: new Float32Array(1) };
        },
      },
    }),
    methods: {
      costs: table,
      rows: {
        ...table,
        args: () => ({
          ...table.args(),
          options: { signal: new AbortController().signal },
        }),
      },
    },
  },
  createMatrix: {
    args: () => ({ routing }),
    done: (made: matrix.Matrix) => made.destroy(),
    methods: {
      costs: {
        ...table,
        args: () => ({
          ...table.args(),
          options: {
            reuse: new Float32Array(4),
            onProgress: () => undefined,
            signal: new AbortController().signal,
          },
        }),
      },
      measure: {
        ...table,
        args: () => ({
          ...table.args(),
          options: { onProgress: () => undefined, signal: new AbortController().signal },
        }),
      },
      measureRows: { ...table, done: (rows: Generator) => rows.return(undefined) },
      rows: { ...table, done: (rows: Generator) => rows.return(undefined) },
      destroy: 'no arguments',
    },
  },
  createIsochrones: {
    args: () => ({ routing, options: { cell: 50 } }),
    done: (made: isochrone.Isochrones) => made.destroy(),
    methods: {
      reach: {
        args: () => ({ from: { ...points[0] }, limits: [20], options: { polygons: true } }),
        optional: POINT_FIELDS.map((field) => `from.${field}`),
        accepts: { 'from.side': ['*'], 'from.bearing': ['*'] },
      },
      destroy: 'no arguments',
    },
  },
  planTrip: {
    args: () => ({ costs: [0, 1, 1, 0], options: { round: false, endAtLast: true } }),
  },
  isochroneArea: { args: () => ({ isochrone: isochroneSample() }) },
  isochroneRoads: { args: () => ({ routing, isochrone: isochroneSample() }) },

  buildRouting: {
    args: () => ({
      network: whole(plain.network),
      options: {
        metric: 'metres',
        smallComponentSize: 1000,
        onProgress: () => undefined,
        signal: new AbortController().signal,
      },
    }),
  },
  readRouting: { args: () => ({ bytes: main.writeRouting(plain) }) },
  writeRouting: { args: () => ({ routing }) },
  createGroundIndex: {
    args: () => ({ routing }),
    methods: {
      corners: { args: () => ({ lon: 13.4, lat: 52.5 }) },
      straight: {
        args: () => ({ from: ends()[0], to: ends()[1] }),
        optional: ['from', 'to'].flatMap((name) => POINT_FIELDS.map((field) => `${name}.${field}`)),
        accepts: Object.fromEntries(
          ['from', 'to'].flatMap((name) => [
            [`${name}.side`, ['*']],
            [`${name}.bearing`, ['*']],
          ]),
        ),
      },
    },
  },
  createRoadIndex: {
    args: () => ({ routing }),
    methods: {
      nearest: {
        args: () => ({
          lon: 13.4,
          lat: 52.5,
          options: {
            count: 2,
            within: 1000,
            bearing: 90,
            bearingRange: 60,
            connected: true,
            filter: () => true,
          },
        }),
      },
      snap: {
        args: () => ({
          lon: 13.4,
          lat: 52.5,
          options: {
            count: 2,
            within: 1000,
            bearing: 90,
            bearingRange: 60,
            connected: true,
            filter: () => true,
          },
        }),
      },
    },
  },
  createRouter: {
    args: () => ({ routing }),
    methods: {
      route: {
        args: () => ({
          points: ends(),
          options: {
            turnAtVias: true,
            avoid: {
              roads: [1],
              classes: ['primary'],
              kinds: ['toll'],
              areas: [
                [
                  [
                    [0, 0],
                    [1, 0],
                    [1, 1],
                  ],
                ],
              ],
            },
          },
        }),
        optional: [
          ...pointsOptional,
          'options.avoid.roads',
          'options.avoid.classes',
          'options.avoid.kinds',
          'options.avoid.areas',
        ],
        accepts: pointsAccept,
      },
      destroy: 'no arguments',
    },
  },
  routeLine: {
    args: () => ({ routing, route: { ...found, legs: [leg()], points: ends() } }),
    optional: ['route.points[0].directions'],
    accepts: Object.fromEntries(
      ['', ...Object.keys(points[0]).map((key) => `.${key}`)].map((key) => [
        `route.points[0]${key}`,
        ['*'],
      ]),
    ),
  },
  annotateLeg: { args: () => ({ routing, leg: leg() }) },
  nodesOfLeg: { args: () => ({ routing: withIds, leg: leg() }) },
  legSteps: { args: () => ({ routing, leg: leg() }) },
  encodePolyline: {
    args: () => ({ coordinates: [[13.4, 52.5]], precision: 5 }),
    optional: ['precision'],
  },
  decodePolyline: {
    args: () => ({ text: '_p~iF~ps|U', precision: 5 }),
    optional: ['precision'],
    accepts: { text: ['', "''"] },
  },
};

const test = suite('arguments of all functions');
test('are named where they are wrong', async () => {
  const entries = {
    '@wayfield/routing': main,
    '@wayfield/routing/alternatives': alternatives,
    '@wayfield/routing/departures': departures,
    '@wayfield/routing/isochrone': isochrone,
    '@wayfield/routing/match': match,
    '@wayfield/routing/matrix': matrix,
    '@wayfield/routing/trip': trip,
  };
  assert.equal(await walkExports(entries, samples), []);
});
test.run();
