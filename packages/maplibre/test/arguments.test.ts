import { type Samples, walkExports } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as deck from '@wayfield/maplibre/deck';
import * as main from '@wayfield/maplibre';

/** A map as far as adapters call it. */
function mapOf(): main.MapLike {
  const sources = new Map<string, object>();
  const layers = new Map<string, object>();
  const map = {
    addSource: (id: string) => void sources.set(id, { setData: () => undefined }),
    getSource: (id: string) => sources.get(id),
    removeSource: (id: string) => sources.delete(id),
    addLayer: (layer: { id: string }) => void layers.set(layer.id, layer),
    getLayer: (id: string) => layers.get(id),
    removeLayer: (id: string) => layers.delete(id),
  };
  return Object.setPrototypeOf(map, { whole: true }) as main.MapLike;
}

const line = () => ({
  type: 'Feature' as const,
  geometry: {
    type: 'LineString',
    coordinates: [
      [0, 0],
      [1, 1],
    ],
  },
  properties: {},
});
const feature = () => Object.setPrototypeOf(line(), { whole: true }) as ReturnType<typeof line>;
const free = ["'x'", "''", 'misspelt'];
const layers: Samples = {
  show: { args: () => ({ features: [feature()] }) },
  remove: 'no arguments',
};
const e7 = () => ({ lonE7: new Int32Array(2), latE7: new Int32Array(2), count: 1 });

const SAMPLES: Samples = {
  addRoutes: {
    args: () => ({
      map: mapOf(),
      id: 'route',
      features: [feature()],
      options: { colours: ['red'], width: 5, casing: 'white', before: 'labels' },
    }),
    accepts: {
      id: ["'x'", 'misspelt'],
      'options.colours[0]': free,
      'options.casing': free,
      'options.before': free,
    },
    named: { 'options.colours[0]': 'colours' },
    methods: layers,
  },
  addIsochrones: {
    args: () => ({
      map: mapOf(),
      id: 'reach',
      features: [feature()],
      options: { colours: ['red'], opacity: 0.5, before: 'labels' },
    }),
    accepts: { id: ["'x'", 'misspelt'], 'options.colours[0]': free, 'options.before': free },
    named: { 'options.colours[0]': 'colours' },
    methods: layers,
  },
  createAgentLayer: {
    args: () => ({ options: { id: 'cars', capacity: 4, size: 8, colour: [0, 0, 0, 1] } }),
    accepts: { 'options.id': ["'x'", 'misspelt'] },
    named: { options: '(options|id|capacity)', 'options.colour': 'colour' },
    methods: {
      setE7: { args: e7, optional: ['count'] },
      setDegrees: {
        args: () => ({ lon: new Float64Array(2), lat: new Float64Array(2), count: 1 }),
        optional: ['count'],
      },
      // called by the map, with what it has made
      onAdd: 'no arguments',
      onRemove: 'no arguments',
      render: 'no arguments',
    },
  },
  placeData: { args: e7, optional: ['count'] },
  pathData: { args: () => ({ lines: [feature()] }) },
  tripsData: {
    args: () => ({ trajectories: [], keep: () => true }),
    optional: ['keep'],
  },
};

const test = suite('arguments');

test('wrong arguments are refused by name', async () => {
  assert.equal(await walkExports({ '.': main, './deck': deck }, SAMPLES), []);
});

test.run();
