import { buildHierarchy, createHierarchySolver } from '@wayfield/cpu-wasm/hierarchy';
import { buildQueries, type Graph } from '@wayfield/graph';
import { random, randomGraph, roadGraph } from '@wayfield/graph/generators';
import type { Hierarchy } from '@wayfield/graph/hierarchy';
import { reason, refuses } from '@wayfield/testing';
import { sharedDevice } from '@wayfield/testing/gpu';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createGpuHierarchySolver, type GpuTableEnds } from '../src/hierarchy.ts';
import { countingDevice } from './counting-device.ts';

const device = await sharedDevice();
const SEED = 11;

interface Case {
  readonly graph: Graph;
  readonly hierarchy: Hierarchy;
}
const made = (graph: Graph): Case => ({ graph, hierarchy: buildHierarchy(graph) });
const road = made(roadGraph(17, 15, { seed: 5 }));
/** Weights of 0, self-loops, parallel arcs, nodes that nothing reaches. */
const odd = made(randomGraph(301, 700, { seed: 6, zeros: 0.3, loops: 0.1, parallel: 0.2 }));

/** Ends of none, one or a few nodes each, some at no cost. */
function randomEnds(nodeCount: number, count: number, seed: number): GpuTableEnds {
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

/** The table by the CPU's sweeps, 16 sources at a time. */
function expected({ graph, hierarchy }: Case, from: GpuTableEnds, to: GpuTableEnds): Float32Array {
  const solver = createHierarchySolver(graph, hierarchy);
  const sweeps = solver.sweepsTo(Array.from(to.node));
  const height = from.first.length - 1;
  const width = to.first.length - 1;
  const table = new Float32Array(height * width).fill(Infinity);
  for (let i = 0; i < height; i++) {
    const [begin, end] = [from.first[i], from.first[i + 1]];
    const { lanes, dist } = sweeps.run({
      node: Array.from(from.node).slice(begin, end),
      cost: Array.from(from.cost).slice(begin, end),
      first: [0, end - begin],
    });
    for (let j = 0; j < width; j++) {
      for (let e = to.first[j]; e < to.first[j + 1]; e++) {
        const sum = Math.fround(dist[sweeps.place[e] * lanes] + Math.fround(to.cost[e]));
        table[i * width + j] = Math.min(table[i * width + j], sum);
      }
    }
  }
  solver.destroy();
  return table;
}

const test = suite(`GPU hierarchy tables, seed ${SEED}`);

test('have the bits of the CPU’s sweeps, in one wave and in several', async () => {
  for (const item of [road, odd]) {
    const { nodeCount } = item.graph;
    const sources = randomEnds(nodeCount, 23, SEED);
    const targets = randomEnds(nodeCount, 19, SEED + 1);
    const right = expected(item, sources, targets);
    assert.ok(right.filter((cost) => cost < Infinity).length > 100);
    // three groups of four sources beside rows of 19 targets
    for (const memoryBudget of [undefined, 3 * 16 * (nodeCount + 1 + 3 * 19)]) {
      const solver = await createGpuHierarchySolver(device, item.hierarchy, {
        timing: memoryBudget === undefined,
        ...(memoryBudget !== undefined && { memoryBudget }),
      });
      // rows of another number of sources before
      await solver.distances([1, 2, 3, 4, 5]);
      const done: number[] = [];
      let rows = 0;
      const table = solver.tableRows(sources, targets, { onProgress: (n) => done.push(n) });
      for await (const { first, count, cost, deviceMs } of table) {
        assert.is(first, rows);
        rows += count;
        assert.is(cost.length, count * 19);
        const wrong = cost.findIndex((value, k) => value !== right[first * 19 + k]);
        assert.is(wrong, -1, `${cost[wrong]} and ${right[first * 19 + wrong]}`);
        if (memoryBudget !== undefined) assert.ok(Number.isNaN(deviceMs));
      }
      assert.is(rows, 23);
      assert.equal(done, memoryBudget === undefined ? [23] : [12, 23]);
      solver.destroy();
    }
  }
});

test('have the ends of the call, whatever the arrays hold later', async () => {
  const { nodeCount } = road.graph;
  const [sources, targets] = [1, 2].map((k) => {
    const { node, cost, first } = randomEnds(nodeCount, 23, SEED + k);
    return { node: Array.from(node), cost: Array.from(cost), first: Array.from(first) };
  });
  const right = expected(road, sources, targets);
  // waves of four sources
  const memoryBudget = 16 * (nodeCount + 1 + 3 * 23);
  const solver = await createGpuHierarchySolver(device, road.hierarchy, { memoryBudget });
  const table = solver.tableRows(sources, targets);
  for (const { node, cost, first } of [sources, targets]) {
    node.fill(nodeCount);
    cost.fill(-1);
    first.fill(0);
  }
  let rows = 0;
  for await (const { first, count, cost } of table) {
    rows += count;
    const wrong = cost.findIndex((value, k) => value !== right[first * 23 + k]);
    assert.is(wrong, -1, `row ${first}: ${cost[wrong]}`);
  }
  assert.is(rows, 23);
  solver.destroy();
});

test('of 2,500 rows take three waves, and memory that earlier tables left', async () => {
  const { nodeCount } = road.graph;
  const solver = await createGpuHierarchySolver(device, road.hierarchy);
  let held = 0;
  // a larger table, smaller ones with other targets, and the larger one again
  for (const [height, width] of [
    [2500, 30],
    [70, 11],
    [1025, 1],
    [2500, 30],
  ]) {
    const sources = randomEnds(nodeCount, height, SEED + height);
    const targets = randomEnds(nodeCount, width, SEED + width);
    const right = expected(road, sources, targets);
    const rows: number[] = [];
    for await (const { first, count, cost } of solver.tableRows(sources, targets)) {
      rows.push(count);
      const wrong = cost.findIndex((value, k) => value !== right[first * width + k]);
      assert.is(wrong, -1, `${height} x ${width}, ${first}: ${cost[wrong]}`);
    }
    const waves = Math.ceil(height / 1024);
    const size = 4 * Math.ceil(Math.ceil(height / 4) / waves);
    const last = height - (waves - 1) * size;
    assert.equal(rows, [...Array.from({ length: waves - 1 }, () => size), last]);
    held ||= solver.memoryBytes;
    assert.is(solver.memoryBytes, held);
  }
  solver.destroy();
});

test('of two callers may be made in turns, and may be left early', async () => {
  const { nodeCount } = road.graph;
  const sources = randomEnds(nodeCount, 30, SEED);
  const [a, b] = [randomEnds(nodeCount, 9, SEED + 2), randomEnds(nodeCount, 14, SEED + 3)];
  const solver = await createGpuHierarchySolver(device, road.hierarchy, {
    memoryBudget: 3 * 16 * (nodeCount + 1),
  });
  const right = [expected(road, sources, a), expected(road, sources, b)];
  const tables = [solver.tableRows(sources, a), solver.tableRows(sources, b)];
  let blocks = 0;
  for (let over = 0; over < 2;) {
    over = 0;
    for (const [k, table] of tables.entries()) {
      const { value, done } = await table.next();
      if (done) {
        over++;
        continue;
      }
      blocks++;
      const width = [9, 14][k];
      const wrong = value.cost.findIndex((cost, i) => cost !== right[k][value.first * width + i]);
      assert.is(wrong, -1, `table ${k}`);
    }
  }
  assert.ok(blocks > 6, `${blocks} blocks`);
  const held = solver.memoryBytes;
  for await (const { first } of solver.tableRows(sources, b)) {
    assert.is(first, 0);
    break;
  }
  assert.is(solver.memoryBytes, held);
  const [row] = await solver.distances([3]);
  assert.is(row[3], 0);
  solver.destroy();
});

test('under way count in memoryBytes, and are freed by destroy', async () => {
  const { nodeCount } = road.graph;
  const { counting, bytes } = countingDevice();
  const solver = await createGpuHierarchySolver(counting, road.hierarchy, {
    memoryBudget: 3 * 16 * (nodeCount + 1),
  });
  const sources = randomEnds(nodeCount, 30, SEED);
  const targets = [9, 14].map((width) => randomEnds(nodeCount, width, SEED + width));
  const tables = targets.map((to) => solver.tableRows(sources, to));
  let held = 0;
  for (const table of tables) {
    const { value, done } = await table.next();
    assert.is(done, false);
    assert.ok(value!.count < 30, 'a wave of several');
    // the next wave has its turn before another call of the solver
    await solver.run(buildQueries([[0, 1]]));
    assert.is(solver.memoryBytes, bytes());
    assert.ok(bytes() > held, `${bytes()} after ${held}`);
    held = bytes();
  }
  await tables[0].return();
  assert.is(solver.memoryBytes, bytes(), 'one table is over');
  solver.destroy();
  assert.is(bytes(), 0);
  assert.match(await reason(tables[1].next()), /destroyed/);
  assert.is(bytes(), 0);
});

test('without sources or targets have no rows; ends without nodes are not reached', async () => {
  const solver = await createGpuHierarchySolver(device, road.hierarchy);
  const none: GpuTableEnds = { node: [], cost: [], first: [0] };
  const bare: GpuTableEnds = { node: [], cost: [], first: [0, 0, 0] };
  for await (const _ of solver.tableRows(none, bare)) assert.unreachable();
  for await (const _ of solver.tableRows(bare, none)) assert.unreachable();
  const blocks: number[][] = [];
  for await (const { cost } of solver.tableRows(bare, bare)) blocks.push([...cost]);
  assert.equal(blocks, [[Infinity, Infinity, Infinity, Infinity]]);
  solver.destroy();
});

test('are refused with the numbers, and stop when aborted', async () => {
  const solver = await createGpuHierarchySolver(device, road.hierarchy);
  const { nodeCount } = road.graph;
  const one: GpuTableEnds = { node: [0], cost: [1], first: [0, 1] };
  const bad = (ends: GpuTableEnds, why: RegExp): void => {
    refuses(() => solver.tableRows(ends, one), RangeError, new RegExp(`sources.${why.source}`));
    refuses(() => solver.tableRows(one, ends), RangeError, new RegExp(`targets.${why.source}`));
  };
  bad({ ...one, node: [nodeCount] }, /node\[0\] is \d+, the graph has/);
  bad({ ...one, cost: [-1] }, /cost\[0\] is -1/);
  bad({ ...one, cost: [] }, /cost has 0 entries, expected 1/);
  bad({ ...one, first: [0, 2] }, /first\[1\] is 2/);
  bad({ ...one, first: [] }, /first is/);
  bad({ ...one, first: [1, 0] }, /first\[0\] is 1/);
  const signal = AbortSignal.abort(new Error('enough'));
  assert.match(await reason(solver.tableRows(one, one, { signal }).next()), /enough/);
  const open = solver.tableRows(one, one);
  solver.destroy();
  assert.match(await reason(open.next()), /destroyed/);
  refuses(() => solver.tableRows(one, one), Error, /destroyed/);
});

test.run();
