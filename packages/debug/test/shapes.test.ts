import { addBody, BOX, buildBodies, CAPSULE, removeBody, SWEPT } from '@wayfield/collision';
import { createCrowd } from '@wayfield/crowd';
import { wallsOfGrid } from '@wayfield/crowd/walls';
import { buildCustomizable } from '@wayfield/cpu-wasm/customizable';
import { buildHierarchy } from '@wayfield/cpu-wasm/hierarchy';
import { createDiffusion } from '@wayfield/diffusion';
import { buildGraph, buildGrid } from '@wayfield/graph';
import { roadGraph } from '@wayfield/graph/generators';
import type { Area, Link } from '@wayfield/movement/areas';
import {
  buildPointQueries,
  buildPolygonMesh,
  buildReduction,
  createNavMesh,
  createPolyanya,
  createSleeve,
  pushPortal,
} from '@wayfield/navmesh';
import { loadGeoJson } from '@wayfield/osm';
import { refuses } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as debug from '@wayfield/debug';

const test = suite('shapes');

/** The area of triangles, of which each has to turn left. */
function areaOf({ triangles }: debug.DebugShapes): number {
  let sum = 0;
  for (let i = 0; i < triangles.length; i += 6) {
    const [ax, ay, bx, by, cx, cy] = triangles.subarray(i, i + 6);
    const area = ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) / 2;
    assert.ok(area > 0, `triangle ${i / 6} has the area ${area}`);
    sum += area;
  }
  return sum;
}

function lengthOf({ lines }: debug.DebugShapes): number {
  let sum = 0;
  for (let i = 0; i < lines.length; i += 4)
    sum += Math.hypot(lines[i + 2] - lines[i], lines[i + 3] - lines[i + 1]);
  return sum;
}

const near = (got: number, expected: number, within = 1e-4): void =>
  assert.ok(Math.abs(got - expected) <= within, `${got} is not ${expected}`);

/** Counts per array belong together. */
function consistent(shapes: debug.DebugShapes): void {
  assert.is(shapes.lines.length, 4 * shapes.lineOf.length);
  assert.is(shapes.triangles.length, 6 * shapes.triangleOf.length);
}

const blocked = [
  [0, 0, 0, 0],
  [1, 1, 0, 1],
  [0, 0, 0, 0],
].flat();

test('a grid: one run of two cells, one of one, and the border between blocked and open', () => {
  const grid = buildGrid({ width: 4, height: 3, blocked });
  const shapes = debug.shapesOfGrid(grid, { cellSize: 2 });
  consistent(shapes);
  near(areaOf(shapes), 3 * 4);
  assert.equal([...shapes.triangleOf], [4, 4, 7, 7]);
  // the walls of the crowd are the same border
  const walls = wallsOfGrid(grid, { border: false, cellSize: 2 });
  const inside = debug.shapesOfWalls(walls);
  consistent(inside);
  // sides on the border of the grid are walls of the crowd and no line between cells
  near(lengthOf(inside) - lengthOf(shapes), 2 * 2);
});

test('cells with values: those that are finite and above 0', () => {
  const shapes = debug.shapesOfCells([0, 1, Infinity, 3], 2, 2);
  consistent(shapes);
  assert.equal([...shapes.triangleOf], [1, 1, 3, 3]);
  near(areaOf(shapes), 2);
});

test('a path, and the origin', () => {
  const shapes = debug.shapesOfPath([13.4, 52.5, 13.41, 52.5, 13.41, 52.51], {
    originX: 13.4,
    originY: 52.5,
  });
  consistent(shapes);
  assert.equal([...shapes.lineOf], [0, 1]);
  near(lengthOf(shapes), 0.02, 1e-9);
});

test('a graph: one line per arc', () => {
  const graph = buildGraph({
    nodeCount: 3,
    tail: [0, 1, 2],
    head: [1, 2, 0],
    weight: [3, 4, 5],
    x: [0, 3, 3],
    y: [0, 0, 4],
  });
  const shapes = debug.shapesOfGraph(graph);
  consistent(shapes);
  assert.equal([...shapes.lineOf], [0, 1, 2]);
  near(lengthOf(shapes), 12);
  const plain = buildGraph({ nodeCount: 2, tail: [0], head: [1], weight: [1] });
  refuses(() => debug.shapesOfGraph(plain), TypeError, /x is undefined/);
});

test('roads in degrees from the origin', () => {
  const coordinates = [
    [13.4, 52.5],
    [13.41, 52.5],
    [13.41, 52.51],
  ];
  const network = loadGeoJson({ type: 'LineString', coordinates }, { profile: 'all-ways' });
  const shapes = debug.shapesOfRoads(network, { originX: 13.4, originY: 52.5 });
  consistent(shapes);
  assert.is(shapes.lineOf.length, 2);
  near(lengthOf(shapes), 0.02, 1e-8);
});

