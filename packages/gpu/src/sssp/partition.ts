// Cuts a graph into parts of nearly equal size with short borders, by recursive bisection along the
// longest axis of each part. Distances in hops take the place of coordinates: a is a node at one
// end of the part, b the node furthest from a, and nodes are split at a quantile of hops(a) -
// hops(b). graph-tiles.ts calls `partitionGraph`; compact-trees.ts calls `reverseRows`, too.
import type { Graph } from '@wayfield/graph';

/** Nodes in the order of the parts: part p holds `order[first[p]] .. order[first[p + 1] - 1]`. */
export interface Partition {
  /** One entry per node. */
  readonly order: Uint32Array;
  /** One entry per part and one more. */
  readonly first: Uint32Array;
}

/** The arcs into each node, ascending by number: row v is `first[v] .. first[v + 1] - 1`. */
export interface ReverseRows {
  /** nodeCount + 1 entries. */
  readonly first: Uint32Array;
  /** One entry per arc: where it comes from. */
  readonly tail: Uint32Array;
  /** One entry per arc: its number in the graph. */
  readonly arc: Uint32Array;
}

export function reverseRows(graph: Graph): ReverseRows {
  const { nodeCount, arcCount, firstOut, head } = graph;
  const first = new Uint32Array(nodeCount + 1);
  for (let a = 0; a < arcCount; a++) first[head[a] + 1]++;
  for (let v = 0; v < nodeCount; v++) first[v + 1] += first[v];
  const next = first.slice(0, nodeCount);
  const tail = new Uint32Array(arcCount);
  const arc = new Uint32Array(arcCount);
  for (let u = 0; u < nodeCount; u++) {
    for (let a = firstOut[u]; a < firstOut[u + 1]; a++) {
      const i = next[head[a]]++;
      tail[i] = u;
      arc[i] = a;
    }
  }
  return { first, tail, arc };
}

/** The neighbours of each node, whatever the direction of the arcs, each once. */
interface Neighbours {
  readonly first: Uint32Array;
  readonly node: Uint32Array;
}

function neighboursOf(graph: Graph, reverse: ReverseRows): Neighbours {
  const { nodeCount, arcCount, firstOut, head } = graph;
  const first = new Uint32Array(nodeCount + 1);
  const node = new Uint32Array(2 * arcCount);
  const mark = new Uint32Array(nodeCount);
  let end = 0;
  for (let u = 0; u < nodeCount; u++) {
    mark[u] = u + 1; // no loops
    for (let a = firstOut[u]; a < firstOut[u + 1]; a++) {
      const v = head[a];
      if (mark[v] !== u + 1) node[end++] = v;
      mark[v] = u + 1;
    }
    for (let a = reverse.first[u]; a < reverse.first[u + 1]; a++) {
      const v = reverse.tail[a];
      if (mark[v] !== u + 1) node[end++] = v;
      mark[v] = u + 1;
    }
    first[u + 1] = end;
  }
  return { first, node: node.subarray(0, end) };
}

/** Breadth-first order of all nodes, so that neighbours in the graph are near in memory. */
function breadthFirst({ first, node }: Neighbours): Uint32Array {
  const nodeCount = first.length - 1;
  const order = new Uint32Array(nodeCount);
  const seen = new Uint8Array(nodeCount);
  let end = 0;
  for (let s = 0, i = 0; s < nodeCount; s++) {
    if (seen[s]) continue;
    seen[s] = 1;
    for (order[end++] = s; i < end; i++) {
      const u = order[i];
      for (let a = first[u]; a < first[u + 1]; a++) {
        if (seen[node[a]]) continue;
        seen[node[a]] = 1;
        order[end++] = node[a];
      }
    }
  }
  return order;
}

