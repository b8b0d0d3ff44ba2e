// 300 agents go where you click: exact paths on a navigation mesh, and reciprocal avoidance.
import { createCrowd } from '@wayfield/crowd';
import { createPathGuide, sightOfSurface } from '@wayfield/crowd/guides';
import { wallsOfMesh } from '@wayfield/crowd/walls';
import { createNavMesh, createPolyanya } from '@wayfield/navmesh';
import { createSurface } from '@wayfield/surface';

const box = (x, y, w, h) => [x, y, x + w, y, x + w, y + h, x, y + h];
const obstacles = [box(10, 6, 4, 20), box(22, 0, 3, 14), box(22, 20, 3, 12), box(34, 8, 6, 6)];
const navMesh = createNavMesh({ boundary: box(0, 0, 48, 32), obstacles });
const polyanya = createPolyanya(navMesh);
const crowd = createCrowd({ walls: wallsOfMesh(navMesh) }, { capacity: 300 });
const guide = createPathGuide(crowd, {
  sees: sightOfSurface(createSurface(navMesh)),
  plan: (requests) => polyanya.run(requests, { nearest: 'both' }),
  plansPerUpdate: 64,
  cornersAtWalls: true,
});
crowd.follow(guide);
const ids = Array.from({ length: 300 }, (_, k) =>
  crowd.add({ x: 1 + (k % 15) * 0.55, y: 4 + Math.floor(k / 15) * 0.55 }),
);

/** Everybody gets a place of a spiral around the click, so that nobody pushes for one point. */
function go(x, y) {
  ids.forEach((id, k) => {
    const [turn, far] = [2.4 * k, 0.32 * Math.sqrt(k)];
    guide.seek(id, x + far * Math.cos(turn), y + far * Math.sin(turn));
  });
}
go(43, 22);

const canvas = document.querySelector('canvas');
canvas.addEventListener('click', ({ offsetX, offsetY }) => {
  const scale = 48 / canvas.clientWidth;
  go(offsetX * scale, offsetY * scale);
});
const context = canvas.getContext('2d');
context.scale(20, 20);
function frame() {
  for (let k = 0; k < 2; k++) crowd.step(1 / 60);
  context.fillStyle = '#f4f1e8';
  context.fillRect(0, 0, 48, 32);
  context.fillStyle = '#48525f';
  for (const [x, y, right, , , bottom] of obstacles) context.fillRect(x, y, right - x, bottom - y);
  context.fillStyle = '#1d6fb8';
  for (let slot = 0; slot < crowd.end; slot++) {
    context.beginPath();
    context.arc(crowd.x[slot], crowd.y[slot], 0.25, 0, 7);
    context.fill();
  }
  Object.assign(globalThis, { example: { plans: guide.plans, tick: crowd.tick, crowd } });
  requestAnimationFrame(frame);
}
frame();
