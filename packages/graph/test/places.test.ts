import { refuses, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { randomGrid, randomQueries, random } from '../src/generators.ts';
import {
  buildGraph,
  buildGrid,
  buildQueries,
  cellAt,
  nearestCell,
  NONE,
  pathOf,
  pathXY,
  referenceRoutes,
  STATUS_NAMES,
  statusName,
  xyOf,
} from '../src/index.ts';

const test = suite('places and paths');
const grid = buildGrid({ width: 7, height: 4 });

test('a cell covers its left and upper sides, and its centre lies half a cell inside', () => {
  for (let j = 0; j < 4; j++) {
    for (let i = 0; i < 7; i++) {
      const cell = j * 7 + i;
      assert.is(cellAt(grid, i, j), cell);
      // the largest doubles below i + 1 and j + 1
      assert.is(cellAt(grid, i + 1 - 2 ** -50, j + 1 - 2 ** -50), cell);
      assert.equal(xyOf(grid, cell), [i + 0.5, j + 0.5]);
    }
  }
  const off = [
    [-1e-300, 1],
    [1, -1e-300],
    [7, 1],
    [1, 4],
    [1e300, 1],
    [1, -1e300],
  ];
  for (const [x, y] of off) assert.is(cellAt(grid, x, y), -1, `${x}, ${y}`);
  assert.is(cellAt(grid, -0, -0), 0);
});

test('2,000 random points lie in the cell whose centre is nearest (seed 3)', () => {
  const next = random(3);
  const out = new Float64Array(2);
  for (let k = 0; k < 2000; k++) {
    const map = buildGrid({ width: 1 + next(9), height: 1 + next(9) });
    const x = next() * 12 - 1.5;
    const y = next() * 12 - 1.5;
    let expected = -1;
    for (let cell = 0; cell < map.cost.length; cell++) {
      xyOf(map, cell, out);
      // the half-open square about the centre, from its definition
      if (x >= out[0] - 0.5 && x < out[0] + 0.5 && y >= out[1] - 0.5 && y < out[1] + 0.5) {
        assert.is(expected, -1, 'two cells hold one point');
        expected = cell;
      }
    }
    assert.is(cellAt(map, x, y), expected, `${x}, ${y} on ${map.width} x ${map.height}`);
  }
});

test('the nearest cell is the one that a look at every cell finds, 3,000 cases (seed 8)', () => {
  const next = random(8);
  for (let k = 0; k < 3000; k++) {
    const [width, height] = [1 + next(12), 1 + next(12)];
    const open = next();
    const blocked = Array.from({ length: width * height }, () => next() > open * open);
    const map = buildGrid({ width, height, blocked });
    const cell = next(width * height);
    const even = next(3) === 0 ? (v: number): boolean => v % 2 === 0 : undefined;
    let [expected, least] = [NONE, Infinity];
    for (let v = 0; v < width * height; v++) {
      if (blocked[v] || (even && !even(v))) continue;
      const [dx, dy] = [(v % width) - (cell % width), ~~(v / width) - ~~(cell / width)];
      if (dx * dx + dy * dy < least) [expected, least] = [v, dx * dx + dy * dy];
    }
    assert.is(nearestCell(map, cell, even), expected, `case ${k}: ${cell} of ${width} x ${height}`);
  }
});

test('nodes of graphs lie at their coordinates', () => {
  const arcs = { nodeCount: 2, tail: [0], head: [1], weight: [9] };
  const graph = buildGraph({ ...arcs, x: [1.5, 3], y: [2, -4] });
  const out = new Float32Array(2);
  assert.is(xyOf(graph, 1, out), out);
  sameArray(out, [3, -4]);
  const routes = referenceRoutes(graph, buildQueries([[0, 1]]));
  sameArray(pathXY(routes, 0, graph), [1.5, 2, 3, -4]);
  const plain = buildGraph(arcs);
  refuses(() => xyOf(plain, 0), RangeError, 'xyOf needs coordinates, the graph has no x and y');
});

test('paths are views, and their points go where they are told to', () => {
  const map = randomGrid(20, 15, { seed: 4 });
  const queries = randomQueries(map, 30, { seed: 5 });
  const routes = referenceRoutes(map, queries);
  for (let i = 0; i < 30; i++) {
    const path = pathOf(routes, i);
    assert.is(path.buffer, routes.node.buffer);
    assert.is(path[0], queries.source[i]);
    assert.is(path.at(-1), queries.target[i]);
    const points = pathXY(routes, i, map);
    assert.is(points.length, 2 * path.length);
    path.forEach((cell, k) => assert.is(cellAt(map, points[2 * k], points[2 * k + 1]), cell));
    const room = new Float32Array(200).fill(-7);
    const part = pathXY(routes, i, map, room);
    assert.is(part.buffer, room.buffer);
    sameArray(part, Float32Array.from(points));
    assert.is(room[part.length], -7);
  }
});

test('a route without a path has no points', () => {
  const map = buildGrid({ width: 3, height: 1, blocked: [0, 1, 0] });
  const routes = referenceRoutes(map, buildQueries([[0, 2]]));
  assert.is(pathOf(routes, 0).length, 0);
  assert.is(pathXY(routes, 0, map).length, 0);
  assert.is(statusName(routes.status[0]), 'NO_PATH');
});

test('refuse what they cannot answer, with the numbers', () => {
  const routes = referenceRoutes(grid, buildQueries([[0, 6]]));
  refuses(() => pathOf(routes, 1), RangeError, 'i is 1, expected 0 to 0');
  refuses(() => pathOf(routes, 0.5), RangeError, 'i is 0.5, expected 0 to 0');
  const none = referenceRoutes(grid, buildQueries([]));
  refuses(() => pathOf(none, 0), RangeError, 'i is 0, expected nothing: there are no routes');
  const room = new Float32Array(13);
  refuses(
    () => pathXY(routes, 0, grid, room),
    RangeError,
    'out.length is 13, expected at least 14',
  );
  const small = buildGrid({ width: 3, height: 1 });
  refuses(() => pathXY(routes, 0, small), RangeError, 'path[3] is 3, the graph has 3 nodes');
  refuses(() => cellAt(grid, NaN, 1), RangeError, 'x is NaN, expected a finite number');
  refuses(() => cellAt(grid, 1, -Infinity), RangeError, 'y is -Infinity, expected a finite number');
  refuses(() => xyOf(grid, 28), RangeError, 'node is 28, the graph has 28 nodes');
  refuses(() => xyOf(grid, 2, [1]), RangeError, 'out.length is 1, expected at least 2');
  const torn = { ...routes, firstNode: Uint32Array.of(0, 9) };
  refuses(() => pathOf(torn, 0), RangeError, 'firstNode[1] is 9, expected 0 to 7');
});

test('every status has its word', () => {
  STATUS_NAMES.forEach((name, status) => assert.is(statusName(status), name));
  refuses(() => statusName(7), RangeError, 'status is 7, expected 0 to 6');
});

test.run();
