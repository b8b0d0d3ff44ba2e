import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { refuses, sameArray } from '@wayfield/testing';
import {
  buildGraph,
  buildGrid,
  checkGraph,
  type Graph,
  strongComponents,
  weakComponents,
} from '../src/index.ts';
import { openGrid, randomGraph, randomGrid, randomQueries, roadGraph } from '../src/generators.ts';

/** The arcs of a graph as text, `tail head weight`. */
function arcsOf({ nodeCount, firstOut, head, weight }: Graph): string[] {
  const arcs: string[] = [];
  for (let u = 0; u < nodeCount; u++) {
    for (let a = firstOut[u]; a < firstOut[u + 1]; a++) arcs.push(`${u} ${head[a]} ${weight[a]}`);
  }
  return arcs;
}

const road = suite('roadGraph');

road('has the nodes and arcs of the lattice but for those missing', () => {
  const whole = roadGraph(20, 30, { missing: 0 });
  assert.is(whole.nodeCount, 600);
  assert.is(whole.arcCount, 2 * (19 * 30 + 20 * 29));
  assert.is(weakComponents(whole).count, 1);
  assert.is(roadGraph(20, 30, { missing: 1 }).arcCount, 0);
  assert.is(roadGraph(1, 30, { missing: 0 }).arcCount, 2 * 29);
  assert.is(roadGraph(30, 1, { missing: 0 }).arcCount, 2 * 29);
  assert.is(roadGraph(1, 1).nodeCount, 1);
});

road('is like the graph of the peers: 500 x 500, 30 % missing, a giant component', () => {
  const graph = roadGraph(500, 500);
  assert.is(graph.nodeCount, 250_000);
  assert.ok(Math.abs(graph.arcCount / 998_000 - 0.7) < 0.003, `${graph.arcCount} arcs`);
  const giant = weakComponents(graph).size.reduce((a, b) => Math.max(a, b));
  assert.ok(Math.abs(giant - 246_806) < 1000, `${giant} nodes`);
  checkGraph(graph);
});

road('costs 1 to 1.6 times the straight line, the same both ways', () => {
  const graph = roadGraph(40, 40, { seed: 9 });
  const { x, y, firstOut, head, weight } = graph;
  const arcs = new Set(arcsOf(graph));
  let [least, most] = [Infinity, 0];
  for (let u = 0; u < graph.nodeCount; u++) {
    for (let a = firstOut[u]; a < firstOut[u + 1]; a++) {
      const v = head[a];
      assert.ok(Math.abs(u - v) === 1 || Math.abs(u - v) === 40);
      assert.ok(arcs.has(`${v} ${u} ${weight[a]}`));
      const ratio = weight[a] / Math.hypot(x![u] - x![v], y![u] - y![v]);
      least = Math.min(least, ratio);
      most = Math.max(most, ratio);
    }
  }
  assert.ok(least > 0.999999 && least < 1.01, `${least}`);
  assert.ok(most < 1.600001 && most > 1.59, `${most}`);
  assert.ok(graph.heuristicScale > 0.999);
});

road('takes distance, detour and jitter, and repeats itself', () => {
  const graph = roadGraph(9, 9, { spacing: 10, jitter: 0, detour: 1, missing: 0 });
  assert.is(graph.x![12], 30);
  assert.is(graph.y![12], 10);
  assert.ok(graph.weight.every((w) => w === 10));
  sameArray(roadGraph(9, 9, { seed: 2 }).weight, roadGraph(9, 9, { seed: 2 }).weight);
  assert.not.equal(roadGraph(9, 9, { seed: 2 }).weight.join(), roadGraph(9, 9).weight.join());
  refuses(() => roadGraph(0, 9), RangeError, /^columns is 0/);
  refuses(() => roadGraph(9, 1.5), RangeError, /^rows is 1.5/);
});

road.run();

const any = suite('randomGraph');

