// An obstacle comes: the triangles that change, and the path before and after.
import { buildPointQueries, createNavMesh, createPolyanya } from '@wayfield/navmesh';
import { boardOfPolygons, isFree, pathOf, trianglesOf, wallsOf } from './meshes.mjs';
import { BLUE, createSheet, GREEN, INK, ORANGE, VIOLET } from './svg.mjs';

const [WIDTH, HEIGHT] = [48, 32];

export function draw() {
  const obstacles = boardOfPolygons(6, 4, { pitch: 8, size: 2.6, seed: 23 });
  const mesh = createNavMesh({ boundary: [0, 0, WIDTH, 0, WIDTH, HEIGHT, 0, HEIGHT], obstacles });
  const solver = createPolyanya(mesh);
  const queries = buildPointQueries([[1, 3, 47, 29]]);
  const before = solver.run(queries);
  const old = {
    path: pathOf(before, 0),
    cost: before.cost[0],
    triangles: keys(mesh.triangulation),
  };
  const added = [20, 12, 28, 9, 29.5, 19, 21, 20.5];
  mesh.add(added);
  const after = solver.run(queries);
  const path = pathOf(after, 0);
  solver.destroy();

  const sheet = createSheet(760, 590, 'What changes in a triangulation when an obstacle comes');
  sheet.text(20, 30, 'The violet obstacle came: only the coloured triangles are new', {
    weight: 600,
  });
  const t = mesh.triangulation;
  const panel = sheet.panel([20, 46, 720, 482], [-0.2, -0.2, WIDTH + 0.2, HEIGHT + 0.2]);
  const free = trianglesOf(t, isFree(t));
  const fresh = free.filter((ring) => !old.triangles.has(keyOf(ring)));
  panel.polygons(free, { stroke: '#c6d0e2', width: 0.8 });
  panel.polygons(fresh, { fill: '#cfe6d3', stroke: GREEN, width: 1 });
  panel.polygons([added], { fill: VIOLET, opacity: 0.5 });
  panel.lines(wallsOf(t), { stroke: INK, width: 1.8, cap: 'round' });
  panel.line(old.path, { stroke: ORANGE, width: 2.5, dash: '7 5', cap: 'round' });
  panel.line(path, { stroke: BLUE, width: 3, cap: 'round' });
  panel.dots(
    [
      [1, 3],
      [47, 29],
    ],
    6,
    { fill: BLUE },
  );
  sheet.legend(20, 554, [
    [{ stroke: ORANGE, width: 2.5, dash: '7 5' }, `path before, ${old.cost.toFixed(2)}`],
    [{ stroke: BLUE, width: 3 }, `after, ${after.cost[0].toFixed(2)}`],
    [
      { fill: '#cfe6d3', stroke: GREEN },
      `${fresh.length} of ${free.length} free triangles are new`,
    ],
  ]);
  sheet.text(20, 578, 'A new build of all obstacles gives the same triangles, one by one.', {
    size: 12,
  });
  return sheet;
}

/** A triangle by its corners, whichever comes first. */
function keyOf(ring) {
  const corners = [0, 2, 4].map((i) => `${ring[i]},${ring[i + 1]}`);
  return corners.toSorted().join(' ');
}
const keys = (t) => new Set(trianglesOf(t, isFree(t)).map(keyOf));
