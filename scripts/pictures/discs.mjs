// Paths of discs: straight segments and arcs about corners; each radius has its own shortest path.
import { buildPointQueries, buildPolygonMesh, createNavMesh } from '@wayfield/navmesh';
import { createDiscSearch } from '@wayfield/navmesh/discs';
import { wallsOf } from './meshes.mjs';
import { BLUE, createSheet, GREEN, INK, ORANGE, RED, SOFT, VIOLET } from './svg.mjs';

const [WIDTH, HEIGHT] = [44, 24];
const RADII = [0.4, 1.05, 1.7];
const COLOURS = [BLUE, GREEN, ORANGE];

export function draw() {
  const { triangulation } = createNavMesh({
    boundary: [0, 0, WIDTH, 0, WIDTH, HEIGHT, 0, HEIGHT],
    obstacles: [
      [8, 0, 12, 0, 12, 11, 8, 11],
      [8, 12.2, 12, 12.2, 12, 20, 8, 20],
      [17, 4, 24, 3, 25, 8, 18, 10],
      [18.5, 12.6, 25.5, 10.6, 27, 17, 20, 20],
      [31, 0, 34, 0, 34, 8, 31, 9],
      [31, 13.2, 35, 13.6, 34, 24, 31, 24],
    ],
  });
  const mesh = buildPolygonMesh(triangulation, { merge: false });
  const search = createDiscSearch(mesh);
  const [sx, sy, tx, ty] = [3, 6, 41, 17];
  const queries = buildPointQueries(RADII.map(() => [sx, sy, tx, ty]));
  const routes = search.run(queries, { radius: RADII });
  const wide = search.explain(sx, sy, tx, ty, { radius: 2.5 });
  search.destroy();

  const sheet = createSheet(760, 510, 'The shortest paths of three discs of different radius');
  sheet.text(
    20,
    30,
    'Each radius has its own shortest path: straight segments, and arcs about corners',
    { weight: 600 },
  );
  const panel = sheet.panel([20, 46, 720, 396], [-0.2, -0.2, WIDTH + 0.2, HEIGHT + 0.2]);
  panel.polygons(blocked(triangulation), { fill: '#d5d8df' });
  panel.lines(wallsOf(triangulation), { stroke: INK, width: 2, cap: 'round' });
  RADII.forEach((_, i) => drawPath(panel, routes, i));
  panel.dots(
    [
      [sx, sy],
      [tx, ty],
    ],
    5,
    { fill: VIOLET },
  );
  panel.text(sx, sy, 's', { dx: -14, weight: 700, fill: VIOLET, size: 15 });
  panel.text(tx, ty, 't', { dx: 14, weight: 700, fill: VIOLET, size: 15 });
  sheet.legend(
    20,
    470,
    RADII.map((radius, i) => [
      { stroke: COLOURS[i], width: 3 },
      `radius ${radius}: ${routes.cost[i].toFixed(2)}`,
    ]),
  );
  sheet.note(
    20,
    494,
    'Red: the corners that arcs go around. No path for radius 2.5: the largest that has one is',
    `${wide.largestRadius.toFixed(3)}.`,
  );
  return sheet;
}

/** The triangles inside obstacles that lie in the world. */
function blocked(t) {
  const rings = [];
  for (let triangle = 0; triangle < t.triangleCount; triangle++) {
    if (t.corner[3 * triangle] < 0 || t.depth[triangle] === 0) continue;
    const ring = [0, 1, 2].flatMap((k) => {
      const v = t.corner[3 * triangle + k];
      return [t.x[v], t.y[v]];
    });
    if (ring.every((value, i) => value >= 0 && value <= (i % 2 ? HEIGHT : WIDTH))) rings.push(ring);
  }
  return rings;
}

/** Path `i`: segments, arcs with the corners they go around, and the disc where they meet. */
function drawPath(panel, routes, i) {
  const radius = RADII[i];
  const [from, to] = [routes.firstPoint[i], routes.firstPoint[i + 1]];
  const discs = [];
  for (let k = from; k < to; k++) discs.push([routes.x[k], routes.y[k], radius]);
  panel.circles(discs, { fill: COLOURS[i], opacity: 0.13 });
  for (let k = from; k + 1 < to; k++) {
    if (routes.sweep[k] === 0) {
      panel.line([routes.x[k], routes.y[k], routes.x[k + 1], routes.y[k + 1]], {
        stroke: COLOURS[i],
        width: 2.5,
        cap: 'round',
      });
      continue;
    }
    const [x, y] = [routes.centreX[k], routes.centreY[k]];
    const [angle, sweep] = [routes.startAngle[k], routes.sweep[k]];
    panel.arc(
      { x, y, radius, angle, sweep },
      {
        stroke: COLOURS[i],
        width: 4,
        cap: 'round',
      },
    );
    panel.line([x, y, routes.x[k], routes.y[k]], { stroke: SOFT, width: 0.8, dash: '3 3' });
    panel.dots([[x, y]], 3.5, { fill: RED });
  }
}
