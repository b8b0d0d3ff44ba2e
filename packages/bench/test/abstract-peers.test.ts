import type { Grid } from '@wayfield/graph';
import { mazeGrid, randomGrid, roomsGrid } from '@wayfield/graph/generators';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createHpa } from '../src/grids/peers/abstract/hpa.ts';
import { createPra } from '../src/grids/peers/abstract/pra.ts';
import { createQuadtree } from '../src/grids/peers/abstract/quadtree.ts';
import { createPlainGridAstar, type PlainSearch } from '../src/grids/peers/plain-grid-astar.ts';
import { ruleOf, walkGrid } from '../src/run/peers/rule.ts';
import { anyPairs } from '../src/run/problems/any-pairs.ts';

const MAPS: Readonly<Record<string, Grid>> = {
  rooms: roomsGrid(45, 37, { size: 8, seed: 3 }),
  random: randomGrid(40, 33, { density: 0.25, seed: 4 }),
  maze: mazeGrid(41, 41, { seed: 5 }),
  open: randomGrid(30, 30, { density: 0, seed: 1 }),
};

const SEARCHES: Readonly<Record<string, (grid: Grid) => PlainSearch>> = {
  'HPA*': (grid) => createHpa(grid, { smoothed: false }),
  'HPA*, smoothed': (grid) => createHpa(grid, { smoothed: true }),
  'PRA*': createPra,
};

/** The most that a path may be longer than the shortest, in a mean over all queries of a map. */
const MOST_MEAN = { 'HPA*': 1.12, 'HPA*, smoothed': 1.06, 'PRA*': 1.1 } as const;

const test = suite('searches with an abstraction');

for (const [name, make] of Object.entries(SEARCHES)) {
  test(`${name} finds a path if there is one, walked step by step, near the shortest`, () => {
    for (const [map, grid] of Object.entries(MAPS)) {
      const exact = createPlainGridAstar(grid, ruleOf(grid));
      const search = make(grid);
      const { source, target } = anyPairs(grid.width * grid.height, 150, 7);
      let [sum, found] = [0, 0];
      source.forEach((from, i) => {
        const to = target[i];
        const shortest = exact.search(from, to);
        const length = search.search(from, to);
        assert.is(length === Infinity, shortest === Infinity, `${map}, query ${i}`);
        if (length === Infinity) return assert.is(search.path().length, 0);
        const path = search.path();
        assert.equal([path[0], path.at(-1)], [from, to]);
        const walked = walkGrid(grid, ruleOf(grid), path);
        assert.ok(Math.abs(walked - length) < 1e-6, `${map}, query ${i}: ${walked}, ${length}`);
        assert.ok(length >= shortest - 1e-6);
        if (shortest === 0) return;
        sum += length / shortest;
        found++;
      });
      assert.ok(found > 20);
      const most = MOST_MEAN[name as keyof typeof MOST_MEAN];
      assert.ok(sum / found <= most, `${map}: ${sum / found} times the shortest`);
    }
  });
}

/** Does the straight line between two points stay on open cells? Looked at every 1/50 cell. */
function staysOpen({ width, cost }: Grid, points: readonly number[]): boolean {
  for (let k = 0; k + 3 < points.length; k += 2) {
    const [ax, ay, bx, by] = points.slice(k, k + 4);
    const steps = Math.ceil(50 * Math.hypot(bx - ax, by - ay));
    for (let i = 1; i < steps; i++) {
      // off the lines between cells, which belong to both
      const x = ax + ((bx - ax) * (i + 0.123)) / (steps + 1);
      const y = ay + ((by - ay) * (i + 0.123)) / (steps + 1);
      if (!(cost[Math.floor(y) * width + Math.floor(x)] > 0)) return false;
    }
  }
  return true;
}

test('A* on a quadtree finds a path if there is one, inside open squares', () => {
  for (const [map, grid] of Object.entries(MAPS)) {
    // leaves meet at sides, so reachability is that of four neighbours
    const exact = createPlainGridAstar(grid, { ...ruleOf(grid), neighbours: 4 });
    const tree = createQuadtree(grid);
    assert.ok(tree.leaves > 0);
    const { source, target } = anyPairs(grid.width * grid.height, 150, 8);
    source.forEach((from, i) => {
      const length = tree.search(from, target[i]);
      const found = exact.search(from, target[i]) < Infinity;
      assert.is(length < Infinity, found, `${map}, query ${i}`);
      const points = tree.points();
      if (!found) return assert.is(points.length, 0);
      let sum = 0;
      for (let k = 2; k < points.length; k += 2) {
        sum += Math.hypot(points[k] - points[k - 2], points[k + 1] - points[k - 1]);
      }
      assert.ok(Math.abs(sum - length) < 1e-9);
      assert.ok(staysOpen(grid, points), `${map}, query ${i}`);
    });
  }
  assert.is(createQuadtree(randomGrid(32, 32, { density: 0, seed: 1 })).leaves, 1);
});

test.run();
