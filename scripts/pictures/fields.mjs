// Scent of two goals: f32, where it ends, and the log form, with ways up from everywhere.
import { createDiffusion, diffusionMapOf } from '@wayfield/diffusion';
import { blobsGrid } from '@wayfield/graph/generators';
import { createSheet, FAINT, INK, mix, ORANGE, WALL } from './svg.mjs';

const [WIDTH, HEIGHT] = [80, 52];
const HEAT = ['#16324f', '#2a6f97', '#61a5c2', '#f3c94b', '#fff3c4'];
const BANDS = 10;
const NONE = '#f3c3cb';
const STEPS = 110;

export function draw() {
  const grid = blobsGrid(WIDTH, HEIGHT, { count: 9, radius: [3, 7], seed: 13 });
  const { terrain } = diffusionMapOf(grid);
  // the ground lets through 0.6 of the scent, a strip of mud 0.1
  for (let cell = 0; cell < terrain.length; cell++) {
    const x = cell % WIDTH;
    if (terrain[cell] > 0) terrain[cell] = x >= 34 && x < 40 ? 0.1 : 0.6;
  }
  const map = { width: WIDTH, height: HEIGHT, neighbours: 8, terrain };
  const goals = [8 * WIDTH + 8, 44 * WIDTH + 16];
  const starts = [];
  for (let y = 5; y < HEIGHT; y += 10)
    for (let x = 5; x < WIDTH; x += 12) if (terrain[y * WIDTH + x] > 0) starts.push(y * WIDTH + x);

  const sheet = createSheet(760, 385, 'The same field in f32 and in log form');
  const results = ['f32', 'log'].map((precision) => {
    const model = createDiffusion(map, { precision });
    model.setGoals('goal', { cell: goals });
    model.step(STEPS);
    const field = model.field('goal');
    const routes = model.ascend('goal', starts);
    model.destroy();
    return { precision, field, routes };
  });
  results.forEach(({ precision, field, routes }, i) => {
    const panel = sheet.panel([20 + i * 370, 50, 350, 228], [0, 0, WIDTH, HEIGHT], { down: true });
    const log = Array.from(field, (value) => (precision === 'f32' ? Math.log2(value) : value));
    const least = Math.min(...results[1].field.filter(Number.isFinite));
    const top = Math.max(...results[1].field);
    panel.polygons([[0, 0, WIDTH, 0, WIDTH, HEIGHT, 0, HEIGHT]], {
      fill: '#ffffff',
      stroke: FAINT,
    });
    panel.cells(WIDTH, HEIGHT, (x, y) => {
      const cell = y * WIDTH + x;
      if (terrain[cell] === 0) return WALL;
      if (!Number.isFinite(log[cell])) return NONE;
      return mix(HEAT, Math.round((BANDS * (log[cell] - least)) / (top - least)) / BANDS);
    });
    const centre = (cell) => [(cell % WIDTH) + 0.5, Math.floor(cell / WIDTH) + 0.5];
    const lines = starts.map((_, k) =>
      [...routes.node.subarray(routes.firstNode[k], routes.firstNode[k + 1])].flatMap(centre),
    );
    panel.lines(
      lines.filter((line) => line.length > 2),
      { stroke: '#ffffff', width: 1.8, opacity: 0.9 },
    );
    panel.dots(starts.map(centre), 2.2, { fill: INK });
    panel.dots(goals.map(centre), 6, { fill: ORANGE, stroke: '#ffffff', width: 1.5 });
    const empty = log.filter((value, cell) => terrain[cell] > 0 && !Number.isFinite(value)).length;
    sheet.text(20 + i * 370, 30, precision === 'f32' ? "precision 'f32'" : "precision 'log'", {
      weight: 600,
    });
    sheet.note(
      20 + i * 370,
      304,
      `scent from 2^${Math.floor(Math.min(...log.filter(Number.isFinite)))}`,
      `to 2^${Math.round(Math.max(...log))}; ${empty} open cells without scent`,
    );
  });
  sheet.legend(20, 340, [
    [{ fill: HEAT[4] }, 'much'],
    [{ fill: HEAT[2] }, ''],
    [{ fill: HEAT[0] }, 'little scent (logarithm)'],
    [{ fill: NONE }, 'none: no way up'],
    [{ fill: WALL }, 'obstacle'],
    [{ fill: ORANGE }, 'goal'],
  ]);
  sheet.note(
    20,
    368,
    `Both after ${STEPS} steps. White lines: paths up the scent.`,
    'Ground has terrain 0.6, the strip in the middle 0.1.',
  );
  return sheet;
}