test('a hierarchy: each arc up by the level of its lower end, shortcuts too', () => {
  const graph = roadGraph(6, 5, { seed: 2 });
  const hierarchy = buildHierarchy(graph);
  const shapes = debug.shapesOfHierarchy(hierarchy, graph);
  consistent(shapes);
  assert.is(shapes.lineOf.length, hierarchy.up.head.length);
  const levelOf = (rank: number): number =>
    hierarchy.levelStart.findLastIndex((start) => start <= rank);
  let arc = 0;
  for (let rank = 0; rank < hierarchy.nodeCount; rank++)
    for (let a = hierarchy.up.firstArc[rank]; a < hierarchy.up.firstArc[rank + 1]; a++) {
      const [from, to] = [hierarchy.node[rank], hierarchy.node[hierarchy.up.head[a]]];
      const line = [graph.x![from], graph.y![from], graph.x![to], graph.y![to]];
      assert.equal([...shapes.lines.subarray(4 * arc, 4 * arc + 4)], line);
      assert.is(shapes.lineOf[arc++], levelOf(rank));
    }
  refuses(() => debug.shapesOfHierarchy(hierarchy, roadGraph(5, 5)), RangeError, /nodeCount/);
});

test('a customizable hierarchy: each arc by the level of its lower end', () => {
  const graph = roadGraph(6, 5, { seed: 2 });
  const hierarchy = buildCustomizable(graph);
  const shapes = debug.shapesOfCustomizable(hierarchy, graph);
  consistent(shapes);
  assert.is(shapes.lineOf.length, hierarchy.arcCount);
  // the parent of a rank in the elimination tree is the upper end of its first arc
  const rank = hierarchy.parent.findIndex((parent, i) => parent > i && parent !== 0xffffffff);
  const [from, to] = [hierarchy.node[rank], hierarchy.node[hierarchy.parent[rank]]];
  const line = [graph.x![from], graph.y![from], graph.x![to], graph.y![to]];
  const arc = hierarchy.firstArc[rank];
  assert.equal([...shapes.lines.subarray(4 * arc, 4 * arc + 4)], line);
  assert.ok(hierarchy.levelStart[shapes.lineOf[arc]] <= rank);
  assert.ok(rank < hierarchy.levelStart[shapes.lineOf[arc] + 1]);
  refuses(() => debug.shapesOfCustomizable(hierarchy, roadGraph(5, 5)), RangeError, /nodeCount/);
});

test('headings of a field: an arrow for each cell that has one', () => {
  const [width, height] = [4, 3];
  const terrain = Float32Array.from(blocked, (one) => 1 - one);
  const map = { width, height, neighbours: 4 as const, terrain };
  const model = createDiffusion(map, { method: 'distance' });
  model.setGoals('goal', { cell: [3] });
  model.settle();
  const shapes = debug.shapesOfHeadings(model.headings('goal'), width, height, { cellSize: 2 });
  consistent(shapes);
  // not the goal, nor the three blocked cells
  assert.is(new Set(shapes.lineOf).size, 12 - 4);
  assert.is(shapes.lineOf.length, 3 * 8);
  // the cell left of the goal: from x 4.5 to 5.5 at y 1
  const first = shapes.lineOf.indexOf(2);
  assert.equal([...shapes.lines.subarray(4 * first, 4 * first + 4)], [4.5, 1, 5.5, 1]);
  // neither a heading of 0 nor one that is not finite has an arrow
  const some = [0, 0, NaN, 1, Infinity, 0, 1, -Infinity, 1e200, 0, 0, 1];
  assert.equal([...debug.shapesOfHeadings(some, 6, 1).lineOf], [5, 5, 5]);
  refuses(() => debug.shapesOfHeadings([1], 2, 2), RangeError, /headings/);
  model.destroy();
});

test('areas by their rings, links by their ends, as the search of areas takes them', () => {
  const areas: Area[] = [
    { polygon: [0, 0, 3, 0, 3, 4], area: 1 },
    {
      polygon: [
        [0, 0, 4, 0, 4, 4, 0, 4],
        [1, 1, 2, 1, 2, 2],
      ],
      area: 2,
    },
  ];
  const shapes = debug.shapesOfAreas(areas);
  consistent(shapes);
  assert.equal([...shapes.lineOf], [0, 0, 0, 1, 1, 1, 1, 1, 1, 1]);
  near(lengthOf(shapes), 12 + 16 + 2 + Math.SQRT2);
  refuses(() => debug.shapesOfAreas([{ polygon: [1, 2, 3] }]), RangeError, /polygon/);
  const links: Link[] = [{ from: [1, 1], to: [4, 5], cost: 2 }];
  near(lengthOf(debug.shapesOfLinks(links)), 5);
  refuses(() => debug.shapesOfLinks([{ from: [1, 1], to: [4, NaN] }]), RangeError, /to/);
});

const room = {
  boundary: [0, 0, 20, 0, 20, 10, 0, 10],
  obstacles: [
    [4, 0, 8, 0, 8, 8, 4, 8],
    [12, 2, 16, 2, 16, 10, 12, 10],
  ],
};

