// Collaborative diffusion: 60 hunters follow the scent of prey that runs. Each lets less scent
// through where it stands, so that others come from other sides; a cell holds one.
import { createDiffusion, createPursuers } from '@wayfield/diffusion';

const [width, height, cell] = [96, 64, 10];
const terrain = new Float32Array(width * height).fill(1);
for (let y = 0; y < height; y++)
  for (const x of [30, 62]) if (y % 16 > 3) terrain[y * width + x] = 0;
const map = { width, height, neighbours: 8, terrain };
const model = createDiffusion(map, { layers: ['prey'] });
const cells = Array.from({ length: 60 }, (_, k) => (k % 60) * width + 34 + (k % 4));
const hunters = createPursuers(model, {
  cell: cells,
  weights: { prey: 1 },
  modulate: { layer: 'prey', factor: 0.5 },
  exclusive: true,
});
const context = document.querySelector('canvas').getContext('2d');
let [tick, caught] = [0, 0];
let prey = 32 * width + 80;
model.setGoals('prey', { cell: [prey] });
model.settle({ layers: ['prey'] });

function frame() {
  // the prey runs along a figure of eight
  const turn = tick++ / 60;
  const at = [Math.round(78 + 12 * Math.sin(turn)), Math.round(32 + 24 * Math.sin(2 * turn))];
  prey = at[1] * width + at[0];
  model.setGoals('prey', { cell: [prey] });
  model.step(6);
  hunters.move();
  caught = hunters.cell.filter((one) => {
    const [dx, dy] = [(one % width) - at[0], Math.floor(one / width) - at[1]];
    return dx * dx + dy * dy <= 9;
  }).length;
  const scent = model.field('prey');
  for (let c = 0; c < scent.length; c++) {
    // fields hold binary logarithms
    const shade = Math.max(0, Math.min(1, 1 + scent[c] / 160));
    context.fillStyle = terrain[c] ? `hsl(40 80% ${Math.round(96 - 45 * shade)}%)` : '#3f434a';
    context.fillRect((c % width) * cell, Math.floor(c / width) * cell, cell, cell);
  }
  context.fillStyle = '#1d4f91';
  for (const one of hunters.cell)
    context.fillRect((one % width) * cell, Math.floor(one / width) * cell, cell, cell);
  context.fillStyle = '#c8372d';
  context.fillRect((prey % width) * cell - 4, Math.floor(prey / width) * cell - 4, 18, 18);
  Object.assign(globalThis, { example: { tick, caught } });
  requestAnimationFrame(frame);
}
frame();
