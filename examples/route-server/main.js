// A routing server of one file. GET /route/lon,lat/lon,lat gives GeoJSON. `npm start -- --port 80`
// keeps running; without a port it asks itself once and ends.
import { createServer } from 'node:http';
import { loadGeoJson } from '@wayfield/osm';
import { buildRouting, createRoadIndex, createRouter, routeLine } from '@wayfield/routing';

const steps = [...Array(15).keys()];
const lines = steps.flatMap((i) => [
  steps.map((x) => [13 + x / 460, 52 + i / 740]),
  steps.map((y) => [13 + i / 460, 52 + y / 740]),
]);
const network = loadGeoJson(
  { type: 'MultiLineString', coordinates: lines },
  { profile: 'car', weight: 'seconds', tags: () => ({ highway: 'residential' }) },
);
const routing = buildRouting(network);
const [index, router] = [createRoadIndex(routing), createRouter(routing)];

const server = createServer((request, response) => {
  const [, service, ...places] = request.url.split('/');
  const stops = places.map((place) => index.snap(...place.split(',').map(Number)));
  if (service !== 'route' || stops.length < 2 || stops.includes(undefined))
    return response.writeHead(400).end('ask for /route/lon,lat/lon,lat');
  const route = router.route(stops);
  if (!route) return response.writeHead(404).end('no route');
  response.setHeader('content-type', 'application/geo+json');
  return response.end(JSON.stringify(routeLine(routing, route)));
});

const port = Number(process.argv[process.argv.indexOf('--port') + 1]) || 0;
await new Promise((ready) => server.listen(port, '127.0.0.1', ready));
const places = '13.001,52.001/13.02,52.01/13.03,52.002';
const url = `http://127.0.0.1:${server.address().port}/route/${places}`;
if (port) console.log(`listens: ${url}`);
else {
  const { geometry, properties } = await (await fetch(url)).json();
  console.log(geometry.type, Math.round(properties.metres), 'm'); // LineString 4046 m
  const { status } = await fetch(new URL('/nothing', url));
  console.log('another address:', status); // another address: 400
  server.close();
  router.destroy();
}
