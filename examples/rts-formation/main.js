// A formation: a leader walks an exact path, and 60 units keep their places in a wedge behind it.
import { createCrowd } from '@wayfield/crowd';
import { createArrayGuide } from '@wayfield/crowd/guides';
import { wallsOfMesh } from '@wayfield/crowd/walls';
import { buildPointQueries, createNavMesh, createPolyanya } from '@wayfield/navmesh';

const box = (x, y, w, h) => [x, y, x + w, y, x + w, y + h, x, y + h];
const obstacles = [box(16, 0, 4, 18), box(30, 14, 4, 18)];
const navMesh = createNavMesh({ boundary: box(0, 0, 48, 32), obstacles });
const routes = createPolyanya(navMesh).run(
  buildPointQueries([
    [5, 8, 18, 25],
    [18, 25, 32, 7],
    [32, 7, 44, 24],
  ]),
);
const path = Array.from({ length: routes.firstPoint[3] }, (_, k) => [routes.x[k], routes.y[k]]);

const crowd = createCrowd(
  { walls: wallsOfMesh(navMesh) },
  { capacity: 60, defaults: { maxSpeed: 3 } },
);
/** Places of the wedge, as steps back and to the side of the leader. */
const places = Array.from({ length: 60 }, (_, k) => {
  const row = Math.floor((Math.sqrt(8 * k + 1) - 1) / 2);
  return [-0.8 * row, 0.8 * (k - (row * (row + 1)) / 2 - row / 2)];
});
places.forEach(([back, side]) => crowd.add({ x: 9 + back, y: 8 + side }));
const [wantX, wantY] = [new Float32Array(60), new Float32Array(60)];
crowd.follow(createArrayGuide(crowd, wantX, wantY));

let [leaderX, leaderY, next] = [9, 8, 1];
let [aheadX, aheadY] = [1, 0];
function lead(dt) {
  if (next === path.length) return;
  const [dx, dy] = [path[next][0] - leaderX, path[next][1] - leaderY];
  const far = Math.hypot(dx, dy);
  if (far < 0.1) return void next++;
  [leaderX, leaderY] = [leaderX + (1.4 * dt * dx) / far, leaderY + (1.4 * dt * dy) / far];
  // the wedge turns by and by
  [aheadX, aheadY] = [aheadX + (2 * dt * dx) / far, aheadY + (2 * dt * dy) / far];
  const length = Math.hypot(aheadX, aheadY);
  [aheadX, aheadY] = [aheadX / length, aheadY / length];
}

const context = document.querySelector('canvas').getContext('2d');
context.scale(20, 20);
function frame() {
  for (let tick = 0; tick < 2; tick++) {
    lead(1 / 60);
    places.forEach(([back, side], slot) => {
      wantX[slot] = 2 * (leaderX + back * aheadX - side * aheadY - crowd.x[slot]);
      wantY[slot] = 2 * (leaderY + back * aheadY + side * aheadX - crowd.y[slot]);
    });
    crowd.step(1 / 60);
  }
  context.fillStyle = '#eef1e6';
  context.fillRect(0, 0, 48, 32);
  context.fillStyle = '#48525f';
  for (const [x, y, right, , , bottom] of obstacles) context.fillRect(x, y, right - x, bottom - y);
  for (let slot = 0; slot < 60; slot++) {
    context.fillStyle = slot === 0 ? '#c8372d' : '#3b6e3f';
    context.beginPath();
    context.arc(crowd.x[slot], crowd.y[slot], 0.25, 0, 7);
    context.fill();
  }
  Object.assign(globalThis, { example: { leaderX, tick: crowd.tick, crowd } });
  requestAnimationFrame(frame);
}
frame();
