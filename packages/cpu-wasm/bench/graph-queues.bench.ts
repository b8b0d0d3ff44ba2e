// Which queue the graph searches should have: one-to-all Dijkstra with each, in turns, from the
// same sources, distances compared. `node --import tsx bench/graph-queues.bench.ts [rounds]`;
// results in README.md.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildGrid, type Graph, NONE } from '@wayfield/graph';
import { gridToGraph, reorderGraph } from '@wayfield/graph/reorder';
import { compileKernels, createBlocks, instantiateKernels } from '@wayfield/wasm';
import type { GraphLayout } from '../src/graph/layout.ts';
import { createGraphMap } from '../src/graph/map.ts';
import { KERNELS_BASE64 } from '../src/kernels.gen.ts';
import { randomGraph, streets } from '../test/random-graphs.ts';
import { numbers } from '../test/random-grids.ts';
import type { Kernels } from '../src/kernels.gen.ts';

const rounds = Number(process.argv[2] ?? 15);
const BUCKETS = 1 << 20;

/** The kernels of bench/assembly/graph-queues.ts. */
interface Rivals {
  heapBind(address: number, entries: number): void;
  bindGraph(nodes: number, rows: number, arcs: number, records: number): void;
  wordHeap(source: number): number;
  wordHeapArrays(
    nodes: number,
    firstOut: number,
    head: number,
    weight: number,
    dist: number,
    heap: number,
    source: number,
  ): number;
  radixHeap(source: number, lists: number, listBytes: number, sizes: number): number;
  listBuckets(
    source: number,
    heads: number,
    buckets: number,
    pool: number,
    density: number,
    heaped: number,
  ): number;
}

