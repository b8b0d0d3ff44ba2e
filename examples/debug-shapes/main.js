// What a mesh is made of: dead ends, corridors and nodes of its reduction, each in its colour.
import { positions3d, shapesOfReduction } from '@wayfield/debug';
import { outlineGrid, buildPolygonMesh, buildReduction, createNavMesh } from '@wayfield/navmesh';
import { roomsGrid } from '@wayfield/graph/generators';

const grid = roomsGrid(48, 32, { size: 7, door: 2, seed: 12 });
const navMesh = createNavMesh(outlineGrid(grid));
const mesh = buildPolygonMesh(navMesh.triangulation, { merge: false });
const reduction = buildReduction(mesh);
const { triangles, triangleOf, lines } = shapesOfReduction(reduction, mesh, { sides: 'walls' });

const context = document.querySelector('canvas').getContext('2d');
context.scale(20, 20);
context.fillStyle = '#2c3640';
context.fillRect(0, 0, 48, 32);
const colours = ['#dddddd', '#cfe3c9', '#9ec9e6', '#e8703a']; // alone, dead end, corridor, node
triangleOf.forEach((level, i) => {
  const [ax, ay, bx, by, cx, cy] = triangles.subarray(6 * i, 6 * i + 6);
  context.fillStyle = colours[level];
  context.strokeStyle = '#ffffff';
  context.lineWidth = 0.05;
  context.beginPath();
  context.moveTo(ax, ay);
  context.lineTo(bx, by);
  context.lineTo(cx, cy);
  context.closePath();
  context.fill();
  context.stroke();
});
Object.assign(globalThis, {
  example: {
    nodes: reduction.nodeCount,
    corridors: reduction.corridorCount,
    // the same lines for an engine with three axes
    vertices: positions3d(lines).length / 3,
  },
});
