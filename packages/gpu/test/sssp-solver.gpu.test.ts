// What the tree solver promises beside right trees: waves, results that stay on the device,
// iteration counts, the same bits with every tuning, and errors in words.
import { readBuffer } from '@wayfield/gpu-core';
import {
  buildGraph,
  type Graph,
  type Grid,
  isGrid,
  NONE,
  nodeCountOf,
  STRAIGHT_TICKS,
  type Tree,
} from '@wayfield/graph';
import { openGrid, random, randomGraph, randomGrid, roadGraph } from '@wayfield/graph/generators';
import { reason, refuses, sameArray } from '@wayfield/testing';
import { sharedDevice, testDevice } from '@wayfield/testing/gpu';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createGpuTreeSolver, type TreeRule, type TreeTuning } from '../src/index.ts';
import { bitsOf, proveTree, proveTrees } from './trees.ts';

const device = await sharedDevice();
const tuning: TreeTuning = { tileNodes: 32, workgroupSize: 16, queue: 16 };
const road = roadGraph(12, 11, { seed: 71 });
const sources = [0, 131, 7, 64, 7];

const same = (a: Tree, b: Tree): void => {
  assert.is(a.source, b.source);
  sameArray(bitsOf(a.dist), bitsOf(b.dist), `distances from ${a.source}`);
  sameArray(a.parent, b.parent, `parents from ${a.source}`);
};

const run = suite('GpuTreeSolver.run');

run('takes many sources in waves under a budget, with the same trees', async () => {
  const all = await createGpuTreeSolver(device, road, { tuning });
  const whole = await all.run(sources);
  assert.is(whole.waves, 1);
  for (const tree of whole.trees) proveTree(road, tree);
  for (const rule of ['tiled', 'near-far', 'ortega'] as const) {
    const probe = await createGpuTreeSolver(device, road, { rule, tuning });
    const memoryBudget = 4 * probe.plan(1).bytesPerItem;
    probe.destroy();
    const few = await createGpuTreeSolver(device, road, { rule, tuning, memoryBudget });
    const plan = few.plan(sources.length);
    assert.is(plan.waves, 3);
    assert.ok(plan.totalBytes <= memoryBudget);
    const done: number[] = [];
    const onProgress = (finished: number, count: number): void => {
      assert.is(count, sources.length);
      done.push(finished);
    };
    const parts = await few.run(sources, { onProgress });
    assert.is(parts.waves, 3);
    assert.equal(done, [2, 4, 5]);
    parts.trees.forEach((tree, i) => same(tree, whole.trees[i]));
    few.destroy();
    // with room for one source only nothing is there twice
    const one = await createGpuTreeSolver(device, road, {
      rule,
      tuning,
      memoryBudget: memoryBudget / 4,
    });
    const slow = await one.run(sources.slice(0, 2));
    assert.is(slow.waves, 2);
    slow.trees.forEach((tree, i) => same(tree, whole.trees[i]));
    one.destroy();
  }
  all.destroy();
});

run(
  'gives the same answers in any order of runs, also to runs that are started together',
  async () => {
    const solver = await createGpuTreeSolver(device, road, { tuning });
    const first = await solver.run([3]);
    const [second, third] = await Promise.all([solver.run([100, 4]), solver.run([3])]);
    same(third.trees[0], first.trees[0]);
    proveTree(road, second.trees[0]);
    proveTree(road, second.trees[1]);
    const fourth = await solver.tree(3);
    same(fourth, first.trees[0]);
    solver.destroy();
  },
);

run('takes no sources, and makes no arrays where it may reuse some', async () => {
  const solver = await createGpuTreeSolver(device, road, { tuning });
  const none = await solver.run([]);
  assert.is(none.trees.length, 0);
  assert.is(none.waves, 0);
  const first = await solver.run([0, 1]);
  const again = await solver.run([5, 6], { reuse: first.trees });
  assert.is(again.trees[1].dist, first.trees[1].dist);
  assert.is(again.trees[0].parent, first.trees[0].parent);
  for (const tree of again.trees) proveTree(road, tree);
  const short = { source: 0, dist: new Float32Array(3), parent: new Uint32Array(0) };
  proveTree(road, (await solver.run([5], { reuse: [short] })).trees[0]);
  const { trees } = await solver.run([5], { parents: false });
  sameArray(bitsOf(trees[0].dist), bitsOf(again.trees[0].dist));
  assert.is(trees[0].parent.length, 0);
  solver.destroy();
});

