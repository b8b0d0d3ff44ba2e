import { readBuffer } from '@wayfield/gpu-core';
import { createTimer } from '@wayfield/gpu-core/internal';
import { buildHierarchy, createHierarchySolver } from '@wayfield/cpu-wasm/hierarchy';
import { buildGraph, buildQueries, type Graph, NONE, type Queries } from '@wayfield/graph';
import { random, randomGraph, roadGraph } from '@wayfield/graph/generators';
import type { Hierarchy } from '@wayfield/graph/hierarchy';
import { reason, refuses, sameArray } from '@wayfield/testing';
import { sharedDevice } from '@wayfield/testing/gpu';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createLoneSweep } from '../src/hierarchy/lone-sweep.ts';
import { createGpuSweeps } from '../src/hierarchy/sweeps.ts';
import { createGpuHierarchySolver } from '../src/hierarchy.ts';
import { bitsOf } from './trees.ts';

const device = await sharedDevice();

interface Case {
  readonly graph: Graph;
  readonly hierarchy: Hierarchy;
}
const made = (graph: Graph): Case => ({ graph, hierarchy: buildHierarchy(graph) });
const road = made(roadGraph(21, 19, { seed: 5 }));
/**
 * Weights of 0, self-loops, parallel arcs, nodes that nothing reaches; sums are not whole numbers.
 */
const odd = made(randomGraph(301, 700, { seed: 6, zeros: 0.3, loops: 0.1, parallel: 0.2 }));

/** Without more and less important ways: searches reach many ranks. */
const dense = made(randomGraph(400, 2400, { seed: 7 }));

function pairs({ graph }: Case, count: number, seed: number): Queries {
  const next = random(seed);
  const node = (): number => next(graph.nodeCount);
  return buildQueries(Array.from({ length: count }, () => [node(), node()] as const));
}

/** Distances by the CPU's sweeps. */
function sweptBy({ graph, hierarchy }: Case, sources: readonly number[]): Float32Array[] {
  const solver = createHierarchySolver(graph, hierarchy);
  return sources.map((source) => {
    const out = new Float32Array(graph.nodeCount);
    solver.trees([source]).distInto(0, out);
    return out;
  });
}

const sweeps = suite('GPU hierarchy sweeps');

sweeps('have the bits of the CPU’s sweeps, in several waves and in one', async () => {
  for (const item of [road, odd]) {
    const { nodeCount } = item.graph;
    const sources = [0, 7, nodeCount - 1, 7, 100, 3, 200];
    const expected = sweptBy(item, sources);
    for (const memoryBudget of [undefined, 3 * 16 * (nodeCount + 1)]) {
      const solver = await createGpuHierarchySolver(device, item.hierarchy, {
        ...(memoryBudget !== undefined && { memoryBudget }),
      });
      assert.is(solver.plan(7).waves, memoryBudget === undefined ? 1 : 2);
      const done: number[] = [];
      const rows = await solver.distances(sources, { onProgress: (n) => done.push(n) });
      assert.equal(done, memoryBudget === undefined ? [7] : [4, 7]);
      rows.forEach((row, i) => sameArray(bitsOf(row), bitsOf(expected[i]), `source ${sources[i]}`));
      // other sources next: nothing may be left of the first
      const again = await solver.distances([5, 6], { reuse: rows });
      assert.is(again[0], rows[0]);
      sameArray(again[1], sweptBy(item, [6])[0]);
      solver.destroy();
    }
  }
});

/** Node 0, then `width` nodes, then three; arcs lead from each of these to all of the next. */
function fan(width: number): Graph {
  const next = random(8);
  const middle = Array.from({ length: width }, (_, i) => i + 1);
  const arcs = middle.flatMap((v) => [[0, v], ...[1, 2, 3].map((top) => [v, width + top])]);
  return buildGraph({
    nodeCount: width + 4,
    tail: arcs.map(([tail]) => tail),
    head: arcs.map(([, head]) => head),
    weight: arcs.map(() => 1 + next(1000) / 7),
  });
}