function compileRivals(): WebAssembly.Module {
  const folder = mkdtempSync(join(tmpdir(), 'wayfield-queues-'));
  try {
    const asc = join(
      dirname(createRequire(import.meta.url).resolve('assemblyscript/package.json')),
      'bin',
      'asc.js',
    );
    const source = fileURLToPath(new URL('assembly/graph-queues.ts', import.meta.url));
    const out = join(folder, 'queues.wasm');
    const flags =
      '-O3 --noAssert --runtime stub --enable simd --importMemory --maximumMemory 65536';
    const run = spawnSync(process.execPath, [asc, source, '-o', out, ...flags.split(' ')], {
      stdio: 'inherit',
      cwd: fileURLToPath(new URL('..', import.meta.url)),
    });
    if (run.status !== 0) throw new Error('asc failed');
    return new WebAssembly.Module(readFileSync(out));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const rivalModule = compileRivals();

/**
 * Without `unguarded` leaves out the buckets of linked entries: where all arcs are shorter than a
 * bucket is wide, no heap takes over, and nodes are settled again and again.
 */
function race(name: string, graph: Graph, seed: number, unguarded = true): void {
  const { nodeCount, arcCount } = graph;
  const module = compileKernels(KERNELS_BASE64);
  const { arena, layout } = createGraphMap(graph, module, false);
  const { firstOut, arcs, density, ordered, leastWeight } = layout as GraphLayout;
  const blocks = createBlocks(arena);
  const records = blocks.allocate(nodeCount * 8 + 32);
  const dist = blocks.allocate(nodeCount * 4);
  const [head, weight] = [blocks.allocate(arcCount * 4), blocks.allocate(arcCount * 4)];
  const heap = blocks.allocate(arcCount * 8 + 8);
  const listBytes = arcCount * 8 + 8;
  const lists = blocks.allocate(33 * listBytes);
  const sizes = blocks.allocate(256);
  const heads = blocks.allocate(BUCKETS * 4);

  const kernels = instantiateKernels<Kernels>(module, arena.memory, blocks.reallocate);
  kernels.graphBind(nodeCount, firstOut, arcs, 0, records, 0);
  kernels.graphQueueBind(blocks.allocate(8192), 8192);
  kernels.graphListBind(blocks.allocate(8192), 8192);
  kernels.heapBind(blocks.allocate(2048), 256);
  kernels.graphSumLoss(leastWeight, nodeCount);
  const side = blocks.allocate(kernels.graphSideBytes());
  const instance = new WebAssembly.Instance(rivalModule, {
    env: { memory: arena.memory, reallocate: blocks.reallocate },
  });
  const rivals = instance.exports as unknown as Rivals;
  rivals.heapBind(blocks.allocate(2048), 256);
  rivals.bindGraph(nodeCount, firstOut, arcs, records);
  arena.words().set(graph.head, head / 4);
  arena.floats().set(graph.weight, weight / 4);

  const shipped = (perUnit: number, start: boolean) => (source: number) => {
    kernels.graphQueueShape(perUnit, start ? 1 : 0);
    kernels.graphBind(nodeCount, firstOut, arcs, 0, records, 0);
    kernels.graphSearch(side, source, NONE, 0, 0, NONE, 0, 0);
    return kernels.graphSettledCount();
  };
  const variants: Record<string, (source: number) => number> = {
    'u64 heap, arrays, no parents': (source) =>
      rivals.wordHeapArrays(nodeCount, firstOut, head, weight, dist, heap, source),
    'u64 heap, records': rivals.wordHeap,
    'radix heap': (source) => rivals.radixHeap(source, lists, listBytes, sizes),
    'hot queue: buckets, then a heap': (source) =>
      rivals.listBuckets(source, heads, BUCKETS, heap, density, 1),
    ...(unguarded && {
      'buckets of linked entries': (source) =>
        rivals.listBuckets(source, heads, BUCKETS, heap, density, 0),
    }),
    'buckets fetched ahead (shipped)': shipped(density, ordered),
    '4 times as wide, ordered when needed': shipped(density / 4, false),
    'a quarter as wide, ordered when needed': shipped(density * 4, false),
  };

  const random = numbers(seed);
  const times: Record<string, number[]> = {};
  const settled: Record<string, number> = {};
  for (let round = 0; round < rounds; round++) {
    let source = Math.floor(random() * nodeCount);
    while (graph.firstOut[source] === graph.firstOut[source + 1]) source = (source + 1) % nodeCount;
    let first = -1;
    for (const [variant, run] of Object.entries(variants)) {
      // once to warm the caches with the memory of this variant
      run(source);
      const begin = performance.now();
      settled[variant] = run(source);
      (times[variant] ??= []).push(performance.now() - begin);
      if (first < 0) first = settled[variant];
    }
  }
  console.log(`\n${name}: ${nodeCount} nodes, ${arcCount} arcs, seed ${seed}, ${rounds} rounds`);
  print(times, settled, nodeCount);
}

function print(
  times: Record<string, number[]>,
  settled: Record<string, number>,
  nodeCount: number,
): void {
  console.log('  least ms   median   to the first   settled/node');
  const base = Object.values(times)[0];
  for (const [variant, ms] of Object.entries(times)) {
    const columns = [
      Math.min(...ms)
        .toFixed(2)
        .padStart(10),
      median(ms).toFixed(2).padStart(9),
      median(ms.map((t, i) => t / base[i]))
        .toFixed(2)
        .padStart(15),
      (settled[variant] / nodeCount).toFixed(3).padStart(15),
    ];
    console.log(`${columns.join('')}   ${variant}`);
  }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}

const roads = streets(500, 1);
race('roads, 500 x 500', roads, 1);
const random = numbers(2);
const order = Uint32Array.from({ length: roads.nodeCount }, (_, i) => i);
for (let i = order.length - 1; i > 0; i--) {
  const j = Math.floor(random() * (i + 1));
  [order[i], order[j]] = [order[j], order[i]];
}
race('the same roads, nodes in random order', reorderGraph(roads, order).graph, 1);
race('8-neighbour grid, 512 x 512', gridToGraph(buildGrid({ width: 512, height: 512 })), 3);
const cost = Float32Array.from({ length: 512 * 512 }, () => 1 + Math.floor(9 * random()));
race('the same, factors 1 to 9', gridToGraph(buildGrid({ width: 512, height: 512, cost })), 4);
race(
  'random, 16 arcs a node',
  randomGraph(60_000, 16, (r) => r, 5),
  5,
);
// without the buckets of linked entries, which settle a node thousands of times here
race(
  'random, 10^-6 to 10^6',
  randomGraph(60_000, 8, (r) => 10 ** (12 * r - 6), 6),
  6,
  false,
);
