// Paths over areas with costs and over a link, beside the shortest path.
import { buildPointQueries, createNavMesh, createPolyanya } from '@wayfield/navmesh';
import { createAreaSearch } from '@wayfield/movement/areas';
import { isFree, pathOf, trianglesOf } from './meshes.mjs';
import { BLUE, createSheet, GREEN, INK, ORANGE, SOFT, VIOLET, YELLOW } from './svg.mjs';

const [WIDTH, HEIGHT] = [44, 24];
const MUD = [13, -1, 21, -1, 24, 9, 22, 17, 14, 19, 11, 8];
const ROAD = [3, 20, 28, 19.5, 34, 13, 36, 14.5, 29, 22, 3, 22.5];
const LINK = { from: [29, 5], to: [37, 6], cost: 2 };

export function draw() {
  const mesh = createNavMesh({
    boundary: [0, 0, WIDTH, 0, WIDTH, HEIGHT, 0, HEIGHT],
    obstacles: [
      [31, 0, 35, 0, 34.5, 12, 30.5, 10],
      [5, 12, 9, 11, 9, 17, 6, 17],
    ],
  });
  const areas = [
    { polygon: MUD, area: 1 },
    { polygon: ROAD, area: 2 },
  ];
  const rows = [[2, 9, 41, 9]];
  const queries = buildPointQueries(rows);
  const solver = createPolyanya(mesh);
  const shortest = solver.run(queries);
  const onFoot = createAreaSearch(mesh, { areas, costs: [1, 4, 0.5] });
  const cheap = onFoot.run(queries);
  const byLink = createAreaSearch(mesh, { areas, costs: [1, 1.2, 0.9], links: [LINK] });
  const jump = byLink.run(queries);
  const lost = costOf(onFoot, shortest);

  const sheet = createSheet(760, 510, 'Paths over mud, over a road and over a link');
  sheet.text(20, 30, 'The cheapest path depends on what the ground costs', { weight: 600 });
  const panel = sheet.panel([20, 46, 720, 396], [-0.2, -0.2, WIDTH + 0.2, HEIGHT + 0.2]);
  panel.polygons([ringIn(MUD)], { fill: '#d9b48f' });
  panel.polygons([ROAD], { fill: YELLOW, opacity: 0.6 });
  panel.polygons(
    trianglesOf(mesh.triangulation, (t) => !isFree(mesh.triangulation)(t)).filter(isWithin),
    { fill: '#aab0bd' },
  );
  drawPath(panel, shortest, SOFT);
  drawPath(panel, cheap, BLUE);
  drawPath(panel, jump, GREEN);
  panel.lines([[...LINK.from, ...LINK.to]], { stroke: ORANGE, width: 3, dash: '5 4' });
  panel.dots([rows[0].slice(0, 2), rows[0].slice(2)], 5, { fill: VIOLET });
  panel.dots([LINK.from, LINK.to], 4, { fill: ORANGE });
  panel.text(17, 1.2, 'mud', { fill: INK, size: 14 });
  panel.text(18, 20.6, 'road', { fill: INK, size: 14 });
  panel.text(rows[0][0], rows[0][1], 's', { dx: -12, weight: 700, fill: VIOLET, size: 15 });
  panel.text(rows[0][2], rows[0][3], 't', { dx: 12, weight: 700, fill: VIOLET, size: 15 });
  sheet.legend(20, 470, [
    [{ stroke: SOFT, width: 3 }, `shortest: ${shortest.cost[0].toFixed(2)} long`],
    [{ stroke: BLUE, width: 3 }, `mud 4, road 0.5: costs ${cheap.cost[0].toFixed(2)}`],
    [
      { stroke: GREEN, width: 3 },
      `mud 1.2, road 0.9, a link for 2: costs ${jump.cost[0].toFixed(2)}`,
    ],
  ]);
  sheet.note(
    20,
    494,
    `With mud at 4 and the road at 0.5 the shortest path would cost ${lost.toFixed(2)}.`,
    'Paths bend at borders as light does.',
  );
  for (const one of [solver, onFoot, byLink]) one.destroy();
  return sheet;
}

/** What a path costs in a search. */
function costOf(search, { x, y }) {
  let sum = 0;
  for (let i = 0; i + 1 < x.length; i++) sum += search.costOf(x[i], y[i], x[i + 1], y[i + 1]);
  return sum;
}

const ringIn = (ring) => ring.map((value, i) => (i % 2 ? Math.max(0, value) : value));
const isWithin = (ring) =>
  ring.every((value, i) => value >= 0 && value <= (i % 2 ? HEIGHT : WIDTH));

/** Walks as lines; links are drawn on their own. */
function drawPath(panel, routes, colour) {
  const points = pathOf(routes, 0);
  const lines = [];
  for (let i = 0; i + 3 < points.length; i += 2)
    if (!(routes.link?.[i / 2] >= 0)) lines.push(points.slice(i, i + 4));
  panel.lines(lines, { stroke: colour, width: 3, cap: 'round' });
}
