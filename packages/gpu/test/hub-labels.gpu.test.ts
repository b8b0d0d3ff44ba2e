import { buildHierarchy } from '@wayfield/cpu-wasm/hierarchy';
import {
  buildHubLabels,
  createHubLabelSolver,
  type HubLabels,
} from '@wayfield/cpu-wasm/hub-labels';
import { buildGraph, buildQueries, type Graph, type Queries } from '@wayfield/graph';
import { random, randomGraph, roadGraph } from '@wayfield/graph/generators';
import { reason, sameArray } from '@wayfield/testing';
import { sharedDevice } from '@wayfield/testing/gpu';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createGpuHubLabelSolver } from '../src/hub-labels.ts';
import { bitsOf } from './trees.ts';

const device = await sharedDevice();

interface Case {
  readonly graph: Graph;
  readonly labels: HubLabels;
  /** The distances of the CPU. */
  expected(queries: Queries): Float32Array;
}

function made(graph: Graph): Case {
  const hierarchy = buildHierarchy(graph);
  const labels = buildHubLabels(hierarchy);
  const solver = createHubLabelSolver(graph, hierarchy, labels);
  return { graph, labels, expected: (queries) => solver.distances(queries) };
}

const road = made(roadGraph(31, 29, { seed: 5 }));
/** Arcs of weight 0, self-loops, parallel arcs, one-way arcs, nodes that nothing reaches. */
const odd = made(randomGraph(301, 700, { seed: 6, zeros: 0.3, loops: 0.1, parallel: 0.2 }));
/** Without more and less important roads: long labels. */
const dense = made(randomGraph(400, 2400, { seed: 7 }));

function pairs({ graph }: Case, count: number, seed: number): Queries {
  const next = random(seed);
  const node = (): number => next(graph.nodeCount);
  return buildQueries(Array.from({ length: count }, () => [node(), node()] as const));
}

const test = suite('createGpuHubLabelSolver');

test('gives the bits of the CPU, in several waves and in one', async () => {
  assert.is(road.labels.forward, road.labels.backward);
  assert.is.not(odd.labels.forward, odd.labels.backward);
  for (const item of [road, odd, dense]) {
    const asked = pairs(item, 300, 4);
    const expected = item.expected(asked);
    for (const wave of [undefined, 70]) {
      const solver = await createGpuHubLabelSolver(device, item.labels, {
        ...(wave !== undefined && { wave }),
      });
      const done: number[] = [];
      const { count, cost, deviceMs } = await solver.distances(asked, {
        onProgress: (n) => done.push(n),
      });
      assert.is(count, 300);
      assert.ok(Number.isNaN(deviceMs));
      assert.equal(done, wave === undefined ? [0, 300] : [0, 70, 140, 210, 280, 300]);
      sameArray(bitsOf(cost), bitsOf(expected), 'distances');
      // fewer queries next: nothing may be left of the first
      const fewer = pairs(item, 90, 5);
      sameArray(bitsOf((await solver.distances(fewer)).cost), bitsOf(item.expected(fewer)));
      const again = await solver.distances(asked, { reuse: cost });
      assert.is(again.cost, cost);
      assert.ok(solver.memoryBytes > item.labels.byteLength);
      solver.destroy();
    }
  }
});

test('answers one node and no queries', async () => {
  const one = made(buildGraph({ nodeCount: 1, tail: [], head: [], weight: [] }));
  const solver = await createGpuHubLabelSolver(device, one.labels);
  sameArray((await solver.distances(buildQueries([[0, 0]]))).cost, [0]);
  assert.is((await solver.distances(buildQueries([]))).cost.length, 0);
  solver.destroy();
});

test('takes nodes from arrays of other types', async () => {
  const solver = await createGpuHubLabelSolver(device, road.labels);
  const asked = pairs(road, 40, 4);
  const nodes: Uint32Array[] = [asked.source, asked.target];
  const [source, target] = nodes.map((list) => Float64Array.from(list) as unknown as Uint32Array);
  const { cost } = await solver.distances({ count: 40, source, target });
  sameArray(bitsOf(cost), bitsOf(road.expected(asked)), 'distances');
  solver.destroy();
});

test('measures device times', async () => {
  const solver = await createGpuHubLabelSolver(device, dense.labels, { timing: true });
  // milliseconds of work: timestamps count in steps of 0.066 or 0.1 ms
  const { deviceMs } = await solver.distances(pairs(dense, 100_000, 8));
  if (device.features.has('timestamp-query')) assert.ok(deviceMs > 0, `${deviceMs} ms`);
  solver.destroy();
});

test('refuses bad nodes and damaged labels, stops when aborted, and goes on', async () => {
  const { labels } = road;
  const solver = await createGpuHubLabelSolver(device, labels, { wave: 7 });
  assert.match(
    await reason(solver.distances(buildQueries([[0, 899]]))),
    /target\[0\] is 899, the graph has 899 nodes/,
  );
  const asked = pairs(road, 40, 4);
  const signal = AbortSignal.abort(new Error('enough'));
  assert.match(await reason(solver.distances(asked, { signal })), /enough/);
  const onProgress = (done: number): void => {
    if (done >= 7) throw new Error('from the caller');
  };
  assert.match(await reason(solver.distances(asked, { onProgress })), /from the caller/);
  sameArray((await solver.distances(asked)).cost, road.expected(asked));
  solver.destroy();
  assert.match(await reason(solver.distances(asked)), /destroyed/);

  const { forward } = labels;
  const first = forward.first.slice();
  first[3] = first[2];
  const cases: [RegExp, Partial<HubLabels>][] = [
    [/labels.forward.first\[3\] is \d+, expected above/, { forward: { ...forward, first } }],
    [
      /labels.backward.groups.length is/,
      { backward: { ...forward, groups: forward.groups.subarray(8) } },
    ],
    [/labels.hub.length is 898, expected 899/, { hub: labels.hub.subarray(1) }],
    [/labels.hub\[0\] is 899, expected below 899/, { hub: labels.hub.map(() => 899) }],
  ];
  for (const [text, change] of cases) {
    assert.match(await reason(createGpuHubLabelSolver(device, { ...labels, ...change })), text);
  }
});

test.run();
