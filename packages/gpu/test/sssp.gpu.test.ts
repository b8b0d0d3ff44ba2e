// Every rule on graphs and grids of all shapes, against the reference. Tiles are small, so that a
// few hundred nodes make many of them.
import { buildGraph, buildGrid, type Graph, type Grid } from '@wayfield/graph';
import {
  mazeGrid,
  openGrid,
  random,
  randomGraph,
  randomGrid,
  roadGraph,
} from '@wayfield/graph/generators';
import { sharedDevice } from '@wayfield/testing/gpu';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { TreeRule, TreeTuning } from '../src/index.ts';
import { proveTrees } from './trees.ts';

const device = await sharedDevice();

const TILE = 32;
const tuning: TreeTuning = { tileNodes: TILE, workgroupSize: 16, queue: 16 };
const RULES: readonly TreeRule[] = ['tiled', 'near-far', 'mcmillan', 'ortega'];

/** Whole numbers of low range, so that many paths are equally long. */
const smallWeights = (seed: number) => {
  const next = random(seed);
  return (graph: Graph): Graph => {
    for (let a = 0; a < graph.arcCount; a++) graph.weight[a] = Math.floor(4 * next());
    return graph;
  };
};

function weighted(grid: Grid, seed: number): Grid {
  const next = random(seed);
  for (let v = 0; v < grid.cost.length; v++) if (grid.cost[v]) grid.cost[v] = 0.5 + 3 * next();
  return grid;
}

/** One arc after another, against the order of the nodes. */
function chain(nodeCount: number, weight: number): Graph {
  const tail = Array.from({ length: nodeCount - 1 }, (_, i) => nodeCount - 1 - i);
  return buildGraph({
    nodeCount,
    tail,
    head: tail.map((u) => u - 1),
    weight: tail.map(() => weight),
  });
}

