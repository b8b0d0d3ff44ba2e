// The map of search kernels as one array of words. solver.ts lays the map out once; the engines
// upload the words.
import {
  DIAGONAL_TICKS,
  forEachStep,
  type Graph,
  type Grid,
  heuristicScaleOf,
  isGrid,
  NONE,
  STRAIGHT_TICKS,
  uniformCost,
  weakComponents,
} from '@wayfield/graph';
import { longestPath } from './longest-path.ts';

/** Settings of the map that only tests change. */
export interface MapInternals {
  /** Uniform grids: labels per tick, so that small maps have large labels. Default 1. */
  readonly tickScale?: number;
  /** Uniform grids: the bound on the ticks of shortest paths. Default: computed from the map. */
  readonly longest?: number;
}

/**
 * A map as search kernels see it: one array of words that holds compressed sparse rows of the arcs
 * out of and into every node that can be entered. Blocked cells are left out. Weights are ticks on
 * uniform grids, else the bits of f32; both are compared as u32.
 */
export interface Problem {
  readonly words: Uint32Array;
  readonly nodeCount: number;
  readonly arcCount: number;
  /** Word offsets into `words`. */
  readonly offsets: ProblemOffsets;
  /** Weights are whole numbers: ticks, or steps on 4-neighbour grids. */
  readonly integer: boolean;
  /** An upper bound on the ticks of every shortest path. 0 where weights are f32. */
  readonly longest: number;
  /** Most arcs that leave a node. */
  readonly degree: number;
  /** Mean weight of an arc: ticks on uniform grids, else a cost. 1 on a map without arcs. */
  readonly meanWeight: number;
  /** The factor of all open cells of a uniform grid, else 1. */
  readonly factor: number;
  /** Ticks of a straight and of a diagonal step of a uniform grid. */
  readonly ticks: readonly [straight: number, diagonal: number];
  /** Labels per tick: 1 but in tests. */
  readonly tickScale: number;
  /** What heuristic distances are multiplied by to get lower bounds: see lower-bound.wgsl.ts. */
  readonly heuristicScale: number;
}

/** Where each section begins in `words`. */
export interface ProblemOffsets {
  /** Rows of the arcs out of a node: nodeCount + 1 words. */
  readonly firstOut: number;
  /** A pair (head, weight) for each arc. */
  readonly out: number;
  /** Rows of the arcs into a node: nodeCount + 1 words; and a pair (tail, weight) for each arc. */
  readonly firstIn: number;
  readonly in: number;
  /** Coordinates, f32, in cells or metres. */
  readonly x: number;
  readonly y: number;
  /** The weak component of each node. */
  readonly component: number;
  /** The caller's node of each node of this layout. */
  readonly original: number;
  /** The node, in this layout, of each of the caller's nodes; NONE: blocked. */
  readonly nodeOf: number;
}

/** Lays a grid or a graph out for the GPU. */
export function layOut(data: Graph | Grid, { tickScale = 1, longest }: MapInternals = {}): Problem {
  const problem = isGrid(data) ? layOutGrid(data, tickScale) : layOutGraph(data);
  return longest === undefined ? problem : { ...problem, longest };
}

function layOutGrid(grid: Grid, tickScale: number): Problem {
  const { width, cost } = grid;
  const cells = cost.length;
  const factor = uniformCost(grid);
  const integer = factor > 0;
  const nodeOf = new Uint32Array(cells).fill(NONE);
  let nodeCount = 0;
  for (let cell = 0; cell < cells; cell++) if (cost[cell] > 0) nodeOf[cell] = nodeCount++;
  const original = new Uint32Array(nodeCount);
  for (let cell = 0; cell < cells; cell++) if (cost[cell] > 0) original[nodeOf[cell]] = cell;

  const straightTicks = tickScale * (grid.neighbours === 8 ? STRAIGHT_TICKS : 1);
  const diagonalTicks = tickScale * DIAGONAL_TICKS;
  const firstOut = new Uint32Array(nodeCount + 1);
  // pairs (head, weight), of which the first `arcs` are used
  const room = new Uint32Array(nodeCount * grid.neighbours * 2);
  const floats = new Float32Array(room.buffer);
  let arcs = 0;
  let sum = 0;
  for (let u = 0; u < nodeCount; u++) {
    forEachStep(grid, original[u], (to, weight, diagonal) => {
      room[2 * arcs] = nodeOf[to];
      const ticks = diagonal ? diagonalTicks : straightTicks;
      if (integer) room[2 * arcs + 1] = ticks;
      else floats[2 * arcs + 1] = weight;
      sum += integer ? ticks : weight;
      arcs++;
    });
    firstOut[u + 1] = arcs;
  }
  const out = room.subarray(0, 2 * arcs);
  // Steps between open cells exist in both directions. On uniform grids both cost the same, so the
  // rows of arcs out serve as rows of arcs in.
  const back = integer ? undefined : reversePairs(nodeCount, firstOut, out);
  const components = weakComponents(grid).component;
  return assemble({
    nodeCount,
    firstOut,
    out,
    back,
    original,
    nodeOf,
    x: Float32Array.from(original, (cell) => cell % width),
    y: Float32Array.from(original, (cell) => Math.floor(cell / width)),
    component: Uint32Array.from(original, (cell) => components[cell]),
    integer,
    sum,
    factor: integer ? factor : 1,
    ticks: [straightTicks, grid.neighbours === 8 ? diagonalTicks : straightTicks],
    tickScale,
    heuristicScale: integer ? 1 : leastCost(cost),
  });
}

