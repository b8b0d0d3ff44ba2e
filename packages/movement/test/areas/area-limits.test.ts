// Limits of searches over areas: `maxExpanded`, lower bounds, borders along walls, numbers of
// nodes, and memory that ends.
import { BUDGET_SPENT, FOUND } from '@wayfield/graph';
import { refuses } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createAreaSearch } from '../../src/areas.ts';
import { createAreaGraph, updateGraph } from '../../src/areas/area-graph.ts';
import { createAreaMap } from '../../src/areas/area-map.ts';
import { openWalks } from '../../src/corridors/walks.ts';
import { type Kernels, KERNELS_BASE64 } from '../../src/walks.gen.ts';
import {
  buildPointQueries,
  buildPolygonMesh,
  createNavMesh,
  createPolyanya,
} from '@wayfield/navmesh';

const test = suite('areas: limits and failures');

const BOX = [0, 0, 10, 0, 10, 10, 0, 10];
const MUD = { polygon: [4, 1, 6, 1, 6, 9, 4, 9], area: 1 };
const WALLS = [
  [2, 0, 2, 8],
  [8, 2, 8, 10],
];
const FAR = buildPointQueries([[1, 1, 9, 9]]);

test('polygons of Polyanya count, in `expanded` and against `maxExpanded`', () => {
  const mesh = createNavMesh({ boundary: BOX, walls: WALLS });
  const search = createAreaSearch(mesh, { areas: [MUD], costs: [1, 2] });
  const polyanya = createPolyanya(mesh);
  const own = polyanya.run(FAR).expanded[0];
  const all = search.run(FAR);
  assert.ok(own > 0 && all.expanded[0] > own);
  const nodes = all.expanded[0] - own;
  for (let most = 0; most <= all.expanded[0]; most += 1) {
    const { expanded, status, cost } = search.run(FAR, { maxExpanded: most });
    // Polyanya looks at its limit after each label, which enters several polygons in a row
    assert.ok(expanded[0] <= Math.max(most, nodes) + 8, `${most}: ${expanded[0]}`);
    if (most <= nodes) assert.is(expanded[0], most);
    assert.ok(status[0] === FOUND || status[0] === BUDGET_SPENT);
    assert.is(status[0] === FOUND, cost[0] < Infinity);
  }
  search.destroy();
  polyanya.destroy();
});

test('no path costs less than its lower bound, which is the cost where paths are exact', () => {
  const mesh = createNavMesh({ boundary: BOX, walls: WALLS });
  const queries = buildPointQueries([
    [1, 1, 9, 9],
    [1, 1, 3, 3],
    [9, 1, 1, 9],
  ]);
  const lengths = createPolyanya(mesh).run(queries).cost;
  const links = [{ from: [1, 2], to: [9, 2], cost: 0.8 }] as const;
  const walked = createAreaSearch(mesh, { areas: [MUD], costs: [1, 2] }).run(queries);
  const linked = createAreaSearch(mesh, { areas: [MUD], costs: [1, 2], links }).run(queries);
  const exact = createAreaSearch(mesh, { areas: [MUD], costs: [3, 3] }).run(queries);
  for (let i = 0; i < queries.count; i++) {
    assert.ok(Math.abs(walked.lowerBound[i] - lengths[i]) <= 1e-9 * lengths[i]);
    assert.ok(walked.lowerBound[i] <= walked.cost[i]);
    assert.ok(linked.lowerBound[i] <= linked.cost[i] && linked.lowerBound[i] > 0);
    assert.is(exact.lowerBound[i], exact.cost[i]);
  }
  assert.ok(linked.cost[0] < 0.5 * walked.cost[0]);
});

test('no lower bound is above its cost, which may leave out the end of a line', () => {
  const boundary = [-1000, -1000, 1000, -1000, 1000, 1000, -1000, 1000];
  const mud = { polygon: [-500, -500, -490, -500, -490, -490, -500, -490], area: 1 };
  const search = createAreaSearch(createNavMesh({ boundary }), { areas: [mud], costs: [1, 2] });
  const queries = Array.from({ length: 40 }, (_, i) => [1, 1, 1 + 10 ** (-9 + i / 5), 1]);
  const { cost, lowerBound } = search.run(
    buildPointQueries(queries as [number, number, number, number][]),
  );
  for (let i = 0; i < queries.length; i++)
    assert.ok(lowerBound[i] <= cost[i], `query ${i}: bound ${lowerBound[i]}, cost ${cost[i]}`);
});

