import {
  buildGraph,
  buildQueries,
  FOUND,
  type Graph,
  largestWeight,
  NO_PATH,
  NONE,
  referenceDijkstra,
  referenceRoutes,
} from '@wayfield/graph';
import { validateRoutes } from '@wayfield/graph/validate';
import { refuses, sameArray } from '@wayfield/testing';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { buildCustomizable, createCustomizableSolver } from '../src/customizable.ts';
import { buildHierarchy, createHierarchySolver } from '../src/hierarchy.ts';
import {
  buildHubLabels,
  checkHubLabels,
  createHubLabelSolver,
  type HubLabels,
  type HubLabelSolver,
  readHubLabels,
  writeHubLabels,
} from '../src/hub-labels.ts';
import { anyGraph, nodePairs, randomGraph, streets } from './random-graphs.ts';

const SEED = 20250118;

function solverOf(graph: Graph): HubLabelSolver {
  const hierarchy = buildHierarchy(graph);
  return createHubLabelSolver(graph, hierarchy, buildHubLabels(hierarchy));
}

/** Relative error of sums in another order; 0 where sums are exact. */
function toleranceOf({ nodeCount, weight }: Graph): number {
  return weight.every((w) => Number.isInteger(w) && w < 1e4) ? 0 : (2 * nodeCount + 2) * 2 ** -23;
}

function near(
  actual: ArrayLike<number>,
  expected: ArrayLike<number>,
  tolerance: number,
  what: string,
): void {
  assert.is(actual.length, expected.length, `length of ${what}`);
  for (let i = 0; i < expected.length; i++) {
    const [a, b] = [actual[i], expected[i]];
    if (a !== b && !(Math.abs(a - b) <= tolerance * b)) {
      throw new Error(`${what}[${i}] is ${a}, expected ${b} within ${tolerance}`);
    }
  }
}

/** The entries of the label of a node, as [hub, distance]. */
function entriesOf(labels: HubLabels, side: 'forward' | 'backward', node: number): number[][] {
  const { first, groups } = labels[side];
  const dists = new Float32Array(groups.buffer, groups.byteOffset, groups.length);
  const entries: number[][] = [];
  for (let g = first[labels.hub[node]]; g < first[labels.hub[node] + 1]; g++) {
    for (let k = 0; k < 4; k++) {
      if (groups[8 * g + k] !== NONE) entries.push([groups[8 * g + k], dists[8 * g + 4 + k]]);
    }
  }
  return entries;
}

//   0 --1-- 1 --1-- 2      4 (alone)
//    \-----5------/ \-> 3 (one-way)
const small = buildGraph({
  nodeCount: 5,
  tail: [0, 1, 1, 2, 0, 2, 2],
  head: [1, 0, 2, 1, 2, 0, 3],
  weight: [1, 1, 1, 1, 5, 5, 0.5],
});

const build = suite('buildHubLabels');

build('labels the nodes of a drawing', () => {
  const hierarchy = buildHierarchy(small);
  const labels = buildHubLabels(hierarchy);
  checkHubLabels(labels, hierarchy);
  // the lone node has itself as its only hub, at distance 0
  assert.equal(entriesOf(labels, 'forward', 4), [[labels.hub[4], 0]]);
  // node 3 can be entered and not left
  assert.equal(entriesOf(labels, 'forward', 3), [[labels.hub[3], 0]]);
  const into = new Map(entriesOf(labels, 'backward', 3) as [number, number][]);
  assert.is(into.get(labels.hub[3]), 0);
  assert.ok(into.size > 1);
});

