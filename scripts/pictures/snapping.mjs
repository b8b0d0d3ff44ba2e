// Snap rounding: crossings go to the grid, and segments go over the vertices whose squares they
// touch.
import { createNavMesh } from '@wayfield/navmesh';
import { wallsOf } from './meshes.mjs';
import { BLUE, createSheet, FAINT, INK, ORANGE, SOFT, VIOLET } from './svg.mjs';

const WALLS = [
  [0.6, 1.2, 12.3, 6.6],
  [1.1, 6.8, 11.7, 2.3],
  [5.3, 0.4, 6.9, 7.7],
  [8.2, 7.6, 10.6, 0.7],
  [2.4, 3.9, 3.4, 7.2],
  [0.7, 4.6, 4.1, 3.3],
];
const BOX = [0, 0, 13, 8];

export function draw() {
  const boundary = [0, 0, 13, 0, 13, 8, 0, 8];
  const fine = createNavMesh({ boundary, walls: WALLS }).triangulation;
  const coarse = createNavMesh({ boundary, walls: WALLS, snap: 1 }).triangulation;
  const sheet = createSheet(760, 330, 'Segments before and after snap rounding');
  const vertices = (t) => {
    const spots = new Map();
    for (const [ax, ay, bx, by] of wallsOf(t))
      for (const [x, y] of [
        [ax, ay],
        [bx, by],
      ])
        spots.set(`${x} ${y}`, [x, y]);
    return [...spots.values()];
  };
  [fine, coarse].forEach((t, i) => {
    const left = 20 + i * 370;
    const panel = sheet.panel([left, 46, 350, 216], BOX);
    sheet.text(
      left,
      30,
      i === 0 ? 'As given: every crossing is a vertex' : 'snap: 1: vertices on the grid of step 1',
      {
        weight: 600,
      },
    );
    const lines = [];
    // squares of the grid: each has a grid point in its middle
    for (let x = 0.5; x < 13; x++) lines.push([x, 0, x, 8]);
    for (let y = 0.5; y < 8; y++) lines.push([0, y, 13, y]);
    panel.lines(lines, { stroke: FAINT, width: 0.8 });
    if (i === 1) {
      const hot = vertices(t).map(([x, y]) => [
        Math.max(0, x - 0.5),
        Math.max(0, y - 0.5),
        Math.min(13, x + 0.5),
        Math.max(0, y - 0.5),
        Math.min(13, x + 0.5),
        Math.min(8, y + 0.5),
        Math.max(0, x - 0.5),
        Math.min(8, y + 0.5),
      ]);
      panel.polygons(hot, { fill: '#fbe0c9' });
      panel.lines(WALLS, { stroke: SOFT, width: 1, dash: '4 3' });
    }
    panel.lines(wallsOf(t), { stroke: i === 0 ? BLUE : INK, width: 2, cap: 'round' });
    panel.dots(vertices(t), 3.5, { fill: i === 0 ? VIOLET : ORANGE });
  });
  sheet.legend(20, 290, [
    [{ stroke: SOFT, width: 1, dash: '4 3' }, 'the segments as given'],
    [{ fill: '#fbe0c9' }, 'hot pixels: the squares of vertices'],
    [{ fill: ORANGE }, `${vertices(coarse).length} vertices (${vertices(fine).length} before)`],
  ]);
  sheet.note(
    20,
    314,
    'A segment that runs through a hot pixel is led over its vertex,',
    'so no two segments cross between vertices.',
  );
  return sheet;
}
