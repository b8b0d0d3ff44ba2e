import { buildGraph, buildGrid } from '@wayfield/graph';
import { random, randomGraph, roadGraph } from '@wayfield/graph/generators';
import { reason, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createGpuTreeSolver, createTreeUnpacker, type TreeRule } from '../src/index.ts';
import { device } from './device.ts';
import { bitsOf } from './trees.ts';

const test = suite('runCompact of trees');
const tuning = { tileNodes: 32, workgroupSize: 16, queue: 16 };
/** A road network, and a graph with loops, parallel arcs and nodes that are not reached. */
const graphs = [roadGraph(12, 11, { seed: 71 }), randomGraph(150, 260, { seed: 5 })];

for (const rule of ['tiled', 'near-far'] as const satisfies readonly TreeRule[]) {
  test(`gives the trees of run, in one wave and in several, rule ${rule}`, async () => {
    for (const graph of graphs) {
      const sources = [0, 31, 7, 64, 7];
      const all = await createGpuTreeSolver(device, graph, { rule, tuning });
      const { trees } = await all.run(sources);
      const compact = await all.runCompact(sources);
      assert.is(compact.waves, 1);
      const unpacker = createTreeUnpacker(graph);
      trees.forEach(({ source, dist, parent }, i) => {
        const tree = unpacker.tree(compact.trees[i]);
        assert.is(tree.source, source);
        sameArray(bitsOf(tree.dist), bitsOf(dist), `distances from ${source}`);
        sameArray(tree.parent, parent, `parents from ${source}`);
      });
      const memoryBudget = 2 * all.plan(1).bytesPerItem;
      all.destroy();
      const few = await createGpuTreeSolver(device, graph, { rule, tuning, memoryBudget });
      const done: number[] = [];
      const parts = await few.runCompact(sources, { onProgress: (n) => done.push(n) });
      assert.ok(parts.waves > 1);
      assert.is(done.at(-1), 5);
      parts.trees.forEach(({ rank }, i) => sameArray(rank, compact.trees[i].rank, `tree ${i}`));
      const again = await few.runCompact([3, 4], { reuse: parts.trees });
      assert.is(again.trees[0].rank, parts.trees[0].rank);
      const whole = await few.runCompact(sources, { distances: true, reuse: parts.trees });
      assert.ok(whole.waves > 1);
      assert.is(whole.trees[0].rank, parts.trees[0].rank);
      trees.forEach((tree, i) => {
        const made = unpacker.tree(whole.trees[i]);
        assert.is(made.dist, whole.trees[i].dist);
        sameArray(bitsOf(made.dist), bitsOf(tree.dist), `distances read from ${tree.source}`);
        sameArray(made.parent, tree.parent, `parents by ranks from ${tree.source}`);
        assert.is(unpacker.distance(whole.trees[i], 5), tree.dist[5]);
      });
      few.destroy();
    }
  });
}

test('resolves nodes at equal distances, over arcs that weigh nothing', async () => {
  const next = random(3);
  const arcs = Array.from({ length: 300 }, () => [next(), next()].map((x) => Math.floor(x * 90)));
  const graph = buildGraph({
    nodeCount: 90,
    tail: arcs.map(([u]) => u),
    head: arcs.map(([, v]) => v),
    weight: arcs.map(() => (next() < 0.6 ? 0 : 1)),
  });
  const solver = await createGpuTreeSolver(device, graph, { tuning });
  const { trees } = await solver.run([5, 6]);
  const compact = await solver.runCompact([5, 6]);
  const unpacker = createTreeUnpacker(graph);
  compact.trees.forEach((tree, i) => {
    const { dist, parent } = unpacker.tree(tree);
    sameArray(bitsOf(dist), bitsOf(trees[i].dist));
    sameArray(parent, trees[i].parent);
  });
  solver.destroy();
});

test('reads large results once the search has ended', async () => {
  const [graph] = graphs;
  const sources = [0, 31, 7, 64, 7];
  const all = await createGpuTreeSolver(device, graph, { tuning });
  const { trees } = await all.run(sources);
  const memoryBudget = 2 * 2 * all.plan(1).bytesPerItem;
  all.destroy();
  const large = { ...tuning, eagerBytes: 0 };
  for (const options of [{ tuning: large }, { tuning: large, memoryBudget }]) {
    const solver = await createGpuTreeSolver(device, graph, options);
    let reuse;
    // the first run does not know how many rounds a search takes, later ones do
    for (let k = 0; k < 3; k++) {
      const order = k === 1 ? [...sources].reverse() : sources;
      const run = await solver.run(order, { ...(reuse && { reuse }) });
      reuse = run.trees;
      const compact = await solver.runCompact(order, { distances: true });
      order.forEach((source, i) => {
        const { dist, parent } = trees[sources.indexOf(source)];
        const what = `run ${k}, ${run.waves} waves, tree ${i}`;
        sameArray(bitsOf(run.trees[i].dist), bitsOf(dist), `distances of ${what}`);
        sameArray(run.trees[i].parent, parent, `parents of ${what}`);
        sameArray(bitsOf(compact.trees[i].dist!), bitsOf(dist), `compact ${what}`);
      });
    }
    solver.destroy();
  }
});

test('unpacks single distances and paths', async () => {
  const graph = buildGraph({
    nodeCount: 4,
    tail: [0, 0, 1, 1],
    head: [1, 2, 2, 1],
    weight: [1, 5, 2, 0],
  });
  const solver = await createGpuTreeSolver(device, graph);
  const { trees } = await solver.runCompact([0, 2]);
  const unpacker = createTreeUnpacker(graph);
  sameArray(trees[0].rank, [255, 0, 1, 255]);
  sameArray(unpacker.path(trees[0], 2), [0, 1, 2]);
  assert.is(unpacker.distance(trees[0], 2), 3);
  assert.is(unpacker.distance(trees[0], 3), Infinity);
  assert.is(unpacker.path(trees[0], 3).length, 0);
  sameArray(unpacker.path(trees[0], 0), [0]);
  assert.is(unpacker.distance(trees[1], 2), 0);
  // a damaged tree ends
  assert.is(unpacker.distance({ source: 3, rank: new Uint8Array(4) }, 2), Infinity);
  solver.destroy();
});

test('rejects grids and nodes with more than 255 arcs', async () => {
  const grid = await createGpuTreeSolver(device, buildGrid({ width: 3, height: 2 }));
  assert.match(await reason(grid.runCompact([0])), 'needs a graph');
  grid.destroy();
  const star = {
    tail: Array.from({ length: 256 }, (_, i) => i),
    head: Array.from({ length: 256 }, () => 256),
  };
  const graph = buildGraph({
    nodeCount: 257,
    ...star,
    weight: Array.from({ length: 256 }, () => 1),
  });
  const solver = await createGpuTreeSolver(device, graph);
  assert.match(await reason(solver.runCompact([0])), '256 arcs');
  solver.destroy();
});

test.run();