run('writes into arrays of an earlier run wherever they are', async () => {
  // rows of results are padded to whole fours of nodes
  const odd = roadGraph(9, 7, { seed: 78 });
  assert.is(odd.nodeCount % 4, 3);
  const solver = await createGpuTreeSolver(device, odd, { tuning });
  const { trees: first } = await solver.run([0, 1, 2, 3]);
  const own = { source: 0, dist: new Float32Array(63), parent: new Uint32Array(63) };
  // mixed up: runs of rows, rows backwards, a stranger, one that is missing
  const reuse = [first[1], first[2], own, first[0]];
  const { trees } = await solver.run([62, 5, 9, 30, 31], { reuse });
  reuse.forEach(({ dist, parent }, i) => {
    assert.is(trees[i].dist, dist);
    assert.is(trees[i].parent, parent);
  });
  for (const tree of trees) proveTree(odd, tree);
  proveTree(odd, { ...first[3], source: 3 });
  solver.destroy();
});

run('measures device times where it is asked to', async () => {
  const timed = await createGpuTreeSolver(device, road, { tuning, timing: true });
  const { timing } = await timed.run([0]);
  if (device.features.has('timestamp-query')) {
    assert.ok(timing.searchDevice > 0 && timing.finishDevice > 0, JSON.stringify(timing));
  }
  assert.ok(timing.searchWall > 0 && timing.readWall >= 0);
  timed.destroy();
  const plain = await createGpuTreeSolver(device, road, { tuning });
  assert.ok(Number.isNaN((await plain.run([0])).timing.searchDevice));
  plain.destroy();
});

run.run();

const resident = suite('GpuTreeSolver.runResident');

async function readResident(data: Graph | Grid, nodes: number): Promise<void> {
  const solver = await createGpuTreeSolver(device, data, { tuning });
  const expected = (await solver.run([0, nodes - 1])).trees;
  const { labels, parents, stride, unreached, toCost } = await solver.runResident([0, nodes - 1]);
  const words = await readBuffer(device, labels, new Uint32Array(2 * stride));
  const tails = await readBuffer(device, parents!, new Uint32Array(2 * stride));
  expected.forEach(({ dist, parent }, i) => {
    const label = words.subarray(i * stride, i * stride + nodes);
    sameArray(tails.subarray(i * stride, i * stride + nodes), parent, 'parents');
    sameArray(Float32Array.from(label, toCost), dist, 'distances');
    dist.forEach((d, v) => assert.is(d === Infinity, label[v] === unreached));
  });
  const { parents: none } = await solver.runResident([0], { parents: false });
  assert.is(none, undefined);
  solver.destroy();
}

resident('leaves labels and parents on the device (seed 72)', async () => {
  await readResident(randomGraph(99, 180, { seed: 72 }), 99);
  await readResident(randomGrid(13, 9, { seed: 72 }), 117);
});

resident('rejects sources that take more than one wave', async () => {
  const solver = await createGpuTreeSolver(device, road, { tuning });
  const { totalBytes } = solver.plan(1);
  solver.destroy();
  const small = await createGpuTreeSolver(device, road, { tuning, memoryBudget: totalBytes });
  await small.runResident([0]);
  assert.match(
    await reason(small.runResident([0, 1, 2])),
    /RangeError: 3 trees of .* need 3 waves/,
  );
  // and is as good as new
  proveTree(road, await small.tree(9));
  small.destroy();
});

resident('rejects paths beyond the window', async () => {
  const solver = await createGpuTreeSolver(device, openGrid(20, 2), {
    tuning: { ...tuning, window: 2 ** 13 },
  });
  assert.match(await reason(solver.runResident([0])), /RangeError: a path has 8,192 ticks or more/);
  solver.destroy();
  // a path of as many ticks as the window has is refused, a shorter one is not
  for (const more of [0, 1]) {
    const window = 4 * STRAIGHT_TICKS + more;
    const row = await createGpuTreeSolver(device, openGrid(5, 1), {
      tuning: { ...tuning, window },
    });
    const found = await reason(row.runResident([0]));
    assert.is(/has 9,512 ticks or more/.test(found), more === 0, found);
    row.destroy();
  }
});

