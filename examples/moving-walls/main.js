// A maze whose walls move: each change mends the mesh nearby, and the exact path follows at once.
import { shapesOfTriangulation } from '@wayfield/debug';
import { buildPointQueries, createNavMesh, createPolyanya } from '@wayfield/navmesh';

const navMesh = createNavMesh({ boundary: [0, 0, 48, 0, 48, 32, 0, 32] });
const solver = createPolyanya(navMesh);
const queries = buildPointQueries([[1, 16, 47, 16]]);
const walls = [8, 16, 24, 32, 40].map((x, k) => ({ x, phase: 1.3 * k, id: -1 }));
const context = document.querySelector('canvas').getContext('2d');
context.scale(20, 20);
let [changes, cost] = [0, 0];

function line(points, colour, width) {
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.beginPath();
  for (let k = 0; k < points.length; k += 4) {
    context.moveTo(points[k], points[k + 1]);
    context.lineTo(points[k + 2], points[k + 3]);
  }
  context.stroke();
}

function frame(now) {
  for (const wall of walls) {
    if (wall.id >= 0) navMesh.remove(wall.id);
    // a wall with a gap of 4 that slides up and down
    const gap = 14 + 12 * Math.sin(now / 1500 + wall.phase);
    const block = (top, bottom) => [
      wall.x,
      top,
      wall.x + 1,
      top,
      wall.x + 1,
      bottom,
      wall.x,
      bottom,
    ];
    wall.id = navMesh.add([block(0, gap), block(gap + 4, 32)]);
    changes++;
  }
  const routes = solver.run(queries);
  cost = routes.cost[0];
  context.fillStyle = '#f7f4ec';
  context.fillRect(0, 0, 48, 32);
  const { triangulation } = navMesh;
  line(shapesOfTriangulation(triangulation, { sides: 'inner' }).lines, '#c9d3da', 0.06);
  line(shapesOfTriangulation(triangulation, { sides: 'walls' }).lines, '#33414e', 0.25);
  const points = [];
  for (let k = 1; k < routes.firstPoint[1]; k++)
    points.push(routes.x[k - 1], routes.y[k - 1], routes.x[k], routes.y[k]);
  line(points, '#d7263d', 0.3);
  Object.assign(globalThis, { example: { changes, cost } });
  requestAnimationFrame(frame);
}
requestAnimationFrame(frame);