function leastCost(cost: Float32Array): number {
  let least = Infinity;
  for (const c of cost) if (c > 0 && c < least) least = c;
  return least === Infinity ? 0 : least;
}

function layOutGraph(graph: Graph): Problem {
  const { nodeCount, arcCount, head, weight } = graph;
  const weightBits = new Uint32Array(weight.buffer, weight.byteOffset, arcCount);
  const out = new Uint32Array(arcCount * 2);
  let sum = 0;
  for (let a = 0; a < arcCount; a++) {
    out[2 * a] = head[a];
    // weights are compared by their bits, and those of -0 exceed those of every positive weight
    out[2 * a + 1] = weight[a] === 0 ? 0 : weightBits[a];
    sum += weight[a];
  }
  const identity = Uint32Array.from({ length: nodeCount }, (_, u) => u);
  const none = new Float32Array(nodeCount);
  return assemble({
    nodeCount,
    firstOut: graph.firstOut,
    out,
    back: reversePairs(nodeCount, graph.firstOut, out),
    original: identity,
    nodeOf: identity,
    x: graph.x ?? none,
    y: graph.y ?? none,
    component: weakComponents(graph).component,
    integer: false,
    sum,
    factor: 1,
    ticks: [1, 1],
    tickScale: 1,
    heuristicScale: graph.x ? heuristicScaleOf(graph) : 0,
  });
}

/** The reverse rows, of pairs (tail, weight), by a counting sort. */
function reversePairs(
  nodeCount: number,
  firstOut: Uint32Array,
  out: Uint32Array,
): { first: Uint32Array; pairs: Uint32Array } {
  const first = new Uint32Array(nodeCount + 1);
  for (let a = 0; a < out.length; a += 2) first[out[a] + 1]++;
  for (let v = 0; v < nodeCount; v++) first[v + 1] += first[v];
  const next = first.slice();
  const pairs = new Uint32Array(out.length);
  for (let u = 0; u < nodeCount; u++) {
    for (let a = firstOut[u]; a < firstOut[u + 1]; a++) {
      const at = next[out[2 * a]]++;
      pairs[2 * at] = u;
      pairs[2 * at + 1] = out[2 * a + 1];
    }
  }
  return { first, pairs };
}

/** The arrays that become sections, and the numbers that go with them. */
interface MapArrays {
  readonly nodeCount: number;
  readonly firstOut: Uint32Array;
  readonly out: Uint32Array;
  /** The rows of arcs in; undefined: those of arcs out serve. */
  readonly back: { first: Uint32Array; pairs: Uint32Array } | undefined;
  readonly original: Uint32Array;
  readonly nodeOf: Uint32Array;
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly component: Uint32Array;
  readonly integer: boolean;
  /** The sum of all weights. */
  readonly sum: number;
  readonly factor: number;
  readonly ticks: readonly [number, number];
  readonly tickScale: number;
  readonly heuristicScale: number;
}

/** Puts the arrays into one array of words. */
function assemble(arrays: MapArrays): Problem {
  const { nodeCount, firstOut, out, back } = arrays;
  const sections: Uint32Array[] = [];
  let length = 0;
  const add = (words: Uint32Array | Float32Array): number => {
    const at = length;
    sections.push(new Uint32Array(words.buffer, words.byteOffset, words.length));
    length += words.length;
    return at;
  };
  const firstOutAt = add(firstOut);
  const outAt = add(out);
  const offsets: ProblemOffsets = {
    firstOut: firstOutAt,
    out: outAt,
    firstIn: back ? add(back.first) : firstOutAt,
    in: back ? add(back.pairs) : outAt,
    x: add(arrays.x),
    y: add(arrays.y),
    component: add(arrays.component),
    original: add(arrays.original),
    nodeOf: add(arrays.nodeOf),
  };
  const words = new Uint32Array(length);
  let at = 0;
  for (const section of sections) {
    words.set(section, at);
    at += section.length;
  }
  let degree = 0;
  for (let u = 0; u < nodeCount; u++) degree = Math.max(degree, firstOut[u + 1] - firstOut[u]);
  const arcCount = out.length / 2;
  const { integer, factor, ticks, tickScale, heuristicScale } = arrays;
  return {
    words,
    nodeCount,
    arcCount,
    offsets,
    integer,
    longest: integer ? longestPath(nodeCount, firstOut, out, ticks) : 0,
    degree,
    meanWeight: arcCount > 0 ? arrays.sum / arcCount : 1,
    factor,
    ticks,
    tickScale,
    heuristicScale,
  };
}