/** Renumbers nodes: node i of the result is node `order[i]` of the neighbours given. */
function renumber({ first, node }: Neighbours, order: Uint32Array): Neighbours {
  const nodeCount = order.length;
  const place = new Uint32Array(nodeCount);
  for (let i = 0; i < nodeCount; i++) place[order[i]] = i;
  const newFirst = new Uint32Array(nodeCount + 1);
  const newNode = new Uint32Array(node.length);
  let end = 0;
  for (let i = 0; i < nodeCount; i++) {
    const u = order[i];
    for (let a = first[u]; a < first[u + 1]; a++) newNode[end++] = place[node[a]];
    newFirst[i + 1] = end;
  }
  return { first: newFirst, node: newNode };
}

/**
 * Parts of at most `partSize` nodes, as few as there can be; directions of arcs do not matter.
 * About three passes over the graph for each doubling of the number of parts.
 */
export function partitionGraph(graph: Graph, reverse: ReverseRows, partSize: number): Partition {
  const natural = neighboursOf(graph, reverse);
  const byBreadth = breadthFirst(natural);
  const { order, first } = bisect(renumber(natural, byBreadth), partSize);
  return { order: order.map((i) => byBreadth[i]), first };
}

function bisect({ first, node }: Neighbours, partSize: number): Partition {
  const nodeCount = first.length - 1;
  const order = new Uint32Array(nodeCount).map((_, i) => i);
  const sorted = new Uint32Array(nodeCount);
  /** The first position of the range of a node: searches stay inside their range. */
  const range = new Uint32Array(nodeCount);
  /** The last search that came to a node. */
  const seen = new Uint32Array(nodeCount);
  const fromA = new Uint32Array(nodeCount);
  const fromB = new Uint32Array(nodeCount);
  const queue = new Uint32Array(nodeCount);
  let searches = 0;

  /** Breadth-first search in the range of `start`; returns the number of nodes in `queue`. */
  function search(start: number, hops: Uint32Array): number {
    const mark = ++searches;
    const here = range[start];
    seen[start] = mark;
    hops[start] = 0;
    queue[0] = start;
    let end = 1;
    for (let i = 0; i < end; i++) {
      const u = queue[i];
      const next = hops[u] + 1;
      for (let a = first[u], stop = first[u + 1]; a < stop; a++) {
        const v = node[a];
        if (seen[v] === mark || range[v] !== here) continue;
        seen[v] = mark;
        hops[v] = next;
        queue[end++] = v;
      }
    }
    return end;
  }

  /** Sorts the component of `start` along its axis into `sorted` from `at` on; returns the end. */
  function sortAlongAxis(start: number, at: number): number {
    const size = search(start, fromB);
    if (size < 3) {
      sorted.set(queue.subarray(0, size), at);
      return at + size;
    }
    search(queue[size - 1], fromA);
    const b = queue[size - 1];
    search(b, fromB);
    const length = fromA[b];
    const place = new Uint32Array(2 * length + 2);
    for (let i = 0; i < size; i++) place[fromA[queue[i]] - fromB[queue[i]] + length + 1]++;
    for (let k = 1; k < place.length; k++) place[k] += place[k - 1];
    for (let i = 0; i < size; i++) {
      const u = queue[i];
      sorted[at + place[fromA[u] - fromB[u] + length]++] = u;
    }
    return at + size;
  }

  const firsts = [0];
  // a stack of ranges, the left half on top, so that parts come out in order
  const stack: [from: number, to: number, parts: number][] = [
    [0, nodeCount, Math.ceil(nodeCount / partSize)],
  ];
  while (stack.length > 0) {
    const [from, to, parts] = stack.pop()!;
    if (parts <= 1) {
      if (to > from) firsts.push(to);
      continue;
    }
    const before = searches;
    let at = from;
    for (let i = from; i < to; i++) if (seen[order[i]] <= before) at = sortAlongAxis(order[i], at);
    order.set(sorted.subarray(from, to), from);
    // at most as many nodes as the left half of the parts can hold, so no part is too large
    const left = parts >> 1;
    const cut = from + Math.round(((to - from) * left) / parts);
    for (let i = cut; i < to; i++) range[order[i]] = cut;
    stack.push([cut, to, parts - left], [from, cut, left]);
  }
  return { order, first: Uint32Array.from(firsts) };
}
