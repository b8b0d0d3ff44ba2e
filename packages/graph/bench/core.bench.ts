// `pnpm bench:package`: builders, files, orders, components and the reference on a million nodes.
// Prints the least and the median of 5 runs; set RUNS for more.
import {
  buildGraph,
  buildGrid,
  checkGraph,
  type Graph,
  hilbertOrder,
  readGraph,
  referenceDijkstra,
  reverseGraph,
  strongComponents,
  weakComponents,
  writeGraph,
} from '../src/index.ts';
import { validateTree } from '../src/validate.ts';
import { depthFirstOrder, gridToGraph, reorderGraph } from '../src/reorder.ts';

const side = 1000;
const nodeCount = side * side;
const arcCount = 2_500_000;
const runs = Number(process.env.RUNS ?? 5);
const seed = 1;

let state = seed;
/** Numerical Recipes' generator: the same numbers everywhere. */
const random = (): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
};

const x = Float32Array.from({ length: nodeCount }, (_, u) => u % side);
const y = Float32Array.from({ length: nodeCount }, (_, u) => Math.floor(u / side));
const tail = Uint32Array.from({ length: arcCount }, () => random() * nodeCount);
const steps = [1, -1, side, -side];
const head = tail.map((u) =>
  Math.max(0, Math.min(nodeCount - 1, u + steps[Math.floor(random() * 4)])),
);
const weight = Float32Array.from(tail, (u, i) => {
  const v = head[i];
  return 1 + random() + Math.hypot(x[u] - x[v], y[u] - y[v]);
});
const arcs = { nodeCount, tail, head, weight, x, y };
const blocked = Uint8Array.from({ length: nodeCount }, () => +(random() < 0.2));

let sink = 0;
/** Times `task`, whose result is looked at by `measure` so that nothing is optimised away. */
function time<T>(name: string, task: () => T, measure: (result: T) => number): T {
  let result = task(); // warm-up
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const start = performance.now();
    result = task();
    times.push(performance.now() - start);
    sink += measure(result);
  }
  times.sort((a, b) => a - b);
  const [least, median] = [times[0], times[runs >> 1]].map((t) => t.toFixed(1).padStart(8));
  console.log(`${name.padEnd(44)} ${least} ${median}`);
  return result;
}

console.log(`node ${process.version}, ${nodeCount} nodes, ${arcCount} arcs, seed ${seed}`);
console.log(`${'milliseconds'.padEnd(44)} ${'least'.padStart(8)} ${'median'.padStart(8)}`);
const arcsOf = (graph: Graph): number => graph.arcCount;
const graph = time('buildGraph', () => buildGraph(arcs), arcsOf);
time(
  'buildGraph undirected, cheapest',
  () => buildGraph(arcs, { undirected: true, parallelArcs: 'cheapest' }),
  arcsOf,
);
time(
  'checkGraph',
  () => checkGraph(graph),
  () => 1,
);
const bytes = time(
  'writeGraph',
  () => writeGraph(graph),
  (file) => file.length,
);
time('readGraph', () => readGraph(bytes), arcsOf);
time('reverseGraph', () => reverseGraph(graph), arcsOf);
time(
  'weakComponents',
  () => weakComponents(graph),
  (found) => found.count,
);
time(
  'strongComponents',
  () => strongComponents(graph),
  (found) => found.count,
);
const order = time(
  'hilbertOrder',
  () => hilbertOrder(graph),
  (nodes) => nodes[0],
);
time(
  'depthFirstOrder',
  () => depthFirstOrder(graph),
  (nodes) => nodes[0],
);
time(
  'reorderGraph',
  () => reorderGraph(graph, order),
  (found) => found.graph.arcCount,
);

const grid = time(
  'buildGrid',
  () => buildGrid({ width: side, height: side, blocked }),
  (made) => made.cost[0],
);
const source = grid.cost.indexOf(1);
time(
  'weakComponents of the grid',
  () => weakComponents(grid),
  (found) => found.count,
);
time('gridToGraph', () => gridToGraph(grid), arcsOf);
const tree = time(
  'referenceDijkstra on the grid',
  () => referenceDijkstra(grid, source),
  (found) => found.dist[source],
);
time(
  'validateTree on the grid',
  () => validateTree(grid, tree),
  () => 1,
);
console.log(`(${sink})`);