resident('gives distances beyond the window also without parents', async () => {
  const grid = openGrid(20, 2);
  const windowed = { tuning: { ...tuning, window: 2 ** 13 } };
  const solver = await createGpuTreeSolver(device, grid, windowed);
  const { trees } = await solver.run([0], { parents: false });
  assert.is(trees[0].parent.length, 0);
  sameArray(trees[0].dist, (await solver.tree(0)).dist);
  assert.is(trees[0].dist[19], 19);
  solver.destroy();
});

resident('reaches nothing from a blocked source beside one that passes the window', async () => {
  const grid = openGrid(20, 2);
  grid.cost[25] = 0;
  const windowed = { tuning: { ...tuning, window: 2 ** 13 } };
  const solver = await createGpuTreeSolver(device, grid, windowed);
  const { trees } = await solver.run([0, 25]);
  assert.is(trees[0].dist[19], 19);
  assert.ok(trees[1].dist.every((d) => d === Infinity));
  solver.destroy();
});

resident.run();

const iterations = suite('iterations');

iterations(
  'are n with the rule of McMillan on uniform n x n maps where diagonals cost 1',
  async () => {
    for (const n of [1, 2, 13, 32]) {
      for (const source of [n * n - 1, 0]) {
        const solver = await createGpuTreeSolver(device, openGrid(n, n), {
          rule: 'mcmillan',
          diagonals: 'straight',
          tuning: { queue: 16, workgroupSize: 32, tileNodes: 64 },
        });
        const { iterations: counts, trees } = await solver.run([source]);
        assert.is(counts[0], n, `${n} x ${n}`);
        // the metric of kings
        const [x, y] = [source % n, Math.floor(source / n)];
        trees[0].dist.forEach((d, v) => {
          assert.is(d, Math.max(Math.abs((v % n) - x), Math.abs(Math.floor(v / n) - y)));
        });
        solver.destroy();
      }
    }
  },
);

iterations('are those of the sequential rules, for every source of a wave (seed 73)', async () => {
  const next = random(73);
  const graph = randomGraph(80, 240, { seed: 73 });
  for (let a = 0; a < graph.arcCount; a++) graph.weight[a] = 1 + Math.floor(5 * next());
  for (const rule of ['mcmillan', 'ortega'] as const) {
    const { iterations: counts } = await proveTrees(device, graph, [0, 40, 79], { rule, tuning });
    sameArray(
      counts,
      [0, 40, 79].map((source) => selections(graph, source, rule)),
      rule,
    );
  }
});

/** How often the rule moves its threshold, one set of settled nodes after the other. */
function selections(graph: Graph, source: number, rule: TreeRule): number {
  const { nodeCount, firstOut, head, weight } = graph;
  const dist = new Float32Array(nodeCount).fill(Infinity);
  dist[source] = 0;
  let waiting = new Set([source]);
  let count = 0;
  while (waiting.size > 0) {
    count++;
    let limit = Infinity;
    for (const u of waiting) {
      const row = weight.subarray(firstOut[u], firstOut[u + 1]);
      const key = rule === 'mcmillan' ? dist[u] + 1 : dist[u] + Math.min(...row);
      limit = Math.min(limit, Math.fround(key));
    }
    const settled = [...waiting].filter((u) => dist[u] <= limit);
    waiting = new Set([...waiting].filter((u) => dist[u] > limit));
    for (const u of settled) {
      for (let a = firstOut[u]; a < firstOut[u + 1]; a++) {
        const d = Math.fround(dist[u] + weight[a]);
        if (d >= dist[head[a]]) continue;
        dist[head[a]] = d;
        waiting.add(head[a]);
      }
    }
  }
  return count;
}

iterations.run();

const choice = suite('choice of the rule');

choice('is tiled on grids and roads, near-far where arcs go everywhere (seed 74)', async () => {
  const rules = [];
  for (const data of [road, openGrid(9, 9), randomGraph(300, 1500, { seed: 74 })]) {
    const solver = await createGpuTreeSolver(device, data, { tuning });
    rules.push(solver.rule);
    solver.destroy();
  }
  assert.equal(rules, ['tiled', 'tiled', 'near-far']);
});

