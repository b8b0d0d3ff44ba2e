// A map of MapLibre without tiles: routes, isochrones and agents; the answer is what it shows.
import { loadGeoJson } from '@wayfield/osm';
import { buildRouting, createRoadIndex, createRouter, routeLine } from '@wayfield/routing';
import { createIsochrones, isochroneArea } from '@wayfield/routing/isochrone';
import { Map as GlMap, setWorkerUrl } from 'maplibre-gl';
import { addIsochrones, addRoutes, createAgentLayer } from '@wayfield/maplibre';

setWorkerUrl('maplibre-worker.js');
const lines = [...Array(10).keys()].flatMap((i) => [
  [...Array(10).keys()].map((x) => [13 + x / 460, 52 + i / 740]),
  [...Array(10).keys()].map((y) => [13 + i / 460, 52 + y / 740]),
]);
const network = loadGeoJson(
  { type: 'MultiLineString', coordinates: lines },
  { profile: 'car', weight: 'seconds', tags: () => ({ highway: 'residential' }) },
);
const routing = buildRouting(network);
const index = createRoadIndex(routing);
const from = index.snap(13.001, 52.001)!;
const to = index.snap(13.015, 52.01)!;
const route = createRouter(routing).route([from, to])!;

document.getElementById('root')!.style.cssText = 'width: 400px; height: 300px';
const map = new GlMap({
  container: 'root',
  center: [13.0098, 52.0061],
  zoom: 13.5,
  attributionControl: false,
  fadeDuration: 0,
  canvasContextAttributes: { preserveDrawingBuffer: true },
  style: {
    version: 8,
    sources: {},
    layers: [{ id: 'ground', type: 'background', paint: { 'background-color': '#ffffff' } }],
  },
});

/** Pixels of the map by colour. */
function pixels(): Record<string, number> {
  const canvas = map.getCanvas();
  const copy = document.createElement('canvas');
  [copy.width, copy.height] = [canvas.width, canvas.height];
  const context = copy.getContext('2d')!;
  context.drawImage(canvas, 0, 0);
  const { data } = context.getImageData(0, 0, copy.width, copy.height);
  const counts = { red: 0, green: 0, blue: 0, x: 0, y: 0 };
  for (let i = 0; i < data.length; i += 4) {
    const [r, g, b] = data.subarray(i, i + 3);
    if (b > 200 && r < 60) {
      counts.blue++;
      counts.x += (i / 4) % copy.width;
      counts.y += Math.floor(i / 4 / copy.width);
    } else if (r > 200 && g < 60) counts.red++;
    else if (g > 200 && r < 200) counts.green++;
  }
  if (counts.blue > 0) for (const axis of ['x', 'y'] as const) counts[axis] /= counts.blue;
  return counts;
}

const idle = (): Promise<unknown> => {
  map.triggerRepaint();
  return new Promise((done) => map.once('idle', done));
};

async function answer(): Promise<unknown> {
  await map.once('load');
  const areas = createIsochrones(routing, { cell: 50 }).reach(from, [40, 90]).map(isochroneArea);
  const reach = addIsochrones(map, 'reach', areas, { colours: ['#00ff00'], opacity: 0.5 });
  const routes = addRoutes(map, 'route', [routeLine(routing, route)], { colours: ['#ff0000'] });
  const cars = createAgentLayer({ id: 'cars', capacity: 10, size: 20, colour: [0, 0, 1, 1] });
  map.addLayer(cars as never);
  const { lng, lat } = map.getCenter();
  cars.setDegrees(new Float64Array([lng]), new Float64Array([lat]));
  await idle();
  const all = pixels();
  // a car 100 m to the east, with f32 offsets from a place 5 km away
  cars.setE7(
    new Int32Array([Math.round((lng + 0.07) * 1e7), Math.round((lng + 0.002) * 1e7)]),
    new Int32Array([Math.round(lat * 1e7), Math.round(lat * 1e7)]),
  );
  await idle();
  const moved = pixels();
  const { x } = map.project([lng + 0.002, lat]);
  let refused = '';
  try {
    addRoutes(map, 'route', []);
  } catch (error) {
    refused = (error as Error).message;
  }
  routes.show([]);
  reach.remove();
  map.removeLayer('cars');
  await idle();
  const empty = pixels();
  routes.remove();
  routes.remove();
  return { all, moved, x, empty, refused, layers: map.getStyle().layers.length };
}
answer().then(
  (value) => Object.assign(globalThis, { answer: value }),
  (error: Error) => Object.assign(globalThis, { answer: { error: error.stack } }),
);
