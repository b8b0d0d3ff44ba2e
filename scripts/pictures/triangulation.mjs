// A constrained Delaunay triangulation of obstacles that cross and touch, with its empty circles.
import { createNavMesh } from '@wayfield/navmesh';
import { holds, isFree, trianglesOf, wallsOf } from './meshes.mjs';
import { BLUE, createSheet, INK, ORANGE, VIOLET } from './svg.mjs';

const OBSTACLES = [
  [4, 3, 12, 2, 14, 8, 7, 10],
  [11, 6, 17, 5, 16, 11, 10, 12],
  [
    [21, 3, 29, 3, 29, 11, 21, 11],
    [23.5, 5.5, 23.5, 8.5, 26.5, 8.5, 26.5, 5.5],
  ],
  [29, 11, 34, 12, 32, 16],
  [6, 14, 9, 18, 3, 18],
  [18, 15, 22, 14, 24, 18, 19, 18.5],
];
const WALLS = [[12, 15, 15, 14, 16, 18]];

export function draw() {
  const { triangulation: t } = createNavMesh({
    boundary: [0, 0, 36, 0, 36, 20, 0, 20],
    obstacles: OBSTACLES,
    walls: WALLS,
  });
  const sheet = createSheet(760, 480, 'A constrained Delaunay triangulation');
  sheet.text(20, 30, 'Obstacles may cross, touch, and have holes; walls are lines', {
    weight: 600,
  });
  const panel = sheet.panel([20, 46, 720, 380], [-0.2, -0.2, 36.2, 20.2]);
  const free = isFree(t);
  // only triangles inside the boundary: the hull lies outside of it
  const triangles = trianglesOf(t, free);
  panel.polygons(triangles, { fill: '#eef3fb', stroke: '#9fb6da', width: 1 });
  const inside = (ring) => ring.every((value, i) => value >= 0 && value <= (i % 2 ? 20 : 36));
  panel.polygons(
    trianglesOf(t, (triangle) => !free(triangle) && t.depth[triangle] === 1).filter(inside),
    {
      fill: '#c3c7d1',
      stroke: '#aab0bd',
      width: 0.8,
    },
  );
  panel.polygons(trianglesOf(t, (triangle) => t.depth[triangle] > 1).filter(inside), {
    fill: '#8f96a6',
    stroke: '#7b8191',
    width: 0.8,
  });
  panel.lines(wallsOf(t), { stroke: INK, width: 2, cap: 'round' });
  // the circle through the corners of a few free triangles holds no other vertex that they see
  for (const at of [
    [18.5, 12],
    [8.3, 15.2],
  ]) {
    const ring = triangles.find((corners) => holds(corners, ...at));
    if (!ring) continue;
    const [x, y, radius] = circle(ring);
    panel.polygons([ring], { fill: '#f9dcc4' });
    panel.circles([[x, y, radius]], { stroke: ORANGE, width: 1.5, dash: '5 4' });
  }
  const vertices = new Set();
  for (const ring of triangles)
    for (let i = 0; i < 6; i += 2) vertices.add(`${ring[i]} ${ring[i + 1]}`);
  const given = new Set(['0 0', '36 0', '36 20', '0 20']);
  const lines = [
    ...OBSTACLES.flatMap((polygon) => (Array.isArray(polygon[0]) ? polygon : [polygon])),
    ...WALLS,
  ];
  for (const line of lines)
    for (let i = 0; i < line.length; i += 2) given.add(`${line[i]} ${line[i + 1]}`);
  const spots = (list) => list.map((key) => key.split(' ').map(Number));
  panel.dots(spots([...vertices].filter((key) => given.has(key))), 3, { fill: BLUE });
  panel.dots(spots([...vertices].filter((key) => !given.has(key))), 4.5, { fill: VIOLET });
  sheet.legend(20, 450, [
    [{ fill: '#eef3fb', stroke: '#9fb6da' }, `${triangles.length} free triangles`],
    [{ fill: '#c3c7d1' }, 'depth 1'],
    [{ fill: '#8f96a6' }, 'depth 2'],
    [{ fill: VIOLET }, 'crossings, the only points added'],
    [{ stroke: ORANGE, width: 1.5, dash: '5 4' }, 'empty circles'],
  ]);
  sheet.text(
    20,
    470,
    'A circle through the corners of a free triangle holds no vertex that is visible from it.',
    {
      size: 12,
      fill: INK,
    },
  );
  return sheet;
}

/** The circle through three points: centre and radius. */
function circle([ax, ay, bx, by, cx, cy]) {
  const d = 2 * (ax * (by - cy) + bx * (cy - ay) + cx * (ay - by));
  const [a, b, c] = [ax * ax + ay * ay, bx * bx + by * by, cx * cx + cy * cy];
  const x = (a * (by - cy) + b * (cy - ay) + c * (ay - by)) / d;
  const y = (a * (cx - bx) + b * (ax - cx) + c * (bx - ax)) / d;
  return [x, y, Math.hypot(ax - x, ay - y)];
}