choice('is near-far around a node with very many arcs', async () => {
  const head = Array.from({ length: 300 }, (_, i) => i + 1);
  const graph = buildGraph({ nodeCount: 301, tail: head.map(() => 0), head, weight: head });
  const solver = await createGpuTreeSolver(device, graph, {
    tuning: { ...tuning, tileNodes: 256 },
  });
  assert.is(solver.rule, 'near-far');
  proveTree(graph, await solver.tree(0));
  solver.destroy();
});

choice.run();

const stress = suite('the same bits whatever the tuning');

const shapes: readonly TreeTuning[] = [
  { tileNodes: 16, workgroupSize: 16, sweeps: 1, maxWorkgroups: 1, queue: 1, orderFrom: 0 },
  { tileNodes: 64, workgroupSize: 64, sweeps: 2, maxWorkgroups: 3, queue: 7 },
  { tileNodes: 64, workgroupSize: 8, sweeps: 4, maxWorkgroups: 64, queue: 64 },
  { tileNodes: 256, workgroupSize: 64, sweeps: 7, queue: 200 },
];

stress(
  'of tiles and of frontiers, on graphs with ties and on grids, again and again (seed 75)',
  async () => {
    const next = random(75);
    const graph = roadGraph(15, 14, { seed: 75 });
    for (let a = 0; a < graph.arcCount; a++) graph.weight[a] = Math.floor(3 * next());
    const grid = randomGrid(22, 17, { density: 0.25, seed: 75 });
    for (const [data, source] of [
      [graph, 100],
      [grid, grid.cost.indexOf(1)],
    ] as const) {
      const [first] = (await proveTrees(device, data, [source], { tuning: shapes[3] })).trees;
      for (const shape of shapes) {
        for (const rule of ['tiled', 'near-far', 'mcmillan'] as const) {
          const solver = await createGpuTreeSolver(device, data, { rule, tuning: shape });
          for (let again = 0; again < 3; again++) {
            const { trees } = await solver.run([source, source]);
            same(trees[0], first);
            same(trees[1], first);
          }
          solver.destroy();
        }
      }
    }
  },
);

stress('of tiles that wait for the front, in more rounds (seed 79)', async () => {
  const grid = randomGrid(60, 50, { density: 0.2, seed: 79 });
  const weighted = randomGrid(30, 30, { density: 0.2, seed: 79 });
  const next = random(79);
  for (let v = 0; v < 900; v++) weighted.cost[v] *= 1 + 3 * next();
  const rounds = [0, 0];
  for (const data of [roadGraph(40, 30, { seed: 79 }), grid, weighted]) {
    // in the middle, where not everything around is blocked
    const middle = nodeCountOf(data) >> 1;
    const from = isGrid(data) ? data.cost.findIndex((cost, v) => v > middle && cost > 0) : 0;
    const some = [from, from, from];
    const tiles = { tileNodes: 16, workgroupSize: 16, maxWorkgroups: 64 };
    let expected: readonly Tree[] | undefined;
    for (const orderFrom of [Infinity, 0]) {
      const solver = await createGpuTreeSolver(device, data, {
        rule: 'tiled',
        tuning: { ...tiles, orderFrom, window: 2 ** 15 },
      });
      const { trees, ...stats } = await solver.run(some);
      solver.destroy();
      rounds[orderFrom === 0 ? 1 : 0] += stats.rounds;
      expected?.forEach((tree, i) => same(trees[i], tree));
      expected = trees;
      proveTree(data, trees[0]);
    }
  }
  assert.ok(rounds[1] > rounds[0], rounds.join(' and '));
});

stress('of near-far with any delta', async () => {
  const [first] = (await proveTrees(device, road, [0], { tuning })).trees;
  for (const delta of [1e-30, 1, 500, Infinity]) {
    const solver = await createGpuTreeSolver(device, road, { rule: 'near-far', delta, tuning });
    same(await solver.tree(0), first);
    solver.destroy();
  }
});

stress.run();

const least = suite('default limits, no features');

least('are enough for every rule with its defaults (seed 76)', async () => {
  const weak = await sharedDevice({ limits: 'default', features: [] });
  const grid = randomGrid(40, 30, { seed: 76 });
  for (const rule of ['tiled', 'near-far'] as const) {
    await proveTrees(weak, roadGraph(40, 30, { seed: 76 }), [0], { rule });
    await proveTrees(weak, grid, [grid.cost.indexOf(1)], { rule });
  }
});

