import { PathLayer, ScatterplotLayer } from '@deck.gl/layers';
import { TripsLayer } from '@deck.gl/geo-layers';
import { createWasmSolver } from '@wayfield/cpu-wasm';
import { addRoutes } from '@wayfield/maplibre';
import { loadGeoJson } from '@wayfield/osm';
import { planAgents, randomRoutes, runAgents, trajectories } from '@wayfield/osm/agents';
import { buildRouting, createRoadIndex, createRouter, routeLine } from '@wayfield/routing';
import { createIsochrones, isochroneArea } from '@wayfield/routing/isochrone';
import * as maplibre from 'maplibre-gl';
// 10 streets each way, 150 m apart
const streets = [...Array(10).keys()].flatMap((i) => [
  [...Array(10).keys()].map((x) => [13.4 + x / 460, 52.5 + i / 740]),
  [...Array(10).keys()].map((y) => [13.4 + i / 460, 52.5 + y / 740]),
]);
const network = loadGeoJson(
  { type: 'MultiLineString', coordinates: streets },
  { profile: 'car', weight: 'seconds', tags: () => ({ highway: 'residential' }) },
);
const routing = buildRouting(network);
const index = createRoadIndex(routing);
const router = createRouter(routing);
const home = index.snap(13.403, 52.5005)!;
const work = index.snap(13.416, 52.511)!;
const route = router.route([home, work])!;
const other = router.route([work, home])!;
const lines = [routeLine(routing, route), routeLine(routing, other)];
const isochrones = createIsochrones(routing);
maplibre.setWorkerUrl('maplibre-gl-worker.mjs');
const map = new maplibre.Map({
  container: document.querySelector<HTMLElement>('#root')!,
  center: [13.41, 52.506],
  zoom: 13,
  style: {
    version: 8,
    sources: {},
    layers: [
      { id: 'ground', type: 'background' },
      { id: 'labels', type: 'background' },
    ],
  },
});
await map.once('load');
const count = 2;
const lonE7 = Int32Array.of(134_030_000, 134_160_000);
const latE7 = Int32Array.of(525_005_000, 525_110_000);
