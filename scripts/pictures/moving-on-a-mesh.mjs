// How discs move: pushed the same way from several places, each slides along walls and around
// corners. Beside it a disc under an obstacle, a ray, and the walls near a place.
import { createNavMesh } from '@wayfield/navmesh';
import { createSurface } from '@wayfield/surface';
import { isFree, trianglesOf, wallsOf } from './meshes.mjs';
import { BLUE, createSheet, GREEN, INK, ORANGE, RED, SOFT, VIOLET } from './svg.mjs';

const [WIDTH, HEIGHT] = [44, 24];
const RADIUS = 0.9;
const PUSH = [15, -3];
const STARTS = [
  [2.2, 21.5],
  [2.2, 14.6],
  [2.2, 10.2],
  [2.2, 4.2],
];
/** Pieces that a push is drawn in: a move in pieces goes the same way as the whole move. */
const PIECES = 80;

export function draw() {
  const mesh = createNavMesh({
    boundary: [0, 0, WIDTH, 0, WIDTH, HEIGHT, 0, HEIGHT],
    obstacles: [
      [7, 17, 12, 15.5, 13, 19.5, 8.5, 20.5],
      [8, 6.5, 11, 5, 14, 9, 12, 12.5, 8.5, 11.5],
      [6, 0, 14, 0, 13, 2.2, 8, 3],
      [26, 13, 33, 12, 34, 18, 28, 20],
      [35, 3, 39, 4, 38, 9, 34, 8],
    ],
  });
  const surface = createSurface(mesh);
  const sheet = createSheet(760, 500, 'Discs that are pushed, moved out of an obstacle, and a ray');
  sheet.text(20, 30, 'A push slides along walls and around corners, with exact contacts', {
    weight: 600,
  });
  const panel = sheet.panel([20, 46, 720, 396], [-0.2, -0.2, WIDTH + 0.2, HEIGHT + 0.2]);
  const { triangulation: t } = mesh;
  const inside = trianglesOf(t, (triangle) => !isFree(t)(triangle)).filter((ring) =>
    ring.every((value, i) => value >= 0 && value <= (i % 2 ? HEIGHT : WIDTH)),
  );
  panel.polygons(inside, { fill: '#d5d8df' });
  panel.lines(wallsOf(t), { stroke: INK, width: 2, cap: 'round' });
  for (const start of STARTS) drawPush(panel, surface, start);
  drawPlace(panel, surface, [30, 16.6]);
  drawRay(panel, surface, [20, 5], [42, 7.6]);
  drawWalls(panel, surface, [24, 21.8], 3.2);
  surface.destroy();
  sheet.legend(20, 462, [
    [{ stroke: BLUE, width: 3 }, 'moveAlong'],
    [{ stroke: SOFT, width: 1.5, dash: '4 3' }, 'the push'],
    [{ stroke: GREEN, width: 3 }, 'closestPoint'],
    [{ stroke: ORANGE, width: 3 }, 'raycast'],
    [{ stroke: VIOLET, width: 4 }, 'wallsNear'],
  ]);
  sheet.note(20, 486, `All discs have radius ${RADIUS}. Red: the wall that the ray meets.`);
  return sheet;
}

function drawPush(panel, surface, [x, y]) {
  const trail = [];
  let here = { x, y };
  panel.line([x, y, x + PUSH[0], y + PUSH[1]], { stroke: SOFT, width: 1.2, dash: '4 3' });
  for (let k = 0; k < PIECES; k++) {
    const { x: fromX, y: fromY } = here;
    here = surface.moveAlong(fromX, fromY, PUSH[0] / PIECES, PUSH[1] / PIECES, RADIUS);
    trail.push([fromX, fromY, here.x, here.y]);
  }
  panel.circles(
    [
      [x, y, RADIUS],
      [here.x, here.y, RADIUS],
    ],
    { fill: BLUE, opacity: 0.2 },
  );
  panel.lines(trail, { stroke: BLUE, width: 2.5, cap: 'round' });
  panel.dots([[here.x, here.y]], 3.5, { fill: BLUE });
}

function drawPlace(panel, surface, [x, y]) {
  const place = surface.closestPoint(x, y, RADIUS);
  panel.circles([[place.x, place.y, RADIUS]], { fill: GREEN, opacity: 0.25 });
  panel.line([x, y, place.x, place.y], { stroke: GREEN, width: 2.5, cap: 'round' });
  panel.dots([[x, y]], 3.5, { fill: GREEN });
}

function drawRay(panel, surface, [ax, ay], [bx, by]) {
  const hit = surface.raycast(ax, ay, bx, by, RADIUS);
  panel.line([ax, ay, bx, by], { stroke: SOFT, width: 1.2, dash: '4 3' });
  panel.line([ax, ay, hit.x, hit.y], { stroke: ORANGE, width: 2.5, cap: 'round' });
  panel.circles([[hit.x, hit.y, RADIUS]], { fill: ORANGE, opacity: 0.25 });
  panel.line([hit.wallAX, hit.wallAY, hit.wallBX, hit.wallBY], { stroke: RED, width: 4 });
}

function drawWalls(panel, surface, [x, y], distance) {
  const { count, ax, ay, bx, by } = surface.wallsNear(x, y, distance);
  panel.circles([[x, y, distance]], { fill: VIOLET, opacity: 0.1 });
  for (let k = 0; k < count; k++)
    panel.line([ax[k], ay[k], bx[k], by[k]], { stroke: VIOLET, width: 4, cap: 'round' });
  panel.dots([[x, y]], 3.5, { fill: VIOLET });
}
