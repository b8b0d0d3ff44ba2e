import { createWasmSolver } from '@wayfield/cpu-wasm';
import { createLocator, loadGeoJson } from '@wayfield/osm';
import { planAgents, randomRoutes, runAgents, trajectories } from '@wayfield/osm/agents';
import { createLaneRoutes, createTraffic, trafficLanes } from '@wayfield/osm/traffic';
const file = new TextEncoder().encode(`<osm version="0.6">
  <node id="4711" lat="52.50" lon="13.40"/><node id="4712" lat="52.50" lon="13.41"/>
  <way id="1"><nd ref="4711"/><nd ref="4712"/><tag k="highway" v="residential"/></way>
</osm>`);
// 10 streets each way, 150 m apart
const lines = [...Array(10).keys()].flatMap((i) => [
  [...Array(10).keys()].map((x) => [13.4 + x / 460, 52.5 + i / 740]),
  [...Array(10).keys()].map((y) => [13.4 + i / 460, 52.5 + y / 740]),
]);
const network = loadGeoJson(
  { type: 'MultiLineString', coordinates: lines },
  { profile: 'car', weight: 'seconds', tags: () => ({ highway: 'residential' }) },
);
const locator = createLocator(network);
const home = locator.nearestRoad(13.403, 52.5005)!;
const work = locator.nearestRoad(13.416, 52.511)!;
const solver = createWasmSolver(network.graph);
const plan = planAgents(network, randomRoutes(network, 20, { seed: 1, reachable: true }));
const ring = [
  [13, 52],
  [14, 52],
  [14, 53],
  [13, 52],
];
const box = { type: 'Polygon', coordinates: [ring] };
