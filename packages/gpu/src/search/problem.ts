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
import type { Internals } from './engine.ts';
import { longestPath } from './longest-path.ts';

/**
 * A map as the kernels see it: compressed sparse rows both ways over the nodes that can be entered,
 * blocked cells left out, all in one array of words. Weights are ticks on uniform grids, else the
 * bits of f32; both are compared as u32.
 */
export interface Problem {
  readonly words: Uint32Array;
  readonly nodeCount: number;
  readonly arcCount: number;
  /** Word offsets into `words`. */
  readonly offsets: ProblemOffsets;
  /** Weights are whole numbers: ticks, or steps on 4-neighbour grids. */
  readonly integer: boolean;
  /** No shortest path has more ticks: a bound. 0 where weights are f32. */
  readonly longest: number;
  /** Largest number of arcs that leave a node. */
  readonly degree: number;
  /** Mean and largest weight, in ticks or units. */
  readonly meanWeight: number;
  /** The factor of all open cells of a uniform grid, else 1. */
  readonly factor: number;
  /** Ticks of a straight and of a diagonal step of a uniform grid. */
  readonly ticks: readonly [straight: number, diagonal: number];
  /** What ticks were multiplied with: 1 but in tests. */
  readonly tickScale: number;
  /** What straight-line distances are multiplied with, in units of cost. */
  readonly heuristicScale: number;
}

/** Offsets of the sections, in words. */
export interface ProblemOffsets {
  /** nodeCount + 1, then pairs (node, weight) for each arc that leaves. */
  readonly firstOut: number;
  readonly out: number;
  /** The same for the arcs that arrive. */
  readonly firstIn: number;
  readonly in: number;
  /** f32, in cells or metres. */
  readonly x: number;
  readonly y: number;
  readonly component: number;
  /** The caller's number of each node. */
  readonly original: number;
  /** For each of the caller's nodes its number here, NONE = blocked. */
  readonly compact: number;
}

/** Lays a grid or a graph out for the GPU. */
export function layOut(data: Graph | Grid, { tickScale = 1, longest }: Internals = {}): Problem {
  const problem = isGrid(data) ? layOutGrid(data, tickScale) : layOutGraph(data);
  return longest === undefined ? problem : { ...problem, longest };
}

function layOutGrid(grid: Grid, tickScale: number): Problem {
  const { width, cost } = grid;
  const cells = cost.length;
  const factor = uniformCost(grid);
  const integer = factor > 0;
  const compact = new Uint32Array(cells).fill(NONE);
  let nodeCount = 0;
  for (let cell = 0; cell < cells; cell++) if (cost[cell] > 0) compact[cell] = nodeCount++;
  const original = new Uint32Array(nodeCount);
  for (let cell = 0; cell < cells; cell++) if (cost[cell] > 0) original[compact[cell]] = cell;

  const straight = tickScale * (grid.neighbours === 8 ? STRAIGHT_TICKS : 1);
  const slanted = tickScale * DIAGONAL_TICKS;
  const firstOut = new Uint32Array(nodeCount + 1);
  const room = new Uint32Array(nodeCount * grid.neighbours * 2);
  const floats = new Float32Array(room.buffer);
  let arcs = 0;
  let sum = 0;
  for (let u = 0; u < nodeCount; u++) {
    forEachStep(grid, original[u], (to, weight, diagonal) => {
      room[2 * arcs] = compact[to];
      const ticks = diagonal ? slanted : straight;
      if (integer) room[2 * arcs + 1] = ticks;
      else floats[2 * arcs + 1] = weight;
      sum += integer ? ticks : weight;
      arcs++;
    });
    firstOut[u + 1] = arcs;
  }
  const out = room.subarray(0, 2 * arcs);
  // steps between open cells go both ways; on uniform grids they cost the same both ways
  const back = integer ? undefined : reversePairs(nodeCount, firstOut, out);
  const components = weakComponents(grid).component;
  return assemble({
    nodeCount,
    firstOut,
    out,
    back,
    original,
    compact,
    x: Float32Array.from(original, (cell) => cell % width),
    y: Float32Array.from(original, (cell) => Math.floor(cell / width)),
    component: Uint32Array.from(original, (cell) => components[cell]),
    integer,
    sum,
    factor: integer ? factor : 1,
    ticks: [straight, grid.neighbours === 8 ? slanted : straight],
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
    // -0 has the largest bits of all
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
    compact: identity,
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

/** Rows of the arcs that arrive, pairs (node it comes from, weight), by counting. */
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

interface Parts {
  readonly nodeCount: number;
  readonly firstOut: Uint32Array;
  readonly out: Uint32Array;
  readonly back: { first: Uint32Array; pairs: Uint32Array } | undefined;
  readonly original: Uint32Array;
  readonly compact: Uint32Array;
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly component: Uint32Array;
  readonly integer: boolean;
  readonly sum: number;
  readonly factor: number;
  readonly ticks: readonly [number, number];
  readonly tickScale: number;
  readonly heuristicScale: number;
}

function assemble(parts: Parts): Problem {
  const { nodeCount, firstOut, out, back } = parts;
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
    x: add(parts.x),
    y: add(parts.y),
    component: add(parts.component),
    original: add(parts.original),
    compact: add(parts.compact),
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
  const { integer, factor, ticks, tickScale, heuristicScale } = parts;
  return {
    words,
    nodeCount,
    arcCount,
    offsets,
    integer,
    longest: integer ? longestPath(nodeCount, firstOut, out, ticks) : 0,
    degree,
    meanWeight: arcCount > 0 ? parts.sum / arcCount : 1,
    factor,
    ticks,
    tickScale,
    heuristicScale,
  };
}
