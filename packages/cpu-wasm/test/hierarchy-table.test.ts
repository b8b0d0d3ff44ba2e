import { random, randomGraph } from '@wayfield/graph/generators';
import type { Graph } from '@wayfield/graph';
import type { Hierarchy } from '@wayfield/graph/hierarchy';
import { reason, refuses } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
// the built package: threads run its script
import { createHierarchyPool, type TableEnds } from '@wayfield/cpu-wasm/hierarchy-pool';
import { buildHierarchy, createHierarchySolver } from '../src/hierarchy.ts';
import { createHierarchyPool as createSlicedPool } from '../src/pool/hierarchy-pool.ts';
import { streets } from './random-graphs.ts';

const SEED = 21;
const made = (graph: Graph) => ({ graph, hierarchy: buildHierarchy(graph) });
const road = made(streets(50, 3));
/** Weights of 0, self-loops, parallel arcs, nodes that nothing reaches. */
const odd = made(randomGraph(301, 700, { seed: 6, zeros: 0.3, loops: 0.1, parallel: 0.2 }));

/** Ends of none, one or a few nodes each, some at no cost. */
function randomEnds(nodeCount: number, count: number, seed: number): TableEnds {
  const next = random(seed);
  const ends = { node: [] as number[], cost: [] as number[], first: [0] };
  for (let i = 0; i < count; i++) {
    for (let k = next(4); k > 0; k--) {
      ends.node.push(next(nodeCount));
      ends.cost.push(next(3) === 0 ? 0 : Math.fround(next(1000) / 7));
    }
    ends.first.push(ends.node.length);
  }
  return ends;
}

/** The table by sums of single queries of a sweep, source by source. */
function expected(
  { graph, hierarchy }: { graph: Graph; hierarchy: Hierarchy },
  from: TableEnds,
  to: TableEnds,
): Float32Array {
  const solver = createHierarchySolver(graph, hierarchy);
  const [height, width] = [from.first.length - 1, to.first.length - 1];
  const table = new Float32Array(height * width).fill(Infinity);
  for (let i = 0; i < height; i++) {
    const [begin, end] = [from.first[i], from.first[i + 1]];
    const { place, run } = solver.sweepsTo();
    const node = Array.from(from.node).slice(begin, end);
    const cost = Array.from(from.cost).slice(begin, end);
    const { lanes, dist } = run({ node, cost, first: [0, end - begin] });
    for (let j = 0; j < width; j++) {
      for (let e = to.first[j]; e < to.first[j + 1]; e++) {
        const sum = Math.fround(dist[place[to.node[e]] * lanes] + to.cost[e]);
        table[i * width + j] = Math.min(table[i * width + j], sum);
      }
    }
  }
  solver.destroy();
  return table;
}

const test = suite(`tables of a hierarchy pool, seed ${SEED}`);

test('have the bits of one sweep per source, with any number of threads', async () => {
  for (const item of [road, odd]) {
    const { graph, hierarchy } = item;
    const sources = randomEnds(graph.nodeCount, 75, SEED);
    const targets = randomEnds(graph.nodeCount, 40, SEED + 1);
    const right = expected(item, sources, targets);
    assert.ok(right.filter((cost) => cost < Infinity).length > 1000);
    for (const threads of [1, 3]) {
      const pool = await createHierarchyPool(graph, hierarchy, { threads });
      assert.is(pool.fallback, undefined);
      await pool.run({ count: 1, source: Uint32Array.of(1), target: Uint32Array.of(2) });
      const held = pool.memoryBytes;
      for (let k = 0; k < 2; k++) {
        const done: number[] = [];
        let rows = 0;
        const table = pool.tableRows(sources, targets, { onProgress: (n) => done.push(n) });
        for await (const { first, count, cost } of table) {
          assert.is(first, rows);
          rows += count;
          const wrong = cost.findIndex((value, i) => value !== right[first * 40 + i]);
          assert.is(wrong, -1, `${cost[wrong]} and ${right[first * 40 + wrong]}`);
        }
        assert.is(rows, 75);
        assert.equal(done, [75]);
      }
      // the scratch of the sweeps stays with the threads, the table does not
      const scratch = pool.memoryBytes - held;
      assert.ok(scratch > 0 && scratch <= threads * 66 * graph.nodeCount + 4096, `${scratch}`);
      await pool.destroy();
    }
  }
});

