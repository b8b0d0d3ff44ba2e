// Isochrones on MapLibre: how far in two, four and six minutes, with a route to where you click.
import 'maplibre-gl/dist/maplibre-gl.css';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { Map as GlMap, setWorkerUrl } from 'maplibre-gl';
import { addIsochrones, addRoutes } from '@wayfield/maplibre';
import { loadGeoJson, networkToGeoJson } from '@wayfield/osm';
import { buildRouting, createRoadIndex, createRouter, routeLine } from '@wayfield/routing';
import { createIsochrones, isochroneArea } from '@wayfield/routing/isochrone';

setWorkerUrl(workerUrl);
// a town of 30 streets each way; take readOsm and your own extract instead
const steps = [...Array(30).keys()];
const lines = steps.flatMap((i) => [
  steps.map((x) => [13 + x / 460, 52 + i / 740]),
  steps.map((y) => [13 + i / 460, 52 + y / 740]),
]);
const network = loadGeoJson(
  { type: 'MultiLineString', coordinates: lines },
  { profile: 'car', weight: 'seconds', tags: () => ({ highway: 'residential' }) },
);
const routing = buildRouting(network);
const index = createRoadIndex(routing);
const router = createRouter(routing);
const home = index.snap(13.031, 52.0195);
const areas = createIsochrones(routing, { cell: 50 }).reach(home, [120, 240, 360]);

const map = new GlMap({
  container: 'root',
  center: [13.031, 52.0195],
  zoom: 12.6,
  attributionControl: false,
  style: {
    version: 8,
    sources: { streets: { type: 'geojson', data: networkToGeoJson(network) } },
    layers: [
      { id: 'ground', type: 'background', paint: { 'background-color': '#f4f1e8' } },
      { id: 'streets', type: 'line', source: 'streets', paint: { 'line-color': '#c2bcab' } },
    ],
  },
});
map.once('load', () => {
  addIsochrones(map, 'reach', areas.map(isochroneArea), { before: 'streets' });
  const go = (lon, lat) => [routeLine(routing, router.route([home, index.snap(lon, lat)]))];
  const shown = addRoutes(map, 'route', go(13.05, 52.03));
  map.on('click', ({ lngLat }) => shown.show(go(lngLat.lng, lngLat.lat)));
  map.once('idle', () =>
    Object.assign(globalThis, { example: { layers: map.getStyle().layers.length } }),
  );
});
