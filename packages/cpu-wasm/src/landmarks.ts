import type { Arena, Blocks } from '@wayfield/wasm';
import type { GraphLayout } from './graph-map.ts';
import { createGraphSearcher } from './graph-searcher.ts';
import { unitOf } from './hierarchy/hierarchy-map.ts';
import type { Searcher } from './searcher.ts';

/** Distances to and from landmarks in the memory of a graph: numbers only, so that they can be sent. */
export interface LandmarkTables {
  /** How many landmarks were asked for. */
  readonly count: number;
  /** Entries of a row, one row per node: a multiple of 4. */
  readonly lanes: number;
  /** Addresses; `to` is 0 where it would be the same as `from`. */
  readonly from: number;
  readonly to: number;
  /** The share of each distance by which rounding may have moved it. */
  slack: number;
}

/** Other components than the largest get landmarks from so many nodes on, or this share of all. */
const LEAST_NODES = 64;
const LEAST_SHARE = 1 / 64;
/** Roundings in one direction that bounds allow for, as searches do; see graphSumLoss of the kernels. */
const ROUNDINGS = 4096;

/** Room for the tables of `count` landmarks. */
export function reserveLandmarks(
  blocks: Blocks,
  { nodeCount, reverse, arcs }: GraphLayout,
  count: number,
): LandmarkTables {
  const lanes = Math.ceil(count / 4) * 4;
  const bytes = nodeCount * lanes * 4;
  const from = blocks.allocate(bytes);
  return { count, lanes, from, to: reverse === arcs ? 0 : blocks.allocate(bytes), slack: 0 };
}

/**
 * Chooses landmarks for the weights as they are and fills their tables. Each component has landmarks of its
 * own: entry i of a row is about the i-th landmark of the node's component, and NaN where there is none, or
 * no way. They are chosen by what the ones before leave to be desired ('avoid': Goldberg and Werneck 2005).
 */
export function fillLandmarks(
  module: WebAssembly.Module,
  arena: Arena,
  layout: GraphLayout,
  tables: LandmarkTables,
): void {
  const { nodeCount } = layout;
  const search = (rows: Pick<GraphLayout, 'firstOut' | 'arcs'>): Searcher =>
    createGraphSearcher(module, arena, { ...layout, ...rows }, 'dijkstra', 'zero', 0);
  const forward = search(layout);
  const backward = tables.to
    ? search({ firstOut: layout.firstIn, arcs: layout.reverse })
    : undefined;
  for (const address of [tables.from, tables.to]) {
    if (address === 0) continue;
    arena.floats().fill(NaN, address / 4, address / 4 + nodeCount * tables.lanes);
  }
  let farthest = 0;
  const work: Work = {
    arena,
    tables,
    forward,
    backward,
    tree: { dist: new Float32Array(nodeCount), parent: new Uint32Array(nodeCount) },
    gain: new Float64Array(nodeCount),
    children: new Uint32Array(nodeCount),
    best: new Uint32Array(nodeCount),
    bestGain: new Float64Array(nodeCount),
  };
  for (const nodes of components(arena, layout)) {
    farthest = Math.max(farthest, placeLandmarks(work, nodes));
  }
  forward.blocks.freeAll();
  backward?.blocks.freeAll();
  tables.slack = slackOf(arena, layout, farthest);
}

/** The components that get landmarks, each its nodes, the largest first. */
function components({ words }: Arena, { nodeCount, labels }: GraphLayout): Uint32Array[] {
  const label = words().slice(labels / 4, labels / 4 + nodeCount);
  const size = new Map<number, number>();
  for (const l of label) size.set(l, (size.get(l) ?? 0) + 1);
  const least = Math.max(LEAST_NODES, nodeCount * LEAST_SHARE);
  const sorted = [...size].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  const chosen = sorted.filter(([, nodes], i) => i === 0 || nodes >= least);
  const lists = new Map(
    chosen.map(([l, nodes]) => [l, { nodes: new Uint32Array(nodes), used: 0 }]),
  );
  label.forEach((l, v) => {
    const list = lists.get(l);
    if (list !== undefined) list.nodes[list.used++] = v;
  });
  return [...lists.values()].map(({ nodes }) => nodes);
}

