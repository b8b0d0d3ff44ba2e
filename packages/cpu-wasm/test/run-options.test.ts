import {
  BUDGET_SPENT,
  buildGrid,
  buildQueries,
  FOUND,
  type Grid,
  type Queries,
} from '@wayfield/graph';
import { refuses, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWasmSolver, type SolverOptions } from '../src/index.ts';
import { draw, randomPairs } from './random-grids.ts';

const test = suite('run options');

test('maxSettled gives up a query and says so', () => {
  const grid = buildGrid({ width: 50, height: 50 });
  const queries = buildQueries([
    [0, 2499],
    [0, 1],
  ]);
  for (const algorithm of ['dijkstra', 'bidirectional', 'astar', 'greedy'] as const) {
    const solver = createWasmSolver(grid, { algorithm });
    const { status, settled, cost } = solver.run(queries, { maxSettled: 10 });
    sameArray(status, [BUDGET_SPENT, FOUND], algorithm);
    sameArray(cost, [Infinity, 1], algorithm);
    assert.is(settled?.[0], 10, algorithm);
  }
});

test("result 'cost' leaves the paths out", () => {
  const solver = createWasmSolver(draw(['....']));
  const routes = solver.run(
    buildQueries([
      [0, 3],
      [3, 1],
    ]),
    { result: 'cost' },
  );
  sameArray(routes.cost, [3, 2]);
  sameArray(routes.firstNode, [0, 0, 0]);
  assert.is(routes.node.length, 0);
});

test('reuse writes into the arrays of an earlier result', () => {
  const grid = buildGrid({ width: 30, height: 30 });
  const solver = createWasmSolver(grid);
  const first = solver.run(randomPairs(grid, 100, 1));
  const queries = randomPairs(grid, 80, 2);
  const second = solver.run(queries, { reuse: first });
  for (const key of ['status', 'cost', 'firstNode', 'node', 'settled'] as const) {
    assert.is(second[key]?.buffer, first[key]?.buffer, key);
  }
  const plain = solver.run(queries);
  sameArray(second.node, plain.node);
  sameArray(second.cost, plain.cost);
  // too small: new arrays, same answers
  const more = randomPairs(grid, 500, 3);
  sameArray(solver.run(more, { reuse: second }).node, solver.run(more).node);
});

test('reuse grows into its own buffer, and never beyond views at an offset', () => {
  const grid = buildGrid({ width: 30, height: 30 });
  const solver = createWasmSolver(grid);
  const [near, far] = [buildQueries([[0, 1]]), buildQueries([[0, 29]])];
  const room = new Uint32Array(64).fill(7);
  const first = solver.run(near);
  const own = { ...first, node: room.subarray(0, 2) };
  const grown = solver.run(far, { reuse: own });
  assert.is(grown.node.buffer, room.buffer);
  sameArray(grown.node, solver.run(far).node);
  assert.is(room[30], 7);
  room.fill(7);
  const words = new Uint32Array(8).fill(7);
  const amid = {
    ...first,
    node: room.subarray(8, 10),
    firstNode: words.subarray(2, 4),
    settled: words.subarray(5, 6),
  };
  sameArray(solver.run(near, { reuse: amid }).node, [0, 1]);
  sameArray(room.subarray(0, 11), [7, 7, 7, 7, 7, 7, 7, 7, 0, 1, 7]);
  sameArray(words, [7, 7, 0, 2, 7, 2, 7, 7]);
  const longer = solver.run(far, { reuse: amid });
  sameArray(longer.node, solver.run(far).node);
  const two = buildQueries([
    [0, 1],
    [1, 2],
  ]);
  solver.run(two, { reuse: amid });
  sameArray(room.subarray(10), new Uint32Array(54).fill(7));
  sameArray(words.subarray(6), [7, 7]);
});

test('onProgress is called once at the end, however long the last query takes', () => {
  const solver = createWasmSolver(buildGrid({ width: 4, height: 1 }), { algorithm: 'dijkstra' });
  const queries = buildQueries([
    [0, 1],
    [1, 3],
  ]);
  const calls: number[] = [];
  const { now } = performance;
  let time = 0;
  performance.now = () => (time += 1000);
  try {
    solver.run(queries, { onProgress: (done) => calls.push(done) });
  } finally {
    performance.now = now;
  }
  sameArray(calls, [1, 2]);
});

test('onProgress is called at the end, and can abort', () => {
  const grid = buildGrid({ width: 400, height: 400 });
  const solver = createWasmSolver(grid, { algorithm: 'dijkstra' });
  const queries = buildQueries(Array.from({ length: 200 }, () => [0, 159_999] as const));
  const calls: number[] = [];
  solver.run(buildQueries([[0, 1]]), { onProgress: (done) => calls.push(done) });
  sameArray(calls, [1]);
  const controller = new AbortController();
  const reason = new Error('enough');
  refuses(
    () =>
      solver.run(queries, {
        signal: controller.signal,
        onProgress: (done) => {
          assert.ok(done < 200);
          controller.abort(reason);
        },
      }),
    Error,
    'enough',
  );
  assert.is(solver.run(buildQueries([[0, 1]])).status[0], FOUND);
});

