// The best route and two others worth taking, and what becomes of them when a road is closed.
import { loadGeoJson } from '@wayfield/osm';
import { buildRouting, createRoadIndex, createRouter } from '@wayfield/routing';
import { createAlternatives } from '@wayfield/routing/alternatives';

// 12 streets each way, 150 m apart; every fourth is faster
const street = (i, coordinates) => ({
  type: 'Feature',
  properties: { highway: i % 4 === 1 ? 'primary' : 'residential', name: `Street ${i}` },
  geometry: { type: 'LineString', coordinates },
});
const steps = [...Array(12).keys()];
const features = steps.flatMap((i) => [
  street(
    i,
    steps.map((x) => [13 + x / 460, 52 + i / 740]),
  ),
  street(
    i + 12,
    steps.map((y) => [13 + i / 460, 52 + y / 740]),
  ),
]);
const network = loadGeoJson(
  { type: 'FeatureCollection', features },
  { profile: 'car', weight: 'seconds' },
);
const routing = buildRouting(network);
const index = createRoadIndex(routing);
const [home, work] = [index.snap(13.001, 52.001), index.snap(13.022, 52.014)];

const alternatives = createAlternatives(routing);
const routes = alternatives.routes(home, work, { count: 3 });
for (const route of routes)
  console.log(`${Math.round(route.metres)} m, ${Math.round(route.seconds)} s`);
console.log(routes.every((route, i) => i === 0 || route.cost >= routes[0].cost)); // true

const router = createRouter(routing);
const closed = routes[0].legs[0].pieces[2].road;
const around = router.route([home, work], { avoid: { roads: [closed] } });
console.log(around.cost >= routes[0].cost); // true
console.log(around.legs[0].pieces.some(({ road }) => road === closed)); // false
alternatives.destroy();
router.destroy();
