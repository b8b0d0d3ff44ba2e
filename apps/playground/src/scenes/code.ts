// The text under a scene: about ten lines of code with the package of the scene, and the study that
// the scene comes from. test/code.test.ts runs all of the code.

/** Code to be copied, and the origin of a scene. */
export interface SceneOrigin {
  /** Absent if the scene shows code of its own: `SceneKind.code`. */
  readonly code?: string;
  /** The study that the scene shows, with its report. */
  readonly study?: string;
  /** The package, whose README says more. */
  readonly package: string;
}

const REPOSITORY = 'https://github.com/wayfield/wayfield/blob/main';
export const REPORT = `${REPOSITORY}/docs/results/studies.md`;
export const readmeOf = (name: string): string => `${REPOSITORY}/packages/${name}/README.md`;

/** By the id of the scene. */
export const ORIGINS: Readonly<Record<string, SceneOrigin>> = {
  scent: {
    package: 'diffusion',
    study: 'McMillan 2014',
    code: `import { createDiffusion } from '@wayfield/diffusion';
import { pathOf } from '@wayfield/graph';

const terrain = new Float32Array(64 * 64).fill(1);
const map = { width: 64, height: 64, neighbours: 8 as const, terrain };
const model = createDiffusion(map);
model.setGoals('goal', { cell: [64 * 64 - 1] });
model.settle();
console.log(pathOf(model.ascend('goal', [0]), 0).length, 'cells');
model.destroy();
`,
  },
  grid: {
    package: 'cpu-wasm',
    study: 'Denner 2011',
    code: `import { createWasmSolver } from '@wayfield/cpu-wasm';
import { pathOf } from '@wayfield/graph';
import { mazeGrid, randomQueries } from '@wayfield/graph/generators';

const map = mazeGrid(64, 64, { seed: 1 });
const agents = randomQueries(map, 100, { seed: 1 }); // a search of its own for each
const solver = createWasmSolver(map, { algorithm: 'astar' });
const routes = solver.run(agents);
console.log(pathOf(routes, 0).length, 'cells, cost', routes.cost[0]);
solver.destroy();
`,
  },
  agents: {
    package: 'gpu',
    study: 'Denner 2011',
    code: `import { createWasmSolver } from '@wayfield/cpu-wasm';
import { pathOf } from '@wayfield/graph';
import { parseAgentScenario } from '@wayfield/graph/formats';

const text = 'Two agents\\n5x2\\nr...x\\n...b.\\n\\ndest=4,1\\ndest=0,0\\n';
const { grid, queries, colours } = parseAgentScenario(text, { neighbours: 8 });
const solver = createWasmSolver(grid, { algorithm: 'astar' });
// on the GPU: createGpuSolver of '@wayfield/gpu', and agents that walk there by its agents(queries)
const routes = solver.run(queries);
console.log(colours, 'walk', pathOf(routes, 0).length, pathOf(routes, 1).length, 'cells');
solver.destroy();
`,
  },
  mesh: {
    package: 'navmesh',
    study: 'Klaffenböck 2014',
    code: `import { buildPointQueries, buildPolygonMesh, createNavMesh } from '@wayfield/navmesh';
import { createTriangleSearch } from '@wayfield/navmesh';

const boundary = [0, 0, 20, 0, 20, 10, 0, 10];
const { triangulation } = createNavMesh({ boundary, obstacles: [[8, 2, 12, 2, 10, 9]] });
const mesh = buildPolygonMesh(triangulation, { merge: false });
const search = createTriangleSearch(mesh);
const { cost } = search.run(buildPointQueries([[1, 5, 19, 5]]));
console.log(cost[0], 'long');
search.destroy();
`,
  },
  roads: {
    package: 'osm',
    study: 'McNally 2010',
    code: `import { createWasmSolver } from '@wayfield/cpu-wasm';
import { loadGeoJson } from '@wayfield/osm';

const street = (coordinates: number[][]) => ({
  type: 'Feature' as const,
  properties: { highway: 'residential' },
  geometry: { type: 'LineString' as const, coordinates },
});
const features = [street([[10, 53.5], [10.01, 53.5], [10.01, 53.51]])];
const { graph } = loadGeoJson({ type: 'FeatureCollection', features }, { profile: 'car' });
const solver = createWasmSolver(graph, { algorithm: 'astar' });
const [source, target] = [Uint32Array.of(0), Uint32Array.of(graph.nodeCount - 1)];
console.log(solver.run({ count: 1, source, target }).cost[0], 'seconds');
solver.destroy();
`,
  },
  collisions: {
    package: 'collision',
    study: 'Kayser 2018',
    code: `import { buildBodies, createCollisionSolver } from '@wayfield/collision';

const places = () => Float32Array.from({ length: 1000 }, () => 100 * Math.random());
const bodies = buildBodies({ x: places(), y: places(), radius: 1 });
const solver = createCollisionSolver(bodies);
console.log(solver.pairs().count, 'pairs touch');
bodies.x[0] = 50; // bodies move: write their places, then update
solver.update();
console.log(solver.neighbours({ radius: 5 }).total, 'neighbours');
solver.destroy();
`,
  },
  antelopes: {
    package: 'collision',
    study: 'Kayser 2018',
    code: `import { createAntelopesAndLions } from '@wayfield/collision/study';

// the model of the study; a model of your own: createAgents of '@wayfield/collision/agents'
const world = createAntelopesAndLions({ agents: 1500, seed: 1 });
for (let tick = 0; tick < 10; tick++) await world.tick();
const { grass, antelopes, lions } = world.counts();
console.log(grass, 'grass', antelopes, 'antelopes', lions, 'lions');
await world.destroy();
`,
  },
  crowd: { package: 'crowd' },
  compare: {
    package: 'bench',
    code: `import { createWasmSolver } from '@wayfield/cpu-wasm';
import { mazeGrid, randomQueries } from '@wayfield/graph/generators';

const map = mazeGrid(64, 64, { seed: 1 });
const queries = randomQueries(map, 100, { seed: 1 });
// every answer of one search is held against that of another
const [one, other] = (['astar', 'dijkstra'] as const).map((algorithm) => {
  const solver = createWasmSolver(map, { algorithm });
  const { cost } = solver.run(queries);
  solver.destroy();
  return cost;
});
console.log(one.filter((cost, i) => cost !== other[i]).length, 'answers differ');
`,
  },
  towers: { package: 'diffusion' },
  click: { package: 'navmesh' },
};
