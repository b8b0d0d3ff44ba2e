// TRA*: the channels that one query looks at, path by path, until the shortest is proven.
import { buildPolygonMesh, createNavMesh, createTriangleSearch } from '@wayfield/navmesh';
import { holds, ringsOf, wallsOf } from './meshes.mjs';
import { BLUE, createSheet, GREEN, INK, ORANGE } from './svg.mjs';

const [WIDTH, HEIGHT] = [44, 26];

export function draw() {
  const obstacles = [
    [9, 3, 16, 2, 17, 17, 10, 16],
    [10, 19, 24, 18.6, 26, 23.5, 11, 24],
    [20, 1.2, 27, 0.8, 28.5, 9, 21, 8],
    [20.5, 11.5, 29, 11.8, 28, 16.6, 20, 16],
    [32, 3, 38, 4, 37, 14, 33, 15],
    [30, 17.5, 39, 17, 40, 22, 31, 24],
  ];
  const { triangulation } = createNavMesh({
    boundary: [0, 0, WIDTH, 0, WIDTH, HEIGHT, 0, HEIGHT],
    obstacles,
  });
  const mesh = buildPolygonMesh(triangulation, { merge: false });
  const search = createTriangleSearch(mesh, { algorithm: 'tra*', table: false });
  const [sx, sy, tx, ty] = [3, 12, 42, 12.5];
  const run = search.search(sx, sy, tx, ty);
  const steps = [{ path: [...run.path()], cost: run.cost, bound: run.lowerBound }];
  while (!run.improve({ maxExpanded: 1 }));
  steps.push({ path: [...run.path()], cost: run.cost, bound: run.lowerBound });
  const last = { cost: run.cost, bound: run.lowerBound };
  search.destroy();

  const sheet = createSheet(760, 520, 'The first path of a channel search and the better one');
  sheet.text(20, 30, 'A channel is a row of triangles; the funnel gives the shortest path in it', {
    weight: 600,
  });
  const panel = sheet.panel([20, 46, 720, 412], [-0.2, -0.2, WIDTH + 0.2, HEIGHT + 0.2]);
  const rings = ringsOf(mesh);
  panel.polygons(rings, { stroke: '#c6d0e2', width: 0.8 });
  const shown = [steps[0], steps.at(-1)];
  shown.forEach(({ path }, i) => {
    panel.polygons(channel(rings, path), { fill: [ORANGE, BLUE][i], opacity: 0.16 });
  });
  panel.lines(wallsOf(triangulation), { stroke: INK, width: 2, cap: 'round' });
  shown.forEach(({ path }, i) => {
    panel.line(path, {
      stroke: [ORANGE, BLUE][i],
      width: 3,
      cap: 'round',
      dash: i === 0 ? '8 5' : undefined,
    });
  });
  panel.dots(
    [
      [sx, sy],
      [tx, ty],
    ],
    6,
    { fill: GREEN },
  );
  panel.text(sx, sy, 's', { dx: -14, weight: 700, fill: GREEN, size: 15 });
  panel.text(tx, ty, 't', { dx: 12, weight: 700, fill: GREEN, size: 15 });
  sheet.legend(20, 484, [
    [
      { stroke: ORANGE, width: 3, dash: '8 5' },
      `first path, ${steps[0].cost.toFixed(3)}, bound ${steps[0].bound.toFixed(3)}`,
    ],
    [{ stroke: BLUE, width: 3 }, `shortest, ${last.cost.toFixed(3)}`],
  ]);
  sheet.note(
    20,
    508,
    'The search goes on until the lower bound of all that is open is',
    `${last.bound.toFixed(3)}, too:`,
    'then the path is proven.',
  );
  return sheet;
}

/** The triangles that a path runs through. */
function channel(rings, path) {
  const found = new Set();
  for (let k = 0; k + 2 < path.length; k += 2)
    for (let i = 0; i <= 400; i++) {
      const share = (i + 0.5) / 401;
      const x = path[k] + share * (path[k + 2] - path[k]);
      const y = path[k + 1] + share * (path[k + 3] - path[k + 1]);
      found.add(rings.findIndex((ring) => holds(ring, x, y)));
    }
  found.delete(-1);
  return [...found].toSorted((a, b) => a - b).map((triangle) => rings[triangle]);
}
