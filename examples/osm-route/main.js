// From an extract of OpenStreetMap to a route as GeoJSON and steps for a person.
// Give a file of your own: npm start -- berlin.osm.pbf 13.3888 52.5170 13.4286 52.5232
import { writeFileSync } from 'node:fs';
import { readOsm } from '@wayfield/osm';
import { readOsmFile } from '@wayfield/osm/node';
import {
  buildRouting,
  createRoadIndex,
  createRouter,
  legSteps,
  routeLine,
} from '@wayfield/routing';

const [file, ...numbers] = process.argv.slice(2);
const options = { profile: 'car', weight: 'seconds', turnRestrictions: true };
const network = file ? await readOsmFile(file, options) : await readOsm(village(), options);
const [fromLon, fromLat, toLon, toLat] = file
  ? numbers.map(Number)
  : [13.4005, 52.5, 13.419, 52.51];

const routing = buildRouting(network);
const index = createRoadIndex(routing);
const router = createRouter(routing);
const route = router.route([index.snap(fromLon, fromLat), index.snap(toLon, toLat)]);
for (const { turn, name, metres } of legSteps(routing, route.legs[0]))
  console.log(`${turn} ${name}, ${Math.round(metres)} m`);
console.log(`${Math.round(route.metres)} m in ${Math.round(route.seconds)} s`); // 2364 m in 284 s
writeFileSync('route.geojson', JSON.stringify(routeLine(routing, route), undefined, 2));
router.destroy();

/** Four streets as an extract: Station Road leads to the Ring, the Ring to Mill Lane. */
function village() {
  const node = (id, lon, lat) => `<node id="${id}" lon="${lon}" lat="${lat}"/>`;
  const way = (id, name, nodes) =>
    `<way id="${id}">${nodes.map((ref) => `<nd ref="${ref}"/>`).join('')}` +
    `<tag k="highway" v="residential"/><tag k="name" v="${name}"/></way>`;
  const nodes = [
    node(1, 13.4, 52.5),
    node(2, 13.41, 52.5),
    node(3, 13.42, 52.5),
    node(4, 13.42, 52.51),
    node(5, 13.41, 52.51),
  ];
  const ways = [
    way(10, 'Station Road', [1, 2]),
    way(11, 'Ring', [2, 3, 4]),
    way(12, 'Mill Lane', [4, 5]),
    way(13, 'Alley', [5, 2]),
  ];
  return new TextEncoder().encode(`<osm version="0.6">${nodes.join('')}${ways.join('')}</osm>`);
}
