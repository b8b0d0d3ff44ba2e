import { loadGeoJson } from '@wayfield/osm';
import { buildRouting, createRoadIndex, createRouter, routeLine } from '@wayfield/routing';

let ready;
/** The router of the town; made once, when the first route is asked for. */
function town() {
  const steps = [...Array(20).keys()];
  const lines = steps.flatMap((i) => [
    steps.map((x) => [13 + x / 460, 52 + i / 740]),
    steps.map((y) => [13 + i / 460, 52 + y / 740]),
  ]);
  const network = loadGeoJson(
    { type: 'MultiLineString', coordinates: lines },
    { profile: 'car', weight: 'seconds', tags: () => ({ highway: 'residential' }) },
  );
  const routing = buildRouting(network);
  return { routing, index: createRoadIndex(routing), router: createRouter(routing) };
}

function answer(path) {
  const { routing, index, router } = (ready ??= town());
  const stops = path.split('/').map((place) => index.snap(...place.split(',').map(Number)));
  return Response.json(routeLine(routing, router.route(stops)));
}

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  const [, path] = event.request.url.split('/route/');
  if (path) event.respondWith(answer(path));
  else if (event.request.method === 'GET' && event.request.url.startsWith(self.location.origin))
    event.respondWith(fromNetworkOrCache(event.request));
});

async function fromNetworkOrCache(request) {
  const cache = await caches.open('example');
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  } catch {
    return (await cache.match(request)) ?? Response.error();
  }
}
