import type { Arena, Blocks } from '@wayfield/wasm';
import type { GraphLayout } from './graph-map.ts';
import { createGraphSearcher } from './graph-searcher.ts';
import { unitOf } from './hierarchy/hierarchy-map.ts';
import type { Searcher } from './searcher.ts';

/** Distances to and from landmarks in the memory of a graph, see assembly/graph-landmarks.ts: can be sent. */
export interface LandmarkTables {
  /** How many landmarks were asked for. */
  readonly count: number;
  /** Entries of a row, u16, one row per node: a multiple of 8. */
  readonly lanes: number;
  readonly address: number;
  /** All ways lead back at the same cost: a row has one half, not two. */
  readonly twoWay: boolean;
  /** Cost of a unit in which the entries count. */
  unit: number;
  /** How much counting and rounding may have added to a difference. */
  slack: number;
}

/** Other components than the largest get landmarks from so many nodes on, or this share of all. */
const LEAST_NODES = 64;
const LEAST_SHARE = 1 / 64;
/** Roundings in one direction that bounds allow for, as searches do; see graphSumLoss of the kernels. */
const ROUNDINGS = 4096;
/** No way. */
const UNKNOWN = 65535;
/** The largest entry that is a distance. */
const MOST = 65534;

/** Room for the table of `count` landmarks. */
export function reserveLandmarks(
  blocks: Blocks,
  { nodeCount, reverse, arcs }: GraphLayout,
  count: number,
): LandmarkTables {
  const twoWay = reverse === arcs;
  const lanes = Math.ceil((twoWay ? count : 2 * count) / 8) * 8;
  const address = blocks.allocate(nodeCount * lanes * 2);
  return { count, lanes, address, twoWay, unit: 1, slack: 0 };
}

/**
 * Chooses landmarks for the weights as they are and fills their table. Each component has landmarks of its
 * own: entry i of a row is about the i-th landmark of the node's component. They are chosen by what the ones
 * before leave to be desired ('avoid': Goldberg and Werneck 2005).
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
  const backward = tables.twoWay
    ? undefined
    : search({ firstOut: layout.firstIn, arcs: layout.reverse });
  const columns = (): Float32Array[] =>
    Array.from({ length: tables.count }, () => new Float32Array(nodeCount).fill(Infinity));
  const from = columns();
  const to = backward === undefined ? undefined : columns();
  const work: Work = {
    forward,
    backward,
    from,
    to,
    parent: new Uint32Array(nodeCount),
    dist: new Float32Array(nodeCount),
    gain: new Float64Array(nodeCount),
    children: new Uint32Array(nodeCount),
    best: new Uint32Array(nodeCount),
    bestGain: new Float64Array(nodeCount),
  };
  for (const nodes of components(arena, layout)) placeLandmarks(work, nodes);
  forward.blocks.freeAll();
  backward?.blocks.freeAll();
  writeTable(arena, layout, tables, from, to);
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
  readonly forward: Searcher;
  readonly backward: Searcher | undefined;
  /** Per landmark, distances from it to every node and back; `Infinity` = not known. */
  readonly from: readonly Float32Array[];
  readonly to: readonly Float32Array[] | undefined;
  // one entry per node, of the tree at hand
  readonly parent: Uint32Array;
  readonly dist: Float32Array;
  readonly gain: Float64Array;
  readonly children: Uint32Array;
  readonly best: Uint32Array;
  readonly bestGain: Float64Array;
}

/** Places the landmarks of one component. */
function placeLandmarks(work: Work, nodes: Uint32Array): void {
  const { forward, backward, from, to, dist, parent } = work;
  const fill = (searcher: Searcher, landmark: number, column: Float32Array): void => {
    searcher.tree(landmark, 1, { source: 0, dist, parent });
    for (const v of nodes) column[v] = dist[v];
  };
  for (let i = 0; i < Math.min(from.length, nodes.length); i++) {
    // the first root as good as any; then others, far apart in the list, the same every time
    const root = nodes[Math.floor(nodes.length * ((i * 0.618033988749895) % 1))];
    const landmark = chooseLandmark(work, nodes, root, i);
    fill(forward, landmark, from[i]);
    if (backward !== undefined && to !== undefined) fill(backward, landmark, to[i]);
  }
}