test('along a border, part of which a wall shares: the wall hides the cheaper side', () => {
  const mesh = createNavMesh({ boundary: BOX, obstacles: [[3, 4, 5, 4, 5, 6, 3, 6]] });
  // mud to the right of x = 5, from 2 to 8; the obstacle covers the left side from 4 to 6
  const areas = [{ polygon: [5, 2, 7, 2, 7, 8, 5, 8], area: 1 }];
  const search = createAreaSearch(mesh, { areas, costs: [1, 3] });
  assert.ok(Math.abs(search.costOf(5, 2, 5, 8) - (4 + 2 * 3)) < 1e-9);
  assert.ok(Math.abs(search.costOf(5, 4.5, 5, 5.5) - 3) < 1e-9);
  assert.ok(Math.abs(search.costOf(5, 7, 5, 9) - 2) < 1e-9);
  search.destroy();
});

test('memoryBytes holds Polyanya too', () => {
  const mesh = createNavMesh({ boundary: BOX, walls: WALLS });
  const search = createAreaSearch(mesh, { areas: [MUD], costs: [1, 2], points: 1 });
  const polyanya = createPolyanya(mesh);
  const walks = openWalks<Kernels>(KERNELS_BASE64, mesh, 1);
  const { cells } = walks;
  const map = createAreaMap(walks, { areas: [], costOfArea: () => 1 });
  const triangleCount = (): number => mesh.triangulation.triangleCount;
  const graph = createAreaGraph({ cells, map, links: [], points: 1, triangleCount });
  assert.ok(search.memoryBytes >= graph.host.blocks.held() + polyanya.memoryBytes);
  search.destroy();
});

test('too many triangles: the error names the limit that was reached', () => {
  const corner = new Uint32Array(3 * 2_000_000);
  const count = corner.length / 3;
  const mesh = buildPolygonMesh(createNavMesh({ boundary: BOX }).triangulation, { merge: false });
  const walks = openWalks<Kernels>(KERNELS_BASE64, mesh, 1);
  const { cells } = walks;
  const map = createAreaMap(walks, { areas: [], costOfArea: () => 1 });
  refuses(
    () => createAreaGraph({ cells, map, links: [], points: 32, triangleCount: () => count }),
    RangeError,
    /2000000 triangles with 32 points per side need room for \d+ nodes, at most 8388608/,
  );
});

test('memory that ends in a change: nothing is lost, the next update takes the change over', () => {
  const mesh = createNavMesh({ boundary: BOX, walls: WALLS });
  const walks = openWalks<Kernels>(KERNELS_BASE64, mesh, 1);
  const { cells } = walks;
  const costOfArea = (area: number): number => 1 + area;
  const links = [{ from: [1, 1], to: [9, 1], cost: 1 }] as const;
  const areas = [{ rings: [MUD.polygon], area: 1 }];
  const map = createAreaMap(walks, { areas, costOfArea, links });
  const triangleCount = (): number => mesh.triangulation.triangleCount;
  const input = { cells, map, links, points: 2, triangleCount };
  const graph = createAreaGraph(input);
  mesh.follow((triangles) => {
    for (const t of triangles) graph.touched.add(t);
  });
  const { blocks } = graph.host;
  const { allocate } = blocks;
  const held = blocks.held();
  const [kept, extraBlocks] = [[...graph.extras.keys()], [...graph.extraBlocks]];
  mesh.add([4.5, 4.5, 5.5, 4.5, 5.5, 5.5, 4.5, 5.5]);
  const touched = graph.touched.size;
  Object.assign(blocks, {
    allocate() {
      throw new RangeError('no memory');
    },
  });
  refuses(() => updateGraph(graph, walks, mesh.triangulation.twin), RangeError, /no memory/);
  assert.is(graph.touched.size, touched);
  assert.equal([...graph.extras.keys()], kept);
  assert.equal(graph.extraBlocks, extraBlocks);
  assert.is(blocks.held(), held);
  Object.assign(blocks, { allocate });
  updateGraph(graph, walks, mesh.triangulation.twin);
  assert.is(graph.touched.size, 0);
  const fresh = createAreaGraph(input);
  assert.equal([...graph.extras.keys()].sort(), [...fresh.extras.keys()].sort());
});

test.run();
