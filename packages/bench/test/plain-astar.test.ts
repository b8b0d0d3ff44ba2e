import { pathLength, referenceAstar } from '@wayfield/graph';
import {
  randomGraph,
  randomGrid,
  roadGraph,
  roomsGrid,
  terrainGrid,
} from '@wayfield/graph/generators';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createPlainGraphAstar } from '../src/roads/peers/plain-graph-astar.ts';
import { createPlainGridAstar, type PlainSearch } from '../src/grids/peers/plain-grid-astar.ts';
import { createPlainGridJps } from '../src/grids/peers/plain-grid-jps.ts';
import { ruleOf } from '../src/run/peers/rule.ts';
import { anyPairs } from '../src/run/problems/any-pairs.ts';

type Data = Parameters<typeof referenceAstar>[0];

/** Every answer costs what the reference says, and its path costs what it says. */
function agrees(data: Data, search: PlainSearch, nodeCount: number, seed: number): void {
  const { source, target } = anyPairs(nodeCount, 200, seed);
  let found = 0;
  source.forEach((s, i) => {
    const expected = referenceAstar(data, s, target[i]);
    const cost = search.search(s, target[i]);
    if (expected.cost === Infinity) {
      assert.is(cost, Infinity);
      assert.is(search.path().length, 0);
      return;
    }
    found++;
    assert.ok(Math.abs(cost - expected.cost) <= 1e-5 * expected.cost, `query ${i}`);
    const path = search.path();
    assert.is(path[0], s);
    assert.is(path.at(-1), target[i]);
    assert.ok(Math.abs(pathLength(data, path) - expected.cost) <= 1e-5 * expected.cost);
  });
  assert.ok(found > 20);
}

const plain = suite('plain A*');

for (const corners of ['never', 'one-open', 'always'] as const) {
  plain(`finds shortest paths on a random map, corners '${corners}' (seed 11)`, () => {
    const grid = randomGrid(40, 30, { density: 0.3, corners, seed: 11 });
    agrees(grid, createPlainGridAstar(grid, ruleOf(grid)), 1200, 11);
  });
}

plain('finds shortest paths on weighted terrain among 4 neighbours (seed 12)', () => {
  const grid = terrainGrid(40, 40, { neighbours: 4, scale: 4, seed: 12 });
  agrees(grid, createPlainGridAstar(grid, ruleOf(grid)), 1600, 12);
});

plain('finds shortest paths on a road graph (seed 13)', () => {
  const graph = roadGraph(40, 40, { seed: 13 });
  agrees(graph, createPlainGraphAstar(graph), 1600, 13);
});

plain('finds shortest paths on a tangle with zero weights and loops (seed 14)', () => {
  const graph = randomGraph(300, 900, { seed: 14 });
  agrees(graph, createPlainGraphAstar(graph), 300, 14);
});

for (const [what, density, seed] of [
  ['a random map', 0.3, 16],
  ['a dense map', 0.36, 17],
  ['an open map', 0, 18],
] as const) {
  plain(`finds shortest paths by jump points on ${what} (seed ${seed})`, () => {
    const grid = randomGrid(40, 30, { density, seed });
    agrees(grid, createPlainGridJps(grid), 1200, seed);
  });
}

plain('finds shortest paths by jump points in rooms (seed 19)', () => {
  const grid = roomsGrid(40, 30, { size: 8, seed: 19 });
  agrees(grid, createPlainGridJps(grid), 1200, 19);
});

plain('forgets the query before: the same question twice gives the same answer', () => {
  const grid = randomGrid(40, 30, { density: 0.3, seed: 11 });
  const search = createPlainGridAstar(grid, ruleOf(grid));
  const { source, target } = anyPairs(1200, 50, 15);
  const ask = (): number[] => Array.from(source, (s, i) => search.search(s, target[i]));
  assert.equal(ask(), ask());
});

plain.run();