test('an aborted signal stops a run before it starts', () => {
  const solver = createWasmSolver(draw(['..']));
  const signal = AbortSignal.abort(new Error('never mind'));
  refuses(() => solver.run(buildQueries([[0, 1]]), { signal }), Error, 'never mind');
});

test('bad queries are refused with the numbers, and the solver still works', () => {
  const solver = createWasmSolver(draw(['...']));
  const good = buildQueries([[0, 2]]);
  const bad = (queries: Partial<Queries>, text: string | RegExp): void => {
    refuses(() => solver.run({ ...good, ...queries }), RangeError, text);
    assert.is(solver.run(good).status[0], FOUND);
  };
  bad({ source: Uint32Array.of(3) }, 'source[0] is 3, the graph has 3 nodes');
  bad({ target: Uint32Array.of(4294967295) }, 'target[0] is 4294967295, the graph has 3 nodes');
  bad({ count: 2 }, /source has 1 entries, expected 2/);
  refuses(() => solver.run(good, { maxSettled: -1 }), RangeError, /maxSettled is -1/);
});

test('an empty batch gives an empty result', () => {
  const routes = createWasmSolver(draw(['..'])).run(buildQueries([]));
  assert.is(routes.count, 0);
  sameArray(routes.firstNode, [0]);
});

test.run();

const create = suite('createWasmSolver');

create('chooses the best admissible heuristic', () => {
  const pick = (grid: Partial<Grid>, options: SolverOptions): string =>
    createWasmSolver(draw(['..'], grid), options).heuristic;
  assert.is(pick({}, {}), 'octile');
  assert.is(pick({ neighbours: 4 }, {}), 'manhattan');
  assert.is(pick({}, { algorithm: 'dijkstra' }), 'zero');
  assert.is(pick({}, { algorithm: 'bidirectional' }), 'zero');
});

create('refuses what does not fit', () => {
  const grid = draw(['..']);
  const refused = (options: object, text: RegExp, on: Grid = grid): void =>
    refuses(() => createWasmSolver(on, options as SolverOptions), RangeError, text);
  refused({ heuristic: 'manhattan' }, /overestimates on 8 neighbours/);
  refused({ heuristic: 'chebyshev' }, /heuristic is 'chebyshev', expected/);
  refused({ algorithm: 'dijkstra', heuristic: 'octile' }, /dijkstra takes no heuristic/);
  refused({ algorithm: 'bfs' }, /algorithm is 'bfs', expected/);
  refused(
    { algorithm: 'jps' },
    /needs 8 neighbours, the grid has 4/,
    draw(['..'], { neighbours: 4 }),
  );
  refuses(() => createWasmSolver({ ...grid, width: 0 }), RangeError, /width is 0/);
  refuses(
    () => createWasmSolver({ ...grid, cost: Float32Array.of(1, NaN) }),
    RangeError,
    /^cost\[1\] is NaN, expected 0, or 2\^-126/,
  );
});

create('takes an inadmissible heuristic when told to', () => {
  const solver = createWasmSolver(buildGrid({ width: 20, height: 20 }), {
    heuristic: 'manhattan',
    allowInadmissible: true,
  });
  assert.is(solver.run(buildQueries([[0, 399]])).status[0], FOUND);
});

create('refuses trees from algorithms that have none', () => {
  const solver = createWasmSolver(draw(['..']));
  refuses(
    () => solver.tree(0),
    TypeError,
    "tree needs algorithm 'dijkstra', this solver is 'astar'",
  );
  refuses(() => solver.runOneToMany(0, [1]), TypeError, /runOneToMany needs algorithm 'dijkstra'/);
  const dijkstra = createWasmSolver(draw(['..']), { algorithm: 'dijkstra' });
  refuses(() => dijkstra.tree(2), RangeError, /is 2, the graph has 2 nodes/);
  refuses(
    () => dijkstra.runOneToMany(0, [0, 7]),
    RangeError,
    'targets[1] is 7, the graph has 2 nodes',
  );
});

create('shares the memory of a grid between its solvers and frees it with the last', () => {
  const grid = buildGrid({ width: 100, height: 100 });
  const first = createWasmSolver(grid);
  const alone = first.sharedBytes;
  const others = Array.from({ length: 10 }, () => createWasmSolver(grid));
  for (const other of others) other.run(buildQueries([[0, 9999]]));
  assert.is(first.sharedBytes, others[0].sharedBytes);
  assert.ok(first.sharedBytes <= alone + 10_000 * 5, `${first.sharedBytes} bytes, ${alone} alone`);
  for (const other of others) other.destroy();
  assert.is(first.run(buildQueries([[0, 99]])).cost[0], 99);
  refuses(() => others[0].run(buildQueries([[0, 1]])), Error, 'the solver was destroyed');
});

create('tells the truth about its memory', () => {
  const grid = buildGrid({ width: 200, height: 100 });
  const solver = createWasmSolver(grid);
  solver.run(randomPairs(grid, 20, 5));
  // 8 bytes of records a cell, the bucket ring and the queues
  assert.ok(solver.memoryBytes >= 20_000 * 8);
  assert.ok(solver.memoryBytes < 20_000 * 8 + 120_000, `${solver.memoryBytes} bytes`);
});

create.run();
