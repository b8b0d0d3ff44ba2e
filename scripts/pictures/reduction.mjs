// The reduction of a triangulation: levels, corridors with their widths, and the graph they make.
import { buildPolygonMesh, buildReduction, createNavMesh } from '@wayfield/navmesh';
import { ringOf, wallsOf } from './meshes.mjs';
import { BLUE, createSheet, INK, ORANGE, RED, YELLOW } from './svg.mjs';

const NONE = 0xffffffff;

export function draw() {
  const { triangulation } = createNavMesh({
    boundary: [0, 0, 36, 0, 36, 20, 0, 20],
    obstacles: [
      [5, 5, 12, 4, 13, 9, 11, 15, 6, 14],
      [17, 3, 22, 2, 24, 8, 18, 9],
      [17, 12, 24, 11, 25, 17, 18, 17.5],
      [28, 6, 31, 4, 33, 12, 30, 15],
    ],
    walls: [
      [0, 17.5, 3.6, 16.6],
      [20, 20, 20, 18.6],
    ],
  });
  const mesh = buildPolygonMesh(triangulation, { merge: false });
  const reduction = buildReduction(mesh);
  const sheet = createSheet(
    760,
    480,
    'Decision points, corridors and dead ends of a triangulation',
  );
  sheet.text(20, 30, 'Triangles by how many ways lead on, and the graph that remains', {
    weight: 600,
  });
  const panel = sheet.panel([20, 46, 720, 380], [-0.2, -0.2, 36.2, 20.2]);
  const fills = ['#c3c7d1', '#fbe3e1', '#e3edfa', YELLOW];
  for (const level of [1, 2, 3]) {
    const rings = [];
    for (let t = 0; t < mesh.polygonCount; t++)
      if (reduction.level[t] === level) rings.push(ringOf(mesh, t));
    panel.polygons(rings, { fill: fills[level], stroke: '#b9c3d6', width: 0.8 });
  }
  const middle = (t) => {
    const ring = ringOf(mesh, t);
    return [(ring[0] + ring[2] + ring[4]) / 3, (ring[1] + ring[3] + ring[5]) / 3];
  };
  const triangleOf = (side) => Math.floor(side / 3);
  for (let c = 0; c < reduction.corridorCount; c++) {
    const [from, to] = [reduction.corridorEnd[2 * c], reduction.corridorEnd[2 * c + 1]];
    if (from === NONE) continue;
    const inside = [
      ...reduction.corridorTriangle.subarray(
        reduction.firstTriangle[c],
        reduction.firstTriangle[c + 1],
      ),
    ];
    const points = [triangleOf(from), ...inside, triangleOf(to)].flatMap(middle);
    panel.line(points, { stroke: BLUE, width: 2.2, cap: 'round' });
    const half = (points.length >> 2) << 1;
    panel.text(points[half], points[half + 1], reduction.corridorWidth[c].toFixed(1), {
      size: 13,
      weight: 700,
      fill: RED,
      dx: 12,
      dy: -5,
    });
  }
  panel.dots([...reduction.nodeTriangle].map(middle), 6, { fill: ORANGE, stroke: INK, width: 1 });
  panel.lines(wallsOf(triangulation), { stroke: INK, width: 2, cap: 'round' });
  sheet.legend(20, 450, [
    [{ fill: YELLOW }, `3 ways on: ${reduction.nodeCount} decision points`],
    [{ fill: fills[2] }, `2: in a corridor (${reduction.corridorCount})`],
    [{ fill: fills[1] }, `1: in a dead end (${reduction.deadEndCount})`],
  ]);
  sheet.note(
    20,
    470,
    `${mesh.polygonCount} triangles around n = 4 obstacles: 2n - 2 = 6 decision points.`,
    'Red: the width of a corridor, the diameter of the largest disc that fits.',
  );
  return sheet;
}