/**
 * The end of a branch of the tree from `root` whose nodes have the largest distances in all beyond what
 * `used` landmarks already promise; a branch with a landmark has no need of another.
 */
function chooseLandmark(work: Work, nodes: Uint32Array, root: number, used: number): number {
  const { forward, from, to, dist, parent, gain, children, best, bestGain } = work;
  forward.tree(root, 1, { source: 0, dist, parent });
  const reached = nodes.filter((v) => dist[v] < Infinity);
  for (const v of reached) {
    let bound = 0;
    for (let i = 0; i < used; i++) {
      const far = from[i][v] - from[i][root];
      const back = to === undefined ? -far : to[i][root] - to[i][v];
      // what is not known is of no use, and NaN above nothing
      if (far > bound && far < Infinity) bound = far;
      if (back > bound && back < Infinity) bound = back;
    }
    gain[v] = Math.max(0, dist[v] - bound);
    for (let i = 0; i < used; i++) if (from[i][v] === 0) gain[v] = -Infinity;
    children[v] = 0;
    best[v] = v;
    bestGain[v] = -1;
  }
  for (const v of reached) if (v !== root) children[parent[v]]++;
  // from the leaves to the root: sums of branches, and the best child of each node
  const queue = new Uint32Array(reached.length);
  let tail = 0;
  for (const v of reached) if (children[v] === 0) queue[tail++] = v;
  let winner = root;
  let most = -1;
  for (let at = 0; at < tail; at++) {
    const v = queue[at];
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

/** Counts the distances in units that fit 16 bits. */
function writeTable(
  arena: Arena,
  layout: GraphLayout,
  tables: LandmarkTables,
  from: readonly Float32Array[],
  to: readonly Float32Array[] | undefined,
): void {
  const { words, floats } = arena;
  const { arcs, firstOut, nodeCount, leastWeight } = layout;
  const weight = new Float32Array(words()[firstOut / 4 + nodeCount]);
  for (let a = 0; a < weight.length; a++) weight[a] = floats()[arcs / 4 + 2 * a + 1];
  let farthest = 0;
  for (const column of [...from, ...(to ?? [])]) {
    for (const d of column) if (d > farthest && d < Infinity) farthest = d;
  }
  const { unit: quantum } = unitOf(weight);
  const exact = farthest < 2 ** 24 * quantum;
  if (farthest === 0) Object.assign(tables, { unit: 1, slack: 0 });
  else if (exact && farthest <= MOST * quantum) {
    Object.assign(tables, { unit: quantum, slack: 0 });
  } else {
    tables.unit = farthest / MOST;
    const perCost = 2 / (leastWeight * 2 ** 24);
    const loss = Math.min(farthest * perCost, Math.min(nodeCount, ROUNDINGS) / 2 ** 24);
    // two distances, each off by that share of itself at most; and what rounding down leaves between units
    tables.slack = (exact ? 0 : 2 * loss * farthest) + tables.unit * (1 + 2 ** -10);
  }
  const { lanes, address, count, unit } = tables;
  const table = new Uint16Array(arena.memory.buffer, address, nodeCount * lanes);
  const units = (d: number): number => Math.min(MOST, Math.floor(d / unit));
  // what is not about a landmark promises nothing, however it is read
  table.fill(to === undefined ? 0 : UNKNOWN);
  for (let i = 0; i < count; i++) {
    for (let v = 0; v < nodeCount; v++) {
      if (from[i][v] < Infinity) table[v * lanes + i] = units(from[i][v]);
      if (to !== undefined && to[i][v] < Infinity) {
        table[v * lanes + count + i] = MOST - units(to[i][v]);
      }
    }
  }
}
