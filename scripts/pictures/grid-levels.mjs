// Levels of grids: bodies by size, the cells of each level, and what one body has to look at.
import { buildBodies } from '@wayfield/collision';
import { createCollisionPool } from '@wayfield/collision/pool';
import { random } from '@wayfield/graph/generators';
import { BLUE, createSheet, GREEN, INK, ORANGE, RED } from './svg.mjs';

const [WIDTH, HEIGHT] = [96, 54];
const COUNT = 420;
const COLOURS = [BLUE, GREEN, ORANGE, RED];

export async function draw() {
  const next = random(8);
  const x = new Float32Array(COUNT);
  const y = new Float32Array(COUNT);
  const radius = new Float32Array(COUNT);
  for (let i = 0; i < COUNT; i++) {
    // most are small, few are large; each size is within one power of two, so it gets one level
    radius[i] = i < 3 ? 5.5 : i < 22 ? 1.1 + 0.8 * next() : 0.27 + 0.2 * next();
    x[i] = radius[i] + next() * (WIDTH - 2 * radius[i]);
    y[i] = radius[i] + next() * (HEIGHT - 2 * radius[i]);
  }
  const pool = await createCollisionPool(buildBodies({ x, y, radius }), {
    threads: 1,
    grid: 'multi',
  });
  await pool.update();
  const pairs = await pool.pairs({ canonical: true });
  const slots = [...pairs.slots];
  const levels = pool.cells();
  await pool.destroy();

  // a body is on the finest level whose cells are at least as wide as the body
  const levelOf = (i) => {
    const level = levels.findIndex(({ side }) => side >= 2 * radius[i]);
    return level < 0 ? levels.length - 1 : level;
  };
  const sheet = createSheet(760, 490, 'Bodies of several sizes and the grid of each size');
  sheet.text(
    20,
    30,
    `${COUNT} discs on ${levels.length} levels: each looks at its own level and at coarser ones`,
    {
      weight: 600,
    },
  );
  const panel = sheet.panel([20, 46, 720, 392], [0, 0, WIDTH, HEIGHT]);
  levels.forEach(({ origin, side }, level) => {
    const lines = [];
    const first = (from) => from - Math.floor(from / side) * side;
    for (let at = first(origin[0]); at <= WIDTH; at += side) lines.push([at, 0, at, HEIGHT]);
    for (let at = first(origin[1]); at <= HEIGHT; at += side) lines.push([0, at, WIDTH, at]);
    panel.lines(lines, { stroke: COLOURS[level], width: 0.5 + 0.5 * level, opacity: 0.35 });
  });
  levels.forEach((_, level) => {
    const discs = [];
    for (let i = 0; i < COUNT; i++) if (levelOf(i) === level) discs.push([x[i], y[i], radius[i]]);
    panel.circles(discs, { fill: COLOURS[level], opacity: 0.55 });
  });
  const touching = [];
  for (let k = 0; k < slots.length; k += 2)
    touching.push([x[slots[k]], y[slots[k]], x[slots[k + 1]], y[slots[k + 1]]]);
  panel.lines(touching, { stroke: INK, width: 1.4 });
  // the cells that one small disc looks at, on every level
  const one = x.findIndex((value, i) => i >= 22 && Math.hypot(value - 60, y[i] - 30) < 2);
  drawLooks(panel, levels, x[one], y[one]);
  panel.circles([[x[one], y[one], radius[one] + 0.25]], { stroke: INK, width: 2.5 });
  sheet.legend(20, 458, [
    ...levels.map(({ side }, level) => [{ fill: COLOURS[level] }, `cells of ${side.toFixed(2)}`]),
    [{ stroke: INK, width: 1.4 }, `${touching.length} pairs touch`],
  ]);
  sheet.text(20, 480, 'Frames: the 3 x 3 cells of every level that the ringed disc looks at.', {
    size: 12,
    fill: INK,
  });
  return sheet;
}

/** The cells around a point that a body there looks at, on every level. */
function drawLooks(panel, levels, x, y) {
  levels.forEach(({ origin, side }, level) => {
    const from = (value, start) => start + (Math.floor((value - start) / side) - 1) * side;
    const [left, bottom] = [Math.max(0, from(x, origin[0])), Math.max(0, from(y, origin[1]))];
    const right = Math.min(WIDTH, from(x, origin[0]) + 3 * side);
    const top = Math.min(HEIGHT, from(y, origin[1]) + 3 * side);
    const frame = [left, bottom, right, bottom, right, top, left, top];
    panel.polygons([frame], { stroke: COLOURS[level], width: 2.5 });
  });
}