build(`keeps a hub only where no higher hub is on a shortest path, seed ${SEED}`, () => {
  const whole = anyGraph({ maxNodes: 24 }).map((graph) => {
    // whole numbers, so that sums are exact and ties are ties; zeros among them
    const weight = graph.weight.map((w) => (w === 0 ? 0 : 1 + (Math.floor(w * 7) % 5)));
    return { ...graph, weight, heuristicScale: 0 };
  });
  fc.assert(
    fc.property(whole, (graph) => {
      const labels = buildHubLabels(buildHierarchy(graph));
      const { nodeCount } = graph;
      const dist = Array.from({ length: nodeCount }, (_, v) => referenceDijkstra(graph, v).dist);
      const node = Array.from({ length: nodeCount }, () => 0);
      labels.hub.forEach((h, v) => (node[h] = v));
      for (let v = 0; v < nodeCount; v++) {
        const forward: number[][] = [];
        const backward: number[][] = [];
        for (let h = 0; h <= labels.hub[v]; h++) {
          const [out, back] = [dist[v][node[h]], dist[node[h]][v]];
          // its own hub ends every label, also where a cycle of weight 0 leads over a higher one
          const higher = h === labels.hub[v] ? [] : node.slice(0, h);
          if (out < Infinity && higher.every((u) => dist[v][u] + dist[u][node[h]] > out)) {
            forward.push([h, out]);
          }
          if (back < Infinity && higher.every((u) => dist[node[h]][u] + dist[u][v] > back)) {
            backward.push([h, back]);
          }
        }
        assert.equal(entriesOf(labels, 'forward', v), forward, `forward label of ${v}`);
        assert.equal(entriesOf(labels, 'backward', v), backward, `backward label of ${v}`);
      }
    }),
    { numRuns: 120, seed: SEED },
  );
});

build('keeps one set of labels where every arc leads back', () => {
  const both = buildHubLabels(buildHierarchy(streets(20, 3)));
  assert.is(both.forward, both.backward);
  const oneWay = buildHubLabels(buildHierarchy(randomGraph(60, 2, (r) => 1 + r, 5)));
  assert.is.not(oneWay.forward, oneWay.backward);
  const arrays = (labels: HubLabels): number =>
    [labels.forward, labels.backward].reduce(
      (sum, { first, groups }) => sum + first.byteLength + groups.byteLength,
      labels.hub.byteLength,
    );
  assert.is(oneWay.byteLength, arrays(oneWay));
  assert.is(2 * both.byteLength, arrays(both) + both.hub.byteLength);
});

build('gives the same labels again, whoever looks on', () => {
  const hierarchy = buildHierarchy(streets(60, 3));
  const calls: [number, number][] = [];
  const labels = buildHubLabels(hierarchy, { onProgress: (...call) => calls.push(call) });
  sameArray(writeHubLabels(labels), writeHubLabels(buildHubLabels(hierarchy)));
  assert.equal(calls.at(-1), [3600, 3600]);
});

build('ends at the memory budget, with the numbers, and when aborted', () => {
  const hierarchy = buildHierarchy(streets(60, 3));
  const { byteLength } = buildHubLabels(hierarchy);
  assert.is(buildHubLabels(hierarchy, { memoryBudget: byteLength }).byteLength, byteLength);
  refuses(
    () => buildHubLabels(hierarchy, { memoryBudget: byteLength - 1 }),
    RangeError,
    new RegExp(
      `^the labels of 3600 of 3600 nodes take ${byteLength} bytes, ` +
        `memoryBudget is ${byteLength - 1}$`,
    ),
  );
  refuses(() => buildHubLabels(hierarchy, { memoryBudget: -1 }), RangeError, /memoryBudget is -1/);
  const reason = new Error('enough');
  refuses(() => buildHubLabels(hierarchy, { signal: AbortSignal.abort(reason) }), Error, 'enough');
  const controller = new AbortController();
  const onProgress = (): void => controller.abort(reason);
  const large = buildHierarchy(streets(150, 3));
  refuses(() => buildHubLabels(large, { signal: controller.signal, onProgress }), Error, 'enough');
});

