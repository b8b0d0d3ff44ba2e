import {
  buildGrid,
  buildQueries,
  BUDGET_SPENT,
  FOUND,
  type Grid,
  NEAREST,
  NO_PATH,
  referenceDijkstra,
  SOURCE_BLOCKED,
  TARGET_BLOCKED,
  ticksToLength,
} from '@wayfield/graph';
import { validateRoutes } from '@wayfield/graph/validate';
import { refuses, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { GridLayout } from '../src/grid/layout.ts';
import { createGridMap } from '../src/grid/map.ts';
import { createWasmSolver } from '../src/index.ts';
import { compileKernels, instantiateKernels } from '@wayfield/wasm';
import type { JumpLayer } from '../src/jps/layer.ts';
import { jumpBufferBytes } from '../src/jps/map.ts';
import { KERNELS_BASE64 } from '../src/kernels.gen.ts';
import { JUMPING, likeAstar, randomCells, scattered } from './jps-maps.ts';
import { CORNERS, draw, numbers, randomPairs } from './random-grids.ts';
import type { Kernels } from '../src/kernels.gen.ts';

const test = suite('jump point search');

/** The cost of one path, by each of the two searches. */
function costs(grid: Grid, source: number, target: number): number[] {
  const queries = buildQueries([[source, target]]);
  return JUMPING.map((algorithm) => {
    const routes = createWasmSolver(grid, { algorithm }).run(queries);
    validateRoutes(grid, queries, routes);
    return routes.cost[0];
  });
}

test('turns beside a corner, or around it, as the corner rule says', () => {
  // from the lower left over the wall to the lower right
  const rows = ['.....', '.###.', '..#..', '..#..'];
  const [source, target] = [16, 18];
  const diagonal = Math.SQRT2;
  const beside = Math.fround(8 + 2 * diagonal);
  sameArray(costs(draw(rows, { corners: 'never' }), source, target), [beside, beside]);
  const around = Math.fround(4 + 4 * diagonal);
  sameArray(costs(draw(rows, { corners: 'one-open' }), source, target), [around, around]);
  sameArray(costs(draw(rows, { corners: 'always' }), source, target), [around, around]);
});

test('squeezes between two blocked corners only under the rule "always"', () => {
  const rows = ['..#..', '.#...'];
  assert.equal(costs(draw(rows, { corners: 'one-open' }), 0, 4), [Infinity, Infinity]);
  const through = Math.fround(2 + 2 * Math.SQRT2);
  sameArray(costs(draw(rows, { corners: 'always' }), 0, 4), [through, through]);
});

test('says why there is no path, and finds the nearest cell on request', () => {
  const grid = draw(['.#.', '.#.', '##.']);
  const queries = buildQueries([
    [0, 2],
    [1, 0],
    [0, 1],
    [0, 3],
    [4, 4],
    [2, 2],
  ]);
  for (const algorithm of JUMPING) {
    const solver = createWasmSolver(grid, { algorithm });
    const { status, cost } = solver.run(queries);
    const expected = [NO_PATH, SOURCE_BLOCKED, TARGET_BLOCKED, FOUND, SOURCE_BLOCKED, FOUND];
    sameArray(status, expected);
    sameArray(cost, [Infinity, Infinity, Infinity, 1, Infinity, 0]);
    const near = solver.run(buildQueries([[3, 2]]), { nearest: true });
    sameArray(near.status, [NEAREST]);
    sameArray(near.node, [3, 0]);
  }
});

for (const corners of CORNERS) {
  test(`equals the reference between all cells of 300 tiny maps, ${corners}, seed 20271`, () => {
    const random = numbers(20271);
    for (let k = 0; k < 300; k++) {
      const [width, height] = [1 + Math.floor(random() * 7), 1 + Math.floor(random() * 7)];
      const grid = scattered(width, height, 5 + random() * 55, corners, k);
      const cells = width * height;
      const pairs = Array.from(
        { length: cells * cells },
        (_, i) => [Math.floor(i / cells), i % cells] as const,
      );
      const queries = buildQueries(pairs);
      const trees = Array.from({ length: cells }, (_, source) => referenceDijkstra(grid, source));
      for (const algorithm of JUMPING) {
        const solver = createWasmSolver(grid, { algorithm });
        const routes = solver.run(queries);
        validateRoutes(grid, queries, routes);
        pairs.forEach(([source, target], i) => {
          const expected = trees[source].dist[target];
          const what = `${algorithm}, map ${k}, from ${source} to ${target}`;
          assert.is(routes.cost[i], expected, what);
        });
        solver.destroy();
      }
    }
  });

  test(`equals A* on 400 maps of up to 150 cells a side, ${corners}, seed 20272`, () => {
    const random = numbers(20272);
    for (let k = 0; k < 400; k++) {
      const [width, height] = [1 + Math.floor(random() * 150), 1 + Math.floor(random() * 150)];
      const grid = scattered(width, height, 60 * random() ** 2, corners, 1000 + k);
      likeAstar(grid, randomPairs(grid, 30, k));
    }
  });
}

test('jumps over whole words of bits and stops at their ends', () => {
  for (const width of [1, 2, 61, 62, 63, 64, 65, 125, 126, 127, 128, 129, 300]) {
    for (const [w, h] of [
      [width, 3],
      [3, width],
    ]) {
      for (const corners of CORNERS) {
        for (const percent of [0, 3]) {
          const grid = scattered(w, h, percent, corners, width);
          const last = w * h - 1;
          const ends = [0, w - 1, last - w + 1, last, Math.floor(last / 2)];
          const pairs = ends.flatMap((a) => ends.map((b) => [a, b] as const));
          likeAstar(grid, buildQueries(pairs));
        }
      }
    }
  }
});

test('is right on maps wider and higher than 32767 cells, seed 20273', () => {
  for (const [width, height] of [
    [70_000, 3],
    [3, 70_000],
    [40_000, 5],
  ]) {
    for (const percent of [0, 0.05, 2]) {
      const grid = scattered(width, height, percent, 'never', 20273);
      likeAstar(grid, randomPairs(grid, 12, 5));
    }
  }
});

test('leaves maps whose ticks could overflow to A*', () => {
  const grid = scattered(250_000, 2, 0.001, 'always', 4);
  likeAstar(grid, randomPairs(grid, 6, 9));
});

test('keeps order when jumps lead farther than the queue looks ahead', () => {
  // three paths down from a long corridor: far to the left, farther to the right, and, shortest, a
  // long winding one close by
  const [width, height] = [4100, 78];
  const rows = Array.from({ length: height }, () => new Uint8Array(width));
  rows[0].fill(1);
  rows[height - 1].fill(1);
  for (let y = 1; y < height - 1; y++) {
    rows[y][100] = rows[y][4000] = 1;
    if (y % 2 === 0) rows[y].fill(1, 2010, 2111);
    else if (y < 73) rows[y][y % 4 === 1 ? 2010 : 2110] = 1;
  }
  // the rest of the winding path is straight
  for (let y = 73; y < height; y++) rows[y][2010] = 1;
  const grid = buildGrid({ width, height, cost: rows.flatMap((row) => [...row]) });
  const target = (height - 1) * width + 2000;
  const routes = likeAstar(grid, buildQueries([[2000, target]]));
  assert.ok(routes.node.includes(20 * width + 2050), 'takes the winding way');
  likeAstar(grid, randomPairs(grid, 30, 1));
});

test('reaches jump points whose numbers differ by more than 16 bits', () => {
  const grid = scattered(6000, 140, 25, 'one-open', 8);
  const cells = randomCells(grid, 60, 9);
  // across the border of two bands of tiles, which are numbered one after another
  const pairs = cells.map((cell) => {
    const x = cell % 6000;
    const near = Math.min(5999, x + (cell % 40));
    return [(50 + (cell % 14)) * 6000 + x, (70 + (cell % 13)) * 6000 + near] as const;
  });
  likeAstar(grid, buildQueries(pairs));
});

test('equals A* for large agents, one size or many, seed 20274', () => {
  const random = numbers(20274);
  for (let k = 0; k < 60; k++) {
    const grid = scattered(60, 40, 1 + random() * 12, CORNERS[k % 3], k);
    const queries = randomPairs(grid, 30, k);
    likeAstar(grid, queries, { agentSize: 1 + (k % 4) });
    const agentSize = Array.from({ length: 30 }, () => 1 + Math.floor(random() * 4));
    likeAstar(grid, queries, { agentSize, nearest: k % 2 === 0 });
  }
});

test('gives up after maxSettled nodes', () => {
  const grid = scattered(100, 100, 25, 'never', 3);
  const queries = randomPairs(grid, 50, 4);
  for (const algorithm of JUMPING) {
    const solver = createWasmSolver(grid, { algorithm });
    const full = solver.run(queries);
    const settled = full.settled ?? [];
    for (const maxSettled of [0, 1, 10]) {
      const part = solver.run(queries, { maxSettled });
      for (let i = 0; i < queries.count; i++) {
        const spent = full.status[i] === FOUND && settled[i] > maxSettled;
        assert.is(part.status[i], spent ? BUDGET_SPENT : full.status[i], `query ${i}`);
        assert.ok((part.settled ?? [])[i] <= maxSettled);
      }
    }
  }
});

test('gives the same bits again and again, and after another agent size', () => {
  const grid = scattered(80, 80, 15, 'never', 12);
  const queries = randomPairs(grid, 60, 13);
  for (const algorithm of JUMPING) {
    const solver = createWasmSolver(grid, { algorithm });
    const first = solver.run(queries);
    for (let k = 0; k < 3; k++) {
      solver.run(queries, { agentSize: 2 });
      const again = solver.run(queries);
      sameArray(again.cost, first.cost, 'cost');
      sameArray(again.node, first.node, 'node');
      sameArray(again.settled ?? [], first.settled ?? [], 'settled');
    }
  }
});

test('forgets old searches when its count of them starts again', () => {
  const grid = scattered(40, 30, 20, 'never', 51);
  const queries = randomPairs(grid, 40, 52);
  const expected = createWasmSolver(grid).run(queries);
  const module = compileKernels(KERNELS_BASE64);
  const host = createGridMap(grid, module, false);
  host.prepare([1], 0, { algorithm: 'jps+', heuristic: 'octile', landmarks: 0 });
  const { arena, blocks } = host;
  const kernels = instantiateKernels<Kernels>(module, arena.memory, blocks.reallocate);
  kernels.bucketsBind(blocks.allocate(kernels.bucketsBytes()), blocks.allocate(8192), 1024);
  kernels.jpsBind(blocks.allocate(jumpBufferBytes(40, 30)));
  const { address, points } = (host.layout as GridLayout).layers[0].jumps as JumpLayer;
  const records = blocks.allocate(16 + 16 * points);
  kernels.jpsRecords(address, records);
  const ask = (i: number): void => {
    const [source, target] = [queries.source[i], queries.target[i]];
    const status = kernels.jpsSearch(address, records, source, target, 0xffffffff, i % 2);
    assert.is(status, expected.status[i]);
    kernels.jpsPathLength();
    assert.is(Math.fround(ticksToLength(kernels.jpsPathTicks())), expected.cost[i]);
  };
  const found = Array.from(queries.source.keys()).filter((i) => expected.status[i] === FOUND);
  assert.ok(found.length > 10);
  for (let k = 1; k < found.length; k++) {
    kernels.jpsRecords(address, records);
    ask(found[k - 1]);
    assert.is(arena.words()[records / 4], 1);
    // the count is a number of 20 bits: the next search is number 1 again
    arena.words()[records / 4] = 2 ** 20 - 1;
    ask(found[k]);
    assert.is(arena.words()[records / 4], 1);
  }
});

test('refuses grids and heuristics that it cannot use', () => {
  for (const algorithm of JUMPING) {
    const make = (grid: Grid, heuristic?: 'octile' | 'euclidean' | 'manhattan'): unknown =>
      createWasmSolver(grid, heuristic ? { algorithm, heuristic } : { algorithm });
    const four = draw(['..'], { neighbours: 4 });
    refuses(() => make(four), RangeError, `${algorithm} needs 8 neighbours, the grid has 4`);
    const weighted = buildGrid({ width: 2, height: 1, cost: [1, 2] });
    refuses(() => make(weighted), RangeError, /needs a uniform grid/);
    const text = `${algorithm} always takes 'octile', got 'euclidean'`;
    refuses(() => make(draw(['..']), 'euclidean'), RangeError, text);
    make(draw(['..']), 'octile');
  }
});

test.run();
