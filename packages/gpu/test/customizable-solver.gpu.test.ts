import { readBuffer } from '@wayfield/gpu-core';
import { buildCustomizable, createCustomizableSolver } from '@wayfield/cpu-wasm/customizable';
import { createHierarchySolver } from '@wayfield/cpu-wasm/hierarchy';
import { buildGraph, buildQueries, type Graph, type Queries } from '@wayfield/graph';
import { random, randomGraph, roadGraph } from '@wayfield/graph/generators';
import { reason, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createGpuCustomizableSolver } from '../src/hierarchy.ts';
import { deviceWith } from './counting-device.ts';
import { device } from './device.ts';
import { bitsOf } from './trees.ts';

const test = suite('createGpuCustomizableSolver');

/** The graph with whole numbers as weights, some of them 0: all sums are exact. */
function whole(graph: Graph, seed: number): Graph {
  const next = random(seed);
  return { ...graph, weight: graph.weight.map(() => (next() < 0.1 ? 0 : 1 + next(1000))) };
}

const road = roadGraph(14, 13, { seed: 71 });
const dense = randomGraph(90, 500, { seed: 5, loops: 0.1, parallel: 0.2 });
const islands = buildGraph({ nodeCount: 5, tail: [0, 1, 3], head: [1, 0, 4], weight: [1, 2, 3] });

function pairs({ nodeCount }: Graph, count: number, seed: number): Queries {
  const next = random(seed);
  const node = (): number => next(nodeCount);
  return buildQueries(Array.from({ length: count }, () => [node(), node()] as const));
}

/** Costs by one thread. */
function costs(graph: Graph, queries: Queries): Float32Array {
  const solver = createCustomizableSolver(graph, buildCustomizable(graph));
  const { cost } = solver.run(queries, { result: 'cost' });
  solver.destroy();
  return cost;
}

/** Distances by sweeps of one thread over the same hierarchy. */
function swept(graph: Graph, sources: readonly number[]): Float32Array[] {
  const solver = createCustomizableSolver(graph, buildCustomizable(graph));
  const sweeps = createHierarchySolver(graph, solver.hierarchy());
  return sources.map((source) => {
    const out = new Float32Array(graph.nodeCount);
    sweeps.trees([source]).distInto(0, out);
    return out;
  });
}

for (const [name, graph] of Object.entries({ road, dense, islands })) {
  test(`answers queries as one thread, for one set of weights after another: ${name}`, async () => {
    const first = whole(graph, 3);
    const solver = await createGpuCustomizableSolver(
      device,
      buildCustomizable(graph),
      first.weight,
      { wave: 60, timing: true },
    );
    const queries = pairs(graph, 150, 4);
    const done: number[] = [];
    let { cost } = await solver.run(queries, { onProgress: (n) => done.push(n) });
    sameArray(bitsOf(cost), bitsOf(costs(first, queries)));
    assert.equal(done, [0, 60, 120, 150]);
    for (const seed of [5, 6]) {
      const next = whole(graph, seed);
      await solver.update(next.weight);
      const found = await solver.run(queries, { reuse: cost });
      assert.is(found.cost, cost);
      assert.is(found.count, 150);
      sameArray(bitsOf(cost), bitsOf(costs(next, queries)));
      cost = found.cost;
    }
    assert.ok(solver.memoryBytes > 0);
    solver.destroy();
  });

  test(`has the sweeps of one thread, bit for bit: ${name}`, async () => {
    const built = buildCustomizable(graph);
    const solver = await createGpuCustomizableSolver(device, built, graph.weight);
    const sources = [0, 4, 1, 0, 3];
    const next = random(8);
    // sums of these are rounded
    const other = { ...graph, weight: graph.weight.map(() => 50 * next()) };
    for (const now of [graph, other, graph]) {
      if (now !== graph) await solver.update(now.weight);
      else await solver.update(graph.weight);
      const expected = swept(now, sources);
      const rows = await solver.distances(sources);
      rows.forEach((row, i) => sameArray(bitsOf(row), bitsOf(expected[i]), `source ${i}`));
      const [one] = await solver.distances([4], { reuse: [rows[3]] });
      assert.is(one, rows[3]);
      sameArray(bitsOf(one), bitsOf(expected[1]));
      const { dist, stride } = await solver.runResident([1]);
      const words = await readBuffer(device, dist, new Uint32Array(stride * graph.nodeCount));
      const bits = bitsOf(expected[2]);
      sameArray(
        built.rank.map((r) => words[stride * r]),
        bits,
      );
    }
    solver.destroy();
  });
}

