import { buildGrid, buildQueries, FOUND, NO_PATH } from '@wayfield/graph';
import { createWasmPool } from '@wayfield/cpu-wasm/pool';
import { refuses, sameArray } from '@wayfield/testing';
import { createArena, createBlocks, createMemory } from '@wayfield/wasm';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWasmSolver } from '../src/index.ts';
import type { GridLayer, GridLayout } from '../src/grid/layout.ts';
import { createJumpMaps } from '../src/jps/map.ts';
import type { Kernels } from '../src/kernels.gen.ts';
import { createWasmPool as createSlicedPool } from '../src/pool/pool.ts';
import { JUMPING, likeAstar, randomCells, scattered } from './jps-maps.ts';
import { CORNERS, numbers, randomPairs } from './random-grids.ts';

const test = suite('jump point search on changing maps');

test('answers as a new solver does after any edits, seed 20281', () => {
  const random = numbers(20281);
  for (let k = 0; k < 120; k++) {
    const [width, height] = [1 + Math.floor(random() * 140), 1 + Math.floor(random() * 70)];
    const grid = scattered(width, height, random() * 40, CORNERS[k % 3], k);
    const solvers = JUMPING.map((algorithm) => createWasmSolver(grid, { algorithm }));
    for (let round = 0; round < 4; round++) {
      const queries = randomPairs(grid, 20, round + k);
      const agentSize = Array.from({ length: 20 }, () => 1 + Math.floor(random() * 3));
      const fresh = buildGrid({ width, height, cost: grid.cost, corners: grid.corners });
      const expected = likeAstar(fresh, queries, { agentSize });
      for (const solver of solvers) {
        const routes = solver.run(queries, { agentSize });
        sameArray(routes.status, expected.status, `${solver.algorithm} status`);
        sameArray(routes.cost, expected.cost, `${solver.algorithm} cost`);
      }
      const changed = randomCells(grid, 1 + Math.floor(random() * 12), round * 1000 + k);
      for (const cell of changed) grid.cost[cell] = random() < 0.5 ? 0 : 1;
      // one solver tells, the other learns it from the map
      solvers[round % 2].update(round === 3 ? undefined : changed);
    }
  }
});

test('searches without tables while a batch finds them outdated', async () => {
  // without shared memory a pool works in slices between which another solver may change the map
  const shared = globalThis.SharedArrayBuffer;
  Reflect.deleteProperty(globalThis, 'SharedArrayBuffer');
  try {
    const grid = scattered(200, 200, 20, 'never', 31);
    const pool = await createSlicedPool(grid, { algorithm: 'jps+' });
    const other = createWasmSolver(grid, { algorithm: 'jps' });
    assert.type(pool.fallback, 'string');
    const queries = randomPairs(grid, 6000, 32);
    const before = other.run(queries);
    let answered = 0;
    const batch = pool.run(queries, { onProgress: (done) => (answered = done) });
    while (answered === 0) await new Promise((resume) => setTimeout(resume, 0));
    const early = answered;
    assert.ok(early < queries.count, 'the batch is under way');
    const changed = randomCells(grid, 3000, 33).filter((cell) => grid.cost[cell] === 0);
    for (const cell of changed) grid.cost[cell] = 1;
    other.update(changed);
    const after = other.run(queries);
    const routes = await batch;
    for (let i = 0; i < queries.count; i++) {
      const costs = [before.cost[i], after.cost[i]];
      assert.ok(costs.includes(routes.cost[i]), `query ${i}: ${routes.cost[i]}, not in ${costs}`);
      if (i < early) assert.is(routes.cost[i], before.cost[i]);
    }
    assert.is(routes.cost[queries.count - 1], after.cost[queries.count - 1]);
    await pool.destroy();
  } finally {
    globalThis.SharedArrayBuffer = shared;
  }
});