build('takes graphs without nodes, of one node and without arcs', () => {
  const none = buildGraph({ nodeCount: 0, tail: [], head: [], weight: [] });
  checkHubLabels(buildHubLabels(buildHierarchy(none)));
  sameArray(solverOf(none).distances(buildQueries([])), []);
  const one = buildGraph({ nodeCount: 1, tail: [0], head: [0], weight: [3] });
  assert.equal(solverOf(one).route(0, 0), { status: FOUND, cost: 0, path: [0], settled: 0 });
  const apart = buildGraph({ nodeCount: 3, tail: [], head: [], weight: [] });
  sameArray(solverOf(apart).table([0, 1, 2], [0, 1, 2]), [
    0,
    Infinity,
    Infinity,
    Infinity,
    0,
    Infinity,
    Infinity,
    Infinity,
    0,
  ]);
});

build.run();

const queries = suite('queries of hub labels');

queries('find the paths of a drawing', () => {
  const solver = solverOf(small);
  const asked = buildQueries([
    [0, 3],
    [3, 0],
    [0, 4],
    [2, 2],
    [1, 3],
  ]);
  const routes = solver.run(asked);
  sameArray(routes.status, [FOUND, NO_PATH, NO_PATH, FOUND, FOUND]);
  sameArray(routes.cost, [2.5, Infinity, Infinity, 0, 1.5]);
  sameArray(routes.firstNode, [0, 4, 4, 4, 5, 8]);
  sameArray(routes.node, [0, 1, 2, 3, 2, 1, 2, 3]);
  sameArray(solver.distances(asked), routes.cost);
  assert.equal(solver.route(1, 3), { status: FOUND, cost: 1.5, path: [1, 2, 3], settled: 0 });
});

queries(`on random graphs are as short as Dijkstra's, seed ${SEED}`, () => {
  fc.assert(
    fc.property(anyGraph(), fc.integer(), (graph, seed) => {
      const hierarchy = buildHierarchy(graph);
      const labels = buildHubLabels(hierarchy);
      checkHubLabels(labels, hierarchy);
      const asked = nodePairs(graph, 3 * graph.nodeCount, seed);
      const expected = referenceRoutes(graph, asked);
      const solver = createHubLabelSolver(graph, hierarchy, labels);
      const tolerance = toleranceOf(graph);
      const routes = solver.run(asked);
      validateRoutes(graph, asked, routes);
      sameArray(routes.status, expected.status, 'status');
      near(routes.cost, expected.cost, tolerance, 'cost');
      near(solver.distances(asked), expected.cost, tolerance, 'distance');
      for (let i = 0; i < routes.count; i++) {
        const path = routes.node.subarray(routes.firstNode[i], routes.firstNode[i + 1]);
        if (new Set(path).size !== path.length) throw new Error(`path ${i} is ${path.join(' ')}`);
      }
      const costs = solver.run(asked, { result: 'cost' });
      sameArray(costs.cost, routes.cost, 'cost alone');
      assert.is(costs.node.length, 0);
      solver.destroy();
    }),
    { numRuns: 250, seed: SEED },
  );
});

queries('have the bits of the hierarchy, on whole numbers', () => {
  const drawn = streets(70, 7);
  const weight = drawn.weight.map((w) => Math.round(100 * w));
  const graph = { ...drawn, weight, heuristicScale: 0 };
  const hierarchy = buildHierarchy(graph);
  const solver = createHubLabelSolver(graph, hierarchy, buildHubLabels(hierarchy));
  const climbing = createHierarchySolver(graph, hierarchy);
  // more than one block of distances
  const asked = nodePairs(graph, 5000, 8);
  const expected = climbing.run(asked);
  const routes = solver.run(asked);
  validateRoutes(graph, asked, routes);
  sameArray(routes.cost, expected.cost, 'cost');
  const distances = solver.distances(asked);
  sameArray(distances, expected.cost, 'distances');
  const again = solver.distances(asked, { reuse: distances });
  assert.is(again, distances);
  const nodes = asked.source.subarray(0, 30);
  const targets = Array.from({ length: graph.nodeCount }, (_, v) => v);
  // few sources, read one label per target; many sources fill buckets; both in blocks of targets
  for (const sources of [nodes.subarray(0, 2), nodes]) {
    sameArray(solver.table(sources, targets), climbing.table(sources, targets), 'table');
  }
});

