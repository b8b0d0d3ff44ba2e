import { checkMap, aGraph, aGrid } from '../check/kinds.ts';
import { checkLength, refuse } from '@wayfield/check';
import { buildGraph } from './graph.ts';
import { isGrid, nodeCountOf } from './grid.ts';
import { checkNodes } from '../check/check.ts';
import { NONE } from '../types/constants.ts';
import { eachStep } from '../queries/steps.ts';
import type { Graph, Grid } from '../types/data.ts';

/** A graph made of nodes of another one, and how to get from one to the other. */
export interface Renumbered {
  readonly graph: Graph;
  /** One entry per new node: its old number. */
  readonly oldOf: Uint32Array;
  /** One entry per old node: its new number; NONE where it was left out. */
  readonly newOf: Uint32Array;
}

/**
 * The graph of some nodes and all arcs among them: new node `i` is old node `nodes[i]`. With
 * `strongComponents` it cuts out the part of a road network in which everything is reachable. Cells
 * of a grid become nodes with weights and coordinates as `gridToGraph` gives them. Throws
 * RangeError for nodes out of range or named twice.
 */
export function subgraph(data: Graph | Grid, nodes: ArrayLike<number>): Renumbered {
  checkMap(data);
  const nodeCount = nodeCountOf(data);
  checkNodes(nodes, nodeCount, 'nodes');
  const oldOf = Uint32Array.from(nodes);
  const newOf = new Uint32Array(nodeCount).fill(NONE);
  oldOf.forEach((u, i) => {
    if (newOf[u] !== NONE) refuse(`nodes[${i}]`, u, `other than nodes[${newOf[u]}]`);
    newOf[u] = i;
  });

  const most = isGrid(data) ? nodeCount * data.neighbours : data.arcCount;
  const tail = new Uint32Array(most);
  const head = new Uint32Array(most);
  const weight = new Float32Array(most);
  let count = 0;
  oldOf.forEach((u, i) =>
    eachStep(data, u, (v, cost) => {
      if (newOf[v] === NONE) return;
      tail[count] = i;
      head[count] = newOf[v];
      weight[count++] = cost;
    }),
  );
  const { width, x, y } = data as Grid & Graph;
  const graph = buildGraph(
    {
      nodeCount: oldOf.length,
      tail: tail.subarray(0, count),
      head: head.subarray(0, count),
      weight: weight.subarray(0, count),
      ...((width || (x && y)) && {
        x: Float32Array.from(oldOf, (u) => (x ? x[u] : u % width)),
        y: Float32Array.from(oldOf, (u) => (y ? y[u] : Math.floor(u / width))),
      }),
    },
    // The scale is computed again, because the largest scale may grow with fewer arcs. A scale of 0
    // stays 0.
    (data as Graph).heuristicScale === 0 ? { heuristicScale: 0 } : {},
  );
  return { graph, oldOf, newOf };
}

/**
 * A copy of the graph with its nodes renumbered: new node `i` is old node `nodes[i]`. Neighbours
 * with close numbers lie close in memory, which makes every search on a large graph faster: see
 * `hilbertOrder` and `depthFirstOrder`. Throws RangeError unless every node is named once.
 */
export function reorderGraph(graph: Graph, nodes: ArrayLike<number>): Renumbered {
  aGraph(graph, 'graph');
  checkLength(nodes, graph.nodeCount, 'nodes');
  return subgraph(graph, nodes);
}

/**
 * The explicit graph of a grid: node `y * width + x` is the cell, its coordinates are `x` and `y`;
 * blocked cells have no arcs. A step costs the factor of the cell entered, a diagonal one
 * `Math.fround(Math.fround(Math.SQRT2) * factor)`. Costs of paths are f32 sums, also where the grid
 * is uniform and its own costs are counted in ticks.
 */
export function gridToGraph(grid: Grid): Graph {
  aGrid(grid, 'grid');
  return subgraph(grid, Uint32Array.from(grid.cost.keys())).graph;
}
