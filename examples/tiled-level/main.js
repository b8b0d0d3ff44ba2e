// A level of Tiled: tiles and objects become a navigation mesh for paths of any angle.
import { shapesOfTriangulation } from '@wayfield/debug';
import { buildPointQueries, createNavMesh, createPolyanya } from '@wayfield/navmesh';
import { readTiled } from '@wayfield/tilemap';
import { navMeshInputOf } from '@wayfield/tilemap/navmesh';
import level from './level.json';

const map = readTiled(level);
const navMesh = createNavMesh(navMeshInputOf(map));
const solver = createPolyanya(navMesh);
const canvas = document.querySelector('canvas');
const context = canvas.getContext('2d');
context.scale(3, 3);

function lines(points, colour, width) {
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.beginPath();
  for (let k = 0; k < points.length; k += 4) {
    context.moveTo(points[k], points[k + 1]);
    context.lineTo(points[k + 2], points[k + 3]);
  }
  context.stroke();
}

function show(x, y) {
  const routes = solver.run(buildPointQueries([[24, 24, x, y]]), { nearest: 'target' });
  context.fillStyle = '#f7f4ec';
  context.fillRect(0, 0, 320, 214);
  const { width } = map.grid;
  map.grid.cost.forEach((cost, cell) => {
    context.fillStyle = cost === 0 ? '#55606d' : '#f7f4ec';
    context.fillRect((cell % width) * 16, Math.floor(cell / width) * 16, 16, 16);
  });
  lines(shapesOfTriangulation(navMesh.triangulation, { sides: 'inner' }).lines, '#c9d3da', 0.6);
  lines(shapesOfTriangulation(navMesh.triangulation, { sides: 'walls' }).lines, '#22303c', 1.2);
  const points = [];
  for (let k = 1; k < routes.firstPoint[1]; k++)
    points.push(routes.x[k - 1], routes.y[k - 1], routes.x[k], routes.y[k]);
  lines(points, '#d7263d', 2);
  Object.assign(globalThis, { example: { cost: routes.cost[0], obstacles: map.obstacles.length } });
}
canvas.addEventListener('click', ({ offsetX, offsetY }) => {
  const scale = 320 / canvas.clientWidth;
  show(offsetX * scale, offsetY * scale);
});
show(290, 180);
