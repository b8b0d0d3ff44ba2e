// Tower defence: 400 creeps on one field. Click to build a tower; one that would shut the way in is
// refused before anything changes.
import { createDiffusion, STEER_STATUS } from '@wayfield/diffusion';

const [width, height, creeps, cell] = [48, 32, 400, 20];
const terrain = new Float32Array(width * height).fill(1);
const map = { width, height, neighbours: 8, corners: 'never', terrain };
const model = createDiffusion(map, { method: 'distance' });
const goal = 16 * width + 47;
model.setGoals('goal', { cell: [goal] });
model.settle();

const x = Float64Array.from({ length: creeps }, (_, k) => 0.5 + (k % 3) + Math.random() * 0.2);
const y = Float64Array.from({ length: creeps }, (_, k) => 0.5 + (k % 31));
const speed = Float64Array.from({ length: creeps }, () => 0.04 + Math.random() * 0.06);
const moves = { x, y, status: new Uint8Array(creeps) };
const towers = new Set();
let [refused, through] = [0, 0];

function build(at) {
  if (at === goal || towers.has(at)) return;
  // nothing may be cut off from the goal
  if (model.wouldBlock([at]).cells > 0) return void refused++;
  towers.add(at);
  model.setTerrain([at], 0);
  model.settle();
}
for (let j = 0; j < 29; j++) build(j * width + 14);
for (let j = 3; j < 32; j++) build(j * width + 26);
for (let j = 0; j < 32; j++) build(j * width + 38); // the last one is refused

const canvas = document.querySelector('canvas');
canvas.addEventListener('click', ({ offsetX, offsetY }) => {
  const scale = width / canvas.clientWidth;
  build(Math.floor(offsetY * scale) * width + Math.floor(offsetX * scale));
});
const context = canvas.getContext('2d');

function frame() {
  const { x: dx, y: dy, status } = model.steer(x, y, { radius: 0.3 });
  for (let k = 0; k < creeps; k++) {
    if (status[k] === STEER_STATUS.ARRIVED) {
      through++;
      [x[k], y[k]] = [0.5, 0.5 + Math.random() * 31];
    }
    dx[k] *= speed[k];
    dy[k] *= speed[k];
  }
  model.moveAlong(x, y, dx, dy, { radius: 0.3, out: moves });
  context.fillStyle = '#f4f1e8';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#48525f';
  for (const at of towers)
    context.fillRect((at % width) * cell, Math.floor(at / width) * cell, cell - 1, cell - 1);
  context.fillStyle = '#2a9d55';
  context.fillRect(47 * cell, 16 * cell, cell, cell);
  context.fillStyle = '#c8372d';
  for (let k = 0; k < creeps; k++) context.fillRect(x[k] * cell - 4, y[k] * cell - 4, 8, 8);
  Object.assign(globalThis, { example: { refused, through, towers: towers.size, x } });
  requestAnimationFrame(frame);
}
frame();
