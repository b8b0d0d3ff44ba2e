// The field that steps tend to: how far steps are from it, and how far cycles are.
import { createDiffusion, diffusionMapOf } from '@wayfield/diffusion';
import { blobsGrid } from '@wayfield/graph/generators';
import { BLUE, createSheet, FAINT, mix, ORANGE, SOFT, WALL } from './svg.mjs';

const SIDE = 64;
const HEAT = ['#ffffff', '#f3c94b', '#d9661f', '#8c1d2f'];

export function draw() {
  const grid = blobsGrid(SIDE, SIDE, { count: 12, radius: [2, 7], seed: 5 });
  // scent passes all corners, as in the study, so every open cell of this map has some
  const map = diffusionMapOf({ ...grid, corners: 'always' });
  const goal = [10 * SIDE + 10];
  const make = (method) => {
    const model = createDiffusion(map, { method });
    model.setGoals('goal', { cell: goal });
    return model;
  };
  const steady = make('steady');
  const report = steady.settle({ tolerance: 2 ** -20, limit: 200 });
  const target = steady.field('goal');
  steady.destroy();
  // the ratio of a cell to the steady field, as a logarithm: 0 is right
  const off = (field) => Array.from(field, (value, cell) => Math.abs(value - target[cell]));
  const worst = (field) =>
    off(field).reduce(
      (most, value, cell) => (map.terrain[cell] > 0 && value > most ? value : most),
      0,
    );

  const steps = make('diffusion');
  const front = steps.settle({ until: 'front' }).steps;
  const atFront = steps.field('goal');
  const curve = [[front, worst(atFront)]];
  for (let done = front; done < 4096;) {
    const count = Math.max(16, done >> 2);
    steps.step(count);
    done += count;
    curve.push([done, worst(steps.field('goal'))]);
  }
  steps.destroy();
  const cycles = [];
  for (let count = 1; count <= 8; count++) {
    const model = make('steady');
    model.settle({ tolerance: 2 ** -24, limit: count });
    cycles.push([count, worst(model.field('goal'))]);
    model.destroy();
  }

  const sheet = createSheet(760, 400, 'How far a field is from its steady state');
  sheet.text(20, 30, `When the front arrived (${front} steps)`, { weight: 600 });
  const panel = sheet.panel([20, 46, 290, 290], [0, 0, SIDE, SIDE], { down: true });
  const far = off(atFront);
  panel.polygons([[0, 0, SIDE, 0, SIDE, SIDE, 0, SIDE]], { stroke: FAINT });
  panel.cells(SIDE, SIDE, (x, y) => {
    const cell = y * SIDE + x;
    if (map.terrain[cell] === 0) return WALL;
    return mix(HEAT, Math.round(12 * Math.min(1, far[cell] / 40)) / 12);
  });
  panel.dots([[10.5, 10.5]], 6, { fill: BLUE, stroke: '#ffffff', width: 1.5 });
  sheet.legend(20, 362, [
    [{ fill: '#f7f7f4', stroke: undefined }, 'right'],
    [{ fill: HEAT[1] }, '2^13'],
    [{ fill: HEAT[2] }, '2^27'],
    [{ fill: HEAT[3] }, '2^40 times too little'],
  ]);

  drawChart(sheet, curve, cycles);
  sheet.note(
    20,
    386,
    `${SIDE} x ${SIDE} cells; to 2^-20 in every cell method 'steady' took ${report.steps} cycles.`,
  );
  return sheet;
}

/** The error of the worst cell by steps and by cycles: [count, log2 of the factor]. */
function drawChart(sheet, curve, cycles) {
  sheet.text(370, 30, 'Worst cell: factor between its value and the steady one', { weight: 600 });
  const ticks = [-20, -10, 0, 5];
  // y: log2 of the logarithm of the factor, so that 2^-20 and 2^40 both have room
  const height = (value) => Math.log2(Math.max(value, 2 ** -24));
  const chart = sheet.panel([420, 50, 320, 270], [0, -24, 12, 6], { stretch: true });
  const names = { '-20': '1 ± 2^-20', '-10': '1 ± 2^-10', 0: '2', 5: '2^32' };
  for (const at of ticks) {
    chart.line([0, at, 12, at], { stroke: FAINT });
    sheet.text(412, chart.py(at) + 4, names[at], { size: 11, fill: SOFT, anchor: 'end' });
  }
  for (const at of [0, 4, 8, 12]) {
    chart.line([at, -24, at, 6], { stroke: FAINT });
    sheet.text(chart.px(at), 338, String(2 ** at), { size: 11, fill: SOFT, anchor: 'middle' });
  }
  chart.line(
    curve.flatMap(([x, value]) => [Math.log2(x), height(value)]),
    { stroke: ORANGE, width: 2.5 },
  );
  chart.line(
    cycles.flatMap(([x, value]) => [Math.log2(x), height(value)]),
    { stroke: BLUE, width: 2.5 },
  );
  chart.dots(
    cycles.map(([x, value]) => [Math.log2(x), height(value)]),
    3.5,
    { fill: BLUE },
  );
  sheet.legend(420, 362, [
    [{ stroke: ORANGE, width: 2.5 }, "steps, method 'diffusion'"],
    [{ stroke: BLUE, width: 2.5 }, "cycles, 'steady'"],
  ]);
}