test('a mesh: area of free space, walls around it, inner sides once', () => {
  const navMesh = createNavMesh(room);
  const mesh = buildPolygonMesh(navMesh.triangulation);
  const free = 200 - 2 * 32;
  // outer border 60, less two sides of 4 that obstacles cover, plus their three other sides
  const walls = 60 - 8 + 2 * (8 + 4 + 8);
  for (const shapesOf of [
    (sides: 'all' | 'walls' | 'inner') => debug.shapesOfMesh(mesh, { sides }),
    (sides: 'all' | 'walls' | 'inner') =>
      debug.shapesOfTriangulation(navMesh.triangulation, { sides }),
  ]) {
    const all = shapesOf('all');
    consistent(all);
    near(areaOf(all), free);
    near(lengthOf(shapesOf('walls')), walls);
    near(lengthOf(shapesOf('walls')) + lengthOf(shapesOf('inner')), lengthOf(all));
    assert.is(new Set(all.lineOf).size, all.lineOf.length);
  }
  navMesh.add([9, 4, 11, 4, 11, 6, 9, 6]);
  near(areaOf(debug.shapesOfTriangulation(navMesh.triangulation)), free - 4);
});

test('a reduction: triangles by level', () => {
  const mesh = buildPolygonMesh(createNavMesh(room).triangulation, { merge: false });
  const reduction = buildReduction(mesh);
  const shapes = debug.shapesOfReduction(reduction, mesh);
  consistent(shapes);
  assert.equal([...shapes.triangleOf], [...reduction.level]);
  const other = buildPolygonMesh(createNavMesh({ obstacles: room.obstacles }).triangulation);
  refuses(() => debug.shapesOfReduction(reduction, other), RangeError, /triangles, mesh/);
});

test('routes on a mesh are as long as their costs; portals of a sleeve', () => {
  const solver = createPolyanya(createNavMesh(room));
  const routes = solver.run(
    buildPointQueries([
      [1, 1, 19, 9],
      [1, 1, 5, 5],
      [1, 9, 9, 9],
    ]),
  );
  const shapes = debug.shapesOfPointRoutes(routes);
  consistent(shapes);
  near(lengthOf(shapes), routes.cost[0] + routes.cost[2]);
  assert.equal([...new Set(shapes.lineOf)], [0, 2]);
  solver.destroy();
  const sleeve = createSleeve();
  pushPortal(sleeve, 4, 8, 4, 10);
  assert.equal([...debug.shapesOfSleeve(sleeve).lines], [4, 8, 4, 10]);
});

test('agents: discs and headings, without those that left', () => {
  const crowd = createCrowd({}, { capacity: 4, defaults: { radius: 0.5 } });
  const gone = crowd.add({ x: 9, y: 9 });
  crowd.add({ x: 1, y: 2, preferredX: 1 });
  crowd.remove(gone);
  crowd.step(0.1);
  const shapes = debug.shapesOfAgents(crowd, { segments: 64 });
  consistent(shapes);
  assert.equal([...new Set(shapes.triangleOf)], [1]);
  near(areaOf(shapes), Math.PI / 4, 2e-3);
  near(lengthOf(shapes), 0.5);
  crowd.destroy();
});

test('bodies: circles, boxes, capsules, swept circles', () => {
  const bodies = buildBodies();
  const lengths = [2 * Math.PI, 2 * (2 + 4), 2 * Math.PI + 2 * 4, 2 * Math.PI + 5];
  addBody(bodies, { x: 0, y: 0, radius: 1 });
  addBody(bodies, { x: 5, y: 0, shape: BOX, extentX: 1, extentY: 2 });
  addBody(bodies, { x: 9, y: 0, radius: 1, shape: CAPSULE, extentX: 0, extentY: 2 });
  addBody(bodies, { x: 20, y: 0, radius: 1, shape: SWEPT, extentX: -3, extentY: 4 });
  removeBody(bodies, addBody(bodies, { x: 50, y: 0, radius: 1 }));
  const shapes = debug.shapesOfBodies(bodies, { segments: 128 });
  consistent(shapes);
  for (const [i, length] of lengths.entries()) {
    const lines = shapes.lines.filter((_, k) => shapes.lineOf[k >> 2] === i);
    near(lengthOf({ ...shapes, lines }), length, 0.01);
  }
  assert.is(Math.max(...shapes.lineOf), 3);
});

test('several as one, and in space', () => {
  const a = debug.shapesOfPath([0, 0, 1, 0]);
  const b = debug.shapesOfCells([1], 1, 1);
  const both = debug.joinShapes([a, b]);
  consistent(both);
  assert.is(both.lineOf.length, 1);
  assert.is(both.triangleOf.length, 2);
  assert.equal([...debug.positions3d([1, 2, 3, 4], { height: 5 })], [1, 5, 2, 3, 5, 4]);
  assert.equal([...debug.positions3d([1, 2], { up: 'z', height: 5 })], [1, 2, 5]);
  refuses(() => debug.positions3d([1]), RangeError, /points/);
});

test.run();
