// Polyanya: convex polygons, a shortest path, and the cones in which its roots see portals.
import {
  buildPointQueries,
  buildPolygonMesh,
  createNavMesh,
  createPolyanya,
} from '@wayfield/navmesh';
import { boardOfPolygons, holds, pathOf, ringOf, ringsOf, wallsOf } from './meshes.mjs';
import { BLUE, createSheet, GREEN, INK, ORANGE, VIOLET } from './svg.mjs';

const [WIDTH, HEIGHT] = [42, 24];

export function draw() {
  const obstacles = boardOfPolygons(5, 3, { pitch: 8, size: 3.4, seed: 14 }).map((ring) =>
    ring.map((value, i) => value + (i % 2 ? 0 : 1)),
  );
  const { triangulation } = createNavMesh({
    boundary: [0, 0, WIDTH, 0, WIDTH, HEIGHT, 0, HEIGHT],
    obstacles,
  });
  const mesh = buildPolygonMesh(triangulation);
  const triangles = buildPolygonMesh(triangulation, { merge: false });
  const solver = createPolyanya(mesh);
  const [sx, sy, tx, ty] = [1, 22.5, 41, 1.2];
  const routes = solver.run(buildPointQueries([[sx, sy, tx, ty]]));
  solver.destroy();
  const path = pathOf(routes, 0);

  const sheet = createSheet(
    760,
    510,
    'A shortest path over convex polygons and the intervals it uses',
  );
  sheet.text(20, 30, 'A search node is an interval of a side and the root that sees all of it', {
    weight: 600,
  });
  const panel = sheet.panel([20, 46, 720, 412], [-0.2, -0.2, WIDTH + 0.2, HEIGHT + 0.2]);
  panel.polygons(ringsOf(mesh), { fill: '#eef3fb', stroke: '#9fb6da', width: 1 });
  // the intervals along the path: from each root the portals crossed, as far as the root sees them
  const cones = [];
  const intervals = [];
  for (let k = 0; k + 2 < path.length; k += 2) {
    const root = [path[k], path[k + 1]];
    for (const [left, right] of seen(mesh, root, [path[k + 2], path[k + 3]])) {
      cones.push([...root, ...right, ...left]);
      intervals.push([...right, ...left]);
    }
  }
  panel.polygons(cones, { fill: GREEN, opacity: 0.13 });
  panel.lines(intervals, { stroke: GREEN, width: 3, cap: 'round' });
  panel.lines(wallsOf(triangulation), { stroke: INK, width: 2, cap: 'round' });
  panel.line(path, { stroke: ORANGE, width: 3, cap: 'round' });
  const turns = [];
  for (let k = 2; k + 2 < path.length; k += 2) turns.push([path[k], path[k + 1]]);
  panel.dots(turns, 5, { fill: VIOLET });
  panel.dots(
    [
      [sx, sy],
      [tx, ty],
    ],
    6,
    { fill: ORANGE },
  );
  panel.text(sx, sy, 's', { dx: 12, dy: 18, weight: 700, fill: ORANGE, size: 15 });
  panel.text(tx, ty, 't', { dx: 2, dy: -12, weight: 700, fill: ORANGE, size: 15 });
  sheet.legend(20, 482, [
    [{ stroke: ORANGE, width: 3 }, `shortest path, ${routes.cost[0].toFixed(2)}`],
    [{ fill: VIOLET }, 'roots (turns)'],
    [{ stroke: GREEN, width: 3 }, 'intervals that a root sees'],
    [
      { stroke: BLUE, width: 1 },
      `${mesh.polygonCount} polygons of ${triangles.polygonCount} triangles`,
    ],
  ]);
  return sheet;
}

/** What `root` sees of each portal on the way to `end`, through the portals before it. */
function seen(mesh, root, end) {
  const direction = [end[0] - root[0], end[1] - root[1]];
  const step = 1e-6;
  let polygon = find(mesh, root[0] + step * direction[0], root[1] + step * direction[1]);
  const last = find(mesh, end[0] - step * direction[0], end[1] - step * direction[1]);
  const found = [];
  let cone;
  for (let guard = 0; polygon !== last && guard < 50; guard++) {
    const side = exit(mesh, polygon, root, direction);
    if (side < 0 || mesh.twin[side] === 0xffffffff) break;
    const [a, b] = ends(mesh, polygon, side);
    cone = cone ? narrow(root, cone, [b, a]) : [b, a];
    found.push(clip(root, cone, a, b));
    polygon = owner(mesh, mesh.twin[side]);
  }
  return found;
}

const cross = (o, a, b) => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
const narrow = (root, [left, right], [l, r]) => [
  cross(root, left, l) < 0 ? l : left,
  cross(root, right, r) > 0 ? r : right,
];

/** The interval of side a to b (left turns: b on the left) inside a cone. */
function clip(root, [left, right], a, b) {
  const meet = (through) => {
    const d = cross(root, a, through) - cross(root, b, through);
    const share = Math.abs(d) < 1e-12 ? 0 : cross(root, a, through) / d;
    return [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])];
  };
  return [meet(left), meet(right)];
}

const find = (mesh, x, y) => ringsOf(mesh).findIndex((ring) => holds(ring, x, y));
const owner = (mesh, side) => {
  let p = 0;
  while (mesh.firstSide[p + 1] <= side) p++;
  return p;
};

function ends(mesh, polygon, side) {
  const ring = ringOf(mesh, polygon);
  const i = 2 * (side - mesh.firstSide[polygon]);
  const j = (i + 2) % ring.length;
  return [
    [ring[i], ring[i + 1]],
    [ring[j], ring[j + 1]],
  ];
}

/** The side over which a ray leaves a convex polygon. */
function exit(mesh, polygon, root, direction) {
  const ahead = [root[0] + direction[0], root[1] + direction[1]];
  for (let s = mesh.firstSide[polygon]; s < mesh.firstSide[polygon + 1]; s++) {
    const [a, b] = ends(mesh, polygon, s);
    const outward = (b[1] - a[1]) * direction[0] - (b[0] - a[0]) * direction[1];
    if (outward > 1e-9 && cross(root, ahead, a) <= 1e-9 && cross(root, ahead, b) >= -1e-9) return s;
  }
  return -1;
}
