// 50,000 boids: alignment and separation by neighbour lists, and the pairs that touch, each frame.
import { buildBodies, createCollisionSolver } from '@wayfield/collision';
import { random } from '@wayfield/graph/generators';

const count = Number(new URLSearchParams(location.search).get('count') ?? 50_000);
const [width, height] = [960, 640];
const next = random(7);
const x = Float32Array.from({ length: count }, () => next() * width);
const y = Float32Array.from({ length: count }, () => next() * height);
const [vx, vy] = [x, y].map((at) => at.map(() => 2 * next() - 1));
const bodies = buildBodies({ x, y, radius: 0.8 });
const solver = createCollisionSolver(bodies, { motion: 'all' });
const context = document.querySelector('canvas').getContext('2d');
const picture = context.createImageData(width, height);
const pixels = new Uint32Array(picture.data.buffer);

function steer({ first, slots }) {
  for (let i = 0; i < count; i++) {
    let [sumX, sumY] = [0, 0];
    for (let k = first[i]; k < first[i + 1]; k++) {
      const other = slots[k];
      const [dx, dy] = [x[i] - x[other], y[i] - y[other]];
      const push = 0.4 / (dx * dx + dy * dy + 0.5);
      sumX += vx[other] + push * dx;
      sumY += vy[other] + push * dy;
    }
    vx[i] += 0.05 * sumX;
    vy[i] += 0.05 * sumY;
    const speed = Math.hypot(vx[i], vy[i]) || 1;
    vx[i] /= speed;
    vy[i] /= speed;
    x[i] = (x[i] + vx[i] + width) % width;
    y[i] = (y[i] + vy[i] + height) % height;
  }
}

let tick = 0;
function frame() {
  steer(solver.neighbours({ radius: 4, k: 6 }));
  solver.update();
  const touching = solver.pairs().total;
  pixels.fill(0xff20160e);
  for (let i = 0; i < count; i++) {
    const angle = Math.atan2(vy[i], vx[i]) / (2 * Math.PI) + 0.5;
    const shade = Math.round(255 * angle);
    const at = Math.floor(y[i]) * width + Math.floor(x[i]);
    // four pixels
    const colour = 0xff000000 | (shade << 16) | (210 << 8) | (255 - shade);
    pixels[at] = pixels[at + 1] = pixels[at + width] = pixels[at + width + 1] = colour;
  }
  context.putImageData(picture, 0, 0);
  document.title = `${count} boids, ${touching} contacts`;
  Object.assign(globalThis, { example: { tick: ++tick, touching, count } });
  requestAnimationFrame(frame);
}
frame();
