// Who is near, on a ray, in an area: three questions to one solver while 2,000 bodies drift.
import { addBody, BOX, buildBodies, CIRCLE, createCollisionSolver, RAY } from '@wayfield/collision';
import { random } from '@wayfield/graph/generators';

const next = random(3);
const bodies = buildBodies({ capacity: 2000 });
for (let i = 0; i < 2000; i++)
  addBody(bodies, { x: next() * 960, y: next() * 640, radius: 2 + 3 * next() });
const solver = createCollisionSolver(bodies);
const drift = Float32Array.from({ length: 4000 }, () => 0.6 * next() - 0.3);
const canvas = document.querySelector('canvas');
const context = canvas.getContext('2d');
let [mouseX, mouseY] = [300, 260];
canvas.addEventListener('pointermove', ({ offsetX, offsetY }) => {
  [mouseX, mouseY] = [offsetX, offsetY].map((at) => (at * 960) / canvas.clientWidth);
});

function frame(now) {
  for (let i = 0; i < 2000; i++) {
    bodies.x[i] = (bodies.x[i] + drift[i] + 960) % 960;
    bodies.y[i] = (bodies.y[i] + drift[i + 2000] + 640) % 640;
  }
  solver.update();
  const [rayX, rayY] = [900 * Math.cos(now / 3000), 900 * Math.sin(now / 3000)];
  // a disc around the mouse, a box, and a ray from the mouse
  const found = solver.explore({
    count: 3,
    shape: new Uint8Array([CIRCLE, BOX, RAY]),
    x: new Float32Array([mouseX, 720, mouseX]),
    y: new Float32Array([mouseY, 160, mouseY]),
    radius: new Float32Array([80, 0, 0]),
    extentX: new Float32Array([0, 150, rayX]),
    extentY: new Float32Array([0, 90, rayY]),
  });
  const colour = new Map();
  ['#c8372d', '#2a9d55', '#e08a00'].forEach((of, row) => {
    for (const slot of found.slots.subarray(found.first[row], found.first[row + 1]))
      colour.set(slot, of);
  });
  const counts = [0, 1, 2].map((row) => found.first[row + 1] - found.first[row]);
  // the five nearest of every body; those of body 0 are joined to it
  const { first, slots } = solver.neighbours({ k: 5 });
  const nearest = [...slots.subarray(first[0], first[1])];
  context.fillStyle = '#f7f4ec';
  context.fillRect(0, 0, 960, 640);
  for (let i = 0; i < 2000; i++) {
    context.fillStyle = colour.get(i) ?? '#aab4be';
    context.beginPath();
    context.arc(bodies.x[i], bodies.y[i], bodies.radius[i], 0, 7);
    context.fill();
  }
  context.strokeStyle = '#333';
  context.lineWidth = 2;
  context.beginPath();
  context.arc(mouseX, mouseY, 80, 0, 7);
  context.rect(570, 70, 300, 180);
  context.moveTo(mouseX, mouseY);
  context.lineTo(mouseX + rayX, mouseY + rayY);
  for (const slot of nearest) {
    context.moveTo(bodies.x[0], bodies.y[0]);
    context.lineTo(bodies.x[slot], bodies.y[slot]);
  }
  context.stroke();
  Object.assign(globalThis, { example: { counts, nearest } });
  requestAnimationFrame(frame);
}
requestAnimationFrame(frame);
