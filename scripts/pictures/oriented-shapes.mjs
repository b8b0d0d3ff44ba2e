// Oriented shapes: what the broad phase keeps by circles, and what the narrow phase keeps by axes.
import {
  addOrientedBody,
  buildOrientedBodies,
  buildShapes,
  createOrientedSolver,
} from '@wayfield/collision/oriented';
import { random } from '@wayfield/graph/generators';
import { BLUE, createSheet, FAINT, GREEN, INK, ORANGE, RED, SOFT } from './svg.mjs';

const [WIDTH, HEIGHT] = [48, 34];
const COUNT = 46;
/** Outlines of the shapes, the first of a box with these halves. */
const HALF = [2.6, 0.7];
const WEDGE = [
  [1.9, 0],
  [-1.2, 1.5],
  [-1.2, -1.5],
];
const HEXAGON = Array.from({ length: 6 }, (_, i) => [
  1.4 * Math.cos((i * Math.PI) / 3),
  1.4 * Math.sin((i * Math.PI) / 3),
]);
const BOX = [
  [1, 1],
  [-1, 1],
  [-1, -1],
  [1, -1],
].map(([x, y]) => [x * HALF[0], y * HALF[1]]);
const OUTLINES = [BOX, WEDGE, HEXAGON];
const REACH = OUTLINES.map((corners) => Math.max(...corners.map(([x, y]) => Math.hypot(x, y))));

export function draw() {
  const world = buildOrientedBodies(
    buildShapes(2, [{ half: HALF }, { corners: WEDGE }, { corners: HEXAGON }]),
  );
  const next = random(12);
  const bodies = Array.from({ length: COUNT }, (_, i) => ({
    x: 3 + next() * (WIDTH - 6),
    y: 3 + next() * (HEIGHT - 6),
    entry: i % 3,
    angle: next() * 2 * Math.PI,
  }));
  for (const body of bodies) addOrientedBody(world, body);
  const solver = createOrientedSolver(world);
  const touching = rowsOf(solver.pairs({ canonical: true }).slots);
  solver.destroy();
  const isTouching = new Set(touching.map(String));
  const near = pairsOfCircles(bodies).filter((pair) => !isTouching.has(String(pair)));

  const sheet = createSheet(760, 490, 'Turned shapes, pairs that touch, and an axis between two');
  sheet.text(20, 30, 'Circles find candidates; axes decide', { weight: 600 });
  const panel = sheet.panel([20, 46, 520, 392], [0, 0, WIDTH, HEIGHT]);
  panel.polygons([[0, 0, WIDTH, 0, WIDTH, HEIGHT, 0, HEIGHT]], { stroke: FAINT });
  panel.circles(
    bodies.map(({ x, y, entry }) => [x, y, REACH[entry]]),
    { stroke: SOFT, width: 0.7, dash: '3 3' },
  );
  const hit = new Set(touching.flat());
  for (const isHit of [false, true]) {
    const outlines = bodies.filter((_, i) => hit.has(i) === isHit).map((body) => outlineOf(body));
    panel.polygons(outlines, { fill: isHit ? RED : BLUE, opacity: 0.55 });
    panel.polygons(outlines, { stroke: isHit ? RED : BLUE, width: 1.2 });
  }
  const line = ([a, b]) => [bodies[a].x, bodies[a].y, bodies[b].x, bodies[b].y];
  panel.lines(near.map(line), { stroke: ORANGE, width: 1.4, dash: '4 3' });
  panel.lines(touching.map(line), { stroke: INK, width: 2 });
  drawAxis(sheet);
  sheet.legend(20, 460, [
    [{ stroke: SOFT, dash: '3 3' }, 'enclosing circle'],
    [{ stroke: ORANGE, width: 1.4, dash: '4 3' }, `${near.length} candidates, apart`],
    [{ stroke: INK, width: 2 }, `${touching.length} pairs touch`],
    [{ stroke: GREEN, width: 2 }, 'axis with a gap'],
  ]);
  sheet.note(20, 482, `${COUNT} shapes of three kinds, each turned by an angle of its own.`);
  return sheet;
}

/** Two boxes whose circles overlap, and their shadows on a normal of one: a gap parts them. */
function drawAxis(sheet) {
  sheet.text(560, 70, 'Shadows on a normal', { weight: 600 });
  const panel = sheet.panel([560, 90, 180, 300], [-3.4, -2.4, 5.2, 7.2]);
  const turn = 0.45;
  const low = { x: -0.4, y: 1.1, entry: 0, angle: turn };
  const high = { x: -0.2, y: 3.8, entry: 0, angle: turn - 0.2 };
  for (const { x, y } of [low, high])
    panel.circles([[x, y, REACH[0]]], { stroke: SOFT, width: 0.7, dash: '3 3' });
  const normal = [-Math.sin(turn), Math.cos(turn)];
  const along = [Math.cos(turn), Math.sin(turn)];
  // the axis lies beside the boxes, so that the shadows do not cover them
  const place = (share, beside = 4.6) => [
    share * normal[0] + beside * along[0],
    share * normal[1] + beside * along[1],
  ];
  panel.line([...place(-0.4), ...place(5.6)], { stroke: FAINT, width: 1.5 });
  const shadows = [low, high].map((body) => {
    const outline = outlineOf(body);
    const shares = [0, 2, 4, 6].map((i) => outline[i] * normal[0] + outline[i + 1] * normal[1]);
    return [Math.min(...shares), Math.max(...shares)];
  });
  shadows.forEach(([from, to], i) => {
    panel.polygons([outlineOf(i === 0 ? low : high)], { fill: i === 0 ? BLUE : RED, opacity: 0.6 });
    const colour = i === 0 ? BLUE : RED;
    const rays = [from, to].map((share) => [...place(share, -1), ...place(share)]);
    panel.lines(rays, { stroke: colour, width: 0.7, dash: '2 3' });
    panel.line([...place(from), ...place(to)], { stroke: colour, width: 6 });
  });
  if (shadows[0][1] >= shadows[1][0]) throw new Error('the shadows overlap');
  panel.line([...place(shadows[0][1]), ...place(shadows[1][0])], { stroke: GREEN, width: 3 });
}

/** Corners of a body in the world: x, y, x, y, …. */
function outlineOf({ x, y, entry, angle }) {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return OUTLINES[entry].flatMap(([a, b]) => [x + a * cos - b * sin, y + a * sin + b * cos]);
}

/** Pairs of slots as rows. */
function rowsOf(slots) {
  return Array.from({ length: slots.length / 2 }, (_, i) => [slots[2 * i], slots[2 * i + 1]]);
}

/** Pairs whose enclosing circles touch: the candidates of the broad phase. */
function pairsOfCircles(bodies) {
  return bodies.flatMap((a, i) =>
    bodies.slice(i + 1).flatMap((b, k) => {
      const reach = REACH[a.entry] + REACH[b.entry];
      return Math.hypot(a.x - b.x, a.y - b.y) <= reach ? [[i, i + 1 + k]] : [];
    }),
  );
}