sweeps('are right where upward searches reach many ranks at once', async () => {
  for (const width of [1023, 1024, 1025, 1500]) {
    const graph = fan(width);
    const { firstOut, head, weight, nodeCount } = graph;
    const rank = Uint32Array.from({ length: nodeCount }, (_, v) => v);
    // contracted from node 0 on no shortcut is needed, since no arc leads to a lower node
    const arcs = (firstArc: Uint32Array): Hierarchy['up'] => ({
      firstArc,
      head: head.slice(0, firstArc[nodeCount]),
      weight: weight.slice(0, firstArc[nodeCount]),
      first: Uint32Array.from({ length: firstArc[nodeCount] }, (_, a) => a),
      second: new Uint32Array(firstArc[nodeCount]).fill(NONE),
    });
    const hierarchy: Hierarchy = {
      nodeCount,
      rank,
      node: rank,
      levelStart: Uint32Array.of(0, 1, width + 1, nodeCount),
      up: arcs(firstOut),
      down: arcs(new Uint32Array(nodeCount + 1)),
    };
    const solver = await createGpuHierarchySolver(device, hierarchy);
    const sources = [3, 0, nodeCount - 1, 0, 2, 0];
    for (const again of [0, 1]) {
      const rows = await solver.distances(sources);
      sweptBy({ graph, hierarchy }, sources).forEach((row, i) =>
        sameArray(bitsOf(rows[i]), bitsOf(row), `source ${sources[i]} of ${width}, run ${again}`),
      );
    }
    solver.destroy();
  }
});

sweeps('from one source have the bits of the CPU’s, whatever one workgroup takes', async () => {
  const out = new Float32Array(1 + dense.graph.nodeCount);
  for (const item of [road, odd, dense]) {
    const { nodeCount, rank } = item.hierarchy;
    const shared = await createGpuSweeps(device, item.hierarchy);
    for (const mergedRanks of [1, 40, 4096]) {
      const tuning = { mergedRanks, workgroupSize: mergedRanks === 40 ? 8 : 64 };
      const lone = createLoneSweep(device, item.hierarchy, shared.fixed, tuning);
      const timer = createTimer(device, false);
      for (const source of [0, 7, nodeCount - 1, 7]) {
        const encoder = device.createCommandEncoder();
        lone.encode(encoder, rank[source], timer);
        device.queue.submit([encoder.finish()]);
        const row = out.subarray(0, nodeCount);
        await readBuffer(device, lone.byNode, row);
        sameArray(bitsOf(row), bitsOf(sweptBy(item, [source])[0]), `${source}, ${mergedRanks}`);
      }
      lone.destroy();
    }
    shared.destroy();
    const solver = await createGpuHierarchySolver(device, item.hierarchy);
    const before = await solver.distances([5]);
    const done: number[] = [];
    const onProgress = (n: number): number => done.push(n);
    const [row] = await solver.distances([6], { reuse: before, onProgress });
    assert.is(row, before[0]);
    assert.equal(done, [1]);
    sameArray(bitsOf(row), bitsOf(sweptBy(item, [6])[0]));
    const signal = AbortSignal.abort(new Error('enough'));
    assert.match(await reason(solver.distances([6], { signal })), 'enough');
    solver.destroy();
  }
});

sweeps('stay on the device, by rank', async () => {
  const solver = await createGpuHierarchySolver(device, road.hierarchy, { timing: true });
  const sources = [9, 80, 300, 11, 12];
  const { count, stride, dist, deviceMs } = await solver.runResident(sources);
  assert.equal([count, stride], [5, 8]);
  if (device.features.has('timestamp-query')) assert.ok(deviceMs >= 0, `${deviceMs} ms`);
  const { nodeCount } = road.graph;
  const words = await readBuffer(device, dist, new Float32Array(nodeCount * stride));
  const expected = sweptBy(road, sources);
  for (let i = 0; i < count; i++) {
    const row = Float32Array.from(
      { length: nodeCount },
      (_, v) => words[road.hierarchy.rank[v] * stride + i],
    );
    sameArray(row, expected[i], `source ${sources[i]}`);
  }
  const few = await createGpuHierarchySolver(device, road.hierarchy, { memoryBudget: 16 * 500 });
  const why = await reason(few.runResident(sources));
  assert.match(why, /5 sources with 399 nodes each need 2 waves of 4/);
  assert.match(
    await reason(few.runResident([399])),
    /sources\[0\] is 399, the graph has 399 nodes/,
  );
  solver.destroy();
  assert.match(await reason(solver.runResident([0])), /destroyed/);
  few.destroy();
});

