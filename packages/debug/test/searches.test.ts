import { createWasmSolver } from '@wayfield/cpu-wasm';
import { buildGrid, buildQueries } from '@wayfield/graph';
import { roadGraph } from '@wayfield/graph/generators';
import type { Trajectory } from '@wayfield/osm/agents';
import { refuses } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as debug from '@wayfield/debug';

const test = suite('searches');

/** Counts per array belong together. */
function consistent(shapes: debug.DebugShapes): void {
  assert.is(shapes.lines.length, 4 * shapes.lineOf.length);
  assert.is(shapes.triangles.length, 6 * shapes.triangleOf.length);
}

function lengthOf({ lines }: debug.DebugShapes): number {
  let sum = 0;
  for (let i = 0; i < lines.length; i += 4)
    sum += Math.hypot(lines[i + 2] - lines[i], lines[i + 3] - lines[i + 1]);
  return sum;
}

const near = (got: number, expected: number, within = 1e-4): void =>
  assert.ok(Math.abs(got - expected) <= within, `${got} is not ${expected}`);

const blocked = [
  [0, 0, 0, 0],
  [1, 1, 0, 1],
  [0, 0, 0, 0],
].flat();

test('routes on a grid and a graph: as long as the paths cost', () => {
  const grid = buildGrid({ width: 4, height: 3, blocked });
  const onGrid = createWasmSolver(grid);
  const routes = onGrid.run(
    buildQueries([
      [0, 8],
      [3, 11],
      [4, 0],
    ]),
  );
  const shapes = debug.shapesOfRoutes(routes, grid, { cellSize: 2 });
  consistent(shapes);
  // the first path goes through the gap at (2, 1), the second beside it; the third has none
  assert.equal([...new Set(shapes.lineOf)], [0, 1]);
  near(lengthOf(shapes), 2 * (routes.cost[0] + routes.cost[1]));
  assert.equal([...shapes.lines.subarray(0, 2)], [1, 1]);
  refuses(() => debug.shapesOfRoutes(routes, { width: 2, height: 2 }), RangeError, /routes.node/);
  const graph = roadGraph(6, 5, { seed: 2 });
  const onGraph = createWasmSolver(graph);
  const drives = onGraph.run(buildQueries([[0, 29]]));
  const lines = debug.shapesOfRoutes(drives, graph);
  assert.is(lines.lineOf.length, drives.firstNode[1] - 1);
  const end = lines.lines.slice(-2);
  assert.equal([...end], [graph.x![29], graph.y![29]]);
  onGrid.destroy();
  onGraph.destroy();
});

test('a tree of shortest paths: a line to each reached node but the source', () => {
  const grid = buildGrid({ width: 4, height: 3, blocked });
  const solver = createWasmSolver(grid, { algorithm: 'dijkstra' });
  const tree = solver.tree(0);
  const shapes = debug.shapesOfTree(tree, grid);
  consistent(shapes);
  const reached = [...tree.dist.keys()].filter((cell) => cell > 0 && tree.dist[cell] < Infinity);
  assert.equal([...shapes.lineOf], reached);
  const step = shapes.lineOf.indexOf(1);
  assert.equal([...shapes.lines.subarray(4 * step, 4 * step + 4)], [0.5, 0.5, 1.5, 0.5]);
  refuses(() => debug.shapesOfTree(tree, { width: 2, height: 2 }), RangeError, /tree.parent/);
  solver.destroy();
});

test('trajectories in degrees, numbered by agent', () => {
  const trajectory = {
    agent: 7,
    count: 3,
    time: new Float64Array([0, 1, 2]),
    lonE7: new Int32Array([134000000, 134100000, 134100000]),
    latE7: new Int32Array([525000000, 525000000, 525100000]),
  } satisfies Trajectory;
  const shapes = debug.shapesOfTrajectories([trajectory], { originX: 13.4, originY: 52.5 });
  consistent(shapes);
  assert.equal([...shapes.lineOf], [7, 7]);
  near(lengthOf(shapes), 0.02, 1e-8);
});

test.run();
