import { buildCustomizable } from '@wayfield/cpu-wasm/customizable';
import { buildHierarchy, createHierarchySolver } from '@wayfield/cpu-wasm/hierarchy';
import { createWasmSolver } from '@wayfield/cpu-wasm';
import { buildBodies } from '@wayfield/collision';
import { createCrowd } from '@wayfield/crowd';
import { createDiffusion } from '@wayfield/diffusion';
import { buildGrid, buildQueries } from '@wayfield/graph';
import { roadGraph } from '@wayfield/graph/generators';
import { createNavMesh, buildPolygonMesh, createSleeve, pushPortal } from '@wayfield/navmesh';
import { loadGeoJson } from '@wayfield/osm';
const grid = buildGrid({ width: 30, height: 30 });
grid.cost[95] = 0;
const queries = buildQueries([
  [0, 899],
  [31, 35],
]);
const solver = createWasmSolver(grid);
const routes = solver.run(queries);
const crowd = createCrowd({}, { capacity: 10 });
crowd.add({ x: 1, y: 1 });
const bodies = buildBodies({ x: new Float32Array([0, 3]), y: new Float32Array([0, 4]), radius: 1 });
const [width, height] = [40, 30];
const terrain = new Float32Array(width * height).fill(1);
const model = createDiffusion({ width, height, neighbours: 8, terrain });
model.setGoals('goal', { cell: [0] });
model.settle();
const obstacles = [[4, 2, 8, 2, 8, 8, 4, 8]];
const navMesh = createNavMesh({ boundary: [0, 0, 20, 0, 20, 10, 0, 10], obstacles });
const mesh = buildPolygonMesh(navMesh.triangulation, { merge: false });
const sleeve = createSleeve();
pushPortal(sleeve, 4, 8, 4, 10);
const graph = roadGraph(12, 12, { seed: 2 });
const hierarchy = buildHierarchy(graph);
const source = 0;
const street = {
  type: 'LineString',
  coordinates: [
    [13.4, 52.5],
    [13.42, 52.5],
    [13.42, 52.51],
  ],
};
const network = loadGeoJson(street, { profile: 'all-ways' });
const [originX, originY] = network.centre;
const shapes = { triangleOf: Uint32Array.of(0, 1, 1) };
const palette = [0x1a9850, 0xd7191c];
