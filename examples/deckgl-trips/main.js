// 10,000 cars with trails: trajectories as binary data of deck.gl's TripsLayer.
import { Deck, MapView } from '@deck.gl/core';
import { TripsLayer } from '@deck.gl/geo-layers';
import { createWasmSolver } from '@wayfield/cpu-wasm';
import { tripsData } from '@wayfield/maplibre/deck';
import { loadGeoJson } from '@wayfield/osm';
import { planAgents, randomRoutes, runAgents, trajectories } from '@wayfield/osm/agents';

const steps = [...Array(30).keys()];
const lines = steps.flatMap((i) => [
  steps.map((x) => [13 + x / 460, 52 + i / 740]),
  steps.map((y) => [13 + i / 460, 52 + y / 740]),
]);
const network = loadGeoJson(
  { type: 'MultiLineString', coordinates: lines },
  { profile: 'all-ways' },
);
const plan = planAgents(network, randomRoutes(network, 500, { seed: 1, reachable: true }), 10_000);
const solver = createWasmSolver(network.graph);
const batches = [];
await runAgents(
  network,
  plan,
  { run: (queries) => solver.run(queries) },
  {
    onBatch: (batch) => {
      const motion = { speed: 40, departure: (k) => k % 240 };
      batches.push(tripsData(trajectories(network, plan, batch, motion)));
    },
  },
);

const layersAt = (currentTime) =>
  batches.map(
    (data, k) =>
      new TripsLayer({
        id: `trips-${k}`,
        data,
        _pathType: 'open',
        currentTime,
        trailLength: 40,
        getColor: [224, 96, 32],
        widthMinPixels: 2,
        capRounded: true,
      }),
  );
let time = 120;
const deck = new Deck({
  parent: document.getElementById('root'),
  views: new MapView(),
  initialViewState: { longitude: 13.031, latitude: 52.0195, zoom: 12.4, pitch: 30 },
  controller: true,
  layers: layersAt(time),
  onAfterRender: () => {
    const trips = batches.reduce((sum, { length }) => sum + length, 0);
    Object.assign(globalThis, { example: { time, trips } });
  },
});
setInterval(() => deck.setProps({ layers: layersAt((time = (time + 1) % 600)) }), 50);
