import { type Arena, type Blocks, type KernelHost, openKernels } from '@wayfield/wasm';
import { unitOf } from '../hierarchy/unit.ts';
import { type Kernels, LANDMARK_MOST, LANDMARK_UNKNOWN, MOST_ROUNDINGS } from '../kernels.gen.ts';
import type { SearchChoice, Searcher } from '../searcher.ts';
import type { GraphLayout, LandmarkTables } from './layout.ts';
import { copyWeights } from './pairs.ts';
import { createGraphSearcher } from './searcher.ts';

/**
 * A component gets landmarks if it is the largest, or has at least LEAST_NODES nodes and the share
 * LEAST_SHARE of all nodes. Chosen: elsewhere a search settles few nodes anyway.
 */
const LEAST_NODES = 64;
const LEAST_SHARE = 1 / 64;

/** The tables of landmarks of a graph: one for each number of landmarks that solvers use. */
export interface LandmarkStore {
  /**
   * Makes ready the table of `count` landmarks; after weights have `fallen`, fills all tables
   * again. After weights rose the tables stay: distances only grew, so differences of the old ones
   * are still lower bounds. Frees tables with one entry per landmark after the graph stopped being
   * symmetric: rows then need two. Returns how many tables were filled.
   */
  prepare(count: number, fallen: boolean): number;
}

/** Keeps `layout.landmarks`, the tables that the searchers of one map share. */
export function createLandmarkStore(host: KernelHost<Kernels>, layout: GraphLayout): LandmarkStore {
  const { blocks } = host;
  /** Weights have fallen since all tables were filled. Stays true where memory ends. */
  let due = false;

  return {
    prepare(count, fallen) {
      let filled = 0;
      const fill = (tables: LandmarkTables): void => {
        fillLandmarks(host, layout, tables);
        filled++;
      };
      due ||= fallen;
      // the graph may no longer be symmetric: rows then need two entries per landmark
      const twoWay = layout.reverse === layout.arcs;
      for (let i = layout.landmarks.length - 1; i >= 0; i--) {
        if (layout.landmarks[i].twoWay === twoWay) continue;
        blocks.free(layout.landmarks[i].address);
        layout.landmarks.splice(i, 1);
      }
      if (due) layout.landmarks.forEach(fill);
      due = false;
      if (layout.landmarks.some((tables) => tables.count === count)) return filled;
      const tables = reserveLandmarks(host, layout, count);
      try {
        fill(tables);
      } catch (error) {
        // memory ended: searches must not take bounds from a table without entries
        blocks.free(tables.address);
        throw error;
      }
      layout.landmarks.push(tables);
      return filled;
    },
  };
}

/** Room for the table of `count` landmarks. */
function reserveLandmarks(
  { blocks }: KernelHost<Kernels>,
  { nodeCount, reverse, arcs }: GraphLayout,
  count: number,
): LandmarkTables {
  const twoWay = reverse === arcs;
  const rowEntries = Math.ceil((twoWay ? count : 2 * count) / 8) * 8;
  const address = blocks.allocate(nodeCount * rowEntries * 2);
  return { count, rowEntries, address, twoWay, unit: 1, slack: 0 };
}

const DIJKSTRA: SearchChoice = { algorithm: 'dijkstra', heuristic: 'zero', landmarks: 0 };

/**
 * Chooses landmarks for the current weights and fills their table. Every component has
 * landmarks of its own: entry i of a row belongs to landmark i of the node's component. A landmark
 * is chosen where the bounds by the landmarks before it are worst ('avoid': Goldberg and Werneck,
 * 2005).
 */
function fillLandmarks(
  { module, arena }: KernelHost<Kernels>,
  layout: GraphLayout,
  tables: LandmarkTables,
): void {
  /** Blocks of the searchers, freed at the end even if memory ends while one is made. */
  const held: Blocks[] = [];
  const search = (rows: Pick<GraphLayout, 'firstOut' | 'arcs'>): Searcher => {
    const host = openKernels<Kernels>(module, { arena });
    held.push(host.blocks);
    return createGraphSearcher(host, { ...layout, ...rows }, DIJKSTRA);
  };
  try {
    const searchers = [search(layout)];
    if (!tables.twoWay) searchers.push(search({ firstOut: layout.firstIn, arcs: layout.reverse }));
    const [from, to] = placedBy(searchers, arena, layout, tables.count);
    writeTable(arena, layout, tables, from, to);
  } finally {
    for (const blocks of held) blocks.freeAll();
  }
}

/**
 * Places all landmarks. Returns the distances from each of them and, unless the graph is symmetric,
 * the distances to each.
 */
function placedBy(
  [forward, backward]: readonly Searcher[],
  arena: Arena,
  layout: GraphLayout,
  count: number,
): [from: Float32Array[], to: Float32Array[] | undefined] {
  const { nodeCount } = layout;
  const columns = (): Float32Array[] =>
    Array.from({ length: count }, () => new Float32Array(nodeCount).fill(Infinity));
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
  for (const nodes of largeComponents(arena, layout)) placeLandmarks(work, nodes);
  return [from, to];
}

