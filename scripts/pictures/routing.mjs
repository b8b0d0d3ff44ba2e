// Services between positions on roads: a route and an alternative, and areas of equal time.
import { loadGeoJson } from '@wayfield/osm';
import { buildRouting, createRoadIndex, routeLine } from '@wayfield/routing';
import { createAlternatives } from '@wayfield/routing/alternatives';
import { createIsochrones, isochroneArea } from '@wayfield/routing/isochrone';
import { random } from '@wayfield/graph/generators';
import { BLUE, createSheet, FAINT, GREEN, INK, ORANGE, WALL } from './svg.mjs';

const [COLUMNS, ROWS] = [17, 15];
const LON = 1 / 400;
const LAT = 1 / 660;
const AREAS = ['#f3c94b', '#f0a254', '#d9661f'];

export function draw() {
  const lines = streets();
  const network = loadGeoJson(collectionOf(lines), { profile: 'car', weight: 'seconds' });
  const routing = buildRouting(network);
  const index = createRoadIndex(routing);
  const snap = (column, row) => index.snap(13 + column * LON, 52 + row * LAT);
  const sheet = createSheet(760, 372, 'Routes between positions, and what is reached in time');
  const box = [13 - LON, 52 - LAT, 13 + COLUMNS * LON, 52 + ROWS * LAT];
  const panels = [20, 390].map((left) => sheet.panel([left, 46, 350, 270], box, { stretch: true }));
  for (const panel of panels) {
    panel.lines(lines.slow, { stroke: FAINT, width: 1.4 });
    panel.lines(lines.fast, { stroke: '#b9bfca', width: 3 });
  }
  sheet.text(20, 30, 'The best route, and another worth taking', { weight: 600 });
  drawRoutes(panels[0], routing, [snap(0.4, 2.6), snap(15.6, 12.4)]);
  sheet.text(390, 30, 'What is reached in 30, 60 and 90 seconds', { weight: 600 });
  drawReach(panels[1], routing, snap(6.5, 6.2), lines);
  sheet.legend(20, 350, [
    [{ stroke: '#b9bfca', width: 3 }, '50 km/h'],
    [{ stroke: BLUE, width: 3 }, 'best route'],
    [{ stroke: GREEN, width: 3 }, 'alternative'],
  ]);
  sheet.legend(
    390,
    350,
    AREAS.toReversed().map((fill, k) => [{ fill, opacity: 0.7 }, `${30 * (k + 1)} s`]),
  );
  return sheet;
}

/** Streets of a town as lines of degrees: two fast roads each way, some streets missing. */
function streets() {
  const next = random(11);
  const at = (column, row) => [13 + column * LON, 52 + row * LAT];
  const lines = { slow: [], fast: [] };
  const add = (isFast, from, to) =>
    (isFast ? lines.fast : next() < 0.12 ? [] : lines.slow).push([...from, ...to]);
  for (let row = 0; row < ROWS; row++)
    for (let column = 0; column < COLUMNS; column++) {
      if (column + 1 < COLUMNS) add(row === 3 || row === 11, at(column, row), at(column + 1, row));
      if (row + 1 < ROWS) add(column === 4 || column === 12, at(column, row), at(column, row + 1));
    }
  return lines;
}

function collectionOf({ slow, fast }) {
  const feature = (highway, maxspeed, [a, b, c, d]) => ({
    type: 'Feature',
    properties: { highway, maxspeed },
    geometry: {
      type: 'LineString',
      coordinates: [
        [a, b],
        [c, d],
      ],
    },
  });
  const features = [
    ...slow.map((line) => feature('residential', '40', line)),
    ...fast.map((line) => feature('primary', '50', line)),
  ];
  return { type: 'FeatureCollection', features };
}

function drawRoutes(panel, routing, [from, to]) {
  const solver = createAlternatives(routing);
  const found = solver.routes(from, to, { count: 2 });
  found.toReversed().forEach((route) => {
    const k = found.indexOf(route);
    const points = routeLine(routing, route).geometry.coordinates.flat();
    const stroke = [BLUE, GREEN][k];
    panel.line(points, { stroke, width: k === 0 ? 4 : 3, opacity: 0.85 });
  });
  const ends = [from, to].map(placeOf);
  panel.dots(ends, 6, { fill: ORANGE, stroke: '#ffffff', width: 2 });
  solver.destroy();
}

function drawReach(panel, routing, home, { slow, fast }) {
  const isochrones = createIsochrones(routing, { cell: 25 });
  isochrones.reach(home, [90, 60, 30]).forEach((reached, k) => {
    const rings = isochroneArea(reached).geometry.coordinates.map(([outer]) => outer.flat());
    panel.polygons(rings, { fill: AREAS[k], opacity: 0.7 });
  });
  panel.lines(slow, { stroke: WALL, width: 0.6, opacity: 0.5 });
  panel.lines(fast, { stroke: WALL, width: 1.6, opacity: 0.6 });
  panel.dots([placeOf(home)], 6, { fill: INK, stroke: '#ffffff', width: 2 });
  isochrones.destroy();
}

const placeOf = ({ lonE7, latE7 }) => [lonE7 / 1e7, latE7 / 1e7];