for (const rule of RULES) {
  const graphs = suite(`createGpuTreeSolver, rule ${rule}, graphs`);

  graphs('is right at every size around a tile (seed 51)', async () => {
    for (const nodeCount of [1, 2, TILE - 1, TILE, TILE + 1, 3 * TILE + 5]) {
      const graph = randomGraph(nodeCount, 3 * nodeCount, { seed: 51 });
      await proveTrees(device, graph, [0, nodeCount - 1], { rule, tuning });
    }
  });

  graphs('is right on roads (seed 52)', async () => {
    const graph = roadGraph(17, 13, { seed: 52 });
    const run = await proveTrees(device, graph, [0, 110, 220, 3], { rule, tuning });
    assert.is(run.iterations.length, 4);
  });

  graphs('is right with zero weights, loops, parallel arcs and ties (seed 53)', async () => {
    const graph = smallWeights(53)(randomGraph(120, 500, { seed: 53 }));
    await proveTrees(device, graph, [0, 60], { rule, tuning });
  });

  graphs('is right where all weights are zero', async () => {
    const graph = randomGraph(70, 200, { seed: 54 });
    graph.weight.fill(0);
    await proveTrees(device, graph, [5], { rule, tuning });
    // every node gets its parent in a turn of its own, more turns than go into one submit
    await proveTrees(device, chain(100, 0), [99], { rule, tuning });
  });

  graphs('is right along a chain, and from its dead end', async () => {
    await proveTrees(device, chain(150, 1.1), [149, 0], { rule, tuning });
  });

  graphs('reaches nothing without arcs', async () => {
    const graph = buildGraph({ nodeCount: 2 * TILE, tail: [], head: [], weight: [] });
    await proveTrees(device, graph, [TILE, 0], { rule, tuning });
  });

  graphs('is right around a node with many arcs (seed 55)', async () => {
    const next = random(55);
    const tail: number[] = [];
    const head: number[] = [];
    for (let v = 1; v < 150; v++) {
      tail.push(0, v, v);
      head.push(v, 0, 1 + Math.floor(149 * next()));
    }
    const graph = buildGraph({ nodeCount: 150, tail, head, weight: tail.map(() => next()) });
    await proveTrees(device, graph, [0, 149], { rule, tuning });
  });

  graphs(
    'adds as f32 does: the largest weights, weights lost in rounding, the smallest',
    async () => {
      const weight = [2 ** 123, 2 ** 123, 1, 2 ** -40, 1, 2 ** 24, 1, 1];
      const tail = [0, 1, 0, 3, 4, 0, 6, 7];
      const head = [1, 2, 3, 4, 3, 6, 7, 6];
      await proveTrees(device, buildGraph({ nodeCount: 8, tail, head, weight }), [0], {
        rule,
        tuning,
      });
      const tiny = tail.map((_, i) => (i === 3 ? 1 : (i + 1) * 2 ** -126));
      await proveTrees(device, buildGraph({ nodeCount: 8, tail, head, weight: tiny }), [0], {
        rule,
        tuning,
      });
    },
  );

  graphs.run();

  const grids = suite(`createGpuTreeSolver, rule ${rule}, grids`);

  grids('is right at sizes around a tile, under every corner rule (seed 61)', async () => {
    // tiles are 8 x 4
    for (const [width, height] of [
      [1, 1],
      [7, 3],
      [8, 4],
      [9, 5],
      [1, 40],
      [23, 1],
    ] as const) {
      await proveTrees(device, openGrid(width, height), [0, width * height - 1], { rule, tuning });
    }
    for (const corners of ['never', 'one-open', 'always'] as const) {
      const grid = randomGrid(21, 13, { density: 0.3, seed: 61, corners });
      await proveTrees(device, grid, [0, 100, 272], { rule, tuning });
    }
  });

  grids('is right with 4 neighbours (seed 62)', async () => {
    const grid = randomGrid(19, 11, { density: 0.2, seed: 62, neighbours: 4 });
    await proveTrees(device, grid, [0, 208], { rule, tuning });
  });

  grids('is right on weighted cells (seed 63)', async () => {
    const grid = weighted(randomGrid(19, 11, { density: 0.2, seed: 63 }), 63);
    await proveTrees(device, grid, [1, 207], { rule, tuning });
    await proveTrees(device, { ...grid, neighbours: 4 }, [1], { rule, tuning });
    // steps that vanish in the sum, and the smallest steps
    const flat = openGrid(9, 9);
    flat.cost.fill(2 ** -30);
    flat.cost[1] = flat.cost[9] = flat.cost[10] = 1;
    await proveTrees(device, flat, [0], { rule, tuning });
    const tiny = openGrid(9, 9);
    for (let v = 0; v < 81; v++) tiny.cost[v] = (1 + (v % 5)) * 2 ** -126;
    await proveTrees(device, tiny, [0], { rule, tuning });
  });

  grids('is right in a maze, and where all is blocked (seed 64)', async () => {
    const maze = mazeGrid(25, 17, { seed: 64 });
    const open = maze.cost.indexOf(1);
    await proveTrees(device, maze, [open, maze.cost.indexOf(0)], { rule, tuning });
    const closed = buildGrid({ width: 9, height: 9, blocked: new Uint8Array(81).fill(1) });
    await proveTrees(device, closed, [40], { rule, tuning });
  });

  grids('keeps counting where ticks pass the window (seed 65)', async () => {
    // 2^13 ticks are less than four steps
    const maze = mazeGrid(21, 21, { seed: 65 });
    const open = maze.cost.indexOf(1);
    const run = await proveTrees(device, maze, [open], {
      rule,
      tuning: { ...tuning, window: 2 ** 13 },
    });
    assert.is(run.trees.length, 1);
    await proveTrees(device, openGrid(30, 11), [0, 165], {
      rule,
      tuning: { ...tuning, window: 2 ** 13 },
    });
  });

  grids.run();
}