any('has zero weights, self-loops and parallel arcs', () => {
  const graph = randomGraph(200, 4000, { seed: 3 });
  assert.is(graph.nodeCount, 200);
  assert.is(graph.arcCount, 4000);
  checkGraph(graph);
  const arcs = arcsOf(graph).map((arc) => arc.split(' '));
  const zeros = arcs.filter(([, , w]) => w === '0').length;
  const loops = arcs.filter(([u, v]) => u === v).length;
  const parallel = 4000 - new Set(arcs.map(([u, v]) => `${u} ${v}`)).size;
  assert.ok(Math.abs(zeros - 400) < 80, `${zeros} zero weights`);
  assert.ok(Math.abs(loops - 220) < 60, `${loops} loops`);
  assert.ok(parallel > 400, `${parallel} parallel arcs`);
});

any('has what it is told, and passes options on', () => {
  const graph = randomGraph(50, 500, { zeros: 1, loops: 1, parallel: 0 });
  assert.ok(arcsOf(graph).every((arc) => /^(\d+) \1 0$/.test(arc)));
  assert.is(randomGraph(50, 500, { loops: 1, selfLoops: 'drop' }).arcCount, 0);
  assert.ok(randomGraph(50, 500, { maxWeight: 0.5 }).weight.every((w) => w < 0.5));
  assert.is(randomGraph(0, 0).nodeCount, 0);
  assert.is(randomGraph(5, 0).arcCount, 0);
  assert.is(
    arcsOf(randomGraph(9, 40, { seed: 4 })).join(),
    arcsOf(randomGraph(9, 40, { seed: 4 })).join(),
  );
  refuses(() => randomGraph(0, 1), RangeError, /the graph has 0 nodes/);
  refuses(() => randomGraph(5, Infinity), RangeError, /^arcCount is Infinity/);
});

any.run();

const queries = suite('randomQueries');

queries('stay in the largest component of a grid, whatever its rules', () => {
  const grid = randomGrid(64, 64, { density: 0.4, seed: 8, corners: 'always' });
  const { component, size } = weakComponents({ ...grid, neighbours: 4 });
  const largest = size.indexOf(Math.max(...size));
  const { count, source, target } = randomQueries(grid, 500, { seed: 2 });
  assert.is(count, 500);
  for (const node of [...source, ...target]) assert.is(component[node], largest);
  // spread over the component, not drawn from a corner of it
  assert.ok(new Set([...source, ...target]).size > 500);
  sameArray(randomQueries(grid, 500, { seed: 2 }).target, target);
  sameArray(randomQueries({ ...grid, corners: 'never' }, 500, { seed: 2 }).source, source);
  assert.not.equal(randomQueries(grid, 500).target.join(), target.join());
});

queries('have a path in a directed graph', () => {
  const graph = randomGraph(300, 450, { seed: 6 });
  const { component, size } = strongComponents(graph);
  assert.ok(size.length > 10);
  const { source, target } = randomQueries(graph, 100);
  const largest = size.indexOf(Math.max(...size));
  for (const node of [...source, ...target]) assert.is(component[node], largest);
});

queries('keep no node number on the JavaScript heap', async () => {
  // plain arrays of the 2^21 numbers would take 16 MiB each
  const generators = new URL('../dist/generators.js', import.meta.url).href;
  const code =
    `import(${JSON.stringify(generators)}).then(({ openGrid, randomQueries }) =>` +
    `require('node:worker_threads').parentPort.postMessage(` +
    `randomQueries(openGrid(2048, 1024), 3).source));`;
  const resourceLimits = { maxOldGenerationSizeMb: 24 };
  const worker = new Worker(code, { eval: true, resourceLimits });
  const [source] = await once(worker, 'message');
  sameArray(source, randomQueries(openGrid(2048, 1024), 3).source);
});

queries('refuses to choose from nothing', () => {
  const blocked = buildGrid({ width: 3, height: 3, cost: new Float32Array(9) });
  refuses(
    () => randomQueries(blocked, 1),
    RangeError,
    'count is 1, expected a whole number from 0 to 0',
  );
  assert.is(randomQueries(blocked, 0).count, 0);
  const empty = buildGraph({ nodeCount: 0, tail: [], head: [], weight: [] });
  refuses(() => randomQueries(empty, 2), RangeError, /^count is 2/);
  refuses(() => randomQueries(randomGrid(9, 9), 1.5), RangeError, /^count is 1.5/);
});

queries.run();
