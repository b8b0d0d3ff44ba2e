import type { ExpressionSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl';
import type { Services } from './ask.ts';

const LARGE = ['motorway', 'trunk', 'primary'];
const isClass = (...names: string[]): ExpressionSpecification => [
  'in',
  ['get', 'class'],
  ['literal', names],
];
const PATHS = isClass('footway', 'path', 'steps', 'cycleway', 'track', 'pedestrian');
/** The width of roads in pixels, by zoom and class; `extra`: pixels added at zoom 13 and 17. */
const width = (extra: number): ExpressionSpecification => [
  'interpolate',
  ['exponential', 1.5],
  ['zoom'],
  8,
  ['+', ['case', isClass(...LARGE), 1.2, 0.5], extra * 0.4],
  13,
  ['+', ['case', isClass(...LARGE), 4, isClass('secondary', 'tertiary'), 3, 1.6], extra],
  17,
  ['+', ['case', isClass(...LARGE), 14, PATHS, 3, 10], extra],
];

const roads = { source: 'roads', 'source-layer': 'roads' } as const;
const round = { 'line-cap': 'round', 'line-join': 'round' } as const;

const LAYERS: LayerSpecification[] = [
  { id: 'ground', type: 'background', paint: { 'background-color': '#eef0ec' } },
  {
    id: 'casing',
    type: 'line',
    ...roads,
    layout: round,
    paint: { 'line-color': '#b9bfb8', 'line-width': width(2) },
  },
  {
    id: 'roads',
    type: 'line',
    ...roads,
    layout: round,
    paint: {
      'line-color': [
        'case',
        isClass(...LARGE),
        '#f7cf7a',
        isClass('secondary', 'tertiary'),
        '#fff3c9',
        PATHS,
        '#dfd8cc',
        isClass('ferry'),
        '#8fb5d9',
        '#ffffff',
      ],
      'line-width': width(0),
    },
  },
  {
    id: 'areas',
    type: 'fill',
    source: 'areas',
    paint: { 'fill-color': ['get', 'shade'], 'fill-opacity': 0.4 },
  },
  {
    id: 'others',
    type: 'line',
    source: 'others',
    layout: round,
    paint: { 'line-color': '#7d8894', 'line-width': 5, 'line-opacity': 0.75 },
  },
  {
    id: 'line',
    type: 'line',
    source: 'line',
    layout: round,
    paint: { 'line-color': '#1463d8', 'line-width': 6, 'line-opacity': 0.9 },
  },
  {
    id: 'line-hit',
    type: 'line',
    source: 'line',
    paint: { 'line-width': 24, 'line-opacity': 0 },
  },
  {
    id: 'trace',
    type: 'circle',
    source: 'trace',
    paint: {
      'circle-radius': 4,
      'circle-color': ['case', ['get', 'matched'], '#0b8f5a', '#d3312b'],
      'circle-stroke-color': '#ffffff',
      'circle-stroke-width': 1,
    },
  },
  {
    id: 'names',
    type: 'symbol',
    ...roads,
    minzoom: 13,
    filter: ['has', 'name'],
    layout: {
      'symbol-placement': 'line',
      'text-field': ['get', 'name'],
      'text-font': ['sans-serif'],
      'text-size': 12,
      'symbol-spacing': 300,
    },
    paint: { 'text-color': '#3c4043', 'text-halo-color': '#ffffff', 'text-halo-width': 1.6 },
  },
];

/** The style of the map: nothing in it comes from elsewhere. */
export function styleOf({ about }: Services): StyleSpecification {
  const [west, south, east, north] = about.bounds;
  const empty = { type: 'geojson', data: { type: 'FeatureCollection', features: [] } } as const;
  return {
    version: 8,
    sources: {
      roads: {
        type: 'vector',
        tiles: ['wayfield://{z}/{x}/{y}'],
        // tiles beyond 180 degrees are those of the other side: bounds of a source end there
        bounds: east > 180 ? [-180, south, 180, north] : [west, south, east, north],
        maxzoom: 15,
        attribution: '© OpenStreetMap contributors',
      },
      areas: empty,
      others: empty,
      line: empty,
      trace: empty,
    },
    layers: LAYERS,
  };
}