interface Work {
  readonly arena: Arena;
  readonly tables: LandmarkTables;
  readonly forward: Searcher;
  readonly backward: Searcher | undefined;
  readonly tree: { dist: Float32Array; parent: Uint32Array };
  readonly gain: Float64Array;
  readonly children: Uint32Array;
  readonly best: Uint32Array;
  readonly bestGain: Float64Array;
}

/** Places the landmarks of one component; returns the largest distance in its tables. */
function placeLandmarks(work: Work, nodes: Uint32Array): number {
  const { arena, tables, forward, backward, tree } = work;
  const { lanes } = tables;
  let largest = 0;
  const fill = (searcher: Searcher, landmark: number, address: number): void => {
    const { dist } = searcher.tree(landmark, 1, { source: 0, ...tree });
    const floats = arena.floats();
    for (const v of nodes) {
      if (dist[v] === Infinity) continue;
      floats[address + v * lanes] = dist[v];
      if (dist[v] > largest) largest = dist[v];
    }
  };
  for (let i = 0; i < Math.min(tables.count, nodes.length); i++) {
    // the first root as good as any; then others, far apart in the list, the same every time
    const root = nodes[Math.floor(nodes.length * ((i * 0.618033988749895) % 1))];
    const landmark = chooseLandmark(work, nodes, root, i);
    fill(forward, landmark, tables.from / 4 + i);
    if (backward !== undefined) fill(backward, landmark, tables.to / 4 + i);
  }
  return largest;
}

/**
 * The end of a branch of the tree from `root` whose nodes have the largest distances in all beyond what
 * `used` landmarks already promise; a branch with a landmark has no need of another.
 */
function chooseLandmark(work: Work, nodes: Uint32Array, root: number, used: number): number {
  const { arena, tables, forward, tree, gain, children, best, bestGain } = work;
  const { dist, parent } = forward.tree(root, 1, { source: 0, ...tree });
  const floats = arena.floats();
  const { lanes } = tables;
  const from = tables.from / 4;
  const to = tables.to / 4;
  const isLandmark = (v: number): boolean => {
    for (let i = 0; i < used; i++) if (floats[from + v * lanes + i] === 0) return true;
    return false;
  };
  const reached = nodes.filter((v) => dist[v] < Infinity);
  for (const v of reached) {
    let bound = 0;
    for (let i = 0; i < used; i++) {
      const far = floats[from + v * lanes + i] - floats[from + root * lanes + i];
      const back = to === 0 ? -far : floats[to + root * lanes + i] - floats[to + v * lanes + i];
      // NaN is above nothing
      if (far > bound) bound = far;
      if (back > bound) bound = back;
    }
    gain[v] = Math.max(0, dist[v] - bound);
    children[v] = 0;
    best[v] = v;
    bestGain[v] = -1;
  }
  for (const v of reached) if (v !== root) children[parent[v]]++;
  // from the leaves to the root: sums of branches, and the best child of each node
  const order = reached.filter((v) => children[v] === 0);
  const queue = new Uint32Array(reached.length);
  queue.set(order);
  let tail = order.length;
  let winner = root;
  let most = -1;
  for (let at = 0; at < tail; at++) {
    const v = queue[at];
    if (isLandmark(v)) gain[v] = -Infinity;
    if (gain[v] > most) {
      most = gain[v];
      winner = v;
    }
    if (v === root) continue;
    const p = parent[v];
    if (gain[v] > bestGain[p]) {
      bestGain[p] = gain[v];
      best[p] = v;
    }
    gain[p] += gain[v];
    if (--children[p] === 0) queue[tail++] = p;
  }
  while (best[winner] !== winner) winner = best[winner];
  return winner;
}

/** How much of each distance to take off a bound. */
function slackOf({ words, floats }: Arena, layout: GraphLayout, farthest: number): number {
  const { arcs, firstOut, nodeCount } = layout;
  const weight = new Float32Array(words()[firstOut / 4 + nodeCount]);
  for (let a = 0; a < weight.length; a++) weight[a] = floats()[arcs / 4 + 2 * a + 1];
  if (farthest < 2 ** 24 * unitOf(weight).unit) return 0;
  const perCost = 2 / (layout.leastWeight * 2 ** 24);
  const loss = Math.min(farthest * perCost, Math.min(layout.nodeCount, ROUNDINGS) / 2 ** 24);
  // and the roundings of the bound itself
  return loss + 2 ** -20;
}
