// Routing without a network: a service worker keeps the page and the routing file, and answers
// requests for routes by itself. Load the page, stop the server, load it again.
const context = document.querySelector('canvas').getContext('2d');
await navigator.serviceWorker.register(new URL('./worker.js', import.meta.url), { type: 'module' });
await navigator.serviceWorker.ready;
if (!navigator.serviceWorker.controller)
  await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done));

const places = [
  [13.001, 52.001],
  [13.02, 52.012],
  [13.036, 52.003],
];
const response = await fetch(`route/${places.map((place) => place.join(',')).join('/')}`);
const { geometry, properties } = await response.json();

const at = ([lon, lat]) => [40 + (lon - 13) * 22_000, 600 - (lat - 52) * 33_000];
context.fillStyle = '#f4f1e8';
context.fillRect(0, 0, 960, 640);
context.strokeStyle = '#d7263d';
context.lineWidth = 6;
context.beginPath();
for (const place of geometry.coordinates) context.lineTo(...at(place));
context.stroke();
context.fillStyle = '#1d4f91';
for (const place of places) {
  const [x, y] = at(place);
  context.fillRect(x - 9, y - 9, 18, 18);
}
context.font = '28px sans-serif';
context.fillText(`${Math.round(properties.metres)} m, answered offline`, 40, 60);
Object.assign(globalThis, {
  example: { metres: properties.metres, points: geometry.coordinates.length },
});