/** The nodes of each component that gets landmarks. */
function largeComponents({ words }: Arena, { nodeCount, components }: GraphLayout): Uint32Array[] {
  const component = words().slice(components / 4, components / 4 + nodeCount);
  const size = new Map<number, number>();
  for (const c of component) size.set(c, (size.get(c) ?? 0) + 1);
  const least = Math.max(LEAST_NODES, nodeCount * LEAST_SHARE);
  const sorted = [...size].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  const chosen = sorted.filter(([, nodes], i) => i === 0 || nodes >= least);
  const lists = new Map(
    chosen.map(([c, nodes]) => [c, { nodes: new Uint32Array(nodes), used: 0 }]),
  );
  component.forEach((c, v) => {
    const list = lists.get(c);
    if (list !== undefined) list.nodes[list.used++] = v;
  });
  return [...lists.values()].map(({ nodes }) => nodes);
}

/** What all steps of placing landmarks work with. */
interface Work {
  readonly forward: Searcher;
  readonly backward: Searcher | undefined;
  /**
   * `from[i][v]` is the distance from landmark i of v's component to node v; `Infinity` if there
   * is no path, or the component has no landmark i. `to[i][v]` is the distance from v to that
   * landmark; `to` is undefined if the graph is symmetric.
   */
  readonly from: readonly Float32Array[];
  readonly to: readonly Float32Array[] | undefined;
  // one entry per node, of the current tree
  readonly parent: Uint32Array;
  readonly dist: Float32Array;
  /** The gain of the node, then the sum of gains over its branch: see `chooseLandmark`. */
  readonly gain: Float64Array;
  /** Children whose branches are not summed up yet. */
  readonly children: Uint32Array;
  /** The child whose branch has the largest sum of gains; the node itself if it has no child. */
  readonly best: Uint32Array;
  /** The sum of gains of that branch. */
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
    // any root will do; steps of the golden ratio spread them, the same way every time
    const root = nodes[Math.floor(nodes.length * ((i * 0.618033988749895) % 1))];
    const landmark = chooseLandmark(work, nodes, root, i);
    fill(forward, landmark, from[i]);
    if (backward !== undefined && to !== undefined) fill(backward, landmark, to[i]);
  }
}

/**
 * The next landmark, in the tree of `root`. The branch of a node is the node and all below it. The
 * gain of a node is its distance from `root` less the lower bound by the first `used` landmarks. A
 * branch that holds a landmark has no gain. From the node whose branch has the largest sum of
 * gains, the choice descends, always into the child whose branch has the largest sum, to a leaf:
 * that is the landmark.
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
      // unknown distances give no bound: differences with them are Infinity or NaN
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

/**
 * Writes the distances as multiples of a unit, so that each fits 16 bits, and sets unit and slack.
 *
 * The quantum is the largest power of two that divides all weights. If the farthest distance has at
 * most LANDMARK_MOST quanta, the unit is the quantum and the slack 0: all sums are exact then. Else
 * the unit is farthest / LANDMARK_MOST. The slack then covers the error of a difference of two
 * entries: one unit, because entries are rounded down, and, if sums are rounded, the rounding loss
 * of both distances. The loss is bounded as in `graphSumLoss` of assembly/graph/expand.ts: for
 * distances over more than MOST_ROUNDINGS arcs a bound may exceed the distance by a rounding error.
 */
function writeTable(
  arena: Arena,
  layout: GraphLayout,
  tables: LandmarkTables,
  from: readonly Float32Array[],
  to: readonly Float32Array[] | undefined,
): void {
  const { words, floats } = arena;
  const { arcs, firstOut, nodeCount, leastWeight } = layout;
  const weight = copyWeights(floats(), arcs, words()[firstOut / 4 + nodeCount]);
  let farthest = 0;
  for (const column of [...from, ...(to ?? [])]) {
    for (const d of column) if (d > farthest && d < Infinity) farthest = d;
  }
  const { unit: quantum } = unitOf(weight);
  const exact = farthest < 2 ** 24 * quantum;
  if (farthest === 0) Object.assign(tables, { unit: 1, slack: 0 });
  else if (farthest <= LANDMARK_MOST * quantum) {
    Object.assign(tables, { unit: quantum, slack: 0 });
  } else {
    tables.unit = farthest / LANDMARK_MOST;
    const perCost = 2 / (leastWeight * 2 ** 24);
    const loss = Math.min(farthest * perCost, Math.min(nodeCount, MOST_ROUNDINGS) / 2 ** 24);
    // two distances, each off by at most `loss` of itself, and one unit by rounding down; 2^-10 of
    // a unit is more than the f64 divisions by it can be off
    tables.slack = (exact ? 0 : 2 * loss * farthest) + tables.unit * (1 + 2 ** -10);
  }
  const { rowEntries, address, count, unit } = tables;
  const table = new Uint16Array(arena.memory.buffer, address, nodeCount * rowEntries);
  const units = (d: number): number => Math.min(LANDMARK_MOST, Math.floor(d / unit));
  // one entry per landmark: entries without a landmark stay 0, and equal entries give the bound 0.
  // Two entries: LANDMARK_UNKNOWN, which gives no bound (assembly/graph/landmarks.ts)
  table.fill(to === undefined ? 0 : LANDMARK_UNKNOWN);
  for (let i = 0; i < count; i++) {
    for (let v = 0; v < nodeCount; v++) {
      if (from[i][v] < Infinity) table[v * rowEntries + i] = units(from[i][v]);
      // complements, so that bounds by both entries are entry of target - entry of node
      if (to !== undefined && to[i][v] < Infinity) {
        table[v * rowEntries + count + i] = LANDMARK_MOST - units(to[i][v]);
      }
    }
  }
}