test('come in blocks where they are large, beside batches, and may be left early', async () => {
  const { graph, hierarchy } = odd;
  const pool = await createHierarchyPool(graph, hierarchy, { threads: 2 });
  // a block has 16 rows for each thread at least
  const wide = randomEnds(graph.nodeCount, 300_000, SEED);
  const sources = randomEnds(graph.nodeCount, 100, SEED + 2);
  const blocks: number[] = [];
  const queries = { count: 1, source: Uint32Array.of(1), target: Uint32Array.of(1) };
  const right = expected(odd, sources, sources);
  for await (const { first, count, cost } of pool.tableRows(sources, wide)) {
    blocks.push(first);
    assert.is(cost.length, count * 300_000);
    const [answer] = (await pool.run(queries)).cost;
    assert.is(answer, 0);
    if (blocks.length === 2) break;
  }
  assert.equal(blocks, [0, 32]);
  for await (const { cost } of pool.tableRows(sources, sources)) {
    assert.ok(cost.every((value, k) => value === right[k]));
  }
  await pool.destroy();
});

test('are the same in slices where there is no shared memory', async () => {
  const shared = globalThis.SharedArrayBuffer;
  Reflect.deleteProperty(globalThis, 'SharedArrayBuffer');
  try {
    const { graph, hierarchy } = road;
    const pool = await createSlicedPool(graph, hierarchy);
    assert.match(pool.fallback ?? '', /SharedArrayBuffer is missing/);
    const sources = randomEnds(graph.nodeCount, 37, SEED);
    const targets = randomEnds(graph.nodeCount, 20, SEED + 1);
    const right = expected(road, sources, targets);
    const done: number[] = [];
    for await (const { first, cost } of pool.tableRows(sources, targets, {
      onProgress: (n) => done.push(n),
    })) {
      assert.ok(cost.every((value, k) => value === right[first * 20 + k]));
    }
    assert.equal(done, [16, 32, 37]);
    const begun = pool.tableRows(sources, targets);
    assert.is((await begun.next()).value?.count, 16);
    const open = pool.tableRows(sources, targets);
    await pool.destroy();
    for (const table of [begun, open]) {
      assert.match(await reason(table.next()), /the pool was destroyed/);
    }
  } finally {
    globalThis.SharedArrayBuffer = shared;
  }
});

test('have no rows without ends, are refused with the numbers, and stop', async () => {
  const { graph, hierarchy } = road;
  const pool = await createHierarchyPool(graph, hierarchy, { threads: 2 });
  const one: TableEnds = { node: [0], cost: [1], first: [0, 1] };
  const none: TableEnds = { node: [], cost: [], first: [0] };
  for await (const _ of pool.tableRows(none, one)) assert.unreachable();
  for await (const _ of pool.tableRows(one, none)) assert.unreachable();
  for await (const { cost } of pool.tableRows({ ...none, first: [0, 0] }, one)) {
    assert.equal([...cost], [Infinity]);
  }
  const bad = (ends: TableEnds, why: RegExp): void => {
    refuses(() => pool.tableRows(ends, one), RangeError, new RegExp(`sources.${why.source}`));
    refuses(() => pool.tableRows(one, ends), RangeError, new RegExp(`targets.${why.source}`));
  };
  bad({ ...one, node: [graph.nodeCount] }, /node\[0\] is \d+, the graph has/);
  bad({ ...one, cost: [-1] }, /cost\[0\] is -1/);
  bad({ ...one, first: [0, 2] }, /first\[1\] is 2/);
  bad({ ...one, first: [] }, /first is/);
  const signal = AbortSignal.abort(new Error('enough'));
  assert.match(await reason(pool.tableRows(one, one, { signal }).next()), /enough/);
  const controller = new AbortController();
  const onProgress = (): void => controller.abort(new Error('later'));
  const stopped = pool.tableRows(one, one, { signal: controller.signal, onProgress });
  assert.is((await stopped.next()).value?.count, 1);
  assert.match(await reason(stopped.next()), /later/);
  const open = pool.tableRows(one, one);
  await pool.destroy();
  assert.match(await reason(open.next()), /the pool was destroyed/);
});

test('have no -0 where a cost is -0', async () => {
  const { graph, hierarchy } = road;
  const pool = await createHierarchyPool(graph, hierarchy, { threads: 1 });
  const here: TableEnds = { node: [0], cost: [-0], first: [0, 1] };
  const there: TableEnds = { node: [0, 0], cost: [-0, 0], first: [0, 1, 2] };
  for await (const { cost } of pool.tableRows(here, there)) assert.equal([...cost], [0, 0]);
  for await (const { cost } of pool.tableRows(here, there)) assert.ok(Object.is(cost[0], 0));
  await pool.destroy();
});

test.run();