queries('take a customizable hierarchy', () => {
  const graph = streets(30, 4);
  const customizable = createCustomizableSolver(graph, buildCustomizable(graph));
  const asked = nodePairs(graph, 300, 5);
  const expected = referenceRoutes(graph, asked);
  for (const perfect of [false, true]) {
    const hierarchy = customizable.hierarchy({ perfect });
    const solver = createHubLabelSolver(graph, hierarchy, buildHubLabels(hierarchy));
    const routes = solver.run(asked);
    validateRoutes(graph, asked, routes);
    near(routes.cost, expected.cost, 1e-5, 'cost');
  }
});

queries('are right where sums are rounded', () => {
  // weights far apart: small ones vanish in sums, and pruning must not lose an entry by that
  const graph = randomGraph(300, 2.2, (r) => 10 ** (12 * r - 6), 9, { undirected: true });
  const solver = solverOf(graph);
  const asked = nodePairs(graph, 2000, 10);
  const expected = referenceRoutes(graph, asked);
  const routes = solver.run(asked);
  validateRoutes(graph, asked, routes);
  near(routes.cost, expected.cost, 1e-5, 'cost');
  near(solver.distances(asked), expected.cost, 1e-5, 'distance');
  const most = largestWeight(3);
  const large = buildGraph({ nodeCount: 3, tail: [0, 1], head: [1, 2], weight: [most, most] });
  sameArray(solverOf(large).distances(buildQueries([[0, 2]])), [2 * most]);
});

queries('refuse what they cannot follow, report progress, and end when aborted', () => {
  const graph = streets(30, 1);
  const hierarchy = buildHierarchy(graph);
  const solver = createHubLabelSolver(graph, hierarchy, buildHubLabels(hierarchy));
  const outside = buildQueries([[0, 900]]);
  for (const ask of [solver.run, solver.distances]) {
    refuses(() => ask(outside), RangeError, 'target[0] is 900, the graph has 900 nodes');
  }
  refuses(() => solver.table([900], []), RangeError, /^sources\[0\] is 900/);
  refuses(
    () => solver.run(buildQueries([]), { maxSettled: 3 } as object),
    TypeError,
    /has no option 'maxSettled'/,
  );
  const signal = AbortSignal.abort(new Error('enough'));
  for (const ask of [solver.run, solver.distances]) {
    refuses(() => ask(buildQueries([[0, 1]]), { signal }), Error, 'enough');
  }
  refuses(() => solver.table([0], [1], { signal }), Error, 'enough');
  const calls: [number, number][] = [];
  const onProgress = (...call: [number, number]): unknown => calls.push(call);
  solver.distances(buildQueries([[0, 1]]), { onProgress });
  solver.table([0, 1], [1], { onProgress });
  assert.equal(calls, [
    [1, 1],
    [2, 2],
  ]);
  assert.ok(solver.memoryBytes > 0);
  solver.destroy();
  for (const ask of [solver.run, solver.distances]) {
    refuses(() => ask(buildQueries([])), Error, 'the solver was destroyed');
  }
});

queries.run();

const files = suite('files of hub labels');

files('read back what was written, as views', () => {
  const oneWay = randomGraph(80, 1.5, (r) => 1 + Math.floor(9 * r), 5);
  for (const graph of [streets(25, 2), oneWay]) {
    const hierarchy = buildHierarchy(graph);
    const labels = buildHubLabels(hierarchy);
    const bytes = writeHubLabels(labels);
    const read = readHubLabels(bytes);
    assert.is(read.forward.groups.buffer, bytes.buffer);
    assert.is(read.entryCount, labels.entryCount);
    assert.is(read.byteLength, labels.byteLength);
    assert.is(read.backward === read.forward, labels.backward === labels.forward);
    const asked = nodePairs(graph, 200, 3);
    const expected = createHubLabelSolver(graph, hierarchy, labels).run(asked);
    const routes = createHubLabelSolver(graph, hierarchy, read).run(asked);
    sameArray(routes.cost, expected.cost);
    sameArray(routes.node, expected.node);
  }
});

