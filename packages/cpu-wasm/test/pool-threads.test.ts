// What becomes of a pool whose threads cannot start, end while they work, or whose caller's
// callback throws.
import { Worker } from 'node:worker_threads';
import { buildGraph, buildGrid, buildQueries, type Routes } from '@wayfield/graph';
import { sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { buildHierarchy, createHierarchySolver } from '@wayfield/cpu-wasm/hierarchy';
import { createHierarchyPool, type HierarchyPool } from '@wayfield/cpu-wasm/hierarchy-pool';
import { createWasmSolver } from '@wayfield/cpu-wasm';
import { createWasmPool, type WasmPool } from '@wayfield/cpu-wasm/pool';
import { numbers } from './random-grids.ts';

interface Case {
  readonly name: string;
  readonly script: string;
  readonly queries: ReturnType<typeof buildQueries>;
  open(options: { threads: number; worker?: () => Worker }): Promise<WasmPool | HierarchyPool>;
  expected(): Routes;
}

const random = numbers(71);
const node = (side: number): number => Math.floor(random() * side * side);

function gridCase(): Case {
  const grid = buildGrid({ width: 150, height: 150 });
  // long enough that a thread ends in the middle
  const queries = buildQueries(Array.from({ length: 600 }, () => [node(150), node(150)]));
  return {
    name: 'createWasmPool',
    script: 'pool-worker',
    queries,
    open: (options) => createWasmPool(grid, { algorithm: 'dijkstra', ...options }),
    expected: () => createWasmSolver(grid, { algorithm: 'dijkstra' }).run(queries),
  };
}

function hierarchyCase(): Case {
  const side = 80;
  const pairs = Array.from({ length: side * side }, (_, u) => [
    ...((u + 1) % side === 0 ? [] : [[u, u + 1]]),
    ...(u + side < side * side ? [[u, u + side]] : []),
  ]).flat();
  const graph = buildGraph(
    {
      nodeCount: side * side,
      tail: pairs.map(([tail]) => tail),
      head: pairs.map(([, head]) => head),
      weight: pairs.map(() => 1 + random()),
    },
    { undirected: true },
  );
  const hierarchy = buildHierarchy(graph);
  const queries = buildQueries(Array.from({ length: 30_000 }, () => [node(side), node(side)]));
  return {
    name: 'createHierarchyPool',
    script: 'hierarchy-pool-worker',
    queries,
    open: (options) => createHierarchyPool(graph, hierarchy, options),
    expected: () => createHierarchySolver(graph, hierarchy).run(queries),
  };
}

const messageOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no error',
    (error: Error) => error.message,
  );

function same(routes: Routes, expected: Routes): void {
  for (const key of ['status', 'cost', 'firstNode', 'node'] as const) {
    sameArray(routes[key], expected[key], key);
  }
}

for (const make of [gridCase, hierarchyCase]) {
  const { name, script, queries, open, expected } = make();
  const test = suite(`threads of ${name}`);
  const answers = expected();
  // ten times the queries: on a busy machine too a thread ends before they are answered
  const many = Array.from({ length: 10 * queries.count }, (_, i) => i % queries.count);
  const long = buildQueries(many.map((i) => [queries.source[i], queries.target[i]] as const));

  test('that end during run reject it in words, and the next run has others', async () => {
    const made: Worker[] = [];
    const file = new URL(import.meta.resolve(`@wayfield/cpu-wasm/${script}`));
    const worker = (): Worker => {
      made.push(new Worker(file));
      return made.at(-1)!;
    };
    const pool = await open({ threads: 2, worker });
    assert.is(pool.fallback, undefined);
    same(await pool.run(queries), answers);
    for (const end of [0, 2]) {
      const run = messageOf(pool.run(long));
      setTimeout(() => void made[end].terminate(), 5);
      assert.match(await run, /^worker [12] of 2 ended with exit code 1 during run$/);
      same(await pool.run(queries), answers);
    }
    assert.is(made.length, 4);
    // between two runs
    await Promise.all(made.map((thread) => thread.terminate()));
    same(await pool.run(queries), answers);
    assert.is(made.length, 6);
    await pool.destroy();
  });

  test('that cannot start leave the calling thread, and the pool says why', async () => {
    const pool = await open({
      threads: 2,
      worker() {
        throw new Error('workers are forbidden');
      },
    });
    assert.is(pool.threads, 1);
    assert.is(pool.fallback, 'no worker can be started: workers are forbidden');
    same(await pool.run(queries), answers);
    await pool.destroy();
  });

  test('go on after an onProgress that throws: run rejects with its error', async () => {
    const pool = await open({ threads: 2 });
    let calls = 0;
    const onProgress = (): void => {
      calls++;
      throw new Error('from onProgress');
    };
    assert.is(await messageOf(pool.run(queries, { onProgress })), 'from onProgress');
    assert.is(calls, 1);
    same(await pool.run(queries), answers);
    await pool.destroy();
  });

  test.run();
}