least.run();

const errors = suite('errors');

errors('name what is out of range, with the numbers', async () => {
  const make = (options: object): Promise<string> =>
    reason(createGpuTreeSolver(device, road, options));
  assert.match(await make({ rule: 'astar' }), /RangeError: rule is 'astar', expected 'tiled'/);
  assert.match(await make({ delta: 0 }), /RangeError: delta is 0, expected a number/);
  assert.match(await make({ diagonals: 'long' }), /RangeError: diagonals is 'long'/);
  assert.match(await make({ tuning: { workgroupSize: 48 } }), /RangeError: workgroupSize is 48/);
  assert.match(await make({ tuning: { tileNodes: 100 } }), /RangeError: tileNodes is 100/);
  assert.match(
    await make({ tuning: { tileNodes: 1024, workgroupSize: 16 } }),
    /RangeError: tileNodes is 1024: with a workgroupSize of 16 expected 16 to 256/,
  );
  assert.match(await make({ tuning: { orderFrom: NaN } }), /RangeError: orderFrom is NaN/);
  assert.match(await make({ tuning: { queue: 0 } }), /RangeError: queue is 0, expected/);
  const solver = await createGpuTreeSolver(device, road, { tuning });
  assert.match(
    await reason(solver.run([0, 132])),
    /RangeError: sources\[1\] is 132, the graph has 132 nodes/,
  );
  assert.match(await reason(solver.run([0.5])), /RangeError: sources\[0\] is 0.5/);
  assert.match(await reason(solver.run([NONE])), /RangeError: sources\[0\] is 4294967295/);
  proveTree(road, await solver.tree(131));
  solver.destroy();
  const poor = await createGpuTreeSolver(device, road, { tuning, memoryBudget: 1000 });
  assert.match(
    await reason(poor.run([0])),
    /RangeError: the job needs at least .* memoryBudget is 1,000/,
  );
  refuses(() => poor.plan(1), RangeError, /memoryBudget is 1,000/);
  poor.destroy();
});

errors('refuse invalid graphs and grids: kernels trust them', async () => {
  const graph = randomGraph(9, 20, { seed: 77 });
  graph.weight[7] = -1;
  assert.match(await reason(createGpuTreeSolver(device, graph)), /RangeError: weight\[7\] is -1/);
  graph.weight[7] = 1;
  graph.head[3] = 9;
  assert.match(await reason(createGpuTreeSolver(device, graph)), /RangeError: head\[3\] is 9/);
  const grid = openGrid(5, 5);
  grid.cost[4] = NaN;
  assert.match(await reason(createGpuTreeSolver(device, grid)), /RangeError: cost\[4\] is NaN/);
});

errors('stop an aborted run with its reason and leave the solver as it was', async () => {
  const solver = await createGpuTreeSolver(device, road, { tuning });
  const gone = AbortSignal.abort(new Error('no longer wanted'));
  assert.match(await reason(solver.run([0], { signal: gone })), /no longer wanted/);
  const late = new AbortController();
  const waves = await createGpuTreeSolver(device, road, {
    tuning,
    memoryBudget: 2 * solver.plan(1).bytesPerItem,
  });
  const onProgress = (): void => late.abort(new Error('after the first wave'));
  const trees = waves.run([0, 1, 2, 3, 4, 5], { signal: late.signal, onProgress });
  assert.match(await reason(trees), /after the first wave/);
  proveTree(road, await waves.tree(5));
  proveTree(road, await solver.tree(5));
  solver.destroy();
  waves.destroy();
});

errors('reject after destroy', async () => {
  const solver = await createGpuTreeSolver(device, road, { tuning });
  await solver.run([0]);
  const running = solver.run([1]);
  solver.destroy();
  solver.destroy();
  assert.match(await reason(running), /Error: /);
  assert.match(await reason(solver.run([0])), /tree solver: destroyed/);
});

errors('reject when the device is lost; a solver made afterwards works', async () => {
  const doomed = await testDevice();
  const solver = await createGpuTreeSolver(doomed, road, { tuning });
  await solver.run([0]);
  doomed.destroy();
  assert.match(await reason(solver.run([0])), /the GPU device was lost: it was destroyed/);
  await proveTrees(device, road, [0], { tuning });
});

errors.run();
