import { buildCustomizable, createCustomizableSolver } from '@wayfield/cpu-wasm/customizable';
import { buildGraph, type Graph } from '@wayfield/graph';
import { random, randomGraph, roadGraph } from '@wayfield/graph/generators';
import { reason, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createGpuCustomizer } from '../src/hierarchy.ts';
import { device } from './device.ts';
import { bitsOf } from './trees.ts';

const test = suite('createGpuCustomizer');

/** Weights of basic customisation on the CPU. */
function expected(graph: Graph): { up: Float32Array; down: Float32Array } {
  const solver = createCustomizableSolver(graph, buildCustomizable(graph));
  const { up, down } = solver.hierarchy();
  solver.destroy();
  return { up: up.weight, down: down.weight };
}

const graphs = {
  'a road network': roadGraph(14, 13, { seed: 71 }),
  'a dense graph with loops and parallel arcs': randomGraph(60, 400, { seed: 5 }),
  'no arcs': buildGraph({ nodeCount: 3, tail: [], head: [], weight: [] }),
};

for (const [name, graph] of Object.entries(graphs)) {
  test(`gives the weights of the CPU bit for bit, run after run: ${name}`, async () => {
    const customizer = await createGpuCustomizer(device, buildCustomizable(graph));
    const first = await customizer.run(graph.weight);
    const before = expected(graph);
    sameArray(bitsOf(first.up), bitsOf(before.up));
    sameArray(bitsOf(first.down), bitsOf(before.down));
    const next = random(9);
    const changed = { ...graph, weight: graph.weight.map(() => (next() < 0.1 ? 0 : 50 * next())) };
    const second = await customizer.run(changed.weight, { reuse: first });
    const after = expected(changed);
    assert.is(second.up, first.up);
    sameArray(bitsOf(second.up), bitsOf(after.up));
    sameArray(bitsOf(second.down), bitsOf(after.down));
    customizer.destroy();
  });
}

test('takes the weights of the call, whatever the array holds later', async () => {
  const graph = roadGraph(5, 5, { seed: 1 });
  const customizer = await createGpuCustomizer(device, buildCustomizable(graph));
  const weight = graph.weight.slice();
  const good = customizer.run(weight);
  weight[3] = -1;
  const bad = customizer.run(weight);
  const resident = customizer.runResident(weight);
  weight.set(graph.weight);
  sameArray((await good).up, expected(graph).up);
  assert.match(await reason(bad), 'weight[3] is -1, expected finite and >= 0');
  assert.match(await reason(resident), 'weight[3] is -1');
  customizer.destroy();
});

test('refuses weights and hierarchies that are damaged, and goes on', async () => {
  const graph = roadGraph(5, 5, { seed: 1 });
  const built = buildCustomizable(graph);
  const customizer = await createGpuCustomizer(device, built);
  for (const [value, words] of [
    [-1, 'weight[3] is -1, expected finite and >= 0'],
    [NaN, 'weight[3] is NaN'],
    [Infinity, 'weight[3] is Infinity'],
    [1e-40, 'expected 0 or at least 2^-126'],
  ] as const) {
    const weight = graph.weight.slice();
    weight[3] = value;
    assert.match(await reason(customizer.run(weight)), words);
  }
  assert.match(await reason(customizer.run(graph.weight.slice(1))), 'expected');
  sameArray((await customizer.run(graph.weight)).up, expected(graph).up);
  const late = customizer.run(graph.weight);
  customizer.destroy();
  assert.match(await reason(late), 'destroyed');
  const head = built.head.slice();
  head[0] = 0;
  assert.match(await reason(createGpuCustomizer(device, { ...built, head })), 'head[0] is 0');
});

test.run();