sweeps.run();

const queries = suite('GPU hierarchy queries');

queries('have the distances of the CPU, also where tables are too small', async () => {
  for (const [item, tableSizes] of [
    [road, undefined],
    [odd, undefined],
    [dense, [64]],
    [dense, [64, 512]],
  ] as const) {
    const asked = pairs(item, 40, 4);
    const solver = await createGpuHierarchySolver(device, item.hierarchy, {
      // also in waves
      ...(tableSizes !== undefined && { tableSizes, wave: 7 }),
    });
    const done: number[] = [];
    const { cost, swept, count } = await solver.run(asked, { onProgress: (n) => done.push(n) });
    assert.is(count, 40);
    assert.is(done.at(-1), 40);
    assert.is(done.length > 5, tableSizes !== undefined);
    assert.is(swept > 0, tableSizes?.length === 1, `${swept} swept`);
    const table = createHierarchySolver(item.graph, item.hierarchy);
    for (let i = 0; i < 40; i++) {
      const [expected] = table.table([asked.source[i]], [asked.target[i]]);
      if (
        Math.abs(cost[i] - expected) > 1e-5 * expected ||
        (cost[i] === Infinity) !== (expected === Infinity)
      ) {
        throw new Error(`cost[${i}] is ${cost[i]}, expected ${expected}`);
      }
    }
    const again = await solver.run(asked, { reuse: cost });
    assert.is(again.cost, cost);
    solver.destroy();
  }
});

queries(
  'are exact on whole numbers, from a node to itself and where there is no path',
  async () => {
    const graph = buildGraph({
      nodeCount: 6,
      tail: [0, 1, 2, 3, 1],
      head: [1, 2, 3, 4, 4],
      weight: [3, 0, 5, 2, 9],
    });
    const solver = await createGpuHierarchySolver(device, buildHierarchy(graph));
    const { cost } = await solver.run(
      buildQueries([
        [0, 4],
        [4, 0],
        [5, 5],
        [0, 5],
        [1, 2],
        [0, 3],
      ]),
    );
    sameArray(cost, [10, Infinity, 0, Infinity, 0, 8]);
    const none = await solver.run(buildQueries([]));
    assert.is(none.cost.length, 0);
    solver.destroy();
  },
);

queries('go on after an onProgress that throws', async () => {
  const solver = await createGpuHierarchySolver(device, road.hierarchy, { wave: 7 });
  const asked = pairs(road, 40, 4);
  const expected = (await solver.run(asked)).cost;
  for (const last of [0, 7, 40]) {
    const onProgress = (done: number): void => {
      if (done >= last) throw new Error('from the caller');
    };
    assert.is(await reason(solver.run(asked, { onProgress })), 'Error: from the caller');
    if (last === 0) {
      const distances = solver.distances([3, 4], { onProgress });
      assert.is(await reason(distances), 'Error: from the caller');
    }
    sameArray((await solver.run(asked)).cost, expected);
  }
  solver.destroy();
});

queries('are refused with the numbers, and stop when aborted', async () => {
  const solver = await createGpuHierarchySolver(device, road.hierarchy);
  assert.match(await reason(solver.run(buildQueries([[0, 399]]))), /target\[0\] is 399/);
  const signal = AbortSignal.abort(new Error('enough'));
  assert.match(await reason(solver.run(buildQueries([[0, 1]]), { signal })), /enough/);
  assert.match(await reason(solver.distances([0], { signal })), /enough/);
  solver.destroy();
  for (const tableSizes of [[32], [100], [2 ** 20], []]) {
    const options = { tableSizes };
    const why = await reason(createGpuHierarchySolver(device, road.hierarchy, options));
    assert.match(why, /^RangeError: tableSizes has/);
  }
  refuses(() => buildQueries([[-1, 0]]), RangeError, /source\[0\]/);
});

queries.run();