files('refuse bytes that are cut off, changed, or of something else', () => {
  const bytes = writeHubLabels(buildHubLabels(buildHierarchy(small)));
  refuses(() => readHubLabels(bytes.subarray(0, 63)), RangeError, /byteLength is 63/);
  refuses(() => readHubLabels(bytes.subarray(0, -4)), RangeError, /byteLength is/);
  const moved = new Uint8Array(bytes.length + 1);
  moved.set(bytes, 1);
  refuses(() => readHubLabels(moved.subarray(1)), RangeError, /byteOffset is 1/);
  const words = bytes.length / 4;
  for (let i = 0; i < words; i++) {
    const changed = bytes.slice();
    new Uint32Array(changed.buffer)[i] ^= 1 << (i % 31);
    refuses(() => readHubLabels(changed), RangeError, /\d/);
  }
});

files('and labels of another hierarchy, or damaged, are refused', () => {
  const graph = streets(12, 2);
  const hierarchy = buildHierarchy(graph);
  const labels = buildHubLabels(hierarchy);
  const doubled = { ...graph, weight: graph.weight.map((w) => 2 * w), heuristicScale: 0 };
  refuses(
    () => createHubLabelSolver(doubled, buildHierarchy(doubled), labels),
    RangeError,
    /the labels are of another hierarchy$/,
  );
  refuses(
    () => createHubLabelSolver(doubled, hierarchy, labels),
    RangeError,
    /hierarchy is of other weights$/,
  );
  refuses(
    () => createHubLabelSolver(small, buildHierarchy(small), labels),
    RangeError,
    'the labels have 144 nodes, the hierarchy has 5 nodes',
  );
  const { forward } = labels;
  const damaged = (change: (groups: Uint32Array, first: Uint32Array, hub: Uint32Array) => void) => {
    const side = { first: forward.first.slice(), groups: forward.groups.slice() };
    const hub = labels.hub.slice();
    change(side.groups, side.first, hub);
    return () => checkHubLabels({ ...labels, hub, forward: side, backward: side });
  };
  const last = forward.first[143] * 8;
  const cases: [RegExp, Parameters<typeof damaged>[0]][] = [
    [/the label of hub 143.* is damaged/, (groups) => (groups[last] = NONE)],
    [/the label of hub 143.* is damaged/, (groups) => (groups[last + 1] = groups[last])],
    [/the label of hub 143.* is damaged/, (groups) => (groups[last + 4] = 0x7f800000)],
    [/the label of hub 143.* is damaged/, (groups) => (groups[last + 4] |= 0x80000000)],
    [/^forward.first\[1\] is 0/, (_, first) => (first[1] = 0)],
    [/^forward.first\[0\] is 1/, (_, first) => (first[0] = 1)],
    [/^hub\[3\] is 144/, (_, __, hub) => (hub[3] = 144)],
    [/^hub\[1\] is \d+, expected another number/, (_, __, hub) => (hub[1] = hub[0])],
  ];
  for (const [text, change] of cases) refuses(damaged(change), RangeError, text);
  // every node has a hub of its own, but not that of its rank
  const swapped = labels.hub.slice();
  [swapped[0], swapped[1]] = [swapped[1], swapped[0]];
  refuses(
    () => createHubLabelSolver(graph, hierarchy, { ...labels, hub: swapped }),
    RangeError,
    `hub[0] is ${swapped[0]}, expected ${labels.hub[0]}: the labels are of another hierarchy`,
  );
  // right in form, wrong in a distance: no arc leads to the hub
  const wrong = { first: forward.first.slice(), groups: forward.groups.slice() };
  const dists = new Float32Array(wrong.groups.buffer);
  dists.forEach((d, i) => i % 8 > 3 && d > 0 && d < Infinity && (dists[i] = d * 1.5));
  const solver = createHubLabelSolver(graph, hierarchy, {
    ...labels,
    forward: wrong,
    backward: wrong,
  });
  refuses(() => solver.route(0, 143), RangeError, /^the labels are damaged/);
});

files.run();