test('leaves a grid that is not uniform any more to A*, and takes it back', () => {
  const grid = scattered(40, 40, 20, 'never', 5);
  const queries = randomPairs(grid, 40, 6);
  for (const algorithm of JUMPING) {
    const solver = createWasmSolver(grid, { algorithm });
    const before = solver.run(queries);
    const cell = grid.cost.indexOf(1);
    grid.cost[cell] = 3;
    solver.update([cell]);
    const weighted = solver.run(queries);
    const astar = createWasmSolver(buildGrid({ ...grid, cost: grid.cost })).run(queries);
    sameArray(weighted.cost, astar.cost, 'cost on the weighted grid');
    grid.cost[cell] = 1;
    solver.update([cell]);
    sameArray(solver.run(queries).cost, before.cost, 'cost on the uniform grid');
    solver.destroy();
  }
});

test('does not take more and more memory for edits', () => {
  const grid = scattered(200, 200, 10, 'never', 21);
  const queries = randomPairs(grid, 20, 22);
  const solver = createWasmSolver(grid, { algorithm: 'jps+' });
  const toggle = (seed: number): void => {
    const changed = randomCells(grid, 40, seed);
    for (const cell of changed) grid.cost[cell] = grid.cost[cell] === 0 ? 1 : 0;
    solver.update(changed);
    solver.run(queries);
    for (const cell of changed) grid.cost[cell] = grid.cost[cell] === 0 ? 1 : 0;
    solver.update(changed);
    solver.run(queries);
  };
  for (let k = 0; k < 20; k++) toggle(k);
  const [own, shared] = [solver.memoryBytes, solver.sharedBytes];
  for (let k = 0; k < 20; k++) toggle(k);
  assert.is(solver.memoryBytes, own);
  assert.is(solver.sharedBytes, shared);
});

test('is spread over threads, bit for bit, and follows updates there', async () => {
  const grid = scattered(150, 120, 25, 'one-open', 41);
  const queries = randomPairs(grid, 400, 42);
  for (const algorithm of JUMPING) {
    const pool = await createWasmPool(grid, { algorithm, threads: 3 });
    const solver = createWasmSolver(grid, { algorithm });
    for (let round = 0; round < 3; round++) {
      const agentSize = Array.from({ length: 400 }, (_, i) => 1 + (i % 2));
      const routes = await pool.run(queries, { agentSize });
      const expected = solver.run(queries, { agentSize });
      for (const key of ['status', 'cost', 'firstNode', 'node', 'settled'] as const) {
        sameArray(routes[key] ?? [], expected[key] ?? [], `${algorithm} ${key}`);
      }
      const changed = randomCells(grid, 200, round);
      for (const cell of changed) grid.cost[cell] = grid.cost[cell] === 0 ? 1 : 0;
      await pool.update(changed);
      solver.update(changed);
    }
    await pool.destroy();
    solver.destroy();
  }
});

test('closes a door and opens it again', () => {
  const grid = buildGrid({ width: 65, height: 65 });
  for (let y = 0; y < 65; y++) if (y !== 31) grid.cost[y * 65 + 32] = 0;
  const across = buildQueries([[0, 64]]);
  const door = 31 * 65 + 32;
  for (const algorithm of JUMPING) {
    const solver = createWasmSolver(grid, { algorithm });
    const open = solver.run(across);
    assert.is(open.status[0], FOUND);
    grid.cost[door] = 0;
    solver.update([door]);
    assert.is(solver.run(across).status[0], NO_PATH);
    grid.cost[door] = 1;
    solver.update([door]);
    assert.is(solver.run(across).cost[0], open.cost[0]);
  }
});

test('refuses tables of JPS+ whose lists fit no memory', () => {
  let bytes = 64;
  // a map whose lists take 2 GiB has some 10^8 cells, so the kernels are made up
  const kernels = { jpsPlusNodes: () => bytes | 0, jpsPlusLists() {} } as unknown as Kernels;
  const arena = createArena(createMemory(false));
  const jumps = { address: 0, points: 1, build: 1, tables: 0 };
  const layer = { size: 1, jumps } as unknown as GridLayer;
  const layout = { width: 9, height: 9 } as GridLayout;
  const maps = createJumpMaps(kernels, createBlocks(arena), arena.words, layout);
  maps.prepare(layer, true);
  jumps.build++;
  bytes = 2 ** 32 - 1;
  refuses(() => maps.prepare(layer, true), RangeError, /^out of memory/);
  assert.is(jumps.tables, 1);
});

test.run();