test('keeps its weights where others are refused', async () => {
  const graph = whole(road, 3);
  const built = buildCustomizable(graph);
  const solver = await createGpuCustomizableSolver(device, built, graph.weight);
  const queries = pairs(graph, 20, 4);
  const expected = costs(graph, queries);
  for (const [value, words] of [
    [-1, 'weight[3] is -1, expected finite and >= 0'],
    [Infinity, 'weight[3] is Infinity'],
    [1e-40, 'expected 0 or at least 2^-126'],
  ] as const) {
    const weight = graph.weight.map((w) => 2 * w);
    weight[3] = value;
    assert.match(await reason(solver.update(weight)), words);
    sameArray((await solver.run(queries)).cost, expected);
    sameArray((await solver.distances([9]))[0], swept(graph, [9])[0]);
  }
  assert.match(await reason(solver.update(graph.weight.slice(1))), 'expected');
  sameArray((await solver.run(queries)).cost, expected);
  const bad = graph.weight.slice();
  bad[0] = NaN;
  const unmade = createGpuCustomizableSolver(device, built, bad);
  assert.match(await reason(unmade), 'weight[0] is NaN');
  solver.destroy();
});

test('takes the weights of the call, whatever the array holds later', async () => {
  const graph = whole(road, 3);
  const queries = pairs(graph, 20, 4);
  const weight = graph.weight.slice();
  const making = createGpuCustomizableSolver(device, buildCustomizable(graph), weight);
  weight.fill(-1);
  const solver = await making;
  sameArray((await solver.run(queries)).cost, costs(graph, queries));
  const next = whole(road, 5);
  weight.set(next.weight);
  const updated = solver.update(weight);
  weight.fill(-1);
  const refused = solver.update(weight);
  weight.set(graph.weight);
  await updated;
  assert.match(await reason(refused), 'weight[0] is -1');
  sameArray((await solver.run(queries)).cost, costs(next, queries));
  solver.destroy();
});

test('keeps its weights where an update fails on the device', async () => {
  const graph = whole(road, 3);
  const queries = pairs(graph, 20, 4);
  let fails = '';
  const failing = deviceWith({
    createCommandEncoder(descriptor: GPUCommandEncoderDescriptor) {
      if (descriptor.label === fails) throw new Error(`no encoder for ${fails}`);
      return device.createCommandEncoder(descriptor);
    },
  });
  const built = buildCustomizable(graph);
  const solver = await createGpuCustomizableSolver(failing, built, graph.weight);
  const next = whole(road, 5);
  for (const what of ['customizable solver', 'customizer']) {
    fails = what;
    assert.match(await reason(solver.update(next.weight)), `no encoder for ${what}`);
    fails = '';
    sameArray((await solver.run(queries)).cost, costs(graph, queries), what);
    assert.match(await reason(solver.update(next.weight.map(() => -1))), 'weight[0] is -1');
    sameArray((await solver.run(queries)).cost, costs(graph, queries), what);
  }
  await solver.update(next.weight);
  sameArray((await solver.run(queries)).cost, costs(next, queries));
  solver.destroy();
});

test('refuses ends and ranks that are none, ends with its signal and when destroyed', async () => {
  const built = buildCustomizable(road);
  const solver = await createGpuCustomizableSolver(device, built, road.weight);
  const queries = buildQueries([[0, road.nodeCount]]);
  assert.match(await reason(solver.run(queries)), `target[0] is ${road.nodeCount}`);
  assert.match(await reason(solver.distances([road.nodeCount])), 'sources[0]');
  const signal = AbortSignal.abort(new Error('enough'));
  assert.match(await reason(solver.run(pairs(road, 3, 1), { signal })), 'enough');
  assert.match(await reason(solver.distances([1], { signal })), 'enough');
  const late = solver.update(road.weight);
  solver.destroy();
  assert.match(await reason(late), 'destroyed');
  assert.match(await reason(solver.run(pairs(road, 3, 1))), 'destroyed');
  const rank = built.rank.slice();
  rank[1] = rank[0];
  const twice = createGpuCustomizableSolver(device, { ...built, rank }, road.weight);
  assert.match(await reason(twice), `rank[1] is ${rank[0]}`);
});

test.run();
