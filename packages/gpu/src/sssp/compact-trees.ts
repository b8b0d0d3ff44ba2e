// Compact trees on the CPU: `createTreeUnpacker` makes distances, paths and trees of the ranks that
// `runCompact` brings back. The device packs these ranks in ranks.ts.
import { checkLength, checkOptions, list, object, optional, typed, whole } from '@wayfield/check';
import { checkGraph, checkNodes, type Graph, NONE, type Tree } from '@wayfield/graph';
import { aMap, UNPACK_RULES } from '../rules.ts';
import { reverseRows } from './partition.ts';

/**
 * A tree as one byte per node, from which a `TreeUnpacker` makes distances, paths and parents.
 * Distances come along where `runCompact` was asked for them.
 */
export interface GpuCompactTree {
  readonly source: number;
  /**
   * One entry per node: which of the arcs into the node, in the order of the graph's arcs, ends its
   * path; 255 for the source and for nodes that were not reached.
   */
  readonly rank: Uint8Array;
  /** With `distances: true`: one entry per node, `Infinity` where it was not reached. */
  readonly dist?: Float32Array;
}

/** The rank of nodes without a parent. Arcs have ranks up to 254: at most 255 arcs into a node. */
export const MOST_RANKS = 255;

/** Reads compact trees of one graph. */
export interface TreeUnpacker {
  /** Distance of a node, `Infinity` where it was not reached: the sum along its path. */
  distance(tree: GpuCompactTree, node: number): number;
  /** The nodes of the path from the source to a node; empty where it was not reached. */
  path(tree: GpuCompactTree, node: number): Uint32Array<ArrayBuffer>;
  /**
   * The tree that `run` gives, in the arrays of `reuse` where they fit. If the compact tree has
   * `dist`, that array itself becomes the `dist` of the tree.
   */
  tree(tree: GpuCompactTree, options?: { readonly reuse?: Tree }): Tree;
}

const someTree = /* @__PURE__ */ object(
  { source: whole(), rank: typed(Uint8Array), dist: /* @__PURE__ */ optional(typed(Float32Array)) },
  'a GpuCompactTree',
);

/**
 * Makes an unpacker of the trees of `runCompact`, which works on the CPU. Distances are f32 sums
 * along the path, so they are those of every solver, bit for bit. The unpacker holds 8 bytes per
 * arc and 12 per node; later changes of the graph are not seen.
 *
 * @throws RangeError or TypeError for a graph that is not valid.
 *
 * @example
 * const solver = await createGpuTreeSolver(device, graph);
 * const { trees } = await solver.runCompact([0, 17]);
 * const unpacker = createTreeUnpacker(graph);
 * const metres = unpacker.distance(trees[0], 99);
 * console.log(metres > 0); // true
 */
export function createTreeUnpacker(graph: Graph): TreeUnpacker {
  aMap(graph, 'graph');
  list(graph.firstOut, 'graph.firstOut');
  checkGraph({ ...graph, heuristicScale: 0 });
  const { nodeCount } = graph;
  const { first, tail, arc } = reverseRows(graph);
  const weight = Float32Array.from(arc, (a) => graph.weight[a]);
  /** Arcs into the nodes of a path, the last one first. */
  const climbed = new Uint32Array(nodeCount);
  /** The weight of the arc that ends the path of each node. */
  const last = new Float32Array(nodeCount);

  /** Puts the arcs of a path into `climbed` and returns their number; -1: not reached. */
  function climb({ source, rank }: GpuCompactTree, node: number): number {
    let count = 0;
    for (let v = node; v !== source; count++) {
      const arcIn = first[v] + rank[v];
      if (rank[v] === MOST_RANKS || arcIn >= first[v + 1] || count === nodeCount) return -1;
      climbed[count] = arcIn;
      v = tail[arcIn];
    }
    return count;
  }

  const check = (tree: GpuCompactTree): void => checkTree(tree, nodeCount);

  return {
    distance(tree, node) {
      check(tree);
      checkNodes([node], nodeCount, 'node');
      if (tree.dist) return tree.dist[node];
      let sum = 0;
      const count = climb(tree, node);
      for (let i = count; i-- > 0;) sum = Math.fround(sum + weight[climbed[i]]);
      return count < 0 ? Infinity : sum;
    },
    path(tree, node) {
      check(tree);
      checkNodes([node], nodeCount, 'node');
      const count = climb(tree, node);
      const nodes = new Uint32Array(count + 1);
      for (let i = 0; i < count; i++) nodes[count - 1 - i] = tail[climbed[i]];
      if (count >= 0) nodes[count] = node;
      return nodes;
    },
    tree(compact, options = {}) {
      check(compact);
      checkOptions('tree', options, UNPACK_RULES);
      const { reuse } = options;
      const { source, rank } = compact;
      const fits = (array: { length: number } | undefined): boolean => array?.length === nodeCount;
      const parent = fits(reuse?.parent) ? reuse!.parent : new Uint32Array(nodeCount);
      if (compact.dist) {
        parentsOf(rank, first, tail, parent);
        parent[source] = NONE;
        return { source, dist: compact.dist, parent };
      }
      const dist = fits(reuse?.dist) ? reuse!.dist : new Float32Array(nodeCount);
      readRanks(rank, { first, tail, weight }, { dist, parent, last });
      dist[source] = 0;
      parent[source] = NONE;
      for (let node = 0; node < nodeCount; node++) {
        let count = 0;
        let v = node;
        for (; dist[v] < 0 && count < nodeCount; v = parent[v]) climbed[count++] = v;
        for (let sum = dist[v]; count-- > 0;) {
          const u = climbed[count];
          sum = Math.fround(sum + last[u]);
          dist[u] = sum;
        }
      }
      return { source, dist, parent };
    },
  };
}

function checkTree(tree: GpuCompactTree, nodeCount: number): void {
  someTree(tree, 'tree');
  checkNodes([tree.source], nodeCount, 'source');
  checkLength(tree.rank, nodeCount, 'tree.rank');
  if (tree.dist) checkLength(tree.dist, nodeCount, 'tree.dist');
}

/** The parent of each node by its rank: NONE where the row of arcs in has no arc of that rank. */
function parentsOf(
  rank: Uint8Array,
  first: Uint32Array,
  tail: Uint32Array,
  parent: Uint32Array,
): void {
  for (let v = 0; v < rank.length; v++) {
    const arcIn = first[v] + rank[v];
    parent[v] = arcIn < first[v + 1] ? tail[arcIn] : NONE;
  }
}

/** Arcs into each node, in the order of their ranks. */
interface ArcsIn {
  readonly first: Uint32Array;
  readonly tail: Uint32Array;
  readonly weight: Float32Array;
}

/** The results of `readRanks`, one entry per node. */
interface Read {
  /** -1 where a node is reached, whose distance is not known yet; Infinity where it is not. */
  readonly dist: Float32Array;
  readonly parent: Uint32Array;
  /** The weight of the arc that ends the path of each node. */
  readonly last: Float32Array;
}

/** One pass in the order of the nodes, so that walks along paths read two arrays, not four. */
function readRanks(
  rank: Uint8Array,
  { first, tail, weight }: ArcsIn,
  { dist, parent, last }: Read,
): void {
  for (let v = 0; v < rank.length; v++) {
    const arcIn = first[v] + rank[v];
    const known = arcIn < first[v + 1];
    parent[v] = known ? tail[arcIn] : NONE;
    last[v] = known ? weight[arcIn] : 0;
    dist[v] = known ? -1 : Infinity;
  }
}
