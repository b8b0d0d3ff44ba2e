// 10,000 cars in one draw call, a custom layer of MapLibre, moved by the traffic model.
import 'maplibre-gl/dist/maplibre-gl.css';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { Map as GlMap, setWorkerUrl } from 'maplibre-gl';
import { createWasmSolver } from '@wayfield/cpu-wasm';
import { createAgentLayer } from '@wayfield/maplibre';
import { loadGeoJson } from '@wayfield/osm';
import { planAgents, randomRoutes, runAgents, trajectories } from '@wayfield/osm/agents';

setWorkerUrl(workerUrl);
const steps = [...Array(30).keys()];
const lines = steps.flatMap((i) => [
  steps.map((x) => [13 + x / 460, 52 + i / 740]),
  steps.map((y) => [13 + i / 460, 52 + y / 740]),
]);
const network = loadGeoJson(
  { type: 'MultiLineString', coordinates: lines },
  { profile: 'all-ways' },
);
const count = 10_000;
const plan = planAgents(network, randomRoutes(network, 500, { seed: 1, reachable: true }), count);
const solver = createWasmSolver(network.graph);
/** Per car: where it is in each second. */
const tracks = [];
await runAgents(
  network,
  plan,
  { run: (queries) => solver.run(queries) },
  {
    onBatch(batch) {
      const motion = { speed: 40, interval: 1, departure: (k) => k % 120 };
      for (const { agent, lonE7, latE7, time } of trajectories(network, plan, batch, motion))
        tracks[agent] = { lonE7: lonE7.slice(), latE7: latE7.slice(), start: time[0] };
    },
  },
);

const cars = createAgentLayer({
  id: 'cars',
  capacity: count,
  size: 4,
  colour: [0.78, 0.22, 0.18, 1],
});
const [lonE7, latE7] = [new Int32Array(count), new Int32Array(count)];
const map = new GlMap({
  container: 'root',
  center: [13.031, 52.0195],
  zoom: 12.8,
  attributionControl: false,
  style: {
    version: 8,
    sources: {},
    layers: [{ id: 'ground', type: 'background', paint: { 'background-color': '#f4f1e8' } }],
  },
});
map.once('load', () => {
  map.addLayer(cars);
  let second = 60;
  requestAnimationFrame(function frame() {
    second += 0.5;
    tracks.forEach(({ lonE7: lon, latE7: lat, start }, k) => {
      const at = Math.max(0, Math.min(lon.length - 1, Math.floor(second - start)));
      lonE7[k] = lon[at];
      latE7[k] = lat[at];
    });
    cars.setE7(lonE7, latE7);
    Object.assign(globalThis, { example: { second, count: cars.count } });
    if (second < 400) requestAnimationFrame(frame);
  });
});
