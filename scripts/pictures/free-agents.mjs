// Headings of a field, and tracks of discs that follow it with `steer` and `moveAlong`.
import { createDiffusion } from '@wayfield/diffusion';
import { BLUE, createSheet, mix, ORANGE, SOFT, WALL } from './svg.mjs';

const [WIDTH, HEIGHT] = [34, 22];
const RADIUS = 0.4;
const HEAT = ['#fff3c4', '#c9dfea', '#8fbdd3'];
const GOAL = 11 * WIDTH + 32;

export function draw() {
  const terrain = new Float32Array(WIDTH * HEIGHT).fill(1);
  for (const [x, y, w, h] of [
    [6, 4, 3, 9],
    [6, 15, 3, 5],
    [13, 0, 3, 7],
    [13, 9, 3, 8],
    [20, 6, 2, 12],
    [25, 2, 4, 4],
    [25, 14, 4, 5],
  ]) {
    for (let j = y; j < y + h; j++) terrain.fill(0, j * WIDTH + x, j * WIDTH + x + w);
  }
  const map = { width: WIDTH, height: HEIGHT, neighbours: 8, corners: 'never', terrain };
  const model = createDiffusion(map, { method: 'distance' });
  model.setGoals('goal', { cell: [GOAL] });
  model.settle();

  const sheet = createSheet(760, 530, 'Discs of any position follow a field of cells');
  const panel = sheet.panel([20, 20, 720, 466], [0, 0, WIDTH, HEIGHT], { down: true });
  const cost = model.field('goal');
  const most = Math.max(...cost.filter(Number.isFinite));
  panel.cells(WIDTH, HEIGHT, (x, y) => {
    const value = cost[y * WIDTH + x];
    return Number.isFinite(value) ? mix(HEAT, Math.round((9 * value) / most) / 9) : WALL;
  });
  drawHeadings(panel, model, terrain);
  drawTracks(panel, model);
  panel.dots([[32.5, 11.5]], 9, { fill: ORANGE, stroke: '#ffffff', width: 2 });
  model.destroy();
  sheet.legend(20, 512, [
    [{ stroke: SOFT, width: 1.4 }, 'heading of a cell'],
    [{ stroke: BLUE, width: 2 }, 'track of a disc, radius 0.4 cells'],
    [{ fill: ORANGE }, 'goal'],
    [{ fill: WALL }, 'obstacle'],
  ]);
  return sheet;
}

function drawHeadings(panel, model, terrain) {
  const [x, y] = [[], []];
  for (let cell = 0; cell < terrain.length; cell++) {
    if (terrain[cell] === 0) continue;
    x.push((cell % WIDTH) + 0.5);
    y.push(Math.floor(cell / WIDTH) + 0.5);
  }
  const heading = model.steer(Float64Array.from(x), Float64Array.from(y), { radius: 0 });
  const lines = x.flatMap((at, k) => {
    const [dx, dy] = [0.3 * heading.x[k], 0.3 * heading.y[k]];
    if (dx === 0 && dy === 0) return [];
    const [endX, endY] = [at + dx, y[k] + dy];
    const barb = (turn) => [endX - 0.6 * dx - turn * dy, endY - 0.6 * dy + turn * dx];
    return [
      [at - dx, y[k] - dy, endX, endY, ...barb(0.4)],
      [endX, endY, ...barb(-0.4)],
    ];
  });
  panel.lines(lines, { stroke: SOFT, width: 1.1 });
}

function drawTracks(panel, model) {
  const x = Float64Array.of(0.6, 1.3, 2.4, 0.7, 10.5, 17.5, 11.5, 23.5);
  const y = Float64Array.of(1.2, 10.7, 16.4, 20.6, 6.3, 3.2, 19.4, 20.9);
  const out = { x, y, status: new Uint8Array(x.length) };
  const tracks = Array.from(x, () => []);
  const starts = Array.from(x, (at, k) => [at, y[k], RADIUS]);
  for (let tick = 0; tick < 320; tick++) {
    if (tick % 4 === 0)
      tracks.forEach((track, k) => {
        if (x[k] !== track.at(-2) || y[k] !== track.at(-1)) track.push(x[k], y[k]);
      });
    const { x: dx, y: dy } = model.steer(x, y, { radius: RADIUS });
    for (let k = 0; k < x.length; k++) [dx[k], dy[k]] = [0.15 * dx[k], 0.15 * dy[k]];
    model.moveAlong(x, y, dx, dy, { radius: RADIUS, out });
  }
  panel.lines(tracks, { stroke: BLUE, width: 2.2 });
  panel.circles(starts, { fill: '#ffffff', stroke: BLUE, width: 2 });
}
