// Agents of three sizes on one mesh: each path keeps clear of the walls by its own radius.
import { buildPointQueries, createNavMesh } from '@wayfield/navmesh';
import { createDiscSearch, flattenArcs } from '@wayfield/navmesh/discs';

const box = (x, y, w, h) => [x, y, x + w, y, x + w, y + h, x, y + h];
const obstacles = [box(10, 4, 3, 17), box(22, 0, 3, 13), box(22, 15, 3, 13), box(34, 3, 3, 24)];
const navMesh = createNavMesh({ boundary: box(0, 0, 48, 32), obstacles });
const search = createDiscSearch(navMesh);
const radius = [0.3, 0.95, 1.8];
const query = [3, 16, 45, 16];
const routes = search.run(buildPointQueries([query, query, query]), { radius, nearest: 'target' });

const context = document.querySelector('canvas').getContext('2d');
context.scale(20, 20);
context.fillStyle = '#f7f4ec';
context.fillRect(0, 0, 48, 32);
context.fillStyle = '#48525f';
for (const [x, y, right, , , bottom] of obstacles) context.fillRect(x, y, right - x, bottom - y);
const colours = ['#1d6fb8', '#2a9d55', '#c8372d'];
for (const i of [2, 1, 0]) {
  const [from, to] = [routes.firstPoint[i], routes.firstPoint[i + 1]];
  const { x, y } = flattenArcs(routes, { from, to, tolerance: 0.01 });
  // the band that the disc sweeps, and the path of its centre
  for (const [width, alpha] of [
    [2 * radius[i], 0.25],
    [0.15, 1],
  ]) {
    context.globalAlpha = alpha;
    context.lineWidth = width;
    context.lineCap = context.lineJoin = 'round';
    context.strokeStyle = colours[i];
    context.beginPath();
    x.forEach((_, k) => context.lineTo(x[k], y[k]));
    context.stroke();
  }
}
search.destroy();
Object.assign(globalThis, { example: { cost: [...routes.cost], status: [...routes.status] } });
