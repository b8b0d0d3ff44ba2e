// The best route and two others worth taking, and the route that is left when a road is closed.
import { loadGeoJson } from '@wayfield/osm';
import { buildRouting, createRoadIndex, createRouter, legSteps } from '@wayfield/routing';
import { createAlternatives } from '@wayfield/routing/alternatives';

// 12 streets each way, 150 m apart; every fifth is faster
const street = (i, coordinates) => ({
  type: 'Feature',
  properties: { highway: i % 5 === 1 ? 'primary' : 'tertiary', name: `Street ${i}` },
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

const say = (what, route) => {
  const names = legSteps(routing, route.legs[0]).map(({ name }) => name);
  console.log(`${what}: ${Math.round(route.seconds)} s by ${names.join(', ')}`);
};
const alternatives = createAlternatives(routing);
const routes = alternatives.routes(home, work, { count: 3 });
routes.forEach((route, i) => say(i === 0 ? 'the best' : 'another', route));
console.log(routes.length, 'routes'); // 3 routes

const router = createRouter(routing);
const closed = routes[0].legs[0].pieces[2].road;
const around = router.route([home, work], { avoid: { roads: [closed] } });
say('one block closed', around);
const isAvoided = around.legs[0].pieces.every(({ road }) => road !== closed);
console.log('the closed block is avoided:', isAvoided); // the closed block is avoided: true
alternatives.destroy();
router.destroy();
